package import NightCore

/// A preference that is another one than before, as its follower sees it.
package struct PreferenceNews: Equatable, Sendable {
  /// The name of a key; a dictionary is told whole.
  package let name: String
  package let before: PreferenceValue?
  /// Nil where no layer has one any more.
  package let value: PreferenceValue?

  package init(name: String, before: PreferenceValue? = nil, value: PreferenceValue?) {
    self.name = name
    self.before = before
    self.value = value
  }

  /// What this means for whoever wants to hear of one name; nil where that stays as it was.
  ///
  /// A name may be that of the key, one above it, or one that leads into its dictionary.
  package func seen(from wish: String) -> PreferenceNews? {
    if wish == name || name.hasPrefix(wish + ".") { return self }
    guard wish.hasPrefix(name + ".") else { return nil }
    let path = wish.dropFirst(name.count + 1).split(separator: ".").map(String.init)
    let within = PreferenceNews(
      name: wish,
      before: before?.value(at: path[...]),
      value: value?.value(at: path[...])
    )
    return within.before == within.value ? nil : within
  }
}
