/// The themes and findings from another program's file.
package struct ThemeImport: Equatable, Sendable {
  package var themes: [ThemeFile] = []
  package var findings: [ThemeFinding] = []

  /// Whether the other program's file has no errors; nightctl imports no themes from a file with
  /// errors.
  package var isValid: Bool { !findings.contains { $0.severity == .error } }

  /// The short name of each theme; if the user gives the name NAME to a file with several themes,
  /// the short name is the part after `NAME-`.
  ///
  /// A theme without an entry in `shortNames` is called by its own name.
  package var shortNames: [String: String] = [:]

  let file: String
  /// The style that the user gave for all themes; nil if none was given.
  let style: Style?
  /// The name that the user gave for the file's themes; nil if none was given.
  let called: String?
  /// The name of the file or its folder, for themes that are called `light` or `dark`; nil if
  /// unknown.
  let title: String?

  /// The message if neither the file's text nor the file's name gives the theme a name.
  package static let nameless = "it has no name; give it one with --as"

  /// The largest size, in bytes, of a file to import; nightd's own theme files have the same limit.
  package static let maximumBytes = 4 << 20
  static let maximumThemes = 256

  init(file: String, style: Style?, called: String?, title: String? = nil) {
    self.file = file
    self.style = style
    self.called = called
    self.title = title
  }

  /// Whether the file has so many errors that the reader should stop.
  var hasTooManyErrors: Bool {
    findings.count { $0.severity == .error } >= ThemeFinding.maximumCount
  }

  mutating func add(
    _ severity: ThemeFinding.Severity,
    _ position: Position?,
    _ message: String
  ) {
    // Count each severity separately, so that many warnings do not hide an error.
    guard findings.count(where: { $0.severity == severity }) < ThemeFinding.maximumCount else {
      return
    }
    findings.append(ThemeFinding(severity, in: file, at: position, message))
  }

  /// Reports a name that a theme cannot have, unless the user has given another name.
  ///
  /// The message ends with the advice `remedy`, or recommends the option `--as` if `remedy` is nil.
  mutating func checkName(_ name: String, _ position: Position?, or remedy: String? = nil) {
    guard called == nil, let flaw = ThemeName.flaw(name) else { return }
    add(
      .error,
      position,
      "\(MessageText.quoted(name)) cannot be a theme's name: it \(flaw); "
        + (remedy ?? "--as gives the theme another name")
    )
  }

  /// Returns the name that an imported theme gets in nightd, and the style (light or dark) to which
  /// its name in the file refers.
  ///
  /// nightctl uses `light` and `dark` as words for styles, so themes with these names become
  /// `TITLE-light` or `TITLE-dark`. If the file has several themes (`isOnly` is false), the message
  /// about an invalid name contains the advice `remedy`.
  mutating func named(
    _ name: String,
    _ position: Position,
    isOnly: Bool,
    or remedy: String
  ) -> (name: String, style: Style?) {
    guard let style = Style(rawValue: MessageText.lowercased(name)) else {
      checkName(name, position, or: isOnly ? nil : remedy)
      return (name, nil)
    }
    guard let title = called ?? title else {
      checkName(name, position, or: isOnly ? nil : "--as NAME calls it NAME-\(style.rawValue)")
      return (name, style)
    }
    let own = "\(title)-\(style.rawValue)"
    shortNames[own] = style.rawValue
    checkName(own, position)
    return (own, style)
  }

  /// The result of the import, without themes if the file has errors.
  func finished() -> ThemeImport {
    var result = self
    if !isValid { result.themes = [] }
    return result
  }

  /// Returns the file as a string; if a byte is invalid, reports its position and returns nil.
  mutating func text(_ bytes: [UInt8]) -> String? {
    guard bytes.count <= Self.maximumBytes else {
      add(.error, nil, "expected at most \(Self.maximumBytes) bytes, found \(bytes.count)")
      return nil
    }
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let wrong: Int?
    do {
      _ = try UTF8Span(validating: body.span)
      wrong = body.firstIndex(of: 0).map { $0 - body.startIndex }
    } catch {
      wrong = error.byteOffsets.lowerBound
    }
    if let wrong {
      let before = body.prefix(wrong)
      // Swift counts CR and LF together as one character, so each line is counted only once.
      let lines = String(decoding: before, as: UTF8.self)
        .split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd)
      let byte = String(body[body.startIndex + wrong], radix: 16, uppercase: true)
      add(
        .error,
        Position(line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1),
        "expected UTF-8 text, found the byte 0x\(byte)"
      )
      return nil
    }
    return String(decoding: body, as: UTF8.self)
  }

  // MARK: - Style

  /// The luminance below which a background is treated as dark.
  ///
  /// People perceive this luminance as halfway between black and white.
  package static let darkest = 0.18

  /// Derives the style of a theme that declares no style, and adds a note with the reason.
  mutating func style(of name: String, background: (key: String, color: Color)?, _ at: Position)
    -> Style
  {
    if let style { return style }
    // If the file has several themes, the name that the user gave is only the first part of each
    // theme's name.
    let name = called == nil ? name : shortNames[name] ?? name
    guard let background else {
      add(
        .error,
        at,
        "\(MessageText.quoted(name)) declares no style and has no colour to derive it from; "
          + "set it with --style light or --style dark"
      )
      return .light
    }
    let luminance = background.color.luminance
    let style: Style = luminance < Self.darkest ? .dark : .light
    add(
      .note,
      at,
      "\(MessageText.quoted(name)) declares no style and is read as \(style.rawValue): "
        + "\(background.key) (\(background.color.text)) has a luminance of "
        + "\(Self.rounded(luminance)) (below \(Self.darkest) is dark)"
    )
    return style
  }

  /// A luminance with three decimals, rounded down, so that a dark colour's luminance is never
  /// shown as the limit `darkest`.
  private static func rounded(_ luminance: Double) -> String {
    let thousandths = Int((luminance * 1_000).rounded(.down))
    let digits = String(thousandths % 1_000)
    return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
  }

  private static func has(_ name: String, _ part: String) -> Bool {
    name.indices.contains { name[$0...].hasPrefix(part) }
  }

  /// The background's colour, which is the colour called `bg`, `background` or `base00`.
  ///
  /// If no colour has such a name, a colour whose name contains `background`, `bg` or `surface` is
  /// used.
  static func background(_ colors: [(key: String, color: Color)]) -> (key: String, color: Color)? {
    let known = ["bg", "background", "base00"]
    let folded = colors.map { (key: MessageText.lowercased($0.key), color: $0) }
    for name in known {
      if let exact = folded.first(where: { $0.key == name }) { return exact.color }
    }
    for part in ["background", "bg", "surface"] {
      let alike = folded.first { !$0.key.hasPrefix("on") && Self.has($0.key, part) }
      if let alike { return alike.color }
    }
    return nil
  }
}

extension Character {
  var isLineEnd: Bool { self == "\n" || self == "\r" || self == "\r\n" }
}
