import NightBus
import NightContract

/// One portal backend that is there, asked once and followed from then on.
///
/// A backend that comes again is another one: it has another unique name.
final class PortalBackend {
  private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
  private static let interface: InterfaceName = "org.freedesktop.impl.portal.Settings"
  /// What comes late is taken all the same; libdbus sets no timer for this.
  private static let endless = Int(Int32.max)

  let uniqueName: BusName
  private unowned let connection: Connection
  private var subscription: Subscription?
  private var patience: Timer?
  private var facts = SourceFacts()
  private var isAsked = true
  /// Whether the bus still waits for its answer; one that leaves the bus is answered for.
  private(set) var isUnanswered = false
  private let onFlaw: (String) -> Void
  private let onChange: () -> Void

  /// Calls with each key whose value is none of that key's, and after each thing that it tells.
  init(
    _ uniqueName: BusName,
    on connection: Connection,
    _ loop: Loop,
    patience milliseconds: Int,
    onFlaw: @escaping (String) -> Void,
    onChange: @escaping () -> Void
  ) {
    self.uniqueName = uniqueName
    self.connection = connection
    self.onFlaw = onFlaw
    self.onChange = onChange
    patience = loop.timer { [unowned self] in passOver() }
    do throws(BusError) {
      // The rule stands before it answers, so that no change in between is missed.
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
      patience?.set(milliseconds: milliseconds)
    } catch {
      isAsked = false
    }
  }

  var standing: SourceStanding {
    if isAsked { return .asked }
    return facts.isStyleTold ? .telling(facts) : .silent
  }

  private func ask() throws(BusError) {
    let question = try Message.call(
      to: uniqueName,
      at: Self.path,
      Self.interface,
      "ReadAll",
      [.strings([SourceFacts.portalNamespace])]
    )
    question.setAutoStart(false)
    try connection.call(question, milliseconds: Self.endless) { [weak self] answer, error in
      guard let self else { return }
      isUnanswered = false
      do throws(BusError) {
        switch error {
        case nil: take(try answer.values())
        // Each question takes one forgery out of the way.
        case .strangerAnswered: return try ask()
        case let error?: throw error
        }
      } catch {}
      passOver()
    }
    isUnanswered = true
  }

  /// Goes on with what is known; where that is nothing, the next one is heard.
  private func passOver() {
    isAsked = false
    patience?.stop()
    onChange()
  }

  private func changed(_ values: [BusValue]) {
    guard values.count == 3, case .string(let key) = values[1] else { return }
    take(key, values[2])
    if !isAsked { onChange() }
  }

  /// An `a{sa{sv}}`.
  private func take(_ answer: [BusValue]) {
    guard case .dictionary(.string, .dictionary(.string, .variant), let namespaces)? = answer.first
    else { return }
    for namespace in namespaces where namespace.key == .string(SourceFacts.portalNamespace) {
      guard case .dictionary(_, _, let entries) = namespace.value else { continue }
      for entry in entries {
        if let key = entry.key.asString { take(key, entry.value) }
      }
    }
  }

  private func take(_ key: String, _ value: BusValue) {
    if !facts.take(key, value) { onFlaw(key) }
  }
}
