import NightCore

/// The history of a file whose program was switched off.
extension TextHistory {
  /// The history to keep after the user's text was restored; nil if no program can write a value of
  /// nightd again.
  ///
  /// A program that is still open may write these values when it ends.
  package func former(_ restored: String?, _ format: SettingsFormat) -> TextHistory? {
    guard format != .whole else { return nil }
    let users = SettingsText(restored ?? "", format)
    let original = SettingsText(original ?? "", format)
    var former = TextHistory(original: restored, written: [])
    for value in older + Self.values(written, original, format)
    where value.value != nil && !Self.isSame(value.value, users.value(value.key))
      && !former.older.contains(value)
    { former.older.append(value) }
    former.older = former.older.suffix(Self.mostOlder)
    return former.older.isEmpty ? nil : former
  }

  /// Whether the history is from the time before the program was switched off.
  package var isFormer: Bool { written.isEmpty && !older.isEmpty }

  /// The older values that the text has again.
  package func returned(in text: String, _ format: SettingsFormat) -> [Value] {
    guard older.contains(where: { text.includes($0.value ?? "") }) else { return [] }
    let present = SettingsText(text, format)
    return older.filter { Self.isSame(present.value($0.key), $0.value) }
  }
}
