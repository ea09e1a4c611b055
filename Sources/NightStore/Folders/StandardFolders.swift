package import NightCore
import NightValues

/// The folders of the user's files and the system's files.
package struct StandardFolders: Equatable, Sendable {
  /// The folder of the files that nightd writes.
  package let stateFolder: String
  /// The home folder; nil if it is unknown.
  package let home: String?
  /// The user's hand-written preferences; nil if the folder is unknown.
  package let userConfig: String?
  /// The folders of the administrator's preferences, in the order of the search.
  package let systemFolders: [String]
  /// The folder of the user's own themes; nil if it is unknown.
  package let userThemes: String?
  /// The folders of the system's themes, in the order of the search.
  package let systemThemes: [String]

  /// Follows the XDG base directories; nil if neither they nor a home folder are known.
  ///
  /// Users control the variables, but a lock in the compiled-in folder must hold in any case. So
  /// that folder is always searched, as the last one.
  package init?(environment: (String) -> String?, compiledIn: String = "/etc/xdg/nightd") {
    let base = BaseFolders(environment: environment)
    guard let state = base.state else { return nil }
    home = base.home
    stateFolder = state + "/nightd"
    userConfig = Self.userConfig(in: base)
    let last = Self.plain(compiledIn)
    systemFolders = Self.folders("nightd", in: base.systemConfig).filter { $0 != last } + [last]
    userThemes = base.data.map { $0 + "/nightd/themes" }
    systemThemes = Self.folders("nightd/themes", in: base.systemData)
  }

  /// The user's hand-written preferences; nil if the folder is unknown.
  package static func userConfig(in base: BaseFolders) -> String? {
    base.config.map { $0 + "/nightd/config.json5" }
  }

  /// The subfolder of each folder, without duplicates that differ only in slashes and dots.
  private static func folders(_ below: String, in folders: [String]) -> [String] {
    var seen: Set<String> = []
    return folders.map { plain($0 + "/" + below) }.filter { seen.insert($0).inserted }
  }

  private static func plain(_ path: String) -> String {
    path.pathParts.filter { !$0.isEmpty && $0 != "." }.map { "/" + $0 }.joined()
  }
}
