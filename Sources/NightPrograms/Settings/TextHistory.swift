import Glibc
import NightCore

/// A record of nightd's changes in one settings file, from which the user's text can be restored.
///
/// nightctl stores the history before it writes the file, and again afterwards. So the history is
/// right, no matter when nightctl is killed.
package struct TextHistory: Equatable, Sendable {
  /// The user's text, without nightd's settings; nil if the user has no such file.
  package var original: String?
  /// The texts that the file can have as long as only nightd writes it.
  ///
  /// During a write, the list has two texts, one from before the write and one from after the
  /// write. The list may also end with a text that has nightd's earlier values, because a program
  /// that has read these values may write them again later.
  package var written: [String]
  /// The user's text and nightd's texts from the time before the file became missing or blank.
  ///
  /// An editor, or a tool that replaces a folder, may take the file away for a moment. If the file
  /// comes back with one of nightd's texts, `former.original` becomes the user's text again.
  package var former: Former?
  /// The history of an earlier file at this path: the text that the user wrote, and the texts that
  /// nightd wrote.
  ///
  /// A tool that switches profiles, for example, may put that file back later.
  package var replaced: Former?
  /// The values from texts that nightd wrote earlier and that `written` no longer contains; an
  /// editor or a backup may write such a text again.
  package var older: [Value] = []

  package struct Former: Equatable, Sendable {
    package var original = ""
    package var written: [String] = []

    package init() {}

    /// Whether nightd wrote this text.
    fileprivate func has(_ text: String) -> Bool {
      written.contains { TextHistory.isSame($0, text) }
    }
  }

  package struct Value: Equatable, Sendable {
    package var key: SettingPlace.Key
    package var value: String?

    package init(_ key: SettingPlace.Key, _ value: String?) {
      self.key = key
      self.value = value
    }
  }

  package init(original: String?, written: [String]) {
    self.original = original
    self.written = written
  }

  /// The values that nightd set in the texts that it wrote; nil for a key that nightd removed.
  ///
  /// A key may have two values: the old one and the new one.
  static func values(
    _ written: [String],
    _ original: SettingsText,
    _ format: SettingsFormat
  ) -> [Value] {
    let users = Dictionary(uniqueKeysWithValues: original.values.map { ($0.key, $0.value) })
    return written.flatMap { text in
      let values = SettingsText(text, format).values
      let keys = Set(values.map(\.key))
      return values.filter { !isSame($0.value, users[$0.key]) }.map { Value($0.key, $0.value) }
        + original.values.filter { !keys.contains($0.key) }.map { Value($0.key, nil) }
    }
  }

  /// The values that nightd last set in the file.
  package func lastValues(_ format: SettingsFormat) -> [Value] {
    Self.values(Array(written.prefix(1)), SettingsText(original ?? "", format), format)
  }

  /// The text that the file would have without nightd's settings.
  ///
  /// Changes that another program has made since nightd's write are kept. Only values that still
  /// equal nightd's values are replaced with the user's values.
  package static func base(
    of present: String?,
    _ history: TextHistory?,
    _ format: SettingsFormat
  ) -> String? {
    guard let history else { return present }
    // If nightd had replaced the user's whole file and someone removed or emptied it, the user has
    // written nothing new, so the recorded text is still the user's.
    if format == .whole, isBlank(present ?? "") { return history.original }
    guard let present else { return nil }
    if let former = history.former, former.has(present) { return former.original }
    guard !history.written.contains(where: { isSame($0, present) }),
      !isSame(present, history.original)
    else { return history.original }
    if let replaced = history.replaced, replaced.has(present) { return replaced.original }
    let original = SettingsText(history.original ?? "", format)
    let former = SettingsText(history.former?.original ?? "", format)
    var text = SettingsText(present, format)
    for setting in values(history.former?.written ?? [], former, format) {
      text.restore(setting.key, setting.value, from: former)
    }
    let older = history.older.filter { !isSame($0.value, original.value($0.key)) }
    let nightds = values(history.written, original, format) + older
    for setting in KdeScheme.withoutUsersScheme(nightds, text, original) {
      let users = former.value(setting.key) == nil ? original : former
      text.restore(setting.key, setting.value, from: users)
      guard let value = text.value(setting.key), Self.namesOwnFile(value),
        !isSame(value, users.value(setting.key))
      else { continue }
      text.restore(setting.key, value, from: users)
    }
    text.restoreEnd(from: history.former == nil ? original : former)
    return history.original == nil && history.former == nil && text.isBlank ? nil : text.text
  }

  /// The user's text that the next update removes from the history of a file in the format `whole`;
  /// nil if the history keeps that text.
  ///
  /// If the file's present text is neither nightd's nor the recorded text, nightctl treats it as
  /// the user's new text, which replaces the recorded one.
  package static func forgotten(_ present: String?, _ history: TextHistory?) -> String? {
    guard let history, let present, let original = history.original, !isBlank(original),
      !isBlank(present),
      !(history.written + [original]).contains(where: { isSame($0, present) })
    else { return nil }
    return original
  }

  /// A value that nightd wrote, and that is still in the text but no longer at the place of its
  /// key.
  package struct Moved: Equatable, Sendable {
    package let key: SettingPlace.Key
    /// The user's value; nil if the user had not set the key.
    package let users: String?
  }

  /// The values that nightd wrote and that someone has moved, for example by renaming a section or
  /// a key.
  ///
  /// nightd cannot restore these values by itself. This function counts the lines that contain the
  /// key's name and the value, because several sections can have such a line.
  package static func moved(
    _ present: String?,
    _ history: TextHistory?,
    _ format: SettingsFormat
  ) -> [Moved] {
    guard let history, let present, format != .whole, format != .word,
      !(history.written + [history.original ?? ""]).contains(where: { isSame($0, present) })
    else { return [] }
    func count(_ setting: Value, in text: String) -> Int {
      text.split(separator: "\n").count {
        $0.includes(setting.key.name) && $0.includes(setting.value ?? "")
      }
    }
    let original = SettingsText(history.original ?? "", format)
    let now = SettingsText(present, format)
    var moved: [Moved] = []
    for text in history.written {
      for setting in values([text], original, format)
      where setting.value?.isEmpty == false && !moved.contains(where: { $0.key == setting.key })
        && !KdeScheme.isRepeated(setting.key.group)
      {
        if let value = now.value(setting.key) {
          guard isReworded(value, setting.value ?? ""), !isSame(value, original.value(setting.key))
          else { continue }
        } else {
          let lines = count(setting, in: text)
          guard lines > 0, count(setting, in: present) >= lines else { continue }
        }
        moved.append(Moved(key: setting.key, users: original.value(setting.key)))
      }
    }
    return moved
  }

  /// Whether somebody has only rewritten nightd's value: with other quotation marks, in upper or
  /// lower case, as an absolute path, or with a comment after it.
  private static func isReworded(_ value: String, _ nightds: String) -> Bool {
    func plain(_ value: String) -> String {
      let comment = value.indices.dropFirst().first {
        "#;".contains(value[$0]) && " \t".contains(value[value.index(before: $0)])
      }
      let text = MessageText.lowercased(String(value[..<(comment ?? value.endIndex)]))
      return String(text.trimmed { " \t\"';,".contains($0) })
    }
    let own = plain(nightds)
    return !isSame(value, nightds) && !own.isEmpty
      && (plain(value) == own || plain(value).hasSuffix("/" + own))
  }

  private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy { $0 <= 0x20 } }

  /// The user's text, but with the last values from nightd that differ from those in `wanted`; nil
  /// if nightd wrote no such values.
  ///
  /// The result is a new text, not nightd's earlier text, because the user may have changed other
  /// values after nightd wrote that text.
  private static func earlier(
    _ base: String?,
    _ wanted: SettingsText,
    _ history: TextHistory?,
    _ format: SettingsFormat
  ) -> String? {
    guard let history else { return nil }
    // If nothing has changed, as usual, do not parse the texts again.
    if isSame(history.original, base), isSame(history.written.first, wanted.text) {
      return history.written.dropFirst().first
    }
    let original = SettingsText(history.original ?? "", format)
    for written in history.written {
      let settings = values([written], original, format)
      guard settings.contains(where: { !isSame(wanted.value($0.key), $0.value) }) else { continue }
      var text = SettingsText(base ?? "", format)
      for setting in settings { text.set(setting.key, setting.value) }
      return isSame(text.text, base) ? nil : text.text
    }
    return nil
  }

  /// The steps that give a file these settings; nil if nothing needs to be done.
  ///
  /// If there are no settings, the steps restore the user's text. They keep the history if `isOn`
  /// is true, because the program then has values in the other style. `isSwitch` is true if the
  /// settings are the desktop's own light-dark switch. The history of this switch keeps none of
  /// nightd's earlier values, so if the user chooses such a value later, it is treated as the
  /// user's.
  package static func plan(
    for present: String?,
    _ history: TextHistory?,
    _ settings: [Value],
    _ format: SettingsFormat,
    isOn: Bool,
    isSwitch: Bool = false
  ) -> TextPlan? {
    var base = base(of: present, history, format)
    var text = SettingsText(base ?? "", format)
    if base?.includes("/nightd") == true {
      for setting in settings where text.value(setting.key).map(namesOwnFile) == true {
        text.set(setting.key, nil)
        base = text.text
      }
    }
    for setting in settings { text.set(setting.key, setting.value) }
    let wanted = base == nil && text.isBlank ? nil : text.text
    let earlier = isSwitch || !isOn ? nil : earlier(base, text, history, format)
    // Keep the history if nightd has written other values earlier, even if the user's values now
    // equal the values that nightd wants. A program may still write the earlier values.
    guard !isSame(wanted, base) || earlier != nil else { return restoring(base, present, history) }
    var after = TextHistory(original: base, written: [wanted, earlier].compactMap { $0 })
    after.former = former(of: present, history, format)
    after.replaced = replaced(by: present, history, format)
    after.older = isSwitch ? [] : older(history, after, format)
    guard !isSame(wanted, present) || after != history else { return nil }
    var before = after
    // Also list the current text, because another program may have read the values of the previous
    // write, and may write them again.
    if let present, !isSame(wanted, present) { before.written.insert(present, at: 0) }
    return TextPlan(before: before, writes: !isSame(wanted, present), text: wanted, after: after)
  }

  /// Whether the file contains nightd's values now; false if the history is kept only because
  /// another program may write them again.
  package var isWritten: Bool { !Self.isSame(written.first, original) }

  /// Returns the field `former` of the next history, which describes the time before the file
  /// became missing or blank.
  private static func former(
    of present: String?,
    _ history: TextHistory?,
    _ format: SettingsFormat
  ) -> Former? {
    guard let history else { return nil }
    guard isAway(present, history, format), let original = history.original else {
      // If only nightd has written the file since it went missing, the user's file is still
      // missing. If another program has written the file, the current text is the user's text.
      let isAway = present == nil || history.written.contains { isSame($0, present) }
      return isAway ? history.former : nil
    }
    var former = Former()
    former.original = original
    former.written = history.written
    return former
  }

  /// Returns the field `replaced` of the next history.
  private static func replaced(
    by present: String?,
    _ history: TextHistory?,
    _ format: SettingsFormat
  ) -> Former? {
    guard let history, let present, let original = history.original, format != .whole,
      isOther(present, history, format), !isAway(present, history, format)
    else { return history?.replaced }
    var replaced = Former()
    replaced.original = original
    replaced.written = history.written
    return replaced
  }

  /// Whether the file's present text has none of nightd's values, and so may come from another
  /// file.
  private static func isOther(
    _ present: String,
    _ history: TextHistory,
    _ format: SettingsFormat
  ) -> Bool {
    guard !(history.written + [history.original ?? ""]).contains(where: { isSame($0, present) })
    else { return false }
    let text = SettingsText(present, format)
    let original = SettingsText(history.original ?? "", format)
    return history.replaced?.has(present) == true
      || !values(history.written, original, format).contains {
        isSame(text.value($0.key), $0.value)
      }
  }

  /// The maximum number of values in `older`; nightd forgets the oldest ones first.
  static let mostOlder = 256

  /// Returns the field `older` of the next history.
  private static func older(
    _ history: TextHistory?,
    _ after: TextHistory,
    _ format: SettingsFormat
  ) -> [Value] {
    guard let history, format != .whole else { return [] }
    let forgotten = history.written.filter { text in
      !after.written.contains { isSame($0, text) }
    }
    guard !forgotten.isEmpty else { return history.older }
    let original = SettingsText(history.original ?? "", format)
    let new = values(forgotten, original, format).filter {
      $0.value != nil && !history.older.contains($0)
    }
    return (history.older + new).suffix(mostOlder)
  }

  /// Whether the user's file is missing now, or has become blank; false if the user had no file.
  package static func isAway(
    _ present: String?,
    _ history: TextHistory,
    _ format: SettingsFormat
  ) -> Bool {
    guard format != .whole, let original = history.original else { return false }
    guard let present else { return true }
    return SettingsText(present, format).isBlank && !isSame(present, original)
  }

  private static func restoring(
    _ base: String?,
    _ present: String?,
    _ history: TextHistory?
  ) -> TextPlan? {
    guard let history else { return nil }
    var before = TextHistory(original: base, written: [present].compactMap { $0 })
    before.former = isBlank(base ?? "") ? history.former : nil
    // If the user's file was missing when nightd wrote its values, keep the missing file's history.
    let after = before.former.map { TextHistory(original: $0.original, written: $0.written) }
    return TextPlan(before: before, writes: !isSame(base, present), text: base, after: after)
  }

  /// Whether two texts have the same bytes.
  ///
  /// The operator `==` is not used, because it ignores differences of Unicode normalization. A
  /// file's text can be long, and `memcmp` compares it several times as fast as `isSameText`.
  package static func isSame(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    let isSame = one.utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        guard left.count == right.count, let start = left.baseAddress,
          let otherStart = right.baseAddress
        else { return left.count == right.count }
        return memcmp(start, otherStart, left.count) == 0
      }
    }
    return (isSame ?? nil) ?? one.isSameText(as: other)
  }
}

/// The steps for one file: first store `before`, then write the text, then store `after`.
package struct TextPlan: Equatable, Sendable {
  package let before: TextHistory
  /// Whether the file must be written; false if it already has the new text.
  package let writes: Bool
  /// The new text; nil removes the file.
  package let text: String?
  /// The history after the write; nil if nightd has no more settings in the file.
  package let after: TextHistory?
}
