package import NightCore

/// GNOME's settings, for lists and for `undo`.
///
/// nightd writes them itself (`MirrorScript`), because its writing needs an answer from the daemon:
/// they are also the desktop's own switch, so an older style must never replace a newer choice there.
extension Mirrors {
  package static let gnome = Mirror(
    "gsettings",
    "GNOME's settings, which GTK, libadwaita and portals read",
    .tried("gsettings-desktop-schemas 43.0 and dconf 0.40.0"),
    evidence: { _ in ["gsettings"] },
    // In memory, no other program could see the settings.
    isWanted: {
      $0.isInstalled("gsettings") && $0.reaction.environment("GSETTINGS_BACKEND") != "memory"
    },
    settings: { _ in [] }
  )

  /// Where the daemon keeps the user's values of GNOME's settings; without a kept value, no file exists.
  package static func keptPath(_ folders: BaseFolders) -> String {
    (folders.state ?? "") + "/nightd/gsettings.kept"
  }

  /// The keys whose values are kept in the text of that file.
  package static func keptKeys(_ text: String) -> [String] {
    var keys: [String] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard fields.count > 1, let key = String(fields[1]), !keys.contains(key) else { continue }
      keys.append(key)
    }
    return keys
  }
}
