/// The stored form of a preference is JSON, in which a date or data is an object with a tag.
///
/// The tags are `{"$date": "2026-11-21T07:10:00Z"}` and `{"$data": "SGk="}`. In a dictionary, a
/// name with a leading dollar sign gets a second dollar sign, so that no dictionary looks like a
/// tag.
extension PreferenceValue {
  private enum Tag {
    static let date = "$date"
    static let data = "$data"
  }

  package var json: JSON {
    switch self {
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .array(let values): .array(values.map(\.json))
    case .dictionary(let members):
      .object(members.map { .init(name: Self.escaped($0.name), value: $0.value.json) })
    case .date(let seconds):
      .object([.init(name: Tag.date, value: .string(Self.iso(seconds)))])
    case .data(let bytes): .object([.init(name: Tag.data, value: .string(Base64.text(bytes)))])
    }
  }

  /// A date in ISO 8601, in UTC and to the second, such as `2026-11-21T07:10:00Z`.
  package static func iso(_ seconds: Int64) -> String {
    let (microseconds, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000_000)
    return Instant(microseconds: isTooFar ? (seconds < 0 ? .min : .max) : microseconds).iso
  }

  /// Reads a date in the form of `iso(_:)`; nil for other strings, such as a date with a fraction
  /// of a second.
  package static func seconds(iso: String) -> Int64? {
    guard iso.utf8.count == 20, let instant = Instant(iso: iso) else { return nil }
    // There is no fraction of a second, so this division is exact, even before 1970.
    return instant.microseconds / 1_000_000
  }

  package init(_ json: JSON) throws(Flaw) { try self.init(JSONNode(json), isPlaced: false) }

  package init(_ node: JSONNode) throws(Flaw) { try self.init(node, isPlaced: true) }

  private init(_ node: JSONNode, isPlaced: Bool) throws(Flaw) {
    func flaw(_ message: String) -> Flaw { Flaw(message, at: isPlaced ? node.position : nil) }
    switch node.value {
    case .null: throw flaw("null is not allowed: leave the name out")
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .double(let value):
      guard value.isFinite else { throw flaw("a number must be finite") }
      self = .double(value)
    case .string(let value):
      // D-Bus cannot carry a NUL in a string, so refuse it in a file too.
      guard !value.utf8.contains(0) else { throw flaw("a string must not contain NUL") }
      self = .string(value)
    case .array(let nodes):
      var values: [PreferenceValue] = []
      values.reserveCapacity(nodes.count)
      for node in nodes { values.append(try PreferenceValue(node, isPlaced: isPlaced)) }
      self = .array(values)
    case .object(let members):
      if let first = members.first, Self.isTag(first.name) {
        guard members.count == 1 else { throw flaw("a tag must be the only member of its object") }
        try self.init(tag: first, isPlaced: isPlaced)
      } else {
        let values = try Self.members(members, isPlaced: isPlaced)
        guard let dictionary = PreferenceValue.dictionary(unordered: values) else {
          throw flaw("a name occurs twice")
        }
        self = dictionary
      }
    }
  }

  /// Reads a date or data from its tag, which is the object's only member.
  private init(tag: JSONNode.Member, isPlaced: Bool) throws(Flaw) {
    func flaw(_ message: String, at position: Position) -> Flaw {
      Flaw(message, at: isPlaced ? position : nil)
    }
    switch (tag.name, tag.node.value) {
    case (Tag.date, .string(let text)):
      guard let seconds = Self.seconds(iso: text) else {
        throw flaw("a time such as 2026-11-21T07:10:00Z was expected", at: tag.node.position)
      }
      self = .date(seconds: seconds)
    case (Tag.data, .string(let text)):
      guard let bytes = Base64.bytes(text) else {
        throw flaw("bytes in base64 were expected", at: tag.node.position)
      }
      self = .data(bytes)
    default:
      throw flaw(
        "\(MessageText.quoted(tag.name)) is not a tag; the tags are $date and $data, "
          + "each with a string",
        at: tag.namePosition
      )
    }
  }

  private static func members(
    _ members: [JSONNode.Member],
    isPlaced: Bool
  ) throws(Flaw) -> [Member] {
    var values: [Member] = []
    values.reserveCapacity(members.count)
    for member in members {
      func flaw(_ message: String) -> Flaw {
        Flaw(message, at: isPlaced ? member.namePosition : nil)
      }
      guard !isTag(member.name) else { throw flaw("a tag must be the only member of its object") }
      guard !member.name.utf8.contains(0) else { throw flaw("a name must not contain NUL") }
      let value = try PreferenceValue(member.node, isPlaced: isPlaced)
      values.append(Member(name: unescaped(member.name), value: value))
    }
    return values
  }

  /// Whether a name is the name of a tag, and therefore begins with exactly one dollar sign.
  ///
  /// A name with two dollar signs is the stored form of a name with one dollar sign.
  package static func isTag(_ name: String) -> Bool {
    name.hasPrefix("$") && !name.hasPrefix("$$")
  }

  private static func escaped(_ name: String) -> String { name.hasPrefix("$") ? "$" + name : name }

  private static func unescaped(_ name: String) -> String {
    name.hasPrefix("$") ? String(name.dropFirst()) : name
  }
}

extension JSONNode {
  /// Converts a value that has no positions, so every node gets the position 1:1.
  package init(_ json: JSON) {
    position = .start
    value =
      switch json {
      case .null: .null
      case .bool(let value): .bool(value)
      case .integer(let value): .integer(value)
      case .double(let value): .double(value)
      case .string(let value): .string(value)
      case .array(let values): .array(values.map(JSONNode.init))
      case .object(let members):
        .object(
          members.map {
            JSONNode.Member(
              name: $0.name,
              namePosition: .start,
              node: JSONNode($0.value)
            )
          }
        )
      }
  }
}

/// Converts bytes to base64 text and back (RFC 4648, section 4, with padding).
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for offset in 0..<3 {
        bits = bits << 8 | (offset < group.count ? UInt32(group[start + offset]) : 0)
      }
      for place in 0..<4 {
        let digit = alphabet[Int(bits >> UInt32(18 - 6 * place) & 0x3F)]
        text.append(place <= group.count ? digit : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a base64 string; nil for a string that `text(_:)` never returns.
  ///
  /// Unused bits must be 0, so that there is only one base64 string for the same bytes.
  package static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 4) else { return nil }
    let padding = digits.suffix(2).count { $0 == UInt8(ascii: "=") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3)
    var bits: UInt32 = 0
    for (place, digit) in digits.enumerated() {
      if place >= digits.count - padding {
        guard digit == UInt8(ascii: "=") else { return nil }
        bits <<= 6
      } else {
        guard let value = value(of: digit) else { return nil }
        bits = bits << 6 | value
      }
      guard place % 4 == 3 else { continue }
      bytes += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
      bits = 0
    }
    guard bytes.suffix(padding).allSatisfy({ $0 == 0 }) else { return nil }
    bytes.removeLast(padding)
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
