package import NightBus
import NightContract
package import NightCore

/// A backend of the desktop portal, on a connection of its own.
///
/// A sandbox's leave to talk to one name of a connection is leave to talk to all of them. It answers
/// from memory: whatever an application starts waits for these answers.
package final class Portal: Part {
  /// One call may ask for so many namespaces; there is one here.
  static let mostPatterns = 16_384
  /// Memory that a great call took is given back with it, but not what the others take.
  private static let callValues = 64
  private static let milliseconds = 10_000
  /// How long applications may take to accept signals from a portal that replaced another one.
  private static let replacementMilliseconds = 2_000

  package let connection: Connection
  /// Called when applications cannot be told any more: they would be wrong for ever.
  package var onFault: (String) -> Void = { _ in }
  private let log: Log
  private var settings: PortalSettings
  /// What applications were told last.
  private var told: PortalSettings
  private var isOwner = false
  /// Follows the portal that asks this backend.
  private var frontend: NameOwner?
  private var isFrontendKnown = false
  private var frontendName: BusName?
  private var secondTelling: Timer?
  /// Keys that applications were told as set, so that they have to hear if one is not any more.
  private var toldAsSet: Set<PortalSettings.Key> = []

  /// While it is set changes are not told: another backend is about to tell an older style.
  var isHeldBack = false {
    didSet {
      guard !isHeldBack else { return }
      if owesAll { tellAll() } else { tellChanges() }
    }
  }
  /// Whether a new portal came meanwhile.
  private var owesAll = false

  /// Connects; nothing is asked for before `begin`.
  package init(address: String, on loop: Loop, _ settings: PortalSettings, log: Log)
    throws(BusError)
  {
    connection = try Connection(address: address)
    self.settings = settings
    told = settings
    self.log = log
    try connection.attach(to: loop)
    connection.server.callValues = Self.callValues
    connection.server.export(portalInterface, self, at: .portal)
    secondTelling = loop.timer { [unowned self] in if isOwner { tellAll() } }
  }

  /// Asks for the name, now that whoever finds it is answered.
  ///
  /// It queues for the name: a nightd that is ending keeps the name until its process exits.
  func begin() {
    connection.onNameAcquired = { [unowned self] name in
      guard name == .portalBackend else { return }
      isOwner = true
      // Applications that outlived an earlier nightd know only what that one said.
      tellAll()
    }
    do throws(BusError) {
      try watchFrontend()
      try connection.requestQueued(.portalBackend, milliseconds: Self.milliseconds) {
        [unowned self] outcome in
        switch outcome {
        case .success(.owned): break
        case .success(.taken(let process)):
          log.warning(Messages.portalNameTaken(process, called: process.flatMap(ProgramName.of)))
        case .failure(let error): refused(error)
        }
      }
    } catch {
      refused(error)
    }
  }

  /// Tells a new portal everything: applications missed what was told while none ran.
  ///
  /// The portal subscribes to its backends before it asks for its name (read in 1.16 and in the
  /// sources of 2026), so that it hears what is told at once. GDBus clients (libadwaita, Firefox) drop
  /// signals of a portal that took the name from another one (`--replace`) until that new portal has
  /// answered them, so such a portal is told once more.
  private func watchFrontend() throws(BusError) {
    frontend = try NameOwner(
      of: .portalFrontend,
      on: connection,
      milliseconds: Self.milliseconds,
      onRefusal: { [unowned self] error in frontendUnwatched(error) }
    ) { [unowned self] owner in
      let isReplacement = frontendName != nil && owner != nil
      // A portal that was there before heard everything when this backend got its own name.
      let isNew = isFrontendKnown && owner != nil
      isFrontendKnown = true
      frontendName = owner
      secondTelling?.stop()
      guard isNew, isOwner else { return }
      tellAll()
      if isReplacement { secondTelling?.set(milliseconds: Self.replacementMilliseconds) }
    }
  }

  private func frontendUnwatched(_ error: BusError) {
    if case .disconnected = error { return }
    log.warning(Messages.portalUnwatched(error))
  }

  private func refused(_ error: BusError) {
    // With the bus all ends.
    if case .disconnected = error { return }
    log.warning(Messages.portalNameRefused(error))
  }

  /// First of all parts: most windows hear of a change this way, through one program more.
  func decided(_ step: Step) {
    guard step.changesAppearance else { return }
    settings = PortalSettings(step.after)
    tellChanges()
  }

  private func tellChanges() {
    guard isOwner, !isHeldBack else { return }
    let keys = settings.keys(differingFrom: told)
    told = settings
    tell(keys)
  }

  /// Tells every key that is set, and every key that was told as set and is not any more.
  private func tellAll() {
    owesAll = isHeldBack
    guard !isHeldBack else { return }
    told = settings
    tell(PortalSettings.Key.allCases.filter { settings.value($0) != nil || toldAsSet.contains($0) })
  }

  private func tell(_ keys: [PortalSettings.Key]) {
    do throws(BusError) {
      for key in keys {
        if settings.value(key) != nil { toldAsSet.insert(key) }
        let value = settings.value(key) ?? PortalSettings.unset(key)
        try connection.send(
          try connection.server.signal(
            "SettingChanged",
            of: .portalBackend,
            at: .portal,
            [.string(PortalSettings.namespace), .string(key.rawValue), .variant(value)]
          )
        )
      }
    } catch .disconnected {
      // The end is under way already.
    } catch {
      onFault(Messages.notTold(error))
    }
  }
}

// MARK: - Calls

extension Portal {
  /// What the doctor asks through the desktop portal: an answer says that questions arrive here.
  ///
  /// It is no setting, and so stands in no answer to a question for all settings.
  private static let versionKey = (Contract.busName, Contract.versionKey)

  func read(_ answer: Answer<BusValue>, namespace: String, key: String) throws(Refusal) {
    if (namespace, key) == Self.versionKey {
      return answer(.variant(.string(Contract.version)))
    }
    guard namespace == PortalSettings.namespace, let key = PortalSettings.Key(rawValue: key),
      let value = settings.value(key)
    else {
      throw Refusal("org.freedesktop.portal.Error.NotFound", "Requested setting not found")
    }
    answer(.variant(value))
  }

  func readAll(_ answer: Answer<BusValue>, patterns: [String]) {
    answer(settings.values(matching: NamespacePatterns(patterns)))
  }
}
