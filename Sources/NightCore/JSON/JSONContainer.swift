/// An array or object whose end the reader has not met yet.
struct JSONContainer {
  let isObject: Bool
  let opening: Position
  private var nodes: [JSONNode] = []
  private var members: [JSONNode.Member] = []
  /// As bytes: Swift takes texts for equal that only look equal.
  private var names: Set<[UInt8]> = []
  /// Whether each name so far stood behind the one before, as in what is written here.
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

  /// Starts a member; gives the place where the name stood before, if it did.
  ///
  /// Names in order need no search; of others few are looked through and many hashed, so that no
  /// object takes quadratic time.
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

  /// Adds an item, or the value of the member that was started.
  mutating func add(_ node: JSONNode) {
    if isObject {
      members.append(JSONNode.Member(name: name, namePosition: namePosition, node: node))
    } else {
      nodes.append(node)
    }
  }
}
