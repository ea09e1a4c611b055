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
  package struct Size: Equatable {
    let keys: Int
    /// How long the section is, or a little more.
    package let bytes: Int
    /// How many values a call counts that writes it all.
    let values: Int
  }

  package static let none = StoredPreferences(ordered: [])

  private init(ordered members: [JSON.Member]) {
    self.members = members
    known = Mutex(Known())
  }

  package convenience init(_ members: [JSON.Member]) {
    guard case .object(let members) = JSON.object(members).ordered else {
      self.init(ordered: [])
      return
    }
    self.init(ordered: members)
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

  package var size: Size {
    if let size = known.withLock({ $0.size }) { return size }
    let size = Size(
      keys: JSON.keys(in: members),
      bytes: JSON.object(members).bytes(level: 1),
      values: JSON.values(in: members)
    )
    known.withLock { $0.size = size }
    return size
  }

  /// Whether the section is longer; it is written only where the reckoning does not tell.
  func exceeds(_ limit: Int) -> Bool { size.bytes > limit && text.utf8.count > limit }

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
    applying(edits) { _, _ in }
  }

  /// `check` sees each edit before it is made, and what those before it left.
  func applying<Failure: Error>(
    _ edits: [PreferenceEdit],
    check: (PreferenceEdit, [JSON.Member]) throws(Failure) -> Void
  ) throws(Failure) -> StoredPreferences {
    var members = members
    for edit in edits {
      try check(edit, members)
      JSON.put(edit.value?.json, at: edit.path[...], in: &members)
    }
    return StoredPreferences(ordered: members)
  }
}

extension StoredPreferences: Equatable {
  package static func == (left: StoredPreferences, right: StoredPreferences) -> Bool {
    left === right || JSON.areSame(left.members, right.members)
  }
}

extension PreferenceEdit {
  fileprivate var path: [String] {
    switch subject {
    case .key(let key): key.path
    case .application(let application): [PreferenceKey.applications, application]
    }
  }
}
