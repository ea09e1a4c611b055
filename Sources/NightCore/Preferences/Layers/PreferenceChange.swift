/// A key whose value in force changed.
package struct PreferenceChange: Equatable, Sendable {
  package let key: PreferenceKey
  /// The new value in force; nil if no layer has one any more.
  package let found: LayerRow?
}

/// Looks up many keys of the same preferences.
///
/// A dictionary is read and checked as a whole. The finder does so once, however many of its names
/// are looked up.
private struct PreferenceFinder {
  private let preferences: Preferences
  private var dictionaries: [PreferenceKey: LayerRow?] = [:]

  init(_ preferences: Preferences) { self.preferences = preferences }

  mutating func found(_ key: PreferenceKey) -> LayerRow? {
    guard let outermost = key.outermost else { return preferences.found(key) }
    let whole = dictionaries[outermost] ?? preferences.found(outermost)
    dictionaries[outermost] = .some(whole)
    return whole.flatMap { preferences.part(key, of: $0) }
  }
}

extension Preferences {
  /// The keys whose value in force changed.
  ///
  /// The named keys come first, in their order, with the dictionaries that they lead into; then all
  /// others. The choice is not among them. An application whose value changed with the desktop's is
  /// left out, because applications without values of their own are not known.
  func changes(from old: Preferences, named: [PreferenceEdit] = []) -> [PreferenceChange] {
    var keys: [PreferenceKey] = []
    var dictionaries: [PreferenceKey] = []
    var forgotten: Set<PreferenceKey> = []
    for edit in named {
      switch edit.subject {
      case .key(let key):
        keys.append(key)
        if let outermost = key.outermost { dictionaries.append(outermost) }
      case .application(let application):
        guard forgotten.insert(.whole(application)).inserted else { continue }
        keys += unionOfKeys(of: application, with: old)
      }
    }
    keys += dictionaries
    // Only a full comparison finds what another daemon stored, and what changed in the files.
    if layers != old.layers || old.stored.applying(named) != stored {
      keys += unionOfKeys(of: "", with: old)
      for application in Self.unique(applications + old.applications) {
        keys += unionOfKeys(of: application, with: old)
      }
    }
    var seen: Set<PreferenceKey> = []
    var finder = PreferenceFinder(self)
    var oldFinder = PreferenceFinder(old)
    return keys.compactMap { key in
      let isChoice = key.isOfDesktop && key.name == PreferenceTable.choice
      guard !isChoice, seen.insert(key).inserted else { return nil }
      let before = oldFinder.found(key)
      let found = finder.found(key)
      guard found?.value != before?.value else { return nil }
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
