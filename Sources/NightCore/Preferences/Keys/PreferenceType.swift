/// The type of a preference, which defines the values that its key accepts.
package enum PreferenceType: Equatable, Sendable {
  case bool
  case integer(ClosedRange<Int64>, unit: String)
  case double(ClosedRange<Double>, unit: String)
  case words([String])
  /// A valid name of a theme; the theme need not exist.
  case theme
  /// Any string without control characters, of up to this many bytes.
  case text(bytes: Int)
  /// The name of a theme or colour in another program's settings, which may be empty.
  ///
  /// Programs look for a file with this name, so the name must not lead into another folder.
  case foreignName(bytes: Int)
  /// The rules of a schedule, as strings.
  case rules
  /// A colour in the form `#RRGGBB`, or one of the words `none`, `system` and `theme`.
  case accent
  /// Unique names that consist of letters, digits and `-`.
  case names
  /// The sources of the desktop's settings, in the order in which they are tried.
  case sources

  package var kind: PreferenceValue.Kind {
    switch self {
    case .bool: .bool
    case .integer: .integer
    case .double: .double
    case .words, .theme, .text, .foreignName, .accent: .string
    case .rules, .sources, .names: .array
    }
  }

  /// The allowed values in words, such as `a whole number from 0 to 10000 (milliseconds)`.
  package var words: String {
    switch self {
    case .bool: "true or false"
    case .integer(let range, let unit):
      "a whole number from \(range.lowerBound) to \(range.upperBound) (\(unit))"
    case .double(let range, let unit):
      "a number from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound)) (\(unit))"
    case .words(let words): words.either
    case .rules:
      "an array of \(Schedule.count.lowerBound) to \(Schedule.count.upperBound) rules, "
        + "such as “dark sunset”"
    case .accent: "a colour such as #3584E4, none, system or theme"
    case .sources:
      "an array of at most \(DesktopSource.most) different names, such as “gtk” or “gsettings”"
    case .names: "an array of at most \(Self.mostNames) different names of letters, digits and -"
    case .text(let bytes): "a string of at most \(bytes) bytes without control characters"
    case .foreignName(let bytes):
      "a name of at most \(bytes) bytes, without / or control characters, and not “.” or “..”"
    case .theme: "a theme's name (neither a path nor a keyword of nightctl set)"
    }
  }

  /// Returns the value as this type stores it; nil if the value is invalid.
  ///
  /// `double` also accepts a whole number. Rules and colours are returned in their standard form.
  /// Other values are not converted.
  package func accepts(_ value: PreferenceValue) -> PreferenceValue? {
    switch (self, value) {
    case (.bool, .bool): value
    case (.integer(let range, _), .integer(let number)): range.contains(number) ? value : nil
    case (.double(let range, _), .double(let number)): range.contains(number) ? value : nil
    case (.double(let range, _), .integer(let number)):
      range.contains(Double(number)) ? .double(Double(number)) : nil
    case (.words(let words), .string(let text)): words.contains(text) ? value : nil
    case (.theme, .string(let text)): ThemeName.flaw(text) == nil ? value : nil
    case (.text(let bytes), .string(let text)):
      text.utf8.count <= bytes && Self.isPlain(text) ? value : nil
    case (.foreignName(let bytes), .string(let text)):
      text.utf8.count <= bytes && Self.isPlain(text) && Self.isFileName(text) ? value : nil
    case (.accent, .string(let text)): AccentPreference(text).map { .string($0.text) }
    case (.names, .array(let values)): Self.areNames(values) ? value : nil
    case (.sources, .array(let values)): DesktopSource.names(values) == nil ? nil : value
    case (.rules, _): (try? Schedule(value))?.value
    default: nil
    }
  }

  /// The first flaw in a schedule's rules; nil for any other type.
  func flaw(in value: PreferenceValue) -> Flaw? {
    guard self == .rules, case .array = value else { return nil }
    do throws(Flaw) { _ = try Schedule(value) } catch { return error }
    return nil
  }

  static let mostNames = 128
  static let nameBytes = 64

  private static func areNames(_ values: [PreferenceValue]) -> Bool {
    let names = values.compactMap { if case .string(let name) = $0 { name } else { nil } }
    return names.count == values.count && names.count <= mostNames
      && Set(names).count == names.count && names.allSatisfy(isName)
  }

  private static func isName(_ name: String) -> Bool {
    (1...nameBytes).contains(name.utf8.count)
      && name.utf8.allSatisfy { PreferenceKey.isAllowed($0) && $0 != UInt8(ascii: "_") }
  }

  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  private static func isFileName(_ text: String) -> Bool {
    !text.utf8.contains(UInt8(ascii: "/")) && text != "." && text != ".."
  }

  private static func short(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? number.description
  }
}
