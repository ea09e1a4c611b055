/// A change of the value in force for a key.
package struct PreferenceChange: Equatable, Sendable {
  package let key: PreferenceKey
  /// The new value in force; nil if no layer has a value now.
  package let found: LayerRow?
}

/// The edits of a commit, in order; in the list of the resulting changes, the keys of these edits
/// come first.
struct NamedEdits {
  static let none = NamedEdits([], areAll: false)

  let edits: [PreferenceEdit]
  /// Whether only the edits in `edits` can have changed the stored preferences.
  let areAll: Bool

  init(_ edits: [PreferenceEdit], areAll: Bool) {
    self.edits = edits
    self.areAll = areAll
  }
}

/// Looks up many keys in the same preferences, and caches dictionaries.
///
/// Each dictionary is read and checked as a whole, and only once, however many of its names are
/// looked up.
private struct PreferenceFinder {
  private let preferences: Preferences
  private var dictionaries: [PreferenceKey: LayerRow?] = [:]
  /// The last dictionary that was looked up, kept because the next key is often in the same
  /// dictionary.
  private var last: (key: PreferenceKey, row: LayerRow?)?

  init(_ preferences: Preferences) { self.preferences = preferences }

  /// Finds the value in force for a key; `outermost` must equal `key.outermost`.
  mutating func found(_ key: PreferenceKey, in outermost: PreferenceKey?) -> LayerRow? {
    guard let outermost else { return preferences.found(key) }
    return dictionary(outermost).flatMap { preferences.part(key, of: $0) }
  }

  private mutating func dictionary(_ key: PreferenceKey) -> LayerRow? {
    if let last, last.key == key { return last.row }
    let row = dictionaries[key] ?? preferences.found(key)
    dictionaries[key] = .some(row)
    last = (key, row)
    return row
  }
}

extension Preferences {
  /// Finds the keys whose value in force differs from that in `old`; the desktop's key `choice` is
  /// left out.
  ///
  /// First come the keys of the edits, in their order, then the dictionaries around these keys,
  /// then all other keys. An application's key is left out if only the desktop's value changed,
  /// because nightd cannot list all applications that use that value.
  func changes(from old: Preferences, _ named: NamedEdits = .none) -> [PreferenceChange] {
    var keys: [PreferenceKey] = []
    keys.reserveCapacity(named.edits.count + 1)
    var dictionaries: [PreferenceKey] = []
    var forgotten: Set<PreferenceKey> = []
    for edit in named.edits {
      switch edit.subject {
      case .key(let key):
        keys.append(key)
        // An edit of the whole dictionary `theme` can change each of the application's own themes.
        if key.isOfThemes { keys += ThemeSlot.all.map { $0.preference(of: key.application) } }
        if let dictionary = key.dictionary, dictionaries.last != dictionary {
          dictionaries.append(dictionary)
        }
      case .application(let application):
        guard forgotten.insert(.whole(application)).inserted else { continue }
        keys += unionOfKeys(of: application, with: old)
      }
    }
    keys += dictionaries
    // Changes in the files or by another daemon can be found only by comparing everything.
    if layers != old.layers || !(named.areAll || old.stored.applying(named.edits) == stored) {
      keys += unionOfKeys(of: "", with: old)
      for application in Self.unique(applications + old.applications) {
        keys += unionOfKeys(of: application, with: old)
      }
    }
    var seen = Set<PreferenceKey>(minimumCapacity: keys.count)
    var finder = PreferenceFinder(self)
    var oldFinder = PreferenceFinder(old)
    return keys.compactMap { key in
      let isChoice = key.isOfDesktop && key.name == PreferenceTable.choice
      guard !isChoice, seen.insert(key).inserted else { return nil }
      let outermost = key.outermost
      let before = oldFinder.found(key, in: outermost)
      let found = finder.found(key, in: outermost)
      guard found?.value != before?.value else { return nil }
      if key.isOfThemes,
        [before, found].allSatisfy({ ThemeSlot.areAll(of: $0?.value) })
      {
        return nil
      }
      let isShared = !key.isOfDesktop && found?.isOwn != true && before?.isOwn != true
      let shared = PreferenceKey(known: key.name)
      if isShared, found?.value == value(shared), before?.value == old.value(shared) { return nil }
      return PreferenceChange(key: key, found: found)
    }
  }

  private func unionOfKeys(of application: String, with old: Preferences) -> [PreferenceKey] {
    let now = keys(of: application)
    let known = Set(now)
    return now + old.keys(of: application).filter { !known.contains($0) }
  }
}
