/// Preferences as one dictionary, as files and exports have them: names nest at the dots, and `app`
/// holds a dictionary for each application.
package enum PreferenceTree {
  /// Why a tree is none of preferences, and the names that lead to what is wrong.
  package struct Flaw: Error, Equatable {
    package let path: [String]
    package let message: String
  }

  /// What the tree says, in its order, as changes of which each could be made.
  ///
  /// Under an application the outermost names are the keys; what they hold is their value.
  package static func edits(_ tree: PreferenceValue) throws(Flaw) -> [PreferenceEdit] {
    guard case .dictionary(let members) = tree else {
      throw Flaw(path: [], message: "expected a dictionary of preferences")
    }
    var edits: [PreferenceEdit] = []
    for member in members {
      switch (member.name, member.value) {
      case (PreferenceKey.applications, let sections): try add(sections, to: &edits)
      // A hand-written file says so of itself.
      case (ConfigFile.formatName, .integer(1...ConfigFile.format)): break
      default: try add(member, below: [], to: &edits)
      }
    }
    return edits
  }

  private static func add(
    _ member: PreferenceValue.Member,
    below names: [String],
    to edits: inout [PreferenceEdit]
  ) throws(Flaw) {
    let path = names + [member.name]
    let key = try key(member.name, at: path, of: "")
    if PreferenceTable.entry(key) == nil, PreferenceTable.isPrefix(key.name) {
      guard case .dictionary(let inner) = member.value else {
        throw Flaw(path: path, message: "\(key.name) holds other names: expected a dictionary")
      }
      for member in inner { try add(member, below: path, to: &edits) }
    } else {
      edits.append(try edit(key, member.value, at: path))
    }
  }

  private static func add(
    _ sections: PreferenceValue,
    to edits: inout [PreferenceEdit]
  ) throws(Flaw) {
    let top = [PreferenceKey.applications]
    guard case .dictionary(let sections) = sections else {
      throw Flaw(path: top, message: "expected a dictionary with a member for each application")
    }
    for section in sections {
      let path = top + [section.name]
      guard !section.name.isEmpty, case .dictionary(let members) = section.value else {
        throw Flaw(
          path: path,
          message: "expected an application's name, and a dictionary with its preferences"
        )
      }
      for member in members {
        let path = path + [member.name]
        let key = try key(member.name, at: path, of: section.name)
        edits.append(try edit(key, member.value, at: path))
      }
    }
  }

  private static func key(
    _ name: String,
    at path: [String],
    of application: String
  ) throws(Flaw) -> PreferenceKey {
    guard !name.utf8.contains(UInt8(ascii: ".")) else {
      throw Flaw(
        path: path,
        message: "names nest at their dots: expected a dictionary for each part"
      )
    }
    let names = application.isEmpty ? path : [name]
    do throws(PreferenceKey.Flaw) {
      return try PreferenceKey(names.joined(separator: "."), of: application)
    } catch {
      throw Flaw(path: path, message: error.message)
    }
  }

  private static func edit(
    _ key: PreferenceKey,
    _ value: PreferenceValue,
    at path: [String]
  ) throws(Flaw) -> PreferenceEdit {
    switch key.judge(value) {
    case .success(let value): return PreferenceEdit(key, value)
    case .failure(let flaw): throw Flaw(path: path, message: flaw.message)
    }
  }
}

extension PreferenceTree.Flaw {
  /// Where in a text that the names lead into; the object that does not have the last of them
  /// where that is all there is.
  package func position(in root: JSONNode) -> Position {
    var node = root
    for name in path {
      guard let member = node.members?.first(where: { $0.name.isSameText(as: name) }) else { break }
      node = member.node
    }
    return node.position
  }
}
