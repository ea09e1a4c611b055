import Synchronization

/// The preferences that were set through the daemon: one section of the stored intent.
///
/// It never changes, so that an intent with thousands of keys is handed around, compared and, where
/// something else was changed, written again at the cost of an empty one.
package final class StoredPreferences: Sendable {
  /// What the section holds, in order, including what this version does not know.
  package let members: [JSON.Member]
  private let written = Mutex<String?>(nil)

  package static let none = StoredPreferences(ordered: [])

  private init(ordered members: [JSON.Member]) { self.members = members }

  package convenience init(_ members: [JSON.Member]) {
    self.init(ordered: JSON.ordered(members))
  }

  package var isEmpty: Bool { members.isEmpty }

  /// All of it as a file of its own.
  package var document: String { JSON.object(members).text(pretty: true) }

  /// As it stands in the file, indented to be its member.
  var text: String {
    if let text = written.withLock({ $0 }) { return text }
    let text = JSON.object(members).text(level: 1)
    written.withLock { $0 = text }
    return text
  }

  /// How many keys there are.
  var keys: Int { JSON.keys(in: members) }

  /// How long `text` is.
  var bytes: Int { JSON.object(members).bytes(level: 1) }

  package func json(at path: [String]) -> JSON? { JSON.value(at: path[...], in: members) }

  /// The outermost names of an application's section.
  func names(of application: String) -> [String] {
    guard case .object(let members)? = json(at: [PreferenceKey.applications, application]) else {
      return []
    }
    return members.map(\.name)
  }

  var applications: [String] {
    guard case .object(let members)? = json(at: [PreferenceKey.applications]) else { return [] }
    return members.map(\.name)
  }

  package func applying(_ edits: [PreferenceEdit]) -> StoredPreferences {
    var members = members
    for edit in edits {
      switch edit.subject {
      case .key(let key): JSON.put(edit.value?.json, at: key.path[...], in: &members)
      case .application(let application):
        JSON.put(nil, at: [PreferenceKey.applications, application][...], in: &members)
      }
    }
    return StoredPreferences(ordered: members)
  }
}

extension StoredPreferences: Equatable {
  package static func == (left: StoredPreferences, right: StoredPreferences) -> Bool {
    left === right || JSON.areSame(left.members, right.members)
  }
}
