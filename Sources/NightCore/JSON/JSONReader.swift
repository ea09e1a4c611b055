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
  private var containers: [JSONContainer] = []

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
    let root = try reader.tree()
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

  /// Reads a value with everything in it.
  ///
  /// A loop with the open containers beside it, because unoptimised frames are so large that 64
  /// levels of recursion overrun a small stack.
  private mutating func tree() throws(JSONError) -> JSONNode {
    while true {
      let position = position
      values += 1
      guard values <= limits.values else {
        throw JSONError(
          kind: .tooMany,
          position: position,
          message: "expected at most \(limits.values) values, found more"
        )
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

  private mutating func simpleValue() throws(JSONError) -> JSONNode.Value {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      .string(try string())
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"):
      try number()
    default:
      try word()
    }
  }

  private mutating func open() throws(JSONError) {
    guard containers.count < limits.depth else {
      throw JSONError(
        kind: .tooDeep,
        position: position,
        message: "expected at most \(limits.depth) levels of arrays and objects, found more"
      )
    }
    containers.append(JSONContainer(isObject: byte == UInt8(ascii: "{"), opening: position))
    at += 1
    try skipBlanks()
  }

  /// Puts a whole value where it belongs; gives it back where nothing is open.
  private mutating func finish(_ node: JSONNode) throws(JSONError) -> JSONNode? {
    guard let last = containers.indices.last else { return node }
    containers[last].add(node)
    try skipBlanks()
    if byte == UInt8(ascii: ",") {
      at += 1
      try skipBlanks()
    } else if byte != containers[last].closing {
      throw unexpected(
        containers[last].isObject
          ? "',' or '}' after this value" : "',' or ']' after this value",
        within: containers[last].opening
      )
    }
    return nil
  }

  /// Goes to where the next value of the innermost container starts.
  private mutating func startElement() throws(JSONError) {
    guard let last = containers.indices.last else { return }
    let opening = containers[last].opening
    guard containers[last].isObject else {
      guard !isAtEnd, byte != UInt8(ascii: ",") else {
        throw unexpected("a value or ']'", within: opening)
      }
      return
    }
    let namePosition = position
    let name = try memberName(within: opening)
    if let first = containers[last].start(name, at: namePosition) {
      throw JSONError(
        kind: .duplicate,
        position: namePosition,
        message:
          "expected each name once in an object, found \(Self.quoted(name)) again after \(first)"
      )
    }
    try skipBlanks()
    switch byte {
    case UInt8(ascii: ":"): break
    case UInt8(ascii: "-"), UInt8(ascii: "."):
      throw inQuotes("':' after this name", "a name with \(Unicode.Scalar(byte))")
    default: throw unexpected("':' after this name", within: opening)
    }
    at += 1
    try skipBlanks()
  }

  private mutating func memberName(within opening: Position) throws(JSONError) -> String {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      return try string()
    }
    let name = identifier()
    switch byte {
    case _ where !name.isEmpty: return name
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      throw inQuotes("a name or '}'", "a name that begins with a digit")
    default: throw unexpected("a name or '}'", within: opening)
    }
  }
}
