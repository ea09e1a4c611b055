/// What nightd did in one settings file, so that the user's text can be restored.
///
/// nightd stores a history before it writes the file, and again after it. So the history is right
/// whenever nightd is killed.
package struct TextHistory: Equatable, Sendable {
  /// The user's text, without nightd's settings; nil if the user has no such file.
  package var original: String?
  /// The texts that the file may have if nobody but nightd has written it.
  ///
  /// Two texts while a write is under way: the one before, and the one after.
  package var written: [String]
  /// The values that nightd may have written last; a key may be here twice while a write is under way.
  package var settings: [Value]

  package struct Value: Equatable, Sendable {
    package let key: SettingPlace.Key
    package let value: String?

    package init(_ key: SettingPlace.Key, _ value: String?) {
      self.key = key
      self.value = value
    }
  }

  package init(original: String?, written: [String], settings: [Value]) {
    self.original = original
    self.written = written
    self.settings = settings
  }

  /// The user's text of a file: what the file would be without nightd's settings.
  ///
  /// If another program has written the file since, its text counts. Only those of nightd's values
  /// that the text still has are put back.
  package static func base(
    of present: String?,
    _ history: TextHistory?,
    _ format: SettingsFormat
  ) -> String? {
    guard let history, let present else { return present }
    guard !history.written.contains(where: { isSame($0, present) }),
      !isSame(present, history.original)
    else { return history.original }
    let original = SettingsText(history.original ?? "", format)
    var text = SettingsText(present, format)
    for setting in history.settings where isSame(text.value(setting.key), setting.value) {
      text.restore(setting.key, from: original)
    }
    text.restoreEnd(from: original)
    return history.original == nil && text.isBlank ? nil : text.text
  }

  /// The steps that give a file these settings; nil if nothing is to be done.
  ///
  /// Without settings, the steps restore the user's text.
  package static func plan(
    for present: String?,
    _ history: TextHistory?,
    _ settings: [Value],
    _ format: SettingsFormat
  ) -> TextPlan? {
    let base = base(of: present, history, format)
    var text = SettingsText(base ?? "", format)
    for setting in settings { text.set(setting.key, setting.value) }
    let wanted = base == nil && text.isBlank ? nil : text.text
    guard !isSame(wanted, base) else { return restoring(base, present, history) }
    let after = TextHistory(
      original: base,
      written: [wanted].compactMap { $0 },
      settings: settings
    )
    guard !isSame(wanted, present) || after != history else { return nil }
    var before = after
    if let present, !isSame(wanted, present) { before.written.insert(present, at: 0) }
    // If another program writes between two writes of nightd, its text may have either's values.
    before.settings += (history?.settings ?? []).filter { !settings.contains($0) }
    return TextPlan(before: before, writes: !isSame(wanted, present), text: wanted, after: after)
  }

  private static func restoring(
    _ base: String?,
    _ present: String?,
    _ history: TextHistory?
  ) -> TextPlan? {
    guard let history else { return nil }
    let before = TextHistory(
      original: base,
      written: [present].compactMap { $0 },
      settings: history.settings
    )
    return TextPlan(before: before, writes: !isSame(base, present), text: base, after: nil)
  }

  /// Whether two texts have the same bytes; `==` would also accept other forms of a letter.
  package static func isSame(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.utf8.elementsEqual(other.utf8)
  }
}

/// The steps for one file, in this order: store `before`, write the text, store `after`.
package struct TextPlan: Equatable, Sendable {
  package let before: TextHistory
  /// Whether the file is written; if not, the file has the text already.
  package let writes: Bool
  /// The new text; nil removes the file.
  package let text: String?
  /// The history afterwards; nil if nightd has no more settings in the file.
  package let after: TextHistory?
}

/// What nightd did with one key of a store that only its own programs read and write.
package struct KeyHistory: Equatable, Sendable {
  /// The user's value; nil if the key has none.
  package var original: String?
  /// The values that the key may have if nobody but nightd has written it.
  package var written: [String?]

  package init(original: String?, written: [String?]) {
    self.original = original
    self.written = written
  }

  /// The user's value of a key.
  ///
  /// A store that does not answer looks like a key without a value. So a missing value is never
  /// the user's if the user had one before.
  package static func base(of present: String?, _ history: KeyHistory?) -> String? {
    guard let history else { return present }
    guard let present else { return history.original }
    return history.written.contains { TextHistory.isSame($0, present) }
      ? history.original : present
  }

  /// The steps that give a key a value; nil if nothing is to be done.
  ///
  /// `wanted` is nil if nightd has no more value for the key.
  package static func plan(
    for present: String?,
    _ history: KeyHistory?,
    _ wanted: TextHistory.Value?
  ) -> KeyPlan? {
    let base = base(of: present, history)
    let value = wanted.map(\.value) ?? base
    let writes = !TextHistory.isSame(value, present)
    guard let wanted, !TextHistory.isSame(wanted.value, base) else {
      guard history != nil else { return nil }
      let before = KeyHistory(original: base, written: [present])
      return KeyPlan(before: before, writes: writes, value: base, after: nil)
    }
    let after = KeyHistory(original: base, written: [value])
    guard writes || after != history else { return nil }
    let before = KeyHistory(original: base, written: writes ? [present, value] : [value])
    return KeyPlan(before: before, writes: writes, value: value, after: after)
  }
}

/// The steps for one key, in this order: store `before`, write the value, store `after`.
package struct KeyPlan: Equatable, Sendable {
  package let before: KeyHistory
  package let writes: Bool
  /// The new value; nil removes it.
  package let value: String?
  package let after: KeyHistory?
}
