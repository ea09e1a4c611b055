extension ThemeSummary {
  /// The name of the theme that stands behind another in a list, or before it; nil where it is alone.
  ///
  /// What cannot be used is passed over; after the last one comes the first.
  package static func neighbour(
    of worn: String,
    in list: [ThemeSummary],
    isNext: Bool
  ) -> String? {
    let names = list.filter { $0.flaw == nil || $0.name.isSameText(as: worn) }.map(\.name)
    let place = names.firstIndex { $0.isSameText(as: worn) } ?? (isNext ? -1 : 0)
    let other = (place + (isNext ? 1 : names.count - 1)) % max(1, names.count)
    guard names.indices.contains(other), !names[other].isSameText(as: worn) else { return nil }
    return names[other]
  }
}
