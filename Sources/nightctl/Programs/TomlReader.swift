import CToml
import NightCore

/// Uses the library toml++ to read a TOML file into a tree with positions.
enum TomlReader {
  static let mostBytes = 64 << 10
  static let mostDepth = 32
  /// The maximum number of dots in a line.
  ///
  /// Each dot may begin another nested table, and toml++ handles nested tables by recursion, which
  /// can exhaust the stack.
  private static let mostDots = 256

  static func read(_ bytes: [UInt8]) throws(Flaw) -> JSONNode {
    guard bytes.count <= mostBytes else {
      throw Flaw("expected at most \(mostBytes) bytes of TOML, found \(bytes.count)", at: .start)
    }
    for (index, line) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated()
    where line.count(where: { $0 == UInt8(ascii: ".") }) > mostDots {
      throw Flaw(
        "expected at most \(mostDots) dots in a line of TOML",
        at: Position(line: index + 1, column: 1)
      )
    }
    var tree = Tree()
    var mistake = night_toml_mistake()
    let isRead = withUnsafeMutablePointer(to: &tree) { tree in
      bytes.withUnsafeBytes { buffer in
        night_toml_read(
          buffer.bindMemory(to: CChar.self).baseAddress,
          buffer.count,
          take,
          tree,
          &mistake
        )
      }
    }
    if let flaw = tree.flaw { throw flaw }
    guard isRead == 1, let root = tree.root else {
      let text = withUnsafeBytes(of: mistake.text) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw Flaw(
        "this is not valid TOML: \(text.isEmpty ? "it cannot be read" : text)",
        at: Position(line: max(1, Int(mistake.line)), column: max(1, Int(mistake.column)))
      )
    }
    return root
  }

  /// Adds one part of the file to the tree.
  private static let take: night_toml_event = { context, kind, text, length, line, column in
    guard let tree = context?.assumingMemoryBound(to: Tree.self) else { return 0 }
    let bytes = UnsafeRawBufferPointer(start: text, count: length)
    let position = Position(line: max(1, Int(line)), column: max(1, Int(column)))
    return tree.pointee.take(kind, String(decoding: bytes, as: UTF8.self), position) ? 1 : 0
  }

  /// The part of the tree that has been read so far.
  private struct Tree {
    private var open: [NodeContainer] = []
    var root: JSONNode?
    var flaw: Flaw?

    mutating func take(_ kind: night_toml_kind, _ text: String, _ position: Position) -> Bool {
      do throws(Flaw) {
        try add(kind, text, position)
        return true
      } catch {
        flaw = error
        return false
      }
    }

    private mutating func add(
      _ kind: night_toml_kind,
      _ text: String,
      _ position: Position
    ) throws(Flaw) {
      let value: JSONNode.Value
      switch kind {
      case NIGHT_TOML_TABLE, NIGHT_TOML_ARRAY:
        guard open.count < mostDepth else {
          throw Flaw("expected at most \(mostDepth) nested tables and lists", at: position)
        }
        return open.append(NodeContainer(isMap: kind == NIGHT_TOML_TABLE, position: position))
      case NIGHT_TOML_END:
        if let ended = open.popLast() { try add(ended.node) }
        return
      case NIGHT_TOML_NUMBER:
        value = Int64(text).map(JSONNode.Value.integer) ?? .double(Double(text) ?? 0)
      case NIGHT_TOML_FLAG: value = .bool(text == "true")
      default: value = .string(text)
      }
      try add(JSONNode(value: value, position: position))
    }

    private mutating func add(_ node: JSONNode) throws(Flaw) {
      guard let last = open.indices.last else {
        root = node
        return
      }
      try open[last].add(node)
    }
  }
}
