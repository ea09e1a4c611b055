/// The stored form of an intent, which is the file `intent.json`.
package enum IntentFile {
  /// The format that this version writes, and the newest format that it reads.
  ///
  /// The format number increases whenever a new format would make an older version misread the
  /// file. Format 2 added preferences; an older version would ignore an application's own choice,
  /// and so use the wrong style.
  package static let format: Int64 = 2

  private enum Key {
    static let format = "format"
    static let revision = "revision"
    static let choice = "choice"
    static let hold = "hold"
    static let preferences = "preferences"
    static let what = "what"
    static let style = "style"
    static let theme = "theme"
    static let since = "since"
    static let until = "until"
    static let sourceChange = "source-change"
    static let source = "source"
    static let by = "by"
    static let desktop = "desktop"
  }

  package static func bytes(_ intent: Intent) -> [UInt8] {
    var members: [JSON.Member] = [
      .init(name: Key.format, value: .integer(format)),
      .init(name: Key.revision, value: .integer(intent.revision)),
    ]
    if let decision = intent.decision {
      members.append(.init(name: Key.choice, value: json(decision)))
    }
    if let hold = intent.hold { members.append(.init(name: Key.hold, value: json(hold))) }
    var texts = members.map { ($0.name, $0.value.text(level: 1)) }
    if !intent.preferences.isEmpty { texts.append((Key.preferences, intent.preferences.text)) }
    texts += intent.unknown.map { ($0.name, $0.value.text(level: 1)) }
    return Array(JSON.document(texts).utf8)
  }

  private static func json(_ decision: Intent.Decision) -> JSON {
    .object(
      [
        .init(name: Key.what, value: .string(decision.choice.rawValue)),
        .init(name: Key.since, value: .string(decision.since.iso)),
      ] + by(decision.isByDesktop)
    )
  }

  private static func by(_ isByDesktop: Bool) -> [JSON.Member] {
    isByDesktop ? [.init(name: Key.by, value: .string(Key.desktop))] : []
  }

  private static func json(_ hold: Hold) -> JSON {
    var members: [JSON.Member] = [.init(name: Key.style, value: .string(hold.style.rawValue))]
    if let theme = hold.theme { members.append(.init(name: Key.theme, value: .string(theme))) }
    members.append(.init(name: Key.since, value: .string(hold.since.iso)))
    members.append(.init(name: Key.until, value: .string(hold.end.iso)))
    return .object(members + by(hold.isByDesktop))
  }

  /// Reads an intent.
  package static func intent(_ bytes: [UInt8]) throws(Flaw) -> Intent { try read(bytes).intent }

  /// Reads an intent and the format of its file.
  package static func read(_ bytes: [UInt8]) throws(Flaw) -> (intent: Intent, format: Int64) {
    let root = try JSONReader.read(bytes)
    guard let members = root.members else {
      throw Flaw("an object was expected here", at: root.position)
    }
    // Check the format first, because everything else may differ in a newer format.
    guard let stored = root[Key.format] else {
      throw Flaw("the member “\(Key.format)” is missing", at: root.position)
    }
    guard case .integer(let format) = stored.value, format > 0 else {
      throw Flaw("the format must be a whole number of at least 1", at: stored.position)
    }
    guard format <= Self.format else {
      throw Flaw(
        "a newer version of nightd wrote it",
        at: root.position,
        kind: .newer(format: format)
      )
    }
    var intent = Intent()
    var former: JSONNode?
    for member in members {
      switch member.name {
      case Key.format: break
      case Key.revision: intent.revision = try revision(member.node)
      case Key.choice: intent.decision = try decision(member.node)
      case Key.hold:
        if isFormer(member.node) {
          former = member.node
        } else {
          intent.hold = try hold(member.node)
        }
      case Key.preferences: intent.preferences = try preferences(member.node)
      default: intent.unknown.append(.init(name: member.name, value: member.node.plain))
      }
    }
    if let former { try read(former: former, into: &intent) }
    return (intent, format)
  }

  private static func revision(_ node: JSONNode) throws(Flaw) -> Int64 {
    guard case .integer(let number) = node.value, number >= 0 else {
      throw Flaw("the revision must be a whole number of at least 0", at: node.position)
    }
    return number
  }

  /// Reads the preferences without checking their values.
  ///
  /// If this function checked the values, one invalid value would make all preferences unreadable.
  private static func preferences(_ node: JSONNode) throws(Flaw) -> StoredPreferences {
    guard case .object(let members) = node.plain else {
      throw Flaw("an object was expected for “\(Key.preferences)”", at: node.position)
    }
    return StoredPreferences(members)
  }

  private static func decision(_ node: JSONNode) throws(Flaw) -> Intent.Decision {
    let what = try text(node, Key.what)
    guard let choice = Choice(rawValue: what.text) else {
      throw Flaw("the choice must be light, dark, schedule or system", at: what.position)
    }
    return .init(
      choice: choice,
      since: try instant(node, Key.since),
      isByDesktop: isByDesktop(node)
    )
  }

  /// Whether a person made the choice with the desktop's switch; false if the origin in the file is
  /// missing or unknown.
  private static func isByDesktop(_ node: JSONNode) -> Bool {
    guard case .string(let text)? = node[Key.by]?.value else { return false }
    return text == Key.desktop
  }

  private static func hold(_ node: JSONNode) throws(Flaw) -> Hold {
    let style = try style(node, Key.style)
    let theme = node[Key.theme] == nil ? nil : try theme(node)
    let end = try instant(node, Key.until)
    return Hold(
      style: style,
      theme: theme,
      since: try instant(node, Key.since),
      end: end,
      isByDesktop: isByDesktop(node)
    )
  }

  private static func isFormer(_ node: JSONNode) -> Bool {
    guard case .string(let text)? = node[Key.until]?.value else { return false }
    return text == Key.sourceChange
  }

  /// Reads a hold that an earlier version stored, and that ends when the desktop asks for another
  /// style.
  ///
  /// The held style becomes the choice. If the hold has a theme, this theme becomes the theme for
  /// the held style.
  private static func read(former node: JSONNode, into intent: inout Intent) throws(Flaw) {
    let style = try style(node, Key.style)
    // The first version that stored such holds did not store the desktop's style, so assume the
    // opposite of the held style.
    let desktop = (try? self.style(node, Key.source)) ?? style.opposite
    if node[Key.theme] != nil {
      let slot = ThemeSlot(style, isHigh: false).preference
      intent.preferences = intent.preferences.applying([
        PreferenceEdit(slot, .string(try theme(node)))
      ])
    }
    intent.former = .init(desktop: desktop, decision: intent.decision)
    intent.decision = .init(
      choice: Choice(style),
      since: try instant(node, Key.since),
      isByDesktop: isByDesktop(node)
    )
  }

  private static func style(_ node: JSONNode, _ key: String) throws(Flaw) -> Style {
    let word = try text(node, key)
    guard let style = Style(rawValue: word.text) else {
      throw Flaw("the \(key) must be light or dark", at: word.position)
    }
    return style
  }

  /// Reads a theme's name, and refuses a name that cannot be sent on the bus.
  private static func theme(_ node: JSONNode) throws(Flaw) -> String {
    let name = try text(node, Key.theme)
    let isPlain = name.text.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control
    }
    guard isPlain, (1...ThemeName.bytesAtMost).contains(name.text.utf8.count) else {
      throw Flaw(
        "a theme's name of 1 to \(ThemeName.bytesAtMost) bytes without control characters "
          + "was expected here",
        at: name.position
      )
    }
    return name.text
  }

  private static func instant(_ node: JSONNode, _ key: String) throws(Flaw) -> Instant {
    let written = try text(node, key)
    guard let instant = Instant(iso: written.text) else {
      throw Flaw(
        "a time such as 2026-11-21T07:10:00Z was expected for “\(key)”",
        at: written.position
      )
    }
    return instant
  }

  private static func text(
    _ node: JSONNode,
    _ key: String
  ) throws(Flaw) -> (text: String, position: Position) {
    guard let member = node[key] else {
      throw Flaw("an object with the member “\(key)” was expected here", at: node.position)
    }
    guard case .string(let text) = member.value else {
      throw Flaw("a string was expected for “\(key)”", at: member.position)
    }
    return (text, member.position)
  }
}
