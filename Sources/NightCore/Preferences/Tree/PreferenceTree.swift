/// Preferences as one dictionary, as files and exports have them: names nest at the dots, and `app`
/// holds a dictionary for each application.
///
/// The names that lead to a key stand as they are; only within its value does a dollar stand twice.
package struct PreferenceTree {
  /// Why a tree is none of preferences, the names that lead to what is wrong, and its place.
  package struct Flaw: Error, Equatable {
    package let path: [String]
    package let position: Position
    package let message: String
  }

  /// What the tree says, in the order of the names, as changes of which each could be made.
  ///
  /// Under an application the outermost names are the keys; what they hold is their value.
  package private(set) var edits: [PreferenceEdit] = []
  /// What could not be set, and is just so already: another version of nightd stored it.
  package private(set) var standing: [Flaw] = []
  private let stored: StoredPreferences

  package init(_ tree: JSONNode, beside stored: StoredPreferences = .none) throws(Flaw) {
    self.stored = stored
    guard let members = tree.names else {
      throw Place(path: [], node: tree).flaw("expected a dictionary of preferences")
    }
    for member in members {
      let place = Place(path: [member.name], node: member.node)
      switch (member.name, member.node.value) {
      case (PreferenceKey.applications, _): try add(sections: place)
      // A hand-written file says so of itself.
      case (ConfigFile.formatName, .integer(1...ConfigFile.format)): break
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
      let inner = try place.names("\(key.name) holds other names: expected a dictionary")
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
    guard place.path == flaw.path, let there = stored.json(at: place.path),
      there.isSame(as: place.node.plain.ordered)
    else { throw flaw }
    standing.append(flaw)
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
      Flaw(path: path, position: node.position, message: message)
    }

    func key(of application: String) throws(Flaw) -> PreferenceKey {
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
      case .failure(let flaw):
        let position = node.part(flaw).position
        throw Flaw(path: path, position: position, message: flaw.message)
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
