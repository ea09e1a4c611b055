import Synchronization

/// The preferences set through the daemon, which are one section of the stored intent.
///
/// The object is immutable, so copying or comparing an intent with thousands of keys is fast. The
/// section's JSON text is made once and then kept.
package final class StoredPreferences: Sendable {
  /// The section's members, sorted by name, including members that this version does not know.
  package let members: [JSON.Member]
  private let known: Mutex<Known>

  /// The section's JSON text and size, which are calculated at their first use and then kept.
  private struct Known {
    var text: String?
    var size: Size?
  }

  /// The size of the stored section.
  package struct Size: Equatable {
    let keys: Int
    /// The section's length in bytes; may be slightly too high, but never too low.
    package let bytes: Int
    /// The number of D-Bus values in a call that writes all preferences of the section.
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

  /// The section as the text of a separate JSON file.
  package var document: String { JSON.object(members).text(pretty: true) }

  /// The section's JSON text, indented as a member of `intent.json`.
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

  /// Whether the section's JSON text is longer than a limit.
  ///
  /// The JSON text is made only if its estimated length exceeds the limit.
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

  /// Applies the edits; before each edit, calls `check` with the section's members as the earlier
  /// edits left them.
  ///
  /// For consecutive edits in one dictionary, `check` is called only before the first edit.
  func applying<Failure: Error>(
    _ edits: [PreferenceEdit],
    check: (PreferenceEdit, [JSON.Member]) throws(Failure) -> Void
  ) throws(Failure) -> StoredPreferences {
    var members = members
    var rest = edits[...]
    while let edit = rest.first {
      try check(edit, members)
      let row = edit.row(in: rest)
      if row.count > 1 {
        JSON.put(JSON.members(row), at: edit.path.dropLast(), in: &members)
      } else {
        JSON.put(edit.value?.json, at: edit.path[...], in: &members)
      }
      rest = rest.dropFirst(row.count)
    }
    return StoredPreferences(ordered: members)
  }
}

extension StoredPreferences: Equatable {
  package static func == (left: StoredPreferences, right: StoredPreferences) -> Bool {
    left === right || JSON.areSame(left.members, right.members)
  }
}

extension JSON {
  /// One member for each name that the edits set, with the name's last value; sorted by the bytes
  /// of the names.
  fileprivate static func members(_ edits: ArraySlice<PreferenceEdit>) -> [Member] {
    let members = edits.compactMap { edit -> Member? in
      guard case .key(let key) = edit.subject, let value = edit.value else { return nil }
      return Member(name: key.last, value: value.json)
    }
    var last: [Member] = []
    last.reserveCapacity(members.count)
    // The sort keeps the order of edits with equal names, so the last edit wins.
    for member in members.sorted(by: { $0.name.precedes($1.name) }) {
      if let before = last.last, before.name.isSameText(as: member.name) { last.removeLast() }
      last.append(member)
    }
    return last
  }
}

extension PreferenceEdit {
  /// This edit, followed by the next edits as long as they set names in the same dictionary.
  ///
  /// `edits` must begin with this edit.
  fileprivate func row(in edits: ArraySlice<PreferenceEdit>) -> ArraySlice<PreferenceEdit> {
    guard case .key(let key) = subject, value != nil else { return edits.prefix(1) }
    return edits.prefix { other in
      guard case .key(let name) = other.subject, other.value != nil else { return false }
      return key.isBeside(name)
    }
  }

  fileprivate var path: [String] {
    switch subject {
    case .key(let key): key.path
    case .application(let application): [PreferenceKey.applications, application]
    }
  }
}
