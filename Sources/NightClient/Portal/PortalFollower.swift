package import NightBus
package import NightContract

/// Follows what the desktop's portal says, for where there is no daemon.
///
/// Works on the loop that its connection is attached to. A key at a time is asked for: where several
/// backends answer, older portals give all of them at once, and the wrong one last.
package final class PortalFollower {
  private static let milliseconds = 5_000
  private static let name = BusName.portalFrontend
  private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
  private static let interface: InterfaceName = "org.freedesktop.portal.Settings"
  private static let keys = ["color-scheme", "contrast", "accent-color", "reduced-motion"]

  private let connection: Connection
  private let tell: (SourceFacts?) -> Void
  private var owner: NameOwner?
  private var subscription: Subscription?
  private var facts = SourceFacts()
  /// Keys that the present portal has not answered for.
  private var awaited = 0
  /// Answers of a portal that is gone count no more.
  private var turn = 0
  private var mayStart = true

  /// Tells what it says once it has, and each change; nil where there is no portal, or none that
  /// says whether dark is preferred.
  package init(
    on connection: Connection,
    _ tell: @escaping (SourceFacts?) -> Void
  ) throws(BusError) {
    self.connection = connection
    self.tell = tell
    owner = try NameOwner(
      of: Self.name,
      on: connection,
      milliseconds: Self.milliseconds,
      onRefusal: { _ in tell(nil) },
      onChange: { [weak self] in self?.ownerChanged(to: $0) }
    )
    guard let owner else { return }
    subscription = try connection.subscribe(
      MatchRule(
        path: Self.path,
        interface: Self.interface,
        member: "SettingChanged",
        argument0: SourceFacts.portalNamespace
      ),
      from: owner,
      onRefusal: { _ in }
    ) { [weak self] message in self?.changed((try? message.values()) ?? []) }
  }

  private func ownerChanged(to name: BusName?) {
    facts = SourceFacts()
    turn += 1
    awaited = 0
    // One that nobody has started yet is; one that ended is left to those who need it.
    let isFirst = mayStart
    mayStart = false
    if let name { return ask(name) }
    if isFirst { return ask(Self.name) }
    tell(nil)
  }

  private func ask(_ name: BusName) {
    awaited = Self.keys.count
    for key in Self.keys { ask(name, key, turn) }
  }

  private func ask(_ name: BusName, _ key: String, _ asked: Int) {
    do throws(BusError) {
      let question = try Message.call(
        to: name,
        at: Self.path,
        Self.interface,
        "Read",
        [.string(SourceFacts.portalNamespace), .string(key)]
      )
      try connection.call(question, milliseconds: Self.milliseconds) { [weak self] answer, error in
        guard let self, turn == asked else { return }
        if error == nil, let value = try? answer.values().first { _ = facts.take(key, value) }
        answered()
      }
    } catch {
      answered()
    }
  }

  private func answered() {
    awaited -= 1
    if awaited == 0 { tell(facts.isStyleTold ? facts : nil) }
  }

  private func changed(_ values: [BusValue]) {
    guard values.count == 3, let key = values[1].asString else { return }
    _ = facts.take(key, values[2])
    if awaited <= 0, facts.isStyleTold { tell(facts) }
  }
}
