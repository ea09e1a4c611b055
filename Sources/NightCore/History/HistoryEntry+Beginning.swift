extension HistoryEntry {
  /// The change with which the style of an appearance began; nil if it is unknown.
  ///
  /// Changes of only the reason or the colours do not count. `changes` has the newest first.
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
