/// The names under which the daemon is found, as text.
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

  /// The key by which the portal's backend tells its version, in the namespace `busName`.
  package static let versionKey = "Version"

  /// The name and the object that the desktop portal asks, as it wants them.
  package static let portalBackendName = "org.freedesktop.impl.portal.desktop.nightd"
  package static let portalPath = "/org/freedesktop/portal/desktop"
  package static let portalBackendInterface = "org.freedesktop.impl.portal.Settings"

  /// The version of the programs, and of the property of the same name.
  package static let version = "0.1.0"

  /// What an application may be called: its identifier is a claim, not a proof.
  package static let applicationBytes = 255

  /// For so many days the schedule is told.
  package static let scheduleDays = 400

  /// So many changes are kept.
  package static let historyEntries = 1000

  /// What a program may say of why nothing is to change.
  package static let whyBytes = 1024

  /// What a theme may be called.
  package static let themeBytes = 255
}

/// The keys of an appearance on the bus; a client skips those that it does not know.
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
}

/// What a daemon can do beyond answering, as its property `Features` lists it.
package enum Feature: String, CaseIterable, Sendable {
  /// `Set` takes light and dark.
  case fixed
  case toggle
  /// The interface `Preferences`, and writing on `Control`.
  case preferences
  /// `SetFor`: an application can have a style of its own.
  case applications
  /// The interface `Schedule`, and `Set` takes schedule and system.
  case schedule
  /// `until` and `for`, and `Resume`.
  case holds
  /// The interface `Themes`, and `UseTheme`.
  case themes
  /// The interface `Desktop`: the desktop's own settings are followed.
  case desktop
  /// The interface `Inhibit`.
  case inhibit
  /// `History`.
  case history
  /// `Reactions`.
  case reactions
}
