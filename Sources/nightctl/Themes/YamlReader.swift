import CYaml
import NightCore

/// Reads one YAML document into a tree with positions, from the events of libyaml.
///
/// Each scalar is read as a string, and the caller decides what a plain scalar means. Aliases are
/// refused, because a few aliases can expand into millions of values, and colour schemes have no
/// aliases.
struct YamlReader {
  static let mostBytes = 1 << 20
  static let mostDepth = 16
  static let mostNodes = 10_000

  static func read(_ bytes: [UInt8]) throws(Flaw) -> JSONNode {
    let start = Position.start
    guard bytes.count <= mostBytes else {
      throw Flaw("expected at most \(mostBytes) bytes of YAML, found \(bytes.count)", at: start)
    }
    try refuseDirectives(bytes)
    // The parser stores its own address, so the parser must not be moved in memory.
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else {
      throw Flaw("there is not enough memory to read it", at: start)
    }
    defer { yaml_parser_delete(parser) }
    let result: Result<JSONNode, Flaw> = bytes.withUnsafeBufferPointer { buffer in
      yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
      var reader = YamlReader(bytes: bytes)
      do throws(Flaw) { return .success(try reader.document(parser)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private let bytes: [UInt8]
  private var open: [NodeContainer] = []
  private var root: JSONNode?
  private var count = 0

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func document(
    _ parser: UnsafeMutablePointer<yaml_parser_t>
  ) throws(Flaw) -> JSONNode {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { throw error(of: parser) }
      defer { yaml_event_delete(&event) }
      guard event.type != YAML_STREAM_END_EVENT else { break }
      try handle(event)
    }
    guard let root else {
      throw Flaw("expected a YAML document, found nothing", at: .start)
    }
    return root
  }

  private mutating func handle(_ event: yaml_event_t) throws(Flaw) {
    let position = Self.position(event.start_mark)
    switch event.type {
    case YAML_DOCUMENT_START_EVENT:
      guard root == nil else {
        throw Flaw("expected one document, found a second one", at: position)
      }
    case YAML_ALIAS_EVENT:
      throw Flaw("expected a value, found an alias (*)", at: position)
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let text = String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length),
        as: UTF8.self
      )
      try add(JSONNode(value: .string(text), position: position))
    case YAML_SEQUENCE_START_EVENT: try begin(NodeContainer(isMap: false, position: position))
    case YAML_MAPPING_START_EVENT: try begin(NodeContainer(isMap: true, position: position))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      guard let ended = open.popLast() else { return }
      try add(ended.node)
    default: break
    }
  }

  private mutating func begin(_ container: NodeContainer) throws(Flaw) {
    guard open.count < Self.mostDepth else {
      throw Flaw(
        "expected at most \(Self.mostDepth) nested levels of YAML",
        at: container.position
      )
    }
    if let last = open.last, last.awaitsName {
      throw Flaw("expected a string as a name", at: container.position)
    }
    open.append(container)
  }

  private mutating func add(_ node: JSONNode) throws(Flaw) {
    count += 1
    guard count <= Self.mostNodes else {
      throw Flaw("expected at most \(Self.mostNodes) values", at: node.position)
    }
    guard !open.isEmpty else {
      root = node
      return
    }
    try open[open.count - 1].add(node)
  }

  // MARK: - Checks before parsing

  /// Throws if a line begins with a percent sign (a directive), except for `%YAML`.
  ///
  /// Colour schemes have no directives. Many directives would take a long time to read, because
  /// libyaml compares each directive with all earlier ones.
  private static func refuseDirectives(_ bytes: [UInt8]) throws(Flaw) {
    let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    guard !isWide else {
      throw Flaw("expected UTF-8 text", at: .start)
    }
    var line = 1
    var at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while at < bytes.count {
      let rest = bytes[at...]
      if rest.first == UInt8(ascii: "%"), !rest.starts(with: Array("%YAML ".utf8)) {
        throw Flaw(
          "expected no YAML directive other than %YAML",
          at: Position(line: line, column: 1)
        )
      }
      guard let end = lineEnd(rest) else { return }
      at = end
      line += 1
    }
  }

  /// The index after the next line break, by libyaml's rules.
  private static func lineEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    for at in bytes.indices {
      switch bytes[at] {
      case 0x0A: return at + 1
      case 0x0D: return bytes[at...].starts(with: [0x0D, 0x0A]) ? at + 2 : at + 1
      case 0xC2 where bytes[at...].starts(with: [0xC2, 0x85]): return at + 2
      case 0xE2
      where bytes[at...].starts(with: [0xE2, 0x80, 0xA8])
        || bytes[at...].starts(with: [0xE2, 0x80, 0xA9]):
        return at + 3
      default: break
      }
    }
    return nil
  }

  // MARK: - Places

  /// Converts libyaml's positions, which count from 0, to positions that count lines and columns
  /// from 1.
  ///
  /// libyaml's columns are characters, not bytes.
  private static func position(_ mark: yaml_mark_t) -> Position {
    Position(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
  }

  private func error(of parser: UnsafeMutablePointer<yaml_parser_t>) -> Flaw {
    func string(_ text: UnsafePointer<CChar>?) -> String {
      text.map { String(cString: $0) } ?? ""
    }
    let problem = string(parser.pointee.problem), context = string(parser.pointee.context)
    // If bytes are not valid text, libyaml reports only their offset in the file.
    guard parser.pointee.error != YAML_READER_ERROR else {
      let before = bytes.prefix(Int(clamping: parser.pointee.problem_offset))
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }
        .count { $0 & 0xC0 != 0x80 }
      return Flaw(
        "this is not valid YAML text: \(problem)",
        at: Position(line: line, column: column + 1)
      )
    }
    return Flaw(
      "this is not valid YAML: \(problem)" + (context.isEmpty ? "" : " \(context)"),
      at: Self.position(parser.pointee.problem_mark)
    )
  }
}
