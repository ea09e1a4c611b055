package import NightCore
package import NightTime
package import NightValues

/// Everything that the style in effect follows from, all of one moment.
///
/// It is the reply of `Why`. Each part of the daemon adds its own facts.
package struct Explanation: Equatable, Sendable {
  /// The appearance of the application that was named, or else the desktop's.
  package var snapshot: Snapshot
  /// The file that stores the choice.
  package var store = ""
  /// Why the stored choice could not be read; nil if it could.
  package var storeProblem: StoreProblem?
  /// The desktop's choice in each layer, in the order in which they are searched.
  package var choice: [LayerRow] = []
  /// What a person should correct in the files of preferences, as they were read last.
  package var findings: [PreferenceFinding] = []
  /// The mistakes in the themes in use, each as a sentence with its place.
  package var themeMistakes: [String] = []
  /// Nil unless the schedule decides, like the place.
  package var schedule: ScheduleSection?
  package var place: PlaceSection?
  package var desktop = DesktopView(report: nil, isIgnored: false)
  /// The sources that nightd asks for the desktop's settings.
  package var sources: [String] = []
  /// The programs that inhibit automatic changes, the oldest first.
  package var inhibitors: [Inhibitor] = []
  /// The change with which the style in effect began; nil if it is unknown.
  package var beginning: HistoryEntry?
  package var lastChange: HistoryEntry?

  package init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  package var appearance: Appearance {
    get { snapshot.appearance }
    set { snapshot.appearance = newValue }
  }
}

/// The schedule while it decides.
package struct ScheduleSection: Equatable, Sendable {
  /// The rules as texts, because a newer daemon may have rules that this version does not know.
  package var rules: [String]
  /// Those of them, or of the default rules, that can have caused the style in effect.
  package var causes: [String]
  /// Whether any day has a rule by the sun.
  package var usesSun: Bool
  /// The style that the schedule has now; nil if a newer daemon does not say.
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

/// The place for which sunrise and sunset are calculated, and where it comes from.
package struct PlaceSection: Equatable, Sendable {
  package var origin: PlaceOrigin
  package var place: Place?
  /// The name of the time zone; empty if it has none.
  package var zone: String
  /// The state of the request to GeoClue, as the contract names it; empty if it is unknown.
  package var geoClue: String
  /// The layer of a place that was set; nil for any other origin.
  package var layer: PreferenceOrigin?
  /// `FILE:LINE:COLUMN` of a place that was set in a file; otherwise nil.
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
