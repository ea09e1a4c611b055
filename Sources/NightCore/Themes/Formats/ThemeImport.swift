/// What became of another program's file: its themes, and what is to be said of them.
package struct ThemeImport: Equatable, Sendable {
  package var themes: [ThemeFile] = []
  package var findings: [ThemeFinding] = []

  /// Nothing of a file is taken that is wrong in one place.
  package var isWhole: Bool { !findings.contains { $0.severity == .error } }

  let file: String
  /// The style of each theme, if a person has said it.
  let style: Style?
  /// What a person calls the one theme of the file, whose own name may be anything then.
  let called: String?

  /// Where neither the file nor its own name says one.
  package static let nameless = "it has no name; say with --as what it is to be called"

  /// As many bytes as a theme of nightd may have.
  package static let mostBytes = 4 << 20
  static let mostThemes = 256

  init(file: String, style: Style?, called: String?) {
    self.file = file
    self.style = style
    self.called = called
  }

  /// Told often enough; the rest is left unread.
  var isHopeless: Bool { findings.count { $0.severity == .error } >= ThemeFinding.most }

  mutating func add(
    _ severity: ThemeFinding.Severity,
    _ position: Position?,
    _ message: String
  ) {
    // Of each kind, so that no flood of the one hides the other.
    guard findings.count(where: { $0.severity == severity }) < ThemeFinding.most else { return }
    findings.append(ThemeFinding(severity, in: file, at: position, message))
  }

  /// Tells a name that no theme may have, unless it gets another one; `mend` says what else helps
  /// where --as cannot, since there are several.
  mutating func judge(_ name: String, _ position: Position?, or mend: String?) {
    guard called == nil, let flaw = ThemeName.flaw(name) else { return }
    add(
      .error,
      position,
      "\(RuleFlaw.quoted(name)) cannot be a theme's name: it \(flaw); "
        + (mend ?? "--as gives it another one")
    )
  }

  /// Hands out nothing of a file that is wrong.
  func finished() -> ThemeImport {
    var whole = self
    if !isWhole { whole.themes = [] }
    return whole
  }

  /// A file that is no text has its place told.
  mutating func text(_ bytes: [UInt8]) -> String? {
    guard bytes.count <= Self.mostBytes else {
      add(.error, nil, "expected at most \(Self.mostBytes) bytes, found \(bytes.count)")
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
      // Both signs of a line's end are one character of Swift.
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

  /// Below, a background is a dark one: as far from black as from white for the eye.
  package static let darkest = 0.18

  /// The style of a theme that declares none; says how it was found.
  mutating func style(of name: String, background: (key: String, color: Color)?, _ at: Position)
    -> Style
  {
    if let style { return style }
    guard let background else {
      add(
        .error,
        at,
        "\(RuleFlaw.quoted(name)) declares no style and has no colour that would tell it; "
          + "say it with --style light or --style dark"
      )
      return .light
    }
    let luminance = background.color.luminance
    let style: Style = luminance < Self.darkest ? .dark : .light
    add(
      .note,
      at,
      "\(RuleFlaw.quoted(name)) declares no style and is taken for \(style.rawValue): "
        + "\(background.key) (\(background.color.text)) has a luminance of "
        + "\(Self.rounded(luminance)), and below \(Self.darkest) is dark"
    )
    return style
  }

  /// With three decimals, and never on the wrong side of what decides.
  private static func rounded(_ luminance: Double) -> String {
    let thousandths = Int((luminance * 1_000).rounded(.down))
    let digits = String(thousandths % 1_000)
    return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
  }

  private static func has(_ name: String, _ part: String) -> Bool {
    name.indices.contains { name[$0...].hasPrefix(part) }
  }

  /// The colour behind everything: by its whole name, or the first that is called like one.
  static func background(_ colors: [(key: String, color: Color)]) -> (key: String, color: Color)? {
    let known = ["bg", "background", "base00"]
    let folded = colors.map { (key: RuleFlaw.lower($0.key), color: $0) }
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
