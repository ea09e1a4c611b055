import CToml
import NightCore

/// Reads a TOML file into a tree with positions, with the library toml++.
enum TomlReader {
  static let mostBytes = 64 << 10
  static let mostDepth = 32
  /// The most dots in a line: each may nest a table deeper, and toml++ handles nested tables by
  /// recursion, which can exhaust the stack.
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

  /// The part of the tree that was read so far.
  private struct Tree {
    private struct Container {
      let isTable: Bool
      let position: Position
      var name: (text: String, position: Position) = ("", .start)
      var members: [JSONNode.Member] = []
      var nodes: [JSONNode] = []
    }

    private var open: [Container] = []
    var root: JSONNode?
    var flaw: Flaw?

    mutating func take(_ kind: night_toml_kind, _ text: String, _ position: Position) -> Bool {
      switch kind {
      case NIGHT_TOML_TABLE, NIGHT_TOML_ARRAY:
        guard open.count < mostDepth else {
          flaw = Flaw("expected at most \(mostDepth) nested tables and lists", at: position)
          return false
        }
        open.append(Container(isTable: kind == NIGHT_TOML_TABLE, position: position))
      case NIGHT_TOML_END:
        guard let ended = open.popLast() else { return false }
        add(ended.isTable ? .object(ended.members) : .array(ended.nodes), ended.position)
      case NIGHT_TOML_KEY:
        guard !open.isEmpty else { return false }
        open[open.count - 1].name = (text, position)
      case NIGHT_TOML_NUMBER:
        add(Int64(text).map(JSONNode.Value.integer) ?? .double(Double(text) ?? 0), position)
      case NIGHT_TOML_FLAG: add(.bool(text == "true"), position)
      default: add(.string(text), position)
      }
      return true
    }

    private mutating func add(_ value: JSONNode.Value, _ position: Position) {
      let node = JSONNode(value: value, position: position)
      guard let last = open.indices.last else {
        root = node
        return
      }
      guard open[last].isTable else {
        open[last].nodes.append(node)
        return
      }
      let name = open[last].name
      open[last].members.append(.init(name: name.text, namePosition: name.position, node: node))
    }
  }
}
