package import NightCore

/// The reply of `Why`: everything that decides the style in effect, read at a single moment.
///
/// Each part of the daemon fills in the members that it knows.
package struct Explanation: Equatable, Sendable {
  /// The appearance of the application in the request; if the request contains no application, the
  /// appearance of the desktop.
  package var snapshot: Snapshot
  /// The path of the file in which nightd stores the desktop's choice.
  package var store = ""
  /// Why the stored choice could not be read; nil if it could be read.
  package var storeProblem: StoreProblem?
  /// The desktop's choice in each layer, such as the user's file, in the order in which nightd
  /// searches the layers.
  package var choice: [LayerRow] = []
  /// The mistakes that nightd found when it last read the preference files; the user should correct
  /// them.
  package var findings: [PreferenceFinding] = []
  /// The mistakes in the themes in use, each as a sentence with the mistake's position.
  package var themeMistakes: [String] = []
  /// The schedule.
  ///
  /// `schedule` and `place` are nil if the schedule does not decide the style.
  package var schedule: ScheduleSection?
  package var place: PlaceSection?
  package var desktop = DesktopView(report: nil, isIgnored: false)
  /// The sources that nightd asks for the desktop's settings.
  package var sources: [String] = []
  /// The programs that inhibit automatic changes; the oldest comes first.
  package var inhibitors: [Inhibitor] = []
  /// The change that put the present style into effect; nil if that change is unknown.
  package var beginning: HistoryEntry?
  package var lastChange: HistoryEntry?

  package init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  package var appearance: Appearance {
    get { snapshot.appearance }
    set { snapshot.appearance = newValue }
  }
}

/// The schedule, if it decides the style.
package struct ScheduleSection: Equatable, Sendable {
  /// The rules, each as a string, because a newer daemon may have rules that this version cannot
  /// convert to `Rule` values.
  package var rules: [String]
  /// The rules that may have caused the style in effect; they may include default rules.
  package var causes: [String]
  /// Whether the style depends on the sun on at least one day of the week.
  package var usesSun: Bool
  /// The style that the schedule requires now; nil if the daemon reports no style or an unknown
  /// style.
  package var planned: Style?

  package init(
    rules: [String],
    causes: [String] = [],
    usesSun: Bool = true,
    planned: Style? = nil
  ) {
    self.rules = rules
    self.causes = causes
    self.usesSun = usesSun
    self.planned = planned
  }
}

/// The place for which sunrise and sunset are computed, and the source of this place.
package struct PlaceSection: Equatable, Sendable {
  package var origin: PlaceOrigin
  package var place: Place?
  /// The name of the time zone; empty if the zone has no name.
  package var zone: String
  /// The state of the request to GeoClue, as a keyword; empty if unknown.
  package var geoClue: String
  /// The layer that sets the place; nil if no layer sets it.
  package var layer: PreferenceOrigin?
  /// The position at which a file sets the place, as `FILE:LINE:COLUMN`; nil if no file sets it.
  package var file: String?

  package init(
    _ origin: PlaceOrigin,
    _ place: Place?,
    zone: String = "",
    layer: PreferenceOrigin? = nil,
    file: String? = nil,
    geoClue: String = ""
  ) {
    self.origin = origin
    self.place = place
    self.zone = zone
    self.layer = layer
    self.file = file
    self.geoClue = geoClue
  }
}

extension Explanation: Record {
  package static let blank = Explanation(Snapshot(serial: 0, appearance: .blank))

  package mutating func visit(_ fields: inout Fields) {
    fields.required("style", &snapshot.appearance.style)
    if fields.isReading { appearance.theme = appearance.style.builtInTheme }
    fields.required("serial", &snapshot.serial)
    fields.required("appearance", &snapshot.appearance)
    fields.field("store", &store)
    fields.field("unread", &storeProblem)
    fields.field("choice", &choice)
    fields.field("findings", &findings)
    fields.field("theme-mistakes", &themeMistakes)
    fields.field("schedule", &schedule)
    fields.field("place", &place)
    fields.required("desktop", &desktop)
    fields.field("sources", &sources)
    fields.field("inhibitors", &inhibitors)
    fields.field("beginning", &beginning)
    fields.field("last-change", &lastChange)
  }
}

extension ScheduleSection: Record {
  package static let blank = ScheduleSection(rules: [])

  package mutating func visit(_ fields: inout Fields) {
    fields.required("rules", &rules)
    fields.field("causes", &causes)
    fields.field("uses-sun", &usesSun)
    fields.field("planned", &planned)
  }
}

extension PlaceSection: Record {
  package static let blank = PlaceSection(.none, nil)

  package mutating func visit(_ fields: inout Fields) {
    fields.field("zone", &zone)
    fields.required("from", &origin)
    var latitude = place?.latitude
    var longitude = place?.longitude
    fields.field("latitude", &latitude)
    fields.field("longitude", &longitude)
    if let latitude, let longitude { place = Place(latitude: latitude, longitude: longitude) }
    fields.field("geoclue", &geoClue)
    fields.field("layer", &layer)
    fields.field("file", &file)
  }
}
