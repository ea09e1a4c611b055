/// The name of a preference, for the whole desktop or for one application.
package struct PreferenceKey: Hashable, Sendable {
  /// The application's identifier; empty for the whole desktop.
  package let application: String
  /// The key's name, such as `theme.dark`; its parts have letters, digits, `-` and `_`.
  package let name: String

  package init(_ name: String, of application: String = "") throws(Flaw) {
    try Self.checkApplication(application)
    guard name.utf8.count <= PreferenceLimits.keyBytes else {
      throw Flaw("a key has at most \(PreferenceLimits.keyBytes) bytes", kind: .limit)
    }
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isAllowed) }) else {
      throw Flaw(
        "\(MessageText.quoted(name)) is not a key: a key has letters, digits, - and _, "
          + "in parts with dots between them"
      )
    }
    guard parts.count <= PreferenceLimits.depth else {
      throw Flaw("a key has at most \(PreferenceLimits.depth) parts", kind: .limit)
    }
    self.init(known: name, of: application)
  }

  /// Makes a key without checking the name.
  package init(known name: String, of application: String = "") {
    self.application = application
    self.name = name
  }

  /// Checks an application's identifier.
  ///
  /// Almost any string is allowed, because programs choose their own identifiers.
  package static func checkApplication(_ application: String) throws(Flaw) {
    guard application.utf8.count <= Contract.applicationBytes else {
      throw Flaw(
        "an application's identifier has at most \(Contract.applicationBytes) bytes",
        kind: .limit
      )
    }
    // Most identifiers are plain ASCII, for which the slow look-up of Unicode properties is not
    // needed.
    let isPlain =
      application.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      || application.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard isPlain else {
      throw Flaw("an application's identifier must be a non-empty text without control characters")
    }
  }

  /// Refuses a new identifier with invisible characters, because two identifiers could look the
  /// same.
  ///
  /// If an identifier is already stored, it is allowed to have invisible characters, so that nightd
  /// can read and remove it.
  static func checkNewApplication(_ application: String) throws(Flaw) {
    let invisible = application.unicodeScalars.first {
      switch $0.properties.generalCategory {
      case .format, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
    guard let invisible else { return }
    throw Flaw(
      "an application's identifier must have no invisible characters, but this one has "
        + MessageText.shown(String(invisible))
    )
  }

  package static func isApplication(_ name: String) -> Bool {
    (try? check(application: name)) != nil
  }

  /// Checks the identifier that a program gives; refuses an empty identifier, which would mean the
  /// desktop.
  package static func check(application: String) throws(Flaw) {
    guard !application.isEmpty else { throw Flaw("an application's identifier must not be empty") }
    try checkApplication(application)
  }

  package var isOfDesktop: Bool { application.isEmpty }

  /// Whether only the interface `Control` shows the key's value.
  package var isPrivate: Bool { PreferenceTable.entry(self)?.isPrivate ?? false }

  package var parts: [String] {
    name.utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
  }

  var dots: Int { name.utf8.count { $0 == UInt8(ascii: ".") } }

  /// The last part of the name: the key's name within its dictionary.
  var last: String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// Whether this key and `other` are in the same dictionary of a file.
  func isBeside(_ other: PreferenceKey) -> Bool {
    guard application.isSameText(as: other.application) else { return false }
    let dot = UInt8(ascii: ".")
    guard let end = name.utf8.lastIndex(of: dot) else { return !other.name.utf8.contains(dot) }
    guard let otherEnd = other.name.utf8.lastIndex(of: dot) else { return false }
    return name.utf8[..<end].elementsEqual(other.name.utf8[..<otherEnd])
  }

  /// In a set of keys, this placeholder means all preferences of an application.
  static func whole(_ application: String) -> PreferenceKey {
    PreferenceKey(known: "", of: application)
  }

  /// The names of the nested members that lead to the key in a file, from the outside in.
  package var path: [String] {
    isOfDesktop ? parts : [Self.applications, application] + parts
  }

  /// The outermost dictionary that contains an application's key.
  ///
  /// The property is nil if the key belongs to the desktop, or is not in a dictionary.
  var dictionary: PreferenceKey? {
    guard !isOfDesktop, let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    return PreferenceKey(known: String(name[..<dot]), of: application)
  }

  /// The dictionary that must be looked up as a whole for this key; nil if the key is looked up
  /// alone.
  ///
  /// Keys that nightd defines, such as `theme.dark`, are looked up alone, like keys of the desktop.
  var outermost: PreferenceKey? { isThemeSlot ? nil : dictionary }

  /// Whether the key selects a theme of the desktop or of an application, for one style and
  /// contrast.
  package var isThemeSlot: Bool {
    guard name.utf8.starts(with: "\(PreferenceTable.themes).".utf8) else { return false }
    return ThemeSlot.all.contains { $0.key == name }
  }

  /// Whether the key is the dictionary with an application's own themes.
  var isOfThemes: Bool { !isOfDesktop && name == PreferenceTable.themes }

  /// The name of the member with the applications' sections; no key of the desktop begins with this
  /// name.
  package static let applications = "app"

  /// Two keys are equal only if the bytes of their names are equal, as in files and on the bus.
  ///
  /// Swift's `==` would treat some different strings as equal.
  package static func == (left: PreferenceKey, right: PreferenceKey) -> Bool {
    left.application.isSameText(as: right.application) && left.name.isSameText(as: right.name)
  }

  package func hash(into hasher: inout Hasher) {
    for text in [application, name] {
      hasher.combine(text.utf8.count)
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension PreferenceKey {
  /// Returns the value in the standard form for this key; throws if the value is invalid.
  ///
  /// If a schedule's rule has a flaw, the error's message tells where in the rule the flaw is. The
  /// flaw's location helps callers to find the position in a file.
  package func judge(_ value: PreferenceValue) throws(Flaw) -> PreferenceValue {
    if let entry = PreferenceTable.entry(self) {
      if let accepted = entry.type.accepts(value) { return accepted }
      if let flaw = entry.type.flaw(in: value) {
        throw Flaw("\(name): \(flaw)", at: flaw.location)
      }
      // Do not quote a private value, because messages are logged and sent to other programs.
      let found = entry.isPrivate ? "" : ", and this is \(value.described)"
      throw Flaw("\(name) takes \(entry.type.words)\(found)")
    }
    guard !isOfDesktop else {
      throw Flaw(
        "\(MessageText.quoted(name)) is not a key that nightd knows"
          + PreferenceTable.meant(name),
        kind: .unknown
      )
    }
    if isOfThemes { try ThemeSlot.judge(value, of: application) }
    guard dots + value.depth <= PreferenceLimits.depth else {
      throw Flaw("\(name) has more than \(PreferenceLimits.depth) nested levels", kind: .limit)
    }
    guard value.isShort else {
      throw Flaw("\(name) is larger than \(PreferenceLimits.valueBytes >> 10) KiB", kind: .limit)
    }
    guard value.count <= PreferenceLimits.values else {
      throw Flaw("\(name) holds more than \(PreferenceLimits.values) values", kind: .limit)
    }
    return value
  }
}

extension PreferenceValue {
  /// Whether the value's JSON text is within `PreferenceLimits.valueBytes`.
  ///
  /// The JSON text is made only if its estimated length exceeds the limit.
  fileprivate var isShort: Bool {
    most <= PreferenceLimits.valueBytes
      || json.text(pretty: false).utf8.count <= PreferenceLimits.valueBytes
  }

  /// An estimate of the length of the value's JSON text in bytes, never below the real length.
  private var most: Int {
    switch self {
    case .bool: 5
    case .integer(let value): "\(value)".utf8.count
    case .double: 24
    case .string(let text): JSON.string(text).bytes(level: 0)
    case .array(let values): values.reduce(2) { $0 + $1.most + 1 }
    case .dictionary(let members):
      // Each member needs three more bytes: a colon, a comma, and perhaps a second dollar sign.
      members.reduce(2) { $0 + JSON.string($1.name).bytes(level: 0) + 3 + $1.value.most }
    case .date: 40
    case .data(let bytes): 2 * bytes.count + 20
    }
  }
}

extension PreferenceTable {
  /// Whether any preference of the desktop has a name that begins with this name and a dot.
  package static func isPrefix(_ name: String) -> Bool {
    entries.contains { $0.scope != .application && $0.name.hasPrefix(name + ".") }
  }

  /// A question that suggests the most similar key, such as “did you mean …?”; empty if no key is
  /// similar.
  package static func meant(_ name: String) -> String {
    let known = keys().map(\.name)
    return NearestWord.to(name, among: known).map { "; did you mean \($0)?" } ?? ""
  }
}

extension ThemeSlot {
  /// The preference that selects the desktop's theme for this style and contrast.
  package var preference: PreferenceKey { preference(of: "") }

  /// The preference that selects an application's theme for this style and contrast.
  ///
  /// If `application` is empty, the preference selects the desktop's theme.
  package func preference(of application: String) -> PreferenceKey {
    PreferenceKey(known: key, of: application)
  }

  /// Throws if an application's dictionary `theme` has an invalid theme name for `light`, `dark` or
  /// another slot.
  fileprivate static func judge(
    _ value: PreferenceValue,
    of application: String
  ) throws(Flaw) {
    for slot in all {
      guard let theme = value.value(at: [slot.option]) else { continue }
      _ = try slot.preference(of: application).judge(theme)
    }
  }

  /// Whether the value of an application's key `theme` is missing, or is a dictionary in which each
  /// member's name is a slot, such as `dark`.
  ///
  /// Such a dictionary is not a key of its own, because each slot is a separate key: `theme.dark`.
  static func areAll(of value: PreferenceValue?) -> Bool {
    guard let value else { return true }
    guard case .dictionary(let members) = value else { return false }
    return members.allSatisfy { member in all.contains { $0.option == member.name } }
  }
}
