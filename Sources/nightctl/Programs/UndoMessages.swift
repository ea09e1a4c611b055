import NightCore
import NightPrograms

/// Messages of `nightctl undo`.
enum UndoMessages {
  static let settingsNotRestored =
    "GNOME's settings could not be restored within 10 seconds; to see why, run nightctl "
    + "programs, and then run nightctl undo again"

  static func areLocked(_ keys: [String]) -> String {
    "an administrator has locked \(keys.joined(separator: " and ")), so nightd cannot restore your "
      + "value now, and keeps it in its record; when the lock is gone, run the command again"
  }

  static let nothingToRestore = "nightd's records list nothing that is left to restore."

  /// How the portal reads its own files again.
  ///
  /// Without systemd, the bus starts the portal. The bus cannot unset a variable, so the doctor's
  /// folder is replaced by the usual one.
  static func restartPortal(hasManager: Bool, isLed: Bool) -> String {
    let variable = "\(Diagnosis.variable)=\(PortalFolders.system)"
    let start = "/usr/libexec/xdg-desktop-portal --replace &"
    return "To make the portal read its own files again, run: "
      + (hasManager
        ? "systemctl --user daemon-reload && systemctl --user restart xdg-desktop-portal"
        : isLed ? "dbus-update-activation-environment \(variable) && \(start)" : start)
  }

  static let restoresWallpaper = "Restores your wallpaper"

  static func restores(_ path: String) -> String {
    "Restores your values in \(Output.plain(path))"
  }

  static func restoresKey(_ key: String, _ program: String) -> String {
    "Restores your value of \(Output.plain(key)), which was changed for \(program)"
  }

  static func mayHaveValues(_ path: String) -> String {
    "\(Output.plain(path)) has the values that nightd would write, but nightd's record is "
      + "damaged or missing, so it is unknown whether the values are yours: check them yourself."
  }

  /// The line that shows a value of nightd's that is in a file again although the program is off.
  static func hasReturned(_ value: TextHistory.Value, _ program: String) -> String {
    "\(value.key.name) = \(value.value ?? "")  (to restore your value: nightctl programs off "
      + "--again \(program))"
  }

  static let againNeedsNames =
    "--again needs the names of programs: you may have chosen the same values yourself, so nightctl "
    + "does not replace them in all programs at once"

  static func mayBeFormer(
    _ path: String,
    _ values: [TextHistory.Value],
    _ program: String
  ) -> String {
    let all = values.map { "\($0.key.name) = \($0.value ?? "")" }.joined(separator: ", ")
    return "\(Output.plain(path)) has values that nightd had set in it before "
      + "(\(Output.plain(all))). If you have not chosen them "
      + "yourself, run nightctl programs off --again \(program)"
  }

  /// Says that a restored file has the colours of a theme, which may be the user's or nightd's.
  static func hasTheme(_ path: String, _ theme: String, _ keys: [String]) -> String {
    "\(Output.plain(path)) has the colours that nightd would set for the theme \(theme). If you did "
      + "not choose them, an old copy of the file or another computer has brought them back: then "
      + "remove these settings yourself: \(Output.plain(keys.joined(separator: ", ")))"
  }

  static func mayWriteAgain(_ program: String) -> String {
    "\(program) is running. If it saves its settings when it ends, it writes nightd's values again; "
      + "then run nightctl programs off --again \(program)."
  }

  static func unknownValues(_ count: Int) -> String {
    "\(count == 1 ? "one file" : "\(count) files") may still have nightd's values: see above"
  }

  static func mentionsNightd(_ path: String) -> String {
    "\(Output.plain(path)) differs from what nightctl doctor --fix writes, so nightctl keeps this "
      + "file. If it contains a line that the doctor wrote, remove that line yourself."
  }

  static func startsNightd(_ path: String) -> String {
    "\(Output.plain(path)) stays, because it lets the session bus start nightd; remove this file "
      + "when you remove nightd."
  }

  static func undoNeedsBus(_ why: String) -> String {
    why
      + "; run nightctl undo in your session. If you have no running session, give nightctl a bus of "
      + "its own: dbus-run-session nightctl undo"
  }

  /// The sentence that lists the programs that `undo` would switch off, for a dry run.
  static func switchesOff(_ names: [String]) -> String {
    names.isEmpty
      ? "There is nothing to switch off: nightd writes no other program's settings."
      : "Switches off: \(names.joined(separator: ", "))."
  }

  /// Sentences about the state after `undo`, and about the command that switches everything on
  /// again.
  ///
  /// `off` lists the programs that were off before `undo`, and `on` lists those that were on.
  static func undone(_ folders: BaseFolders, _ off: ProgramsOff, _ on: [String]) -> [String] {
    var back = "nightctl prefs "
    // After an earlier `undo`, `off` also contains “all”.
    let names = off.names.filter { $0 != ProgramsOff.all }
    if names.isEmpty {
      back += "delete programs-off"
    } else {
      back += "write programs-off -array \(names.joined(separator: " "))"
    }
    if !on.isEmpty { back += " && nightctl programs on " + on.joined(separator: " ") }
    return [
      "nightd changes no other program's settings any more. To let nightd change them again, run: "
        + back,
      "Your choice, themes and hooks stay in "
        + Messages.listed(
          [folders.state, folders.config, folders.data].map {
            Output.plain(($0 ?? "") + "/nightd")
          },
          or: "and"
        )
        + ".",
    ]
  }
}
