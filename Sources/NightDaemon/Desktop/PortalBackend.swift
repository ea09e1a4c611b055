import NightBus
import NightContract

/// A portal backend on the bus; nightd asks the backend once, and then follows its signals.
///
/// A backend that restarts gets a new unique name, so it also gets a new object of this class.
final class PortalBackend {
  private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
  private static let interface: InterfaceName = "org.freedesktop.impl.portal.Settings"
  /// A timeout that makes libdbus wait without a limit; nightd uses it because even a late answer
  /// is useful.
  private static let endless = Int(Int32.max)

  let uniqueName: BusName
  private unowned let connection: Connection
  private var subscription: Subscription?
  private var timer: Timer?
  private var facts = SourceFacts()
  private var isAsked = true
  /// Whether nightd's call still waits for a reply; if the backend leaves the bus, the reply is an
  /// error.
  private(set) var isUnanswered = false
  private let onFlaw: (String) -> Void
  private let onChange: () -> Void

  /// Asks the backend for its settings.
  ///
  /// `onFlaw` is called with each key that has a malformed value; `onChange` is called after each
  /// report.
  init(
    _ uniqueName: BusName,
    on connection: Connection,
    _ loop: Loop,
    timeout milliseconds: Int,
    onFlaw: @escaping (String) -> Void,
    onChange: @escaping () -> Void
  ) {
    self.uniqueName = uniqueName
    self.connection = connection
    self.onFlaw = onFlaw
    self.onChange = onChange
    timer = loop.timer { [unowned self] in stopWaiting() }
    do throws(BusError) {
      // Subscribe before the call, so that no change after the backend's answer is missed.
      subscription = try connection.subscribe(
        MatchRule(
          path: Self.path,
          interface: Self.interface,
          member: "SettingChanged",
          argument0: SourceFacts.portalNamespace
        ),
        fromUnique: uniqueName
      ) { [unowned self] message in changed((try? message.values()) ?? []) }
      try ask()
      timer?.set(milliseconds: milliseconds)
    } catch {
      isAsked = false
    }
  }

  var status: SourceStatus {
    if isAsked { return .asked }
    return facts.isStyleTold ? .reporting(facts) : .silent
  }

  private func ask() throws(BusError) {
    let call = try Message.call(
      to: uniqueName,
      at: Self.path,
      Self.interface,
      "ReadAll",
      [.strings([SourceFacts.portalNamespace])]
    )
    call.setAutoStart(false)
    try connection.call(call, milliseconds: Self.endless) { [weak self] answer, error in
      guard let self else { return }
      isUnanswered = false
      do throws(BusError) {
        switch error {
        case nil: update(try answer.values())
        // Another program forged this reply, so ask again: the other program cannot know the new
        // call's serial.
        case .strangerAnswered: return try ask()
        case let error?: throw error
        }
      } catch {}
      stopWaiting()
    }
    isUnanswered = true
  }

  /// Stops waiting for the backend's answer.
  ///
  /// If the backend has reported a style, the backend stays in use; otherwise the next source is
  /// used.
  private func stopWaiting() {
    isAsked = false
    timer?.stop()
    onChange()
  }

  private func changed(_ values: [BusValue]) {
    guard values.count == 3, case .string(let key) = values[1] else { return }
    update(key, values[2])
    if !isAsked { onChange() }
  }

  /// Updates `facts`, the reported settings, from the answer of `ReadAll`, which has the type
  /// `a{sa{sv}}`.
  private func update(_ answer: [BusValue]) {
    guard case .dictionary(.string, .dictionary(.string, .variant), let namespaces)? = answer.first
    else { return }
    for namespace in namespaces where namespace.key == .string(SourceFacts.portalNamespace) {
      guard case .dictionary(_, _, let entries) = namespace.value else { continue }
      for entry in entries {
        if let key = entry.key.asString { update(key, entry.value) }
      }
    }
  }

  private func update(_ key: String, _ value: BusValue) {
    if !facts.take(key, value) { onFlaw(key) }
  }
}
