/// The names and limits of the daemon's interface on the bus.
package enum Contract {
  package static let busName = "org.nightd.Night1"
  package static let objectPath = "/org/nightd/Night1"
  package static let styleInterface = "org.nightd.Night1.Style"
  package static let controlInterface = "org.nightd.Night1.Control"
  package static let preferencesInterface = "org.nightd.Night1.Preferences"
  package static let scheduleInterface = "org.nightd.Night1.Schedule"
  package static let themesInterface = "org.nightd.Night1.Themes"
  package static let desktopInterface = "org.nightd.Night1.Desktop"
  package static let inhibitInterface = "org.nightd.Night1.Inhibit"

  /// The key that holds the portal backend's version; the key is in the namespace `busName`.
  package static let versionKey = "Version"

  /// The bus name, object path and interface that xdg-desktop-portal expects of a backend.
  package static let portalBackendName = "org.freedesktop.impl.portal.desktop.nightd"
  package static let portalPath = "/org/freedesktop/portal/desktop"
  package static let portalBackendInterface = "org.freedesktop.impl.portal.Settings"

  /// The version of nightd's programs, which is also the value of the property `Version`.
  package static let version = "0.1.0"

  /// The maximum length of an application's identifier, in bytes.
  ///
  /// Programs state their own identifiers; nightd does not verify them.
  package static let applicationBytes = 255

  /// The maximum number of days for which the method `Upcoming` lists changes; today is the first.
  package static let scheduleDays = 400

  /// The maximum number of changes that the history keeps.
  package static let historyEntries = 1000

  /// The maximum length of the reason that an inhibitor gives, in bytes.
  package static let whyBytes = 1024
}

/// The keys of an appearance on the bus; clients ignore keys that they do not know.
package enum AppearanceKey {
  package static let choice = "choice"
  package static let chosen = "chosen"
  package static let theme = "theme"
  package static let themeDigest = "theme-digest"
  package static let contrast = "contrast"
  package static let accent = "accent-color"
  package static let reducedMotion = "reduced-motion"
  package static let reason = "reason"
  package static let since = "since"
  package static let next = "next"
  package static let nextStyle = "next-style"
  package static let holdUntil = "hold-until"
  package static let fade = "fade"
  package static let desktop = "desktop"
  package static let by = "by"
  package static let inhibited = "inhibited"
  package static let ownTheme = "own-theme"
}

/// The optional features of a daemon; the property `Features` lists their names.
package enum Feature: String, CaseIterable, Sendable {
  /// The method `Set` accepts `light` and `dark`.
  case fixed
  case toggle
  /// The daemon has the interface `Preferences`, and the methods on `Control` that change
  /// preferences.
  case preferences
  /// The daemon has the method `SetFor`, which gives an application its own choice.
  case applications
  /// The daemon has the method `UseThemeFor`, which gives an application its own themes.
  case applicationThemes = "application-themes"
  /// The daemon has the interface `Schedule`, and `Set` accepts the choices `schedule` and
  /// `system`.
  case schedule
  /// The daemon supports holds, which are temporary styles; it has the options `until` and `for`
  /// and the method `Resume`.
  case holds
  /// The daemon has the interface `Themes` and the method `UseTheme`.
  case themes
  /// The daemon has the interface `Desktop`, and follows the desktop's own settings.
  case desktop
  /// The daemon has the interface `Inhibit`.
  case inhibit
  /// The daemon has the method `History`.
  case history
  /// The daemon has the method `Reactions`.
  case reactions
  /// The daemon has the method `Why`.
  case why
}

/// Why a request was refused; the raw value is the last part of the error's name on the bus.
package enum RefusalCode: String, CaseIterable, Sendable {
  case invalidValue = "InvalidValue"
  case unknownOption = "UnknownOption"
  case notSupported = "NotSupported"
  case notDurable = "NotDurable"
  case limitExceeded = "LimitExceeded"
  /// No preference has this key.
  case unknownKey = "UnknownKey"
  /// The key has no value, not even a default.
  case notSet = "NotSet"
  /// An administrator's lock prevents the change.
  case locked = "Locked"
  /// Something was stored after the revision that the request requires.
  case conflict = "Conflict"
  /// No theme has this name.
  case unknownTheme = "UnknownTheme"
  /// The theme's file, or the file of one of its parent themes, cannot be used.
  case brokenTheme = "BrokenTheme"
  /// The value is private, so only the interface `Control` shows it.
  case isPrivate = "Private"

  package init(_ flaw: Flaw) {
    self =
      switch flaw.kind {
      case .limit: .limitExceeded
      case .unknown: .unknownKey
      case .invalid, .empty, .newer: .invalidValue
      }
  }

  private static let prefix = "org.nightd.Night1.Error."

  package var name: String { Self.prefix + rawValue }

  package init?(name: String) {
    guard name.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(name.dropFirst(Self.prefix.count)))
  }
}
