import NightCore

/// Messages of `nightctl undo`.
extension Messages {
  static let settingsNotRestored =
    "GNOME's settings could not be restored within 10 seconds: nightctl reactions says why; "
    + "run nightctl undo again"
  static let nothingUndone = "Nothing was changed. Without --dry-run, the command does this."
  static let restartPortal =
    "The portal reads its own files again after: systemctl --user daemon-reload && "
    + "systemctl --user restart xdg-desktop-portal"

  static func restores(_ place: String) -> String {
    "Restores your values in \(Output.plain(place))"
  }

  static func restoresKey(_ key: String) -> String {
    "Restores \(Output.plain(key)) in GNOME's settings"
  }

  static func linesLeft(_ count: Int) -> String {
    count == 1
      ? "1 line is left for you to remove: see above"
      : "\(count) lines are left for you to remove: see above"
  }

  static func mentionsNightd(_ path: String) -> String {
    "\(Output.plain(path)) names nightd and is left alone: "
      + "remove it, or its line with nightd, if nightctl doctor --fix wrote it."
  }

  static func undone(_ folders: BaseFolders) -> [String] {
    [
      "",
      "nightd changes no other program's settings any more. To let it do so again, run "
        + "nightctl prefs delete for each key of nightctl prefs list that begins with mirror, and "
        + "nightctl reactions on NAME.",
      "Your choice, themes and hooks stay in \(Output.plain((folders.state ?? "") + "/nightd")) and "
        + "\(Output.plain((folders.config ?? "") + "/nightd")). A wallpaper stays until you set another.",
    ]
  }
}
