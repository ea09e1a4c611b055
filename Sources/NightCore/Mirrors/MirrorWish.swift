/// What GNOME's settings are to say; what was written of keys that are not in it is put back.
package struct MirrorWish: Equatable, Sendable {
  package struct Setting: Equatable, Sendable {
    package var key: MirrorKey
    /// As GVariant prints it.
    package var text: String
  }

  /// The values of `color-scheme`; on GNOME light is written as its own switch writes it.
  package static let dark = "'prefer-dark'"
  package static let light = "'prefer-light'"
  package static let none = "'default'"

  package var settings: [Setting] = []
  /// What people chose for the style, and what it is to be again; nil if what was kept is put back.
  package var restored: DesktopWord?
  /// Neither written nor put back.
  package var untouched: [MirrorKey] = []

  package init() {}

  /// What is written besides the style itself.
  package var named: [Setting] { settings.filter { $0.key != .colorScheme } }

  /// As the program `gsettings` takes it.
  package static func text(_ word: DesktopWord) -> String {
    switch word {
    case .dark: dark
    case .light: light
    case .none: none
    }
  }
}

extension Preferences {
  /// Whether GNOME's settings are to be written at all.
  package var isMirrorOn: Bool {
    value(PreferenceKey(known: PreferenceTable.mirrorsSettings)) != .bool(false)
  }

  /// What is to be mirrored; nil if nothing is to be done before more is known.
  ///
  /// `told` is what the followed source says now, whoever wrote it there, and `own` what people chose.
  /// Against a switch that another program sets back each time nothing is written.
  package func mirrorWish(
    _ appearance: Appearance,
    told: DesktopReport?,
    own: DesktopWord? = nil,
    isDesktopKnown: Bool,
    isQuarrelLost: Bool = false
  ) -> MirrorWish? {
    guard isMirrorOn else { return MirrorWish() }
    guard isDesktopKnown || appearance.choice != .system || appearance.reason == .hold else {
      return nil
    }
    guard appearance.reason != .fallback else { return MirrorWish() }
    var wish = MirrorWish()
    // GTK's programs, theme names first: a program that reads them when it is told of the style must
    // find the new ones.
    for key in MirrorKey.named {
      let preference = PreferenceKey(known: key.preference(appearance.style))
      guard case .string(let name)? = value(preference), !name.isEmpty else { continue }
      wish.settings.append(.init(key: key, text: GVariantText.quoted(name)))
    }
    let isRead = told.map { DesktopSource.readsSettings($0.source) } ?? false
    guard appearance.isMirrored(told) else {
      if isRead { wish.restored = own }
      return wish
    }
    if isRead, isQuarrelLost || told?.style == appearance.style {
      // A person who used the desktop's switch may be using it again: nothing is written over that.
      wish.untouched.append(.colorScheme)
    } else {
      let text = appearance.style == .dark ? MirrorWish.dark : MirrorWish.light
      wish.settings.append(.init(key: .colorScheme, text: text))
    }
    return wish
  }
}

extension Appearance {
  /// Whether GNOME's settings are to say the style.
  ///
  /// Until anyone has chosen, nothing is written. While the desktop decides and keeps its switch in
  /// these settings, they are what is followed: what stood there before is put back.
  fileprivate func isMirrored(_ told: DesktopReport?) -> Bool {
    guard choice == .system, holdUntil == nil else { return isChosen || holdUntil != nil }
    guard isChosen, let told else { return false }
    return !DesktopSource.readsSettings(told.source)
  }
}
