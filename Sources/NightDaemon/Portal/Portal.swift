package import NightBus
import NightContract
package import NightCore

/// A backend of the desktop portal, on a separate connection to the bus.
///
/// If a sandboxed program may talk to one bus name of a connection, the program may talk to all
/// names of that connection. So the portal's name has a connection of its own. The backend replies
/// from memory, because every application waits for these replies when it starts.
package final class Portal: Part {
  /// The maximum number of namespaces in a call; this backend itself has only one namespace.
  static let mostPatterns = 16_384
  /// How many values a call's arguments may contain; the limit of `ReadAll` is higher, because
  /// `ReadAll` frees the call's message early.
  private static let callValues = 64
  private static let milliseconds = 10_000
  /// How long applications may take before they accept signals from a portal that replaced another
  /// one.
  private static let replacementMilliseconds = 2_000

  package let connection: Connection
  /// Called if a signal could not be sent; applications then have outdated values.
  package var onFault: (String) -> Void = { _ in }
  private let log: Log
  private var settings: PortalSettings
  /// The settings that were announced last.
  private var announcedSettings: PortalSettings
  private var isOwner = false
  /// Follows the desktop portal, which calls this backend.
  private var frontend: NameOwner?
  private var isFrontendKnown = false
  private var frontendName: BusName?
  private var replacementTimer: Timer?
  /// The keys that were announced with a value.
  ///
  /// If one of these keys loses its value, the portal announces that the key has no value.
  private var announcedKeys: Set<PortalSettings.Key> = []

  /// True while another backend is about to report an older style; until the report, no change is
  /// announced.
  ///
  /// The other backend's report would undo any change that nightd had announced before that report.
  var isPaused = false {
    didSet {
      guard !isPaused else { return }
      if mustAnnounceAll { announceAll() } else { announceChanges() }
    }
  }
  /// Whether a new desktop portal appeared while announcements were paused.
  private var mustAnnounceAll = false

  /// Connects to the bus, but does not request the backend's name; `begin` does that.
  package init(address: String, on loop: Loop, _ settings: PortalSettings, log: Log)
    throws(BusError)
  {
    connection = try Connection(address: address)
    self.settings = settings
    announcedSettings = settings
    self.log = log
    try connection.attach(to: loop)
    connection.server.callValues = Self.callValues
    connection.server.export(portalInterface, self, at: .portal)
    replacementTimer = loop.timer { [unowned self] in if isOwner { announceAll() } }
  }

  /// Requests the backend's name; from now on, calls to that name are served.
  ///
  /// The request is queued, because a nightd that is ending keeps the name until its process exits.
  func begin() {
    connection.onNameAcquired = { [unowned self] name in
      guard name == .portalBackend else { return }
      isOwner = true
      // Applications that started before this nightd know only the values of the earlier nightd.
      announceAll()
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

  /// Announces all values when a new desktop portal appears, because a new portal has missed all
  /// earlier signals.
  ///
  /// The new portal receives these signals, because the desktop portal subscribes before it
  /// requests its name (seen in version 1.16 and in the source code of 2026). A portal that starts
  /// with `--replace` replaces another one. GDBus clients, such as libadwaita and Firefox, drop the
  /// new portal's signals until it has answered one of their calls. So after one portal has
  /// replaced another, all values are announced once more.
  private func watchFrontend() throws(BusError) {
    frontend = try NameOwner(
      of: .portalFrontend,
      on: connection,
      milliseconds: Self.milliseconds,
      onRefusal: { [unowned self] error in frontendUnwatched(error) }
    ) { [unowned self] owner in
      let isReplacement = frontendName != nil && owner != nil
      // A portal that already ran when nightd got the backend's name has received all values.
      let isNew = isFrontendKnown && owner != nil
      isFrontendKnown = true
      frontendName = owner
      replacementTimer?.stop()
      guard isNew, isOwner else { return }
      announceAll()
      if isReplacement { replacementTimer?.set(milliseconds: Self.replacementMilliseconds) }
    }
  }

  private func frontendUnwatched(_ error: BusError) {
    if case .disconnected = error { return }
    log.warning(Messages.portalUnwatched(error))
  }

  private func refused(_ error: BusError) {
    // Report nothing here, because the daemon itself reports the loss of the bus.
    if case .disconnected = error { return }
    log.warning(Messages.portalNameRefused(error))
  }

  /// Announces a changed appearance.
  ///
  /// The portal comes early in the list of parts, because most windows follow the portal. The
  /// portal's signals also pass through one more process than nightd's own signals.
  func decided(_ step: Step) {
    guard step.changesAppearance else { return }
    settings = PortalSettings(step.after)
    announceChanges()
  }

  private func announceChanges() {
    guard isOwner, !isPaused else { return }
    let keys = settings.keys(differingFrom: announcedSettings)
    announcedSettings = settings
    announce(keys)
  }

  /// Announces every key that has a value now, or was announced with a value earlier.
  private func announceAll() {
    mustAnnounceAll = isPaused
    guard !isPaused else { return }
    announcedSettings = settings
    announce(
      PortalSettings.Key.allCases.filter {
        settings.value($0) != nil || announcedKeys.contains($0)
      }
    )
  }

  private func announce(_ keys: [PortalSettings.Key]) {
    do throws(BusError) {
      for key in keys {
        if settings.value(key) != nil { announcedKeys.insert(key) }
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
      // Do nothing here, because the daemon ends anyway when the bus is lost.
    } catch {
      onFault(Messages.notTold(error))
    }
  }
}

// MARK: - Calls

extension Portal {
  /// The key that the doctor reads through the desktop portal to test whether calls arrive at this
  /// backend.
  ///
  /// This key is not a setting, so `ReadAll` leaves it out.
  private static let versionKey = (Contract.busName, Contract.versionKey)

  func read(_ answer: Responder<BusValue>, namespace: String, key: String) throws(Refusal) {
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

  func readAll(_ answer: Responder<BusValue>, patterns: [String]) {
    answer(settings.values(matching: NamespacePatterns(patterns)))
  }
}

/// The interface `org.freedesktop.impl.portal.Settings`, which the desktop portal calls.
package let portalInterface = Interface<Portal>(
  .portalBackend,
  properties: [Property("version", .uint32, .constant) { _ in .uint32(1) }],
  methods: [
    Method(.portalReadAll, callValues: Portal.mostPatterns, Portal.readAll),
    Method(.portalRead, Portal.read),
  ],
  signals: [
    Signal(
      "SettingChanged",
      [
        Argument("namespace", .string), Argument("key", .string), Argument("value", .variant),
      ]
    )
  ]
)
