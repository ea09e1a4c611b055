import NightBus
import NightContract
package import NightCore

/// Calls about the schedule; they work even if the choice is not `schedule`.
extension Client {
  /// Returns the schedule's rules and the time zone, both read at the same moment.
  package func scheduleFacts(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> ScheduleFacts {
    let values = try call(.properties, InterfaceName.schedule.text, starting)
    guard let rules = values["Rules"]?.asStrings, let zone = values["Zone"]?.asString else {
      throw .unreadable("GetAll")
    }
    return ScheduleFacts(rules: rules, zone: zone)
  }

  /// Returns the style that the schedule requires now, and the schedule's next change.
  ///
  /// `next` is nil if the style does not change within two years.
  package func nextTransition() throws(ClientError) -> (style: Style, next: Transition?) {
    let (style, instant, next) = try call(.next, ())
    return (style, Style(rawValue: next).map { Transition(instant, $0) })
  }

  /// Returns the times at which the schedule changes the style during the given number of days.
  ///
  /// The daemon's time zone decides when a day begins; the first day is the whole of today.
  package func upcoming(
    days: Int,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Timeline.Span {
    let (style, changes) = try call(.upcoming, UInt32(clamping: days), starting)
    return Timeline.Span(style: style, transitions: changes)
  }

  /// Returns the place for which sunrise and sunset are computed, and the source of this place; the
  /// place is nil if unknown.
  package func place(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> (origin: PlaceOrigin, place: Place?) {
    let (origin, latitude, longitude) = try call(.place, (), starting)
    guard origin != .none else { return (origin, nil) }
    return (origin, Place(latitude: latitude, longitude: longitude))
  }

  /// Returns the state of the daemon's request to GeoClue, as a keyword.
  ///
  /// The result is empty if the daemon is too old to report this state.
  package func geoClueState() throws(ClientError) -> String {
    do throws(ClientError) {
      return try call(.geoClue, ())
    } catch .refused {
      return ""
    }
  }
}

/// The rules and the time zone from which the daemon computes the schedule.
package struct ScheduleFacts: Equatable, Sendable {
  /// The rules, each as a string, because a newer daemon may have rules that this version cannot
  /// convert to `Rule` values.
  package let rules: [String]
  /// The name of the time zone; empty if the zone has no name.
  package let zone: String
}

extension Client {
  /// Returns the results of nightd's last updates of other programs' settings.
  ///
  /// The results are sorted by the time at which each update first ran.
  package func reactions(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [ReactionReport] {
    try call(.reactions, (), starting)
  }
}
