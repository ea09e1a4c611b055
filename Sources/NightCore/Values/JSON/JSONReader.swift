/// Reads JSON5, and therefore JSON, in one pass with exact positions.
///
/// The reader is stricter than JSON5 in four things that are usually mistakes. Names must be unique
/// in their object. Control characters in strings must be escaped. A number beyond the range of a
/// double is an error, unless it is written as `Infinity`. Unquoted names cannot contain escapes.
///
/// A number without fraction and exponent becomes an integer if it fits into 64 bits; `-0` becomes
/// 0. Numbers that do not become integers become doubles.
package struct JSONReader {
  let bytes: [UInt8]
  let limits: JSONLimits

  /// The offset of the next byte.
  package var at: Int
  var line = 1
  var lineStart: Int
  /// The number of bytes since `lineStart` that continue a scalar, and so are not counted as
  /// columns.
  ///
  /// Code that skips a scalar beyond ASCII must add the scalar's further bytes to this count.
  var continuations = 0
  private var values = 0
  private(set) var containers: [JSONContainer] = []

  package init(bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
    at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lineStart = at
  }

  /// Reads the bytes as one value; after this value, only blanks and comments are allowed.
  package static func read(
    _ bytes: [UInt8],
    limits: JSONLimits = .standard
  ) throws(Flaw) -> JSONNode {
    guard bytes.count <= limits.bytes else {
      throw Flaw("expected at most \(limits.bytes) bytes, found \(bytes.count)", at: .start)
    }
    var reader = JSONReader(bytes: bytes, limits: limits)
    try reader.checkText()
    try reader.skipBlanks()
    guard !reader.isAtEnd else {
      throw Flaw(
        bytes.isEmpty
          ? "expected a value, found an empty text"
          : "expected a value, found only blanks and comments",
        at: reader.position,
        kind: .empty
      )
    }
    let root = try reader.tree()
    try reader.skipBlanks()
    guard reader.isAtEnd else {
      throw reader.unexpected("the end of the text after this value")
    }
    return root
  }

  package var isAtEnd: Bool { at >= bytes.count }

  /// The next byte; 0 at the end, because `checkText` has refused any 0 in the text.
  package var byte: UInt8 { at < bytes.count ? bytes[at] : 0 }

  /// The byte after the next byte; 0 at the end.
  var byteAfter: UInt8 { at + 1 < bytes.count ? bytes[at + 1] : 0 }

  var position: Position {
    Position(line: line, column: at - lineStart - continuations + 1)
  }

  /// Reads a value with all nested values.
  ///
  /// The function loops over a list of open containers, because 64 levels of recursion would
  /// overflow a small stack in a debug build.
  private mutating func tree() throws(Flaw) -> JSONNode {
    while true {
      let position = position
      values += 1
      guard values <= limits.values else {
        throw Flaw("expected at most \(limits.values) values, found more", at: position)
      }
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        try open()
      } else if let root = try finish(JSONNode(value: try simpleValue(), position: position)) {
        return root
      }
      while let last = containers.last, byte == last.closing {
        at += 1
        containers.removeLast()
        if let root = try finish(last.node) { return root }
      }
      try startElement()
    }
  }

  private mutating func simpleValue() throws(Flaw) -> JSONNode.Value {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      .string(try string())
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"):
      try number()
    default:
      try keyword()
    }
  }

  private mutating func open() throws(Flaw) {
    guard containers.count < limits.depth else {
      throw Flaw(
        "expected at most \(limits.depth) levels of arrays and objects, found more",
        at: position
      )
    }
    containers.append(JSONContainer(isObject: byte == UInt8(ascii: "{"), opening: position))
    at += 1
    try skipBlanks()
  }

  /// Adds a complete value to the open container; returns the value if no container is open.
  private mutating func finish(_ node: JSONNode) throws(Flaw) -> JSONNode? {
    guard let last = containers.indices.last else { return node }
    containers[last].add(node)
    try skipBlanks()
    if byte == UInt8(ascii: ",") {
      at += 1
      try skipBlanks()
    } else if byte != containers[last].closing {
      throw unexpected(
        containers[last].isObject
          ? "“,” or “}” after this value" : "“,” or “]” after this value",
        within: containers[last].opening
      )
    }
    return nil
  }

  /// Moves to the start of the next value in the innermost container.
  private mutating func startElement() throws(Flaw) {
    guard let last = containers.indices.last else { return }
    let opening = containers[last].opening
    guard containers[last].isObject else {
      guard !isAtEnd, byte != UInt8(ascii: ",") else {
        throw unexpected("a value or “]”", within: opening)
      }
      return
    }
    let namePosition = position
    let name = try memberName(within: opening)
    if let first = containers[last].start(name, at: namePosition) {
      throw Flaw(
        "expected each name once in an object, found \(MessageText.quoted(name)) again after \(first)",
        at: namePosition
      )
    }
    try skipBlanks()
    switch byte {
    case UInt8(ascii: ":"): break
    case UInt8(ascii: "-"), UInt8(ascii: "."):
      throw inQuotes("“:” after this name", "a name with \(Unicode.Scalar(byte))")
    default: throw unexpected("“:” after this name", within: opening)
    }
    at += 1
    try skipBlanks()
  }

  private mutating func memberName(within opening: Position) throws(Flaw) -> String {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      return try string()
    }
    let name = identifier()
    switch byte {
    case _ where !name.isEmpty: return name
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      throw inQuotes("a name or “}”", "a name that begins with a digit")
    default: throw unexpected("a name or “}”", within: opening)
    }
  }
}

/// The limits of a text; the reader refuses a text that exceeds them.
///
/// The depth is limited, because code that writes, compares or frees the value recurses and needs
/// stack for each level. The reader itself does not recurse. In a debug build, the standard depth
/// fits a thread with a stack of 256 KiB, and a greater depth needs more.
package struct JSONLimits: Equatable, Sendable {
  package var bytes: Int
  package var depth: Int
  package var values: Int
  /// Whether to refuse whole numbers beyond 64 bits, which are otherwise read as the nearest
  /// double.
  package var isExact: Bool

  package init(
    bytes: Int = 4 << 20,
    depth: Int = 64,
    values: Int = 1_000_000,
    isExact: Bool = false
  ) {
    self.bytes = bytes
    self.depth = depth
    self.values = values
    self.isExact = isExact
  }

  package static let standard = JSONLimits()
  /// The limits for files that people write by hand.
  package static let exact = JSONLimits(isExact: true)
}

/// An array or object that the reader has not read to its end.
struct JSONContainer {
  let isObject: Bool
  let opening: Position
  private var nodes: [JSONNode] = []
  private var members: [JSONNode.Member] = []
  /// The members' names, stored as bytes because Swift treats some different strings as equal.
  private var names: Set<[UInt8]> = []
  /// Whether the names so far are in order, as in files that nightd wrote.
  private var isOrdered = true
  private var name = ""
  private var namePosition: Position

  init(isObject: Bool, opening: Position) {
    self.isObject = isObject
    self.opening = opening
    namePosition = opening
  }

  var closing: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

  var node: JSONNode {
    JSONNode(value: isObject ? .object(members) : .array(nodes), position: opening)
  }

  /// Starts a member; returns the position of an earlier member with the same name, or nil.
  ///
  /// As long as the names are strictly sorted, no two of them are equal, so no search is needed. If
  /// the names are not sorted, the first 16 names are compared one by one. Further names are
  /// hashed, so that large objects do not take quadratic time.
  mutating func start(_ name: String, at position: Position) -> Position? {
    isOrdered = isOrdered && members.last.map { $0.name.precedes(name) } ?? true
    let isNew: Bool
    if isOrdered {
      isNew = true
    } else if members.count < 16 {
      isNew = !members.contains { $0.name.isSameText(as: name) }
    } else {
      if names.isEmpty {
        names = Set(members.map { Array($0.name.utf8) })
      }
      isNew = names.insert(Array(name.utf8)).inserted
    }
    guard isNew else {
      return members.first { $0.name.isSameText(as: name) }?.namePosition ?? opening
    }
    self.name = name
    namePosition = position
    return nil
  }

  /// Adds an element, or the value of the member that was started.
  mutating func add(_ node: JSONNode) {
    if isObject {
      members.append(JSONNode.Member(name: name, namePosition: namePosition, node: node))
    } else {
      nodes.append(node)
    }
  }
}
