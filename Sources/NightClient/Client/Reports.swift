import NightBus
import NightContract
package import NightCore

/// Requesting the schedule, whether or not it decides the style.
extension Client {
  /// The rules, the time zone and the origin of the place, all of one moment.
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

  /// The style that the schedule gives now, and its next change; nil if it has none within two years.
  package func nextTransition(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> (style: Style, next: Transition?) {
    let values = try call(.schedule, "Next", [], starting)
    guard values.count == 3, let style = values[0].asString.flatMap(Style.init),
      let when = values[1].asUInt64, let next = values[2].asString
    else { throw .unreadable("Next") }
    let instant = Instant(microseconds: Int64(clamping: when))
    return (style, Style(rawValue: next).map { Transition(instant, $0) })
  }

  /// The schedule's changes for a number of days, from the beginning of today in the daemon's time zone.
  package func upcoming(
    days: Int,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Timeline.Span {
    let values = try call(.schedule, "Upcoming", [.uint32(UInt32(clamping: days))], starting)
    guard values.count == 2, let style = values[0].asString.flatMap(Style.init),
      case .array(_, let changes) = values[1]
    else { throw .unreadable("Upcoming") }
    return Timeline.Span(style: style, transitions: changes.compactMap(Transition.init))
  }

  /// The place for which the sun is calculated, and where it comes from; nil if no place is known.
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

  /// The state of the request to GeoClue, as the contract names it; empty if the daemon is too old.
  package func geoClueState(_ starting: Starting = .allowed) throws(ClientError) -> String {
    do throws(ClientError) {
      return try call(.control, "GeoClue", [], starting).first?.asString ?? ""
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
  package let placeOrigin: PlaceOrigin

  package init(rules: [String], zone: String, placeOrigin: PlaceOrigin) {
    self.rules = rules
    self.zone = zone
    self.placeOrigin = placeOrigin
  }
}

/// Requesting what changed, what nightd did elsewhere, what the desktop says and who inhibits changes.
extension Client {
  /// The last changes of the appearance and who made them, newest first, at most `count`.
  package func history(
    _ count: Int,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [HistoryEntry] {
    let values = try call(.control, "History", [.uint32(UInt32(clamping: count))], starting)
    guard case .array(_, let rows)? = values.first else { throw .unreadable("History") }
    return rows.compactMap(HistoryEntry.init)
  }

  /// How the last updates of other programs' settings went, in the order in which they first ran.
  package func reactions(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [ReactionReport] {
    guard case .array(_, let rows)? = try call(.control, "Reactions", [], starting).first else {
      throw .unreadable("Reactions")
    }
    return rows.compactMap(ReactionReport.init)
  }

  /// The desktop's own settings, as nightd sees them.
  package func desktop(_ starting: Starting = .allowed) throws(ClientError) -> DesktopView {
    let values = try call(.desktop, "Read", [], starting)
    guard let facts = values.first.flatMap(DesktopView.init) else { throw .unreadable("Read") }
    return facts
  }

  /// The programs that inhibit automatic changes, in the order in which they asked.
  package func inhibitors(_ starting: Starting = .allowed) throws(ClientError) -> [Inhibitor] {
    guard case .array(_, let rows)? = try call(.inhibit, "List", [], starting).first else {
      throw .unreadable("List")
    }
    return rows.compactMap(Inhibitor.init)
  }
}
