import NightBus
import NightContract
package import NightCore
package import NightTime
package import NightValues

/// Requesting the schedule, whether or not it decides the style.
extension Client {
  /// The rules and the time zone, both of one moment.
  package func scheduleFacts(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> ScheduleFacts {
    let interface = BusValue.string(InterfaceName.schedule.text)
    guard let values = try call(.properties, "GetAll", [interface], starting).first?.asOptions,
      let rules = values["Rules"]?.asStrings, let zone = values["Zone"]?.asString
    else { throw .unreadable("GetAll") }
    return ScheduleFacts(rules: rules, zone: zone)
  }

  /// The style that the schedule gives now, and its next change; nil if it has none within two years.
  package func nextTransition() throws(ClientError) -> (style: Style, next: Transition?) {
    let (style, instant, next) = try call(.next, ())
    return (style, Style(rawValue: next).map { Transition(instant, $0) })
  }

  /// The schedule's changes for a number of days, from the beginning of today in the daemon's time zone.
  package func upcoming(
    days: Int,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Timeline.Span {
    let (style, changes) = try call(.upcoming, UInt32(clamping: days), starting)
    return Timeline.Span(style: style, transitions: changes)
  }

  /// The place for which the sun is calculated, and where it comes from; nil if no place is known.
  package func place(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> (origin: PlaceOrigin, place: Place?) {
    let (origin, latitude, longitude) = try call(.place, (), starting)
    guard origin != .none else { return (origin, nil) }
    return (origin, Place(latitude: latitude, longitude: longitude))
  }

  /// The state of the request to GeoClue, as the contract names it; empty if the daemon is too old.
  package func geoClueState() throws(ClientError) -> String {
    do throws(ClientError) {
      return try call(.geoClue, ())
    } catch .refused {
      return ""
    }
  }
}

/// The inputs of a schedule, as the daemon reports them.
package struct ScheduleFacts: Equatable, Sendable {
  /// The rules as texts, because a newer daemon may have rules that this version does not know.
  package let rules: [String]
  /// The name of the time zone; empty if it has none.
  package let zone: String
}

/// Requesting what changed, what nightd did elsewhere and what the desktop says.
extension Client {
  /// The last changes of the appearance and who made them, newest first, at most `count`.
  package func history(
    _ count: Int,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [HistoryEntry] {
    try call(.history, UInt32(clamping: count), starting)
  }

  /// How the last updates of other programs' settings went, in the order in which they first ran.
  package func reactions(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [ReactionReport] {
    try call(.reactions, (), starting)
  }

  /// The desktop's own settings, as nightd sees them.
  package func desktop() throws(ClientError) -> DesktopView {
    try call(.desktop, ())
  }
}
