import NightCore

/// The history of a file whose program was switched off.
extension TextHistory {
  /// The history to keep after the user's text was restored; nil if nightd set no value that
  /// another program could write back.
  ///
  /// `earlier` is the history that was kept when the program was last switched off. If the restored
  /// text has values from that history, they may be nightd's, so the new history keeps the text
  /// without them.
  package func former(
    _ restored: String?,
    _ format: SettingsFormat,
    after earlier: TextHistory?
  ) -> TextHistory? {
    guard format != .whole else { return nil }
    var former = TextHistory(original: restored, written: [])
    if let earlier, let restored, !earlier.returned(in: restored, format).isEmpty {
      former.original = Self.base(of: restored, earlier, format)
    }
    let users = SettingsText(former.original ?? "", format)
    let values = Self.values(written, SettingsText(original ?? "", format), format)
    for value in (earlier?.older ?? []) + older + values
    where value.value != nil && !Self.isSame(value.value, users.value(value.key))
      && !former.older.contains(value)
    { former.older.append(value) }
    former.older = former.older.suffix(Self.mostOlder)
    return former.older.isEmpty ? nil : former
  }

  /// Whether the history is from the time before the program was switched off.
  package var isFormer: Bool { written.isEmpty && !older.isEmpty }

  /// The values in `older` that a text has again, for example because a program wrote them back.
  ///
  /// Two KDE schemes can have some colours in common, so the colours of a scheme return only
  /// together with its name.
  package func returned(in text: String, _ format: SettingsFormat) -> [Value] {
    guard older.contains(where: { text.includes($0.value ?? "") }) else { return [] }
    let present = SettingsText(text, format)
    let found = older.filter { Self.isSame(present.value($0.key), $0.value) }
    return KdeScheme.withoutUsersScheme(found, present, SettingsText("", format))
  }
}

/// Values that are nightd's, no matter who wrote them.
extension TextHistory {
  /// Whether a value contains the path of a file that nightd made.
  ///
  /// Such a value is never the user's: if computers share settings files, but not nightd's records,
  /// the nightd of another computer may have set it.
  static func namesOwnFile(_ value: String) -> Bool {
    if value.includes("/nightd/programs/") { return true }
    // The name of a file of nightd's in a program's folder can end in a digest, without zeros at
    // its start.
    guard let start = value.utf8.firstPlace(of: "/nightd-".utf8)?.upperBound else { return false }
    let digest = value.utf8[start...].prefix { $0 != UInt8(ascii: ".") }
    return (12...16).contains(digest.count) && digest.allSatisfy { Character(.init($0)).isHexDigit }
  }
}
