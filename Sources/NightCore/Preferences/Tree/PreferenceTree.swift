/// The preferences as one dictionary, the form that files and exports use.
///
/// Each dot in a key's name leads into a nested dictionary. The member `app` contains a dictionary
/// for each application. Inside a value, a name with a leading dollar sign gets a second dollar
/// sign, but the names that lead to a key do not change.
package struct PreferenceTree {
  /// The values of the tree as edits that set these values, sorted by name.
  ///
  /// In an application's dictionary, each outermost name is a key, and everything below that name
  /// is the key's value.
  package private(set) var edits: [PreferenceEdit] = []
  /// The flaws of values that could not be set now, but may stay because they are already stored.
  ///
  /// Another version of nightd stored these values.
  package private(set) var keptFlaws: [Flaw] = []
  private let stored: StoredPreferences

  package init(_ tree: JSONNode, beside stored: StoredPreferences = .none) throws(Flaw) {
    self.stored = stored
    // Accept a file with only the member `$schema`, although the file looks like an object with a
    // tag.
    guard let members = tree.names ?? tree[JSONSchema.reference].map({ _ in [] }) else {
      throw Place(path: [], node: tree).flaw("expected a dictionary of preferences")
    }
    for member in members {
      let place = Place(path: [member.name], node: member.node)
      switch (member.name, member.node.value) {
      case (PreferenceKey.applications, _): try add(sections: place)
      // Ignore the format number and the member `$schema` of a hand-written file, because they are
      // not preferences.
      case (ConfigFile.formatName, .integer(1...ConfigFile.format)): break
      case (JSONSchema.reference, _): break
      default: try add(place)
      }
    }
  }

  private mutating func add(_ place: Place) throws(Flaw) {
    do throws(Flaw) {
      let key = try place.key(of: "")
      guard PreferenceTable.entry(key) == nil, PreferenceTable.isPrefix(key.name) else {
        return edits.append(try place.edit(key))
      }
      let inner = try place.names("\(key.name) contains other keys: expected a dictionary")
      for place in inner { try add(place) }
    } catch {
      try pass(place, error)
    }
  }

  private mutating func add(sections top: Place) throws(Flaw) {
    do throws(Flaw) {
      let sections = try top.names("expected a dictionary with a member for each application")
      for section in sections { try add(section: section) }
    } catch {
      try pass(top, error)
    }
  }

  private mutating func add(section: Place) throws(Flaw) {
    let expected = "expected an application's name, and a dictionary with its preferences"
    do throws(Flaw) {
      guard !section.name.isEmpty else { throw section.flaw(expected) }
      for place in try section.names(expected) {
        do throws(Flaw) {
          edits.append(try place.edit(try place.key(of: section.name)))
        } catch {
          try pass(place, error)
        }
      }
    } catch {
      try pass(section, error)
    }
  }

  private mutating func pass(_ place: Place, _ flaw: Flaw) throws(Flaw) {
    guard case .names(place.path, _) = flaw.location, let there = stored.json(at: place.path),
      there.isSame(as: place.node.plain.ordered)
    else { throw flaw }
    keptFlaws.append(flaw)
  }

  /// A value in the tree, and the names that lead to it.
  private struct Place {
    let path: [String]
    let node: JSONNode

    var name: String { path.last ?? "" }

    func names(_ expected: String) throws(Flaw) -> [Place] {
      guard let members = node.names else { throw flaw(expected) }
      return members.map { Place(path: path + [$0.name], node: $0.node) }
    }

    func flaw(_ message: String) -> Flaw {
      Flaw(message, at: .names(path, node.position))
    }

    func key(of application: String) throws(Flaw) -> PreferenceKey {
      guard !name.utf8.contains(UInt8(ascii: ".")) else {
        throw flaw(
          "a name here must not contain dots: expected a dictionary for each part of the name"
        )
      }
      let names = application.isEmpty ? path : [name]
      do throws(Flaw) {
        return try PreferenceKey(names.joined(separator: "."), of: application)
      } catch {
        throw error.at(.names(path, node.position))
      }
    }

    func edit(_ key: PreferenceKey) throws(Flaw) -> PreferenceEdit {
      do throws(Flaw) {
        return PreferenceEdit(key, try key.judge(try PreferenceValue(node)))
      } catch {
        throw error.at(.names(path, node.position(of: error)))
      }
    }
  }
}

extension JSONNode {
  /// The members sorted by the bytes of their names; nil if the node is not a dictionary.
  fileprivate var names: [Member]? {
    guard let members else { return nil }
    if members.count == 1, let first = members.first, case .string = first.node.value,
      PreferenceValue.isTag(first.name)
    {
      return nil
    }
    return members.sorted { $0.name.precedes($1.name) }
  }
}

/// Converts the tree for file formats that have types for dates and data, and so need no tags.
extension PreferenceTree {
  /// The tree in nightd's JSON form; only names inside a key's value get a second dollar sign.
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

  /// Converts a tree in nightd's JSON form to the value that other file formats store.
  package static func value(_ tree: JSONNode) throws(Flaw) -> PreferenceValue {
    try value(tree) { (name, node) throws(Flaw) in
      guard name == PreferenceKey.applications else { return try PreferenceValue(node) }
      return try value(node) { (_, section) throws(Flaw) in
        try value(section) { (_, node) throws(Flaw) in try PreferenceValue(node) }
      }
    }
  }

  private static func value(
    _ tree: JSONNode,
    _ inner: (String, JSONNode) throws(Flaw) -> PreferenceValue
  ) throws(Flaw) -> PreferenceValue {
    guard let members = tree.members else { return try PreferenceValue(tree) }
    var values: [PreferenceValue.Member] = []
    values.reserveCapacity(members.count)
    for member in members {
      values.append(.init(name: member.name, value: try inner(member.name, member.node)))
    }
    guard let dictionary = PreferenceValue.dictionary(unordered: values) else {
      throw Flaw("a name occurs twice", at: tree.position)
    }
    return dictionary
  }
}
