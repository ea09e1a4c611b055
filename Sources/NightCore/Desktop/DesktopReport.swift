/// What one source reports about the desktop's settings.
package struct DesktopReport: Equatable, Sendable {
  /// The source's name, which is `gsettings` or the last part of a portal backend's name, such as
  /// `gtk`.
  package var source: String
  /// The style that the source reports; nil if the desktop has no preference.
  package var style: Style?
  /// Whether the desktop's contrast is high; nil if the source does not report the contrast.
  package var isHighContrast: Bool?
  package var accent: Accent?
  package var isMotionReduced: Bool?

  package init(
    source: String,
    style: Style? = nil,
    isHighContrast: Bool? = nil,
    accent: Accent? = nil,
    isMotionReduced: Bool? = nil
  ) {
    self.source = source
    self.style = style
    self.isHighContrast = isHighContrast
    self.accent = accent
    self.isMotionReduced = isMotionReduced
  }

  /// The word that nightd would have written to get this report; if nightd wrote that word, the
  /// report is an echo.
  ///
  /// Some desktops whose settings nightctl writes, such as Pantheon, report “no preference” when
  /// the style is light. For these desktops, such a report is an echo of the word `light`.
  var echoWord: DesktopWord {
    DesktopSource.withPrograms.contains(source) ? requestedStyle == .dark ? .dark : .light : word
  }

  /// The style that the desktop asks for; light if the desktop has no preference.
  package var requestedStyle: Style { style ?? .light }
}

/// The desktop's style preference as one word.
package enum DesktopWord: String, Wire, CaseIterable, Sendable {
  case light
  case dark
  /// The desktop has no preference, which means light.
  case none

  /// The style that the desktop prefers; nil if the desktop has no preference.
  package var style: Style? { Style(rawValue: rawValue) }

  /// Reads a style preference in the form that the program `gsettings` prints.
  package init?(printed text: String) {
    switch text {
    case GnomeTarget.dark: self = .dark
    case GnomeTarget.light: self = .light
    case GnomeTarget.none: self = .none
    default: return nil
    }
  }

  init(_ report: DesktopReport) {
    switch report.style {
    case .light: self = .light
    case .dark: self = .dark
    case nil: self = .none
    }
  }
}

/// The current report of the desktop's settings, and whether nightd ignores the desktop's switch.
package struct DesktopView: Equatable, Sendable {
  /// The report of the source that nightd follows; nil if no source answers.
  package var report: DesktopReport?
  /// Whether nightd ignores the desktop's switch; if the choice is `system`, nightd follows the
  /// desktop anyway.
  package var isIgnored: Bool

  package init(report: DesktopReport?, isIgnored: Bool) {
    self.report = report
    self.isIgnored = isIgnored
  }
}

extension DesktopReport {
  package var word: DesktopWord { DesktopWord(self) }
}

/// The names of the sources of the desktop's settings.
package enum DesktopSource {
  /// The source that runs the program `gsettings`; most other sources are portal backends.
  package static let program = "gsettings"

  /// Budgie's switch, and the backends of elementary's Pantheon, COSMIC and KDE, which report
  /// settings of their own.
  ///
  /// nightctl writes these settings in the same way as the settings of other programs.
  package static let withPrograms = [budgie, "pantheon", "cosmic", "kde"]

  /// The source that reads Budgie's own switch in GSettings.
  package static let budgie = "budgie"

  /// The name of nightd's own backend, which is not a source, because it would only repeat what
  /// nightd reports.
  private static let own = "nightd"

  /// The sources in their default order: sources with settings of their own come before those that
  /// read GSettings.
  package static let registered = withPrograms + ["gnome", xapp, "gtk", program]

  /// Cinnamon's portal backend, which reads a switch of its own in GSettings.
  package static let xapp = "xapp"

  /// Whether the source reads a switch that nightd writes: the switch of GNOME or Cinnamon.
  package static func readsSettings(_ name: String) -> Bool {
    isSettingsBackend(name) || name == program
  }

  /// Whether `name` is the name of a portal backend whose switch nightd writes.
  package static func isSettingsBackend(_ name: String) -> Bool {
    ["gnome", "gtk", xapp].contains(name)
  }

  /// The name under which nightd stores a source's last value.
  ///
  /// All sources that read GNOME's settings share one name, because they report the same values and
  /// can replace each other.
  static func settings(of name: String) -> String {
    readsSettings(name) && name != xapp ? program : name
  }

  package static let most = 32

  /// Reads the names of sources from a preference's values; nil if the values are not a valid list.
  package static func names(_ values: [PreferenceValue]) -> [String]? {
    guard values.count <= most else { return nil }
    var names: [String] = []
    for value in values {
      guard case .string(let name) = value, isName(name), !names.contains(name) else { return nil }
      names.append(name)
    }
    return names
  }

  /// Whether the name can be the last part of a portal backend's bus name, and is not the name of
  /// nightd's own backend.
  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, name != own, name.utf8.count <= 64 else { return false }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
      && name.utf8.allSatisfy(PreferenceKey.isAllowed)
  }
}

extension Preferences {
  /// The sources of the desktop's settings, in the order in which they are tried.
  package var sources: [String] {
    guard case .array(let values)? = value(PreferenceKey(known: PreferenceTable.sources)) else {
      return DesktopSource.registered
    }
    return DesktopSource.names(values) ?? DesktopSource.registered
  }
}

extension DesktopView: Record {
  package static let blank = DesktopView(report: nil, isIgnored: false)

  package mutating func visit(_ fields: inout Fields) {
    var source = report?.source ?? ""
    fields.required("source", &source)
    fields.field("ignored", &isIgnored)
    // Without a source, there is no report to read or write.
    guard !source.isEmpty else { return }
    var report = report ?? DesktopReport(source: source)
    report.visit(&fields)
    self.report = report
  }
}

extension DesktopReport {
  fileprivate mutating func visit(_ fields: inout Fields) {
    var word = word
    fields.field("style", &word)
    style = word.style
    visitLook(&fields)
  }

  /// Reads or writes the fields for contrast, accent and motion.
  mutating func visitLook(_ fields: inout Fields) {
    fields.number(AppearanceKey.contrast, &isHighContrast)
    fields.field(AppearanceKey.accent, &accent)
    fields.field(AppearanceKey.reducedMotion, &isMotionReduced)
  }
}
