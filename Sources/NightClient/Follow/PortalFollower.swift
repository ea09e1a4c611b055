package import NightBus
package import NightContract

/// Follows the settings of the desktop's portal, as a fallback when no daemon runs.
///
/// The follower runs on the event loop of its connection. The follower requests each key
/// separately, because some older portals combine several backends wrongly. If a program asks for
/// all keys in one call, those portals return the values of every backend, with the wrong value
/// last.
package final class PortalFollower {
  private static let milliseconds = 5_000
  private static let name = BusName.portalFrontend
  private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
  private static let interface: InterfaceName = "org.freedesktop.portal.Settings"
  private static let keys = ["color-scheme", "contrast", "accent-color", "reduced-motion"]

  private let connection: Connection
  private let report: (SourceFacts?) -> Void
  private var owner: NameOwner?
  private var subscription: Subscription?
  private var facts = SourceFacts()
  /// How many requests for keys the present portal has not answered yet.
  private var awaited = 0
  /// How many times the owner of the portal's name has changed; answers from an earlier owner are
  /// ignored.
  private var turn = 0
  private var mayStart = true

  /// Reports the portal's settings once all of them have arrived, and again after every change.
  ///
  /// `report` is called with nil if no portal is running or if the portal has no style setting.
  package init(
    on connection: Connection,
    _ report: @escaping (SourceFacts?) -> Void
  ) throws(BusError) {
    self.connection = connection
    self.report = report
    owner = try NameOwner(
      of: Self.name,
      on: connection,
      milliseconds: Self.milliseconds,
      onRefusal: { _ in report(nil) },
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
    // Only the first call of this function may send requests that start a portal. If the portal
    // exits later, other programs start it again.
    let isFirst = mayStart
    mayStart = false
    if let name { return ask(name) }
    if isFirst { return ask(Self.name) }
    report(nil)
  }

  private func ask(_ name: BusName) {
    awaited = Self.keys.count
    for key in Self.keys { ask(name, key, turn) }
  }

  private func ask(_ name: BusName, _ key: String, _ asked: Int) {
    do throws(BusError) {
      let request = try Message.call(
        to: name,
        at: Self.path,
        Self.interface,
        "Read",
        [.string(SourceFacts.portalNamespace), .string(key)]
      )
      try connection.call(request, milliseconds: Self.milliseconds) { [weak self] answer, error in
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
    if awaited == 0 { report(facts.isStyleTold ? facts : nil) }
  }

  private func changed(_ values: [BusValue]) {
    guard values.count == 3, let key = values[1].asString else { return }
    _ = facts.take(key, values[2])
    if awaited <= 0, facts.isStyleTold { report(facts) }
  }
}
