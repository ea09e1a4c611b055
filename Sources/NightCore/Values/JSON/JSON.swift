/// A JSON value; objects keep the order of their members.
///
/// Strings are compared as Swift compares them, so strings with different bytes can be equal.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A member of an object: a name and its value.
  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSON

    package init(name: String, value: JSON) {
      self.name = name
      self.value = value
    }
  }
}

/// A value, and the position where it starts in the text.
package struct JSONNode: Equatable, Sendable {
  /// The value of a node; the elements of an array and the values of members are nodes too.
  package enum Value: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// A member of an object: a name, its position, and the value.
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

  /// The value of the member with this name; nil if the object has no such member, or if the node
  /// is not an object.
  ///
  /// Each call searches from the start, so use `members` to handle all members.
  package subscript(name: String) -> JSONNode? {
    members?.first { $0.name.isSameText(as: name) }?.node
  }

  /// The members in the order of the text; nil if the node is not an object.
  package var members: [Member]? {
    guard case .object(let members) = value else { return nil }
    return members
  }

  /// The node's value without the positions.
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

/// A line and column in a text, counted from 1 as editors do.
///
/// Columns count Unicode scalars, and a tab is one column. LF, CR and CRLF each end one line. A
/// byte order mark at the start is not a column.
package struct Position: Equatable, Hashable, Sendable, CustomStringConvertible {
  package var line: Int
  package var column: Int

  package static let start = Position(line: 1, column: 1)

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package var description: String { "\(line):\(column)" }
}
