import NightCore

/// Where the user's files stand, and the machine's.
package struct Places: Equatable, Sendable {
  /// Holds what nightd writes.
  package let stateFolder: String
  /// The user's own folder, where it is known.
  package let home: String?
  /// What the user wrote by hand; nil where nothing says where that would stand.
  package let userConfig: String?
  /// What the machine's administrator wrote, in the order in which it is searched.
  package let systemFolders: [String]
  /// Where the user's own themes stand; nil where nothing says where that would be.
  package let userThemes: String?
  /// Where the machine's themes stand, in the order in which they are searched.
  package let systemThemes: [String]

  package enum Flaw: Error, Equatable {
    case noHome
  }

  /// Follows the XDG base directories; a path that is not absolute is ignored, as they ask.
  ///
  /// The variables are the user's. What is locked in the compiled-in folder is to hold whatever
  /// they say, so that it is searched always, and last.
  package init(
    environment: (String) -> String?,
    compiledIn: String = "/etc/xdg/nightd"
  ) throws(Flaw) {
    func absolute(_ name: String) -> String? {
      guard let path = environment(name), path.hasPrefix("/"), !path.utf8.contains(0) else {
        return nil
      }
      return path
    }
    home = absolute("HOME")
    guard let state = absolute("XDG_STATE_HOME") ?? home.map({ $0 + "/.local/state" }) else {
      throw .noHome
    }
    stateFolder = state + "/nightd"
    let config = absolute("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }
    userConfig = config.map { $0 + "/nightd/config.json5" }
    let list = environment("XDG_CONFIG_DIRS") ?? ""
    let last = Self.plain(compiledIn)
    systemFolders =
      Self.folders(list.isEmpty ? "/etc/xdg" : list, "nightd").filter { $0 != last } + [last]
    let data = absolute("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" }
    userThemes = data.map { $0 + "/nightd/themes" }
    let shared = environment("XDG_DATA_DIRS") ?? ""
    systemThemes = Self.folders(
      shared.isEmpty ? "/usr/local/share:/usr/share" : shared,
      "nightd/themes"
    )
  }

  /// Each once, however many slashes it is written with.
  private static func folders(_ list: String, _ below: String) -> [String] {
    var seen: Set<String> = []
    return list.split(separator: ":").compactMap { entry in
      guard entry.hasPrefix("/"), !entry.utf8.contains(0) else { return nil }
      let folder = plain(entry + "/" + below)
      return seen.insert(folder).inserted ? folder : nil
    }
  }

  private static func plain(_ path: String) -> String {
    path.pathParts.filter { !$0.isEmpty && $0 != "." }.map { "/" + $0 }.joined()
  }
}
