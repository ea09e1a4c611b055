/// Preferences as one dictionary, as files and exports have them: names nest at the dots, and `app`
/// holds a dictionary for each application.
///
/// The names that lead to a key stand as they are; only within its value does a dollar stand twice.
package enum PreferenceTree {
  /// Why a tree is none of preferences, the names that lead to what is wrong, and its place.
  package struct Flaw: Error, Equatable {
    package let path: [String]
    package let position: Position
    package let message: String
  }

  /// What the tree says, in the order of the names, as changes of which each could be made.
  ///
  /// Under an application the outermost names are the keys; what they hold is their value.
  package static func edits(_ tree: JSONNode) throws(Flaw) -> [PreferenceEdit] {
    guard let members = tree.names else {
      throw Flaw(
        path: [],
        position: tree.position,
        message: "expected a dictionary of preferences"
      )
    }
    var edits: [PreferenceEdit] = []
    for member in members {
      switch (member.name, member.node.value) {
      case (PreferenceKey.applications, _): try add(member.node, to: &edits)
      // A hand-written file says so of itself.
      case (ConfigFile.formatName, .integer(1...ConfigFile.format)): break
      default: try add(member, below: [], to: &edits)
      }
    }
    return edits
  }

  private static func add(
    _ member: JSONNode.Member,
    below names: [String],
    to edits: inout [PreferenceEdit]
  ) throws(Flaw) {
    let place = Place(path: names + [member.name], node: member.node)
    let key = try place.key(of: "")
    guard PreferenceTable.entry(key) == nil, PreferenceTable.isPrefix(key.name) else {
      return edits.append(try place.edit(key))
    }
    guard let inner = member.node.names else {
      throw place.flaw("\(key.name) holds other names: expected a dictionary")
    }
    for member in inner { try add(member, below: place.path, to: &edits) }
  }

  private static func add(
    _ sections: JSONNode,
    to edits: inout [PreferenceEdit]
  ) throws(Flaw) {
    let top = Place(path: [PreferenceKey.applications], node: sections)
    guard let sections = sections.names else {
      throw top.flaw("expected a dictionary with a member for each application")
    }
    for section in sections {
      let path = top.path + [section.name]
      guard !section.name.isEmpty, let members = section.node.names else {
        throw Place(path: path, node: section.node).flaw(
          "expected an application's name, and a dictionary with its preferences"
        )
      }
      for member in members {
        let place = Place(path: path + [member.name], node: member.node)
        edits.append(try place.edit(try place.key(of: section.name)))
      }
    }
  }

  /// A value in the tree, and the names that lead to it.
  private struct Place {
    let path: [String]
    let node: JSONNode

    func flaw(_ message: String) -> Flaw {
      Flaw(path: path, position: node.position, message: message)
    }

    func key(of application: String) throws(Flaw) -> PreferenceKey {
      let name = path.last ?? ""
      guard !name.utf8.contains(UInt8(ascii: ".")) else {
        throw flaw("names nest at their dots: expected a dictionary for each part")
      }
      let names = application.isEmpty ? path : [name]
      do throws(PreferenceKey.Flaw) {
        return try PreferenceKey(names.joined(separator: "."), of: application)
      } catch {
        throw flaw(error.message)
      }
    }

    func edit(_ key: PreferenceKey) throws(Flaw) -> PreferenceEdit {
      let value: PreferenceValue
      do throws(PreferenceValue.Flaw) { value = try PreferenceValue(node) } catch {
        throw Flaw(path: path, position: error.position ?? node.position, message: error.message)
      }
      switch key.judge(value) {
      case .success(let value): return PreferenceEdit(key, value)
      case .failure(let flaw): throw self.flaw(flaw.message)
      }
    }
  }
}

extension JSONNode {
  /// The names that stand here, in the order of their bytes; nil where it is a value.
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
