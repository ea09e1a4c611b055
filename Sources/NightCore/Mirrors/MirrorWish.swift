/// What GNOME's settings are to say; what was written of keys that are not in it is put back.
package struct MirrorWish: Equatable, Sendable {
  package struct Setting: Equatable, Sendable {
    package var key: MirrorKey
    /// As GVariant prints it.
    package var text: String
  }

  /// The values of `color-scheme`.
  package static let dark = "'prefer-dark'"
  package static let light = "'prefer-light'"

  package var settings: [Setting] = []
  /// Neither written nor put back.
  package var untouched: [MirrorKey] = []

  package init() {}

  /// What is written besides the style itself.
  package var named: [Setting] { settings.filter { $0.key != .colorScheme } }

  /// Whether all is to be as it was.
  package var isEmpty: Bool { settings.isEmpty && untouched.isEmpty }
}

extension Preferences {
  /// What is to be mirrored; nil where nothing is to be done before more is known.
  package func mirrorWish(
    _ appearance: Appearance,
    _ desktop: DesktopReport?,
    isDesktopKnown: Bool
  ) -> MirrorWish? {
    let isOn = value(PreferenceKey(known: PreferenceTable.mirrorsSettings)) != .bool(false)
    guard isOn else { return MirrorWish() }
    guard isDesktopKnown || appearance.choice != .system else { return nil }
    guard appearance.reason != .fallback else { return MirrorWish() }
    var wish = MirrorWish()
    switch Followed(appearance.choice, desktop) {
    case .theirs: break
    case .nobody: wish.untouched.append(.colorScheme)
    // A person who used the desktop's switch may be using it again: nothing is written over that.
    case .others(let told) where told == appearance.style: wish.untouched.append(.colorScheme)
    case .others:
      let text = appearance.style == .dark ? MirrorWish.dark : MirrorWish.light
      wish.settings.append(.init(key: .colorScheme, text: text))
    }
    for key in MirrorKey.named {
      let preference = PreferenceKey(known: key.preference(appearance.style))
      guard case .string(let name)? = value(preference), !name.isEmpty else { continue }
      wish.settings.append(.init(key: key, text: GVariantText.quoted(name)))
    }
    return wish
  }
}

/// Who decides the style, seen from the key `color-scheme`.
private enum Followed {
  /// The source that is followed reads that key: what we write there would decide.
  case theirs
  /// The desktop decides, and nobody tells what it says. Who comes next may read that key, and would
  /// take what we write for a person's word.
  case nobody
  /// Told is what that key says now, where somebody tells that reads it.
  case others(told: Style?)

  init(_ choice: Choice, _ desktop: DesktopReport?) {
    let told = desktop.flatMap { DesktopSource.readsSettings($0.source) ? $0 : nil }
    switch (choice, desktop) {
    case (.system, nil): self = .nobody
    case (.system, _) where told != nil: self = .theirs
    default: self = .others(told: told?.style)
    }
  }
}
