/// A value as it was read, with the place where it starts.
package struct JSONNode: Equatable, Sendable {
  /// What stands at the node.
  package enum Value: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// A name, its place, and the value that it names.
  package struct Member: Equatable, Sendable {
    package var name: String
    package var namePosition: Position
    package var node: JSONNode

    package init(name: String, namePosition: Position, node: JSONNode) {
      self.name = name
      self.namePosition = namePosition
      self.node = node
    }
  }

  package var value: Value
  package var position: Position

  package init(value: Value, position: Position) {
    self.value = value
    self.position = position
  }

  /// The member of that name; nil where there is none or this is no object.
  ///
  /// Looks through the members in order: to handle every member, walk `members` instead.
  package subscript(name: String) -> JSONNode? {
    members?.first { $0.name.isSameText(as: name) }?.node
  }

  /// The members in the order of the text; nil where this is no object.
  package var members: [Member]? {
    guard case .object(let members) = value else { return nil }
    return members
  }

  /// The value without places.
  package var plain: JSON {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .array(let nodes): .array(nodes.map(\.plain))
    case .object(let members):
      .object(members.map { JSON.Member(name: $0.name, value: $0.node.plain) })
    }
  }
}
