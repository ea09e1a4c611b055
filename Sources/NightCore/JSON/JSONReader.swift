/// Reads JSON5, and with it strict JSON, in one pass with exact places.
///
/// It departs from JSON5 where a mistake is likelier than the intention: names must be unique in
/// their object, control characters in strings must be escaped, a number beyond the range of a
/// double is refused unless it says `Infinity`, and unquoted names hold no escapes.
/// A number without fraction and exponent that fits is an integer (`-0` is 0), any other a double.
package struct JSONReader {
  let bytes: [UInt8]
  let limits: JSONLimits

  /// The offset of the next byte.
  var at: Int
  var line = 1
  var lineStart: Int
  /// How many bytes since `lineStart` continue a scalar and so are no column of their own.
  ///
  /// Whatever steps over a byte beyond ASCII must count it here.
  var continuations = 0
  private var values = 0

  private init(bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
    at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lineStart = at
  }

  /// Reads the one value that the bytes hold.
  package static func read(
    _ bytes: [UInt8],
    limits: JSONLimits = .standard
  ) throws(JSONError) -> JSONNode {
    guard bytes.count <= limits.bytes else {
      throw JSONError(
        kind: .tooLarge,
        position: Position(line: 1, column: 1),
        message: "expected at most \(limits.bytes) bytes, found \(bytes.count)"
      )
    }
    var reader = JSONReader(bytes: bytes, limits: limits)
    try reader.checkText()
    try reader.skipBlanks()
    guard !reader.isAtEnd else {
      throw JSONError(
        kind: .empty,
        position: reader.position,
        message: bytes.isEmpty
          ? "expected a value, found an empty text"
          : "expected a value, found only blanks and comments"
      )
    }
    let root = try reader.node(depth: 0)
    try reader.skipBlanks()
    guard reader.isAtEnd else {
      throw reader.unexpected("the end of the text after this value")
    }
    return root
  }

  var isAtEnd: Bool { at >= bytes.count }

  /// The next byte; 0 at the end, which no text holds (`checkText`).
  var byte: UInt8 { at < bytes.count ? bytes[at] : 0 }

  /// The byte after the next.
  var byteAfter: UInt8 { at + 1 < bytes.count ? bytes[at + 1] : 0 }

  var position: Position {
    Position(line: line, column: at - lineStart - continuations + 1)
  }

  private mutating func node(depth: Int) throws(JSONError) -> JSONNode {
    let position = position
    values += 1
    guard values <= limits.values else {
      throw JSONError(
        kind: .tooMany,
        position: position,
        message: "expected at most \(limits.values) values, found more"
      )
    }
    let value: JSONNode.Value
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < limits.depth else {
        throw JSONError(
          kind: .tooDeep,
          position: position,
          message: "expected at most \(limits.depth) levels of arrays and objects, found more"
        )
      }
      value = byte == UInt8(ascii: "{") ? try object(depth: depth) : try array(depth: depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      value = .string(try string())
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"):
      value = try number()
    default:
      value = try word()
    }
    return JSONNode(value: value, position: position)
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONNode.Value {
    let opening = position
    var nodes: [JSONNode] = []
    at += 1
    try skipBlanks()
    while byte != UInt8(ascii: "]") {
      guard !isAtEnd, byte != UInt8(ascii: ",") else {
        throw unexpected("a value or ']'", within: opening)
      }
      nodes.append(try node(depth: depth + 1))
      try skipBlanks()
      if byte == UInt8(ascii: ",") {
        at += 1
        try skipBlanks()
      } else if byte != UInt8(ascii: "]") {
        throw unexpected("',' or ']' after this value", within: opening)
      }
    }
    at += 1
    return .array(nodes)
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONNode.Value {
    let opening = position
    var members: [JSONNode.Member] = []
    var names: Set<String> = []
    at += 1
    try skipBlanks()
    while byte != UInt8(ascii: "}") {
      let namePosition = position
      let name = try memberName(within: opening)
      guard Self.isNew(name, among: members, &names) else {
        throw duplicate(name, at: namePosition, of: members)
      }
      try skipBlanks()
      guard byte == UInt8(ascii: ":") else {
        throw unexpected("':' after this name", within: opening)
      }
      at += 1
      try skipBlanks()
      let node = try node(depth: depth + 1)
      members.append(JSONNode.Member(name: name, namePosition: namePosition, node: node))
      try skipBlanks()
      if byte == UInt8(ascii: ",") {
        at += 1
        try skipBlanks()
      } else if byte != UInt8(ascii: "}") {
        throw unexpected("',' or '}' after this value", within: opening)
      }
    }
    at += 1
    return .object(members)
  }

  private mutating func memberName(within opening: Position) throws(JSONError) -> String {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      return try string()
    }
    let name = identifier()
    guard !name.isEmpty else {
      throw unexpected("a name or '}'", within: opening)
    }
    return name
  }

  /// Few names are looked through, many are hashed: no object takes quadratic time.
  private static func isNew(
    _ name: String,
    among members: [JSONNode.Member],
    _ names: inout Set<String>
  ) -> Bool {
    guard members.count >= 16 else {
      return !members.contains { $0.name == name }
    }
    if names.isEmpty {
      names = Set(members.map(\.name))
    }
    return names.insert(name).inserted
  }
}
