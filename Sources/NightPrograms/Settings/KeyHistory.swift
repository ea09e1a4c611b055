/// A record of nightd's changes to one key in a store that only the store's own commands access.
package struct KeyHistory: Equatable, Sendable {
  /// The user's value; nil if the user has set no value.
  package var original: String?
  /// The values that the key can have as long as only nightd writes it: the old value and the new
  /// value during a write, and only the new value afterwards.
  ///
  /// The list keeps no earlier values. Programs follow the store's present value and do not write
  /// an old one back, so if the key has an earlier value again, the user has chosen it.
  package var written: [String?]

  package init(original: String?, written: [String?]) {
    self.original = original
    self.written = written
  }

  /// The user's own value for a key, even if the store now contains nightd's value.
  ///
  /// If a store does not answer, its keys seem to have no values. So if the value is missing now
  /// but the user had one before, the earlier value is treated as the user's.
  package static func base(of present: String?, _ history: KeyHistory?) -> String? {
    guard let history else { return present }
    guard let present else { return history.original }
    return history.written.contains { TextHistory.isSame($0, present) }
      ? history.original : present
  }

  /// The steps that give a key the value that nightd wants, or the user's value; nil if nothing
  /// needs to be done.
  ///
  /// `wanted` is nil if nightd no longer wants a value for the key.
  package static func plan(
    for present: String?,
    _ history: KeyHistory?,
    _ wanted: TextHistory.Value?
  ) -> KeyPlan? {
    let base = base(of: present, history)
    let value = wanted.map(\.value) ?? base
    let writes = !TextHistory.isSame(value, present)
    // If the store returns no value now, keep the values that nightd wrote earlier, because the
    // store may return one of these values next time.
    let former = present == nil ? history?.written.filter { $0 != nil } ?? [] : []
    guard let wanted, !TextHistory.isSame(wanted.value, base) else {
      guard history != nil else { return nil }
      let before = KeyHistory(original: base, written: former + [present])
      return KeyPlan(before: before, writes: writes, value: base, after: nil)
    }
    let after = KeyHistory(original: base, written: [value])
    guard writes || after != history else { return nil }
    let values = writes ? [present, value] : [value]
    let before = KeyHistory(original: base, written: former + values)
    return KeyPlan(before: before, writes: writes, value: value, after: after)
  }
}

/// The steps for one key: first store `before`, then write the value, then store `after`.
package struct KeyPlan: Equatable, Sendable {
  package let before: KeyHistory
  package let writes: Bool
  /// The new value; nil removes the key.
  package let value: String?
  package let after: KeyHistory?
}
