import NightCore

/// A list or a map whose end has not come yet.
struct YamlContainer {
  let isMap: Bool
  let position: Position
  private var nodes: [JSONNode] = []
  private var members: [JSONNode.Member] = []
  private var name: (text: String, position: Position)?
  /// As bytes: Swift takes texts for equal that only look equal.
  private var places: [[UInt8]: Position] = [:]

  init(isMap: Bool, position: Position) {
    self.isMap = isMap
    self.position = position
  }

  /// Whether the next thing is to be the name of a member.
  var awaitsName: Bool { isMap && name == nil }

  var node: JSONNode {
    JSONNode(value: isMap ? .object(members) : .array(nodes), position: position)
  }

  mutating func add(_ node: JSONNode) throws(YamlError) {
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
      throw YamlError(
        position: node.position,
        message: "\(text.isEmpty ? "an empty name" : "“\(text)”") stands at \(first) already"
      )
    }
    name = (text, node.position)
  }
}
