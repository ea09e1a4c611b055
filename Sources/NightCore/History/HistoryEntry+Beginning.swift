extension HistoryEntry {
  /// The change that began the style of an appearance; nil if the history does not have it.
  ///
  /// Changes that left the style and the theme alone do not count. `changes` has the newest change
  /// first.
  package static func beginning(
    of appearance: Appearance,
    in changes: some Sequence<HistoryEntry>
  ) -> HistoryEntry? {
    let known = changes.filter(\.isOfStyle).prefix { $0.style == appearance.style }
    guard let change = known.last, change.time >= appearance.since,
      change.reason == appearance.reason
    else { return nil }
    return change
  }
}
