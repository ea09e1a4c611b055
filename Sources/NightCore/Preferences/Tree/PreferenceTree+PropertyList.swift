/// The tree in forms that know dates and data themselves, and so need no dollars.
extension PreferenceTree {
  /// The tree as it is read: a dollar is doubled within the keys' values only.
  package static func json(_ tree: PreferenceValue) -> JSON {
    json(tree) { name, value in
      guard name == PreferenceKey.applications else { return value.json }
      return json(value) { _, section in json(section) { _, value in value.json } }
    }
  }

  private static func json(
    _ tree: PreferenceValue,
    _ inner: (String, PreferenceValue) -> JSON
  ) -> JSON {
    guard case .dictionary(let members) = tree else { return tree.json }
    return .object(members.map { .init(name: $0.name, value: inner($0.name, $0.value)) })
  }

  /// The tree as it is written.
  package static func value(_ tree: JSONNode) throws(PreferenceValue.Flaw) -> PreferenceValue {
    try value(tree) { (name, node) throws(PreferenceValue.Flaw) in
      guard name == PreferenceKey.applications else { return try PreferenceValue(node) }
      return try value(node) { (_, section) throws(PreferenceValue.Flaw) in
        try value(section) { (_, node) throws(PreferenceValue.Flaw) in try PreferenceValue(node) }
      }
    }
  }

  private static func value(
    _ tree: JSONNode,
    _ inner: (String, JSONNode) throws(PreferenceValue.Flaw) -> PreferenceValue
  ) throws(PreferenceValue.Flaw) -> PreferenceValue {
    guard let members = tree.members else { return try PreferenceValue(tree) }
    var values: [PreferenceValue.Member] = []
    values.reserveCapacity(members.count)
    for member in members {
      values.append(.init(name: member.name, value: try inner(member.name, member.node)))
    }
    guard let dictionary = PreferenceValue.dictionary(unordered: values) else {
      throw PreferenceValue.Flaw(position: tree.position, message: "a name stands twice")
    }
    return dictionary
  }
}
