import NightCore

/// A list or table in a YAML or TOML file, while only a part of it has been read.
struct NodeContainer {
  let isMap: Bool
  let position: Position
  private var nodes: [JSONNode] = []
  private var members: [JSONNode.Member] = []
  private var name: (text: String, position: Position)?
  /// The positions of the names that were read so far.
  ///
  /// The keys are bytes, because Swift treats some strings with different bytes as equal.
  private var places: [[UInt8]: Position] = [:]

  init(isMap: Bool, position: Position) {
    self.isMap = isMap
    self.position = position
  }

  /// Whether the next node must be a name in this table.
  var awaitsName: Bool { isMap && name == nil }

  var node: JSONNode {
    JSONNode(value: isMap ? .object(members) : .array(nodes), position: position)
  }

  mutating func add(_ node: JSONNode) throws(Flaw) {
    guard isMap else {
      nodes.append(node)
      return
    }
    if let name {
      members.append(.init(name: name.text, namePosition: name.position, node: node))
      self.name = nil
      return
    }
    guard case .string(let text) = node.value else { return }
    if let first = places.updateValue(node.position, forKey: Array(text.utf8)) {
      throw Flaw(
        "\(text.isEmpty ? "an empty name" : "“\(text)”") is already at \(first)",
        at: node.position
      )
    }
    name = (text, node.position)
  }
}
