import Synchronization

/// The preferences that were set through the daemon: one section of the stored intent.
///
/// It never changes, so that an intent with thousands of keys is handed around, compared and, where
/// something else was changed, written again at the cost of an empty one.
package final class StoredPreferences: Sendable {
  /// What the section holds, in order, including what this version does not know.
  package let members: [JSON.Member]
  private let known: Mutex<Known>

  /// What is worked out once, when it is first asked for.
  private struct Known {
    var text: String?
    var size: Size?
  }

  /// How much is stored.
  struct Size: Equatable {
    var keys: Int
    /// About how long the section is.
    var bytes: Int
  }

  package static let none = StoredPreferences(ordered: [], Size(keys: 0, bytes: 4))

  private init(ordered members: [JSON.Member], _ size: Size?) {
    self.members = members
    known = Mutex(Known(text: nil, size: size))
  }

  package convenience init(_ members: [JSON.Member]) {
    guard case .object(let members) = JSON.object(members).ordered else {
      self.init(ordered: [], nil)
      return
    }
    self.init(ordered: members, nil)
  }

  package var isEmpty: Bool { members.isEmpty }

  /// All of it as a file of its own.
  package var document: String { JSON.object(members).text(pretty: true) }

  /// As it stands in the file, indented to be its member.
  var text: String {
    if let text = known.withLock({ $0.text }) { return text }
    let text = JSON.object(members).text(level: 1)
    known.withLock { $0.text = text }
    return text
  }

  var size: Size {
    if let size = known.withLock({ $0.size }) { return size }
    let size = Size(keys: JSON.keys(in: members), bytes: JSON.object(members).bytes(level: 1))
    known.withLock { $0.size = size }
    return size
  }

  /// Whether the section, reckoned by a little more than it takes, is that long.
  func exceeds(_ limit: Int) -> Bool {
    // Objects that were made for one key are not in the first figure; there is room for them.
    size.bytes > limit / 4 && JSON.object(members).bytes(level: 1) > limit
  }

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
    // Reckoned by what each edit adds and takes away, which many keys make dear otherwise.
    var size = size
    for edit in edits {
      let path: [String]
      switch edit.subject {
      case .key(let key): path = key.path
      case .application(let application): path = [PreferenceKey.applications, application]
      }
      let value = edit.value?.json
      if let old = JSON.value(at: path[...], in: members) { size.take(old, path, by: -1) }
      if let value { size.take(value, path, by: 1) }
      JSON.put(value, at: path[...], in: &members)
    }
    return StoredPreferences(ordered: members, size)
  }
}

extension StoredPreferences: Equatable {
  package static func == (left: StoredPreferences, right: StoredPreferences) -> Bool {
    left === right || JSON.areSame(left.members, right.members)
  }
}

extension StoredPreferences.Size {
  /// What a value takes with its own name; the objects around it may have been there before.
  fileprivate mutating func take(_ value: JSON, _ path: [String], by sign: Int) {
    let name = path.last ?? ""
    keys += sign * JSON.keys(in: [.init(name: name, value: value)])
    bytes += sign * (value.bytes(level: path.count) + name.utf8.count + 2 * path.count + 6)
  }
}
