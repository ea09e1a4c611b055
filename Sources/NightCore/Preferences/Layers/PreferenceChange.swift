/// A key whose value in force is another one than before.
package struct PreferenceChange: Equatable, Sendable {
  package let key: PreferenceKey
  /// What is in force now; nil where no layer says anything any more.
  package let found: LayerRow?
}

extension Preferences {
  /// What is in force otherwise than before.
  ///
  /// First the keys that were named, in their order, then whatever else differs. Who decides the
  /// style is no part of it.
  func changes(from old: Preferences, named: [PreferenceEdit] = []) -> [PreferenceChange] {
    var keys: [PreferenceKey] = []
    for edit in named {
      switch edit.subject {
      case .key(let key): keys.append(key)
      case .application(let application):
        keys += unionOfKeys(of: application, with: old)
      }
    }
    // What was stored meanwhile by others, and what the files say, is found by looking at it all.
    if layers != old.layers || old.stored.applying(named) != stored {
      keys += unionOfKeys(of: "", with: old)
      let applications = Set(applications).union(old.applications).sorted { $0.precedes($1) }
      for application in applications {
        // A key that was named leads into one of these.
        let into = Set(
          keys.lazy.filter { $0.application == application }.compactMap(\.parts.first)
        )
        keys += unionOfKeys(of: application, with: old).filter { !into.contains($0.name) }
      }
    }
    var seen: Set<PreferenceKey> = []
    return keys.compactMap { key in
      let isChoice = key.isOfDesktop && key.name == PreferenceTable.choice
      guard !isChoice, seen.insert(key).inserted else { return nil }
      let found = found(key)
      return found?.value == old.value(key) ? nil : PreferenceChange(key: key, found: found)
    }
  }

  private func unionOfKeys(of application: String, with old: Preferences) -> [PreferenceKey] {
    let now = keys(of: application)
    let known = Set(now)
    return now + old.keys(of: application).filter { !known.contains($0) }
  }
}
