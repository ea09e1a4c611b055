/// The values that nightd writes into GNOME's settings.
///
/// If nightd wrote a key earlier and this target does not contain that key, the key's original
/// value is restored.
package struct GnomeTarget: Equatable, Sendable {
  package struct Setting: Equatable, Sendable {
    package var key: GnomeKey
    /// The value in GVariant's text format, such as `'prefer-dark'`.
    package var text: String
  }

  /// The value of GNOME's `color-scheme` for dark; the next two constants are its values for light
  /// and for no preference.
  ///
  /// GNOME's own switch writes `default` for light, so on GNOME nightctl writes `default` too. If
  /// `color-scheme` already has the value `prefer-light`, nightctl keeps that value.
  package static let dark = "'prefer-dark'"
  package static let light = "'prefer-light'"
  package static let none = "'default'"

  /// A GNOME key that nightctl sets to the light or dark variant of the user's own theme, such as
  /// `Adwaita-dark`.
  package struct Pairing: Equatable, Sendable {
    package var key: GnomeKey
    package var style: Style
  }

  package var settings: [Setting] = []
  /// The GNOME keys for which no preference is set; nightctl sets each key to the light or dark
  /// variant of the user's own theme.
  package var pairings: [Pairing] = []
  /// The desktop's switch that nightd restores, with the value that a person last chose with that
  /// switch.
  ///
  /// If `restored` is nil, nightd restores the value that the switch had before nightd's first
  /// write.
  package var restored: Setting?
  /// The GNOME keys that nightd leaves unchanged.
  package var untouched: [GnomeKey] = []

  package init() {}

  /// The settings to write, without the desktop's switches between light and dark.
  package var named: [Setting] { settings.filter { !$0.key.isSwitch } }

  /// The value that a style preference gives a desktop's switch, as `gsettings` accepts it.
  package static func text(_ word: DesktopWord) -> String {
    switch word {
    case .dark: dark
    case .light: light
    case .none: none
    }
  }
}

extension Preferences {
  /// The programs whose settings nightd must not change; the preference `programs-off` lists them.
  package var programsOff: Set<String> {
    guard case .array(let names)? = value(PreferenceKey(known: PreferenceTable.programsOff)) else {
      return []
    }
    return Set(names.compactMap { if case .string(let name) = $0 { name } else { nil } })
  }

  /// Whether the preference `programs` lists any program.
  package var hasPrograms: Bool {
    if case .array(let names)? = value(PreferenceKey(known: PreferenceTable.programs)) {
      return !names.isEmpty
    }
    return false
  }

  /// Whether the preference `programs-off` allows nightd to write GNOME's settings.
  package var writesGnome: Bool {
    programsOff.isDisjoint(with: [PreferenceTable.gnome, PreferenceTable.allPrograms])
  }

  /// The values to write into GNOME's settings; nil if they depend on the desktop's own settings,
  /// which nightd has not read yet.
  ///
  /// `told` is the current report of the source that nightd follows; nightd itself may have written
  /// that report's style. `own` is the value that a person last chose with the desktop's switch. If
  /// another program keeps setting the desktop's switch back, nightd does not write that switch.
  /// `switches` lists the switches that exist on this machine.
  package func gnomeTarget(
    _ appearance: Appearance,
    told: DesktopReport?,
    own: DesktopWord? = nil,
    isDesktopKnown: Bool,
    isSwitchIgnored: Bool = false,
    switches: [GnomeKey] = [.colorScheme]
  ) -> GnomeTarget? {
    guard writesGnome else {
      // Restore the value that a person last chose with the followed switch, even if nightd wrote
      // the same value earlier.
      var target = GnomeTarget()
      let followed = switches.first { key in told.map { key.isRead(by: $0.source) } ?? false }
      if let followed, let own {
        target.restored = .init(key: followed, text: GnomeTarget.text(own))
      }
      return target
    }
    guard isDesktopKnown || appearance.choice != .system || appearance.reason == .hold else {
      return nil
    }
    guard appearance.reason != .fallback else { return GnomeTarget() }
    var target = GnomeTarget()
    // Write the theme names before the style, because a GTK program reads the names when the style
    // changes.
    for key in GnomeKey.named {
      let preference = PreferenceKey(known: key.preference(appearance.style))
      guard case .string(let name)? = value(preference), !name.isEmpty else { continue }
      target.settings.append(.init(key: key, text: QuotedText.gvariant(name)))
    }
    if appearance.isChosen || appearance.holdUntil != nil {
      let keys = GnomeKey.paired.filter { key in !target.settings.contains { $0.key == key } }
      target.pairings = keys.map { .init(key: $0, style: appearance.style) }
    }
    // If a person made the choice with the desktop's switch, the switch's value "no preference"
    // means light.
    let said = appearance.isByDesktop ? told?.requestedStyle : told?.style
    for key in switches {
      let isRead = told.map { key.isRead(by: $0.source) } ?? false
      if !appearance.isWritten(isFollowed: isRead, told) {
        if isRead { target.restored = own.map { .init(key: key, text: GnomeTarget.text($0)) } }
      } else if isRead, isSwitchIgnored || said == appearance.style {
        // Do not write the style that the switch already has. A person may use the switch just
        // before the write, and the write would then undo that person's change.
        target.untouched.append(key)
      } else {
        let text = appearance.style == .dark ? GnomeTarget.dark : GnomeTarget.light
        target.settings.append(.init(key: key, text: text))
      }
    }
    return target
  }
}

extension Appearance {
  /// Whether nightd writes the style into one of the desktop's switches.
  ///
  /// nightd writes no switch until someone makes a choice or sets a hold. If the choice is `system`
  /// and nightd follows this switch, nightd does not write the style into the switch, but restores
  /// the switch's earlier value.
  fileprivate func isWritten(isFollowed: Bool, _ told: DesktopReport?) -> Bool {
    guard choice == .system, holdUntil == nil else { return isChosen || holdUntil != nil }
    return isChosen && told != nil && !isFollowed
  }

  /// Whether nightd writes the style into the settings of other toolkits.
  ///
  /// nightd writes no toolkit's settings until someone makes a choice or sets a hold. If the choice
  /// is `system`, nightd also needs a source to follow, but never writes to that source.
  package func reachesPrograms(following source: String?) -> Bool {
    guard reason != .fallback else { return false }
    guard choice == .system, holdUntil == nil else { return isChosen || holdUntil != nil }
    return isChosen && source != nil
  }
}

/// A GSettings key that nightd writes after a change of the style.
///
/// The raw value is the key's name. If the key is not in the schema
/// `org.gnome.desktop.interface`, the name of its schema and a space come first.
package enum GnomeKey: String, CaseIterable, Sendable {
  case colorScheme = "color-scheme"
  /// Cinnamon's switch, which Cinnamon's portal backend xapp reads. Cinnamon's switch has the same
  /// values as GNOME's `color-scheme`.
  case xappScheme = "org.x.apps.portal color-scheme"
  case gtkTheme = "gtk-theme"
  case iconTheme = "icon-theme"
  case cursorTheme = "cursor-theme"
  case accentColor = "accent-color"

  /// The desktops' switches between light and dark.
  package static let switches = [colorScheme, xappScheme]

  package var isSwitch: Bool { Self.switches.contains(self) }

  /// Whether the source with this name reads the desktop's style from this switch.
  package func isRead(by source: String) -> Bool {
    DesktopSource.readsSettings(source)
      && self == (source == DesktopSource.xapp ? .xappScheme : .colorScheme)
  }

  /// The keys that preferences can set: all keys except the switches, which nightd sets from the
  /// style.
  package static var named: [GnomeKey] { allCases.filter { !$0.isSwitch } }

  /// The keys that nightctl sets to the light or dark variant of the user's own theme if no
  /// preference sets them.
  package static let paired = [gtkTheme, iconTheme]

  /// The preference that holds this key's value for a style.
  package func preference(_ style: Style) -> String { "\(rawValue).\(style.rawValue)" }
}

/// Why nightctl did not write all of GNOME's settings; the raw value is nightctl's exit code.
package enum GnomeFailure: Int32, Sendable {
  case noProgram = 3
  case noSchema = 4
  case notWritten = 5
  case notKept = 6
  /// nightctl stopped writing, because a newer style was set while it wrote.
  case outdated = 7

  /// The name under which the daemon reports whether GNOME's settings were written.
  package static let reaction = PreferenceTable.gnome

  /// The message that nightctl prints after the name of a key that is locked.
  package static let locked = "cannot be changed here because it is locked"
  package static let unchanged = "did not become"

  /// The first key that nightctl's output reports as locked; nil if no key is locked.
  package static func lockedKey(in output: String) -> String? {
    output.split(separator: "\n").first { $0.hasSuffix(" " + locked) }
      .map { String($0.dropLast(locked.count + 1)) }
  }

  package static func isUnchanged(_ output: String) -> Bool {
    output.split(separator: "\n").contains { line in
      let words = line.split(separator: " ")
      return words.dropFirst().prefix(3).joined(separator: " ") == unchanged
    }
  }
}
