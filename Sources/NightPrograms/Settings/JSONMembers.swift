import NightCore

/// The members of the objects in a JSON text, with their places in its bytes.
///
/// As in the settings files of editors, the text may have comments, and commas before a closing
/// bracket. A change to one member leaves all other bytes as they are. Members of objects in arrays
/// have no keys.
struct JSONMembers: Sendable {
  typealias Key = SettingPlace.Key

  private struct Value: Sendable {
    let key: Key?
    /// The group of this object's members: the names of the enclosing objects and of this object,
    /// joined by dots; empty for the root.
    ///
    /// The group is nil if this value is not an object, or if the object's members have no keys.
    var group: String?
    var isContainer = false
    /// The offset of the comma before the member; nil if no comma precedes the member.
    let comma: Int?
    /// The offset at which the member begins, usually with its name.
    let start: Int
    var range: Range<Int>
  }

  private(set) var bytes: [UInt8]
  private var values: [Value] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    readAgain()
  }

  /// The reason why the keys cannot be changed in a text, as a part of a sentence; nil if they can
  /// be changed.
  static func flaw(in text: String, _ keys: some Sequence<Key>) -> String? {
    if let flaw = flaw(in: text) { return "it is not valid JSON (\(flaw))" }
    let members = Self(Array(text.utf8))
    return keys.lazy.compactMap(members.wrongKind).first.map {
      "it has a value of the wrong kind for \(MessageText.quoted($0))"
    }
  }

  private static func flaw(in text: String) -> Flaw? {
    do throws(Flaw) {
      let root = try JSONReader.read(Array(text.utf8))
      return root.members == nil ? Flaw("expected an object", at: root.position) : nil
    } catch { return error.kind == .empty ? nil : error }
  }

  /// The name of a member that has the wrong kind: an object or list where a single value is
  /// expected, or the reverse.
  ///
  /// The result is nil if no member has the wrong kind.
  private func wrongKind(_ key: Key) -> String? {
    if place(key)?.isContainer == true { return key.name }
    var group = key.group
    while !group.isEmpty, object(group) == nil {
      let outer = Self.outer(group)
      if place(outer) != nil { return outer.name }
      group = outer.group
    }
    return nil
  }

  /// The key of the object that contains the members of this group.
  private static func outer(_ group: String) -> Key {
    var names = group.split(separator: ".", omittingEmptySubsequences: false)
    let name = String(names.removeLast())
    return Key(names.joined(separator: "."), name)
  }

  /// Whether the text has neither members nor comments.
  var isBlank: Bool { bytes.allSatisfy { Self.isSpace($0) || "{}".utf8.contains($0) } }

  /// The keys that have single values, with these values exactly as the text contains them.
  var settings: [(key: Key, value: String)] {
    values.compactMap { value in
      guard !value.isContainer, let key = value.key else { return nil }
      return (key, String(decoding: bytes[value.range], as: UTF8.self))
    }
  }

  func value(_ key: Key) -> String? { settings.first { $0.key == key }?.value }

  /// The number of the line with the key, counted from 1.
  func lineNumber(_ key: Key) -> Int? {
    place(key).map { place in bytes[..<place.start].count { $0 == 10 } + 1 }
  }

  /// Replaces the value of a key, or adds the key; a value of nil removes the key.
  mutating func set(_ key: Key, _ value: String?) {
    guard let place = place(key) else {
      if let value { add(key, value) }
      return
    }
    // Do not replace a list or an object, because a program's description sets only single values.
    guard !place.isContainer else { return }
    guard let value else { return remove(place) }
    change(place.range, Array(value.utf8))
  }

  /// Sets a key to the value that it has in another version of the text, and removes objects that
  /// become empty.
  mutating func restore(_ key: Key, from other: JSONMembers) {
    set(key, other.value(key))
    var group = key.group
    while !group.isEmpty, other.object(group) == nil, let place = object(group),
      let key = place.key,
      Self(Array(bytes[place.range])).isBlank
    {
      remove(place)
      group = key.group
    }
  }

  // MARK: - Changes

  private func place(_ key: Key) -> Value? { values.first { $0.key == key } }

  private func object(_ group: String) -> Value? { values.first { $0.group == group } }

  private mutating func change(_ range: Range<Int>, _ new: [UInt8]) {
    bytes.replaceSubrange(range, with: new)
    readAgain()
  }

  private mutating func add(_ key: Key, _ value: String) {
    let member = "\(JSON.string(key.name).text(pretty: false)): \(value)"
    if let object = object(key.group) { return insert(member, object) }
    guard !key.group.isEmpty else {
      // Append a new root object only if the text is blank or has only comments.
      guard values.isEmpty, Self.flaw(in: String(decoding: bytes, as: UTF8.self)) == nil else {
        return
      }
      let newline = bytes.isEmpty || bytes.last == 10 ? "" : "\n"
      return change(bytes.count..<bytes.count, Array("\(newline){\n  \(member)\n}\n".utf8))
    }
    // If the text has a value or a list where the object for this key belongs, change nothing.
    let outer = Self.outer(key.group)
    if place(outer) == nil { add(outer, "{ \(member) }") }
  }

  /// Adds a member at the beginning of an object, where no comma is needed before the member.
  private mutating func insert(_ member: String, _ object: Value) {
    let start = object.range.lowerBound + 1
    let blank = bytes[start...].prefix(while: Self.isSpace)
    guard bytes[blank.endIndex] == UInt8(ascii: "}") else {
      // If the object contains only comments, the new member must not get a comma.
      let isFirst = !values.contains {
        $0.start > object.range.lowerBound && $0.range.upperBound < object.range.upperBound
      }
      let space = blank.isEmpty ? [32] : Array(blank)
      let text = Array("\(member)\(isFirst ? "" : ",")".utf8)
      return change(blank.endIndex..<blank.endIndex, text + space)
    }
    let line = bytes[(bytes[..<start].lastIndex(of: 10).map { $0 + 1 } ?? 0)...]
    let indent = String(decoding: line.prefix { $0 == 32 || $0 == 9 }, as: UTF8.self)
    change(start..<blank.endIndex, Array("\n\(indent)  \(member)\n\(indent)".utf8))
  }

  /// Removes a member and the comma after it.
  ///
  /// If the member is the last one, the comma before it is removed instead.
  private mutating func remove(_ place: Value) {
    var reader = JSONReader(bytes: bytes, limits: .standard)
    reader.at = place.range.upperBound
    try? reader.skipBlanks()
    if reader.byte == UInt8(ascii: ",") {
      let space = bytes[(reader.at + 1)...].prefix(while: Self.isSpace)
      return change(place.start..<space.endIndex, [])
    }
    let before = bytes[..<place.start].lastIndex { !Self.isSpace($0) }
    var range = (before.map { $0 + 1 } ?? 0)..<place.range.upperBound
    if let comma = place.comma, comma + 1 == range.lowerBound {
      range = comma..<range.upperBound
    } else if let comma = place.comma {
      bytes.remove(at: comma)
      range = range.lowerBound - 1..<range.upperBound - 1
    } else if before.map({ bytes[$0] == UInt8(ascii: "{") }) == true,
      reader.byte == UInt8(ascii: "}"),
      // After a comment, the line break must stay, because it ends the comment.
      bytes[range.upperBound..<reader.at].allSatisfy(Self.isSpace)
    {
      range = range.lowerBound..<reader.at
    }
    change(range, [])
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  // MARK: - Reading

  private mutating func readAgain() {
    values = []
    guard Self.flaw(in: String(decoding: bytes, as: UTF8.self)) == nil else { return }
    do throws(Flaw) { try read() } catch { values = [] }
  }

  private mutating func read() throws(Flaw) {
    var reader = JSONReader(bytes: bytes, limits: .standard)
    var open: [Int] = []
    var comma: Int?
    while true {
      try reader.skipBlanks()
      guard !reader.isAtEnd else { return }
      switch reader.byte {
      case UInt8(ascii: ","):
        comma = reader.at
        reader.at += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        reader.at += 1
        comma = nil
        guard let last = open.popLast() else { return }
        values[last].range = values[last].range.lowerBound..<reader.at
      default:
        let value = try member(&reader, of: open.last.map { values[$0] }, after: comma)
        comma = nil
        if value.isContainer { open.append(values.count) }
        values.append(value)
      }
    }
  }

  /// Reads a member of an object or an element of an array.
  ///
  /// If the value is itself an object or array, reads only its opening bracket.
  private func member(
    _ reader: inout JSONReader,
    of parent: Value?,
    after comma: Int?
  ) throws(Flaw) -> Value {
    let start = reader.at
    var key: Key?
    if let parent, bytes[parent.range.lowerBound] == UInt8(ascii: "{") {
      let isQuoted = "\"'".utf8.contains(reader.byte)
      let name = isQuoted ? try reader.string() : reader.identifier()
      try reader.skipBlanks()
      reader.at += 1
      try reader.skipBlanks()
      key = parent.group.map { Key($0, name) }
    }
    let begin = reader.at
    var value = Value(key: key, comma: comma, start: start, range: begin..<begin)
    switch reader.byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      value.isContainer = true
      if reader.byte == UInt8(ascii: "{") {
        // If the name contains a dot, set no group, because an object `a.b` would get the same
        // group as an object `b` inside an object `a`.
        value.group = key.flatMap {
          $0.name.isEmpty || $0.name.contains(".")
            ? nil : $0.group.isEmpty ? $0.name : $0.group + "." + $0.name
        }
        if parent == nil { value.group = "" }
      }
      reader.at += 1
    case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = try reader.string()
    default:
      reader.at =
        bytes[begin...].firstIndex { Self.isSpace($0) || ",]}/".utf8.contains($0) }
        ?? bytes.count
    }
    value.range = begin..<reader.at
    return value
  }
}
