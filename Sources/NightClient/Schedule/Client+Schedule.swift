import NightBus
import NightContract
package import NightCore

/// Asking for the schedule, whether or not it decides.
extension Client {
  /// Rules, zone and where the place comes from, all of one moment.
  package func scheduleFacts(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> ScheduleFacts {
    let interface = BusValue.string(InterfaceName.schedule.text)
    guard let values = try call(.properties, "GetAll", [interface], starting).first?.asOptions,
      let rules = values["Rules"]?.asStrings, let zone = values["Zone"]?.asString,
      let origin = values["PlaceFrom"]?.asString.flatMap(PlaceOrigin.init)
    else { throw .unreadable("GetAll") }
    return ScheduleFacts(rules: rules, zone: zone, placeOrigin: origin)
  }

  /// The style that the schedule gives now, and its next change; nil where there is none in two
  /// years.
  package func nextTransition(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> (style: Style, next: Transition?) {
    let values = try call(.schedule, "Next", [], starting)
    guard values.count == 3, let style = values[0].asString.flatMap(Style.init),
      let when = values[1].asUInt64, let word = values[2].asString
    else { throw .unreadable("Next") }
    let instant = Instant(microseconds: Int64(clamping: when))
    return (style, Style(rawValue: word).map { Transition(instant, $0) })
  }

  /// What the schedule says from the beginning of today, by the daemon's zone, to the end of so many
  /// days.
  package func upcoming(
    days: Int,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Timeline.Stretch {
    let values = try call(.schedule, "Upcoming", [.uint32(UInt32(clamping: days))], starting)
    guard values.count == 2, let style = values[0].asString.flatMap(Style.init),
      case .array(_, let changes) = values[1]
    else { throw .unreadable("Upcoming") }
    return Timeline.Stretch(style: style, transitions: changes.compactMap(Transition.init))
  }

  /// For which place the sun is reckoned; nil where there is none.
  package func place(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> (origin: PlaceOrigin, place: Place?) {
    let values = try call(.control, "Place", [], starting)
    guard values.count == 3, let origin = values[0].asString.flatMap(PlaceOrigin.init),
      case .double(let latitude) = values[1], case .double(let longitude) = values[2]
    else { throw .unreadable("Place") }
    guard origin != .none else { return (origin, nil) }
    return (origin, Place(latitude: latitude, longitude: longitude))
  }

  /// How the question where this is stands with GeoClue, in a word of the contract; empty from a
  /// daemon that does not know of it.
  package func geoClueState(_ starting: Starting = .allowed) throws(ClientError) -> String {
    do throws(ClientError) {
      return try call(.control, "GeoClue", [], starting).first?.asString ?? ""
    } catch .refused {
      return ""
    }
  }
}
