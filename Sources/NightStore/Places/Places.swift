package import NightCore
import NightValues

/// Where the user's files are, and the machine's.
package struct Places: Equatable, Sendable {
  /// Holds what nightd writes.
  package let stateFolder: String
  /// The user's own folder, where it is known.
  package let home: String?
  /// The folder of what the user wrote by hand for nightd; nil if nothing says where.
  package let userFolder: String?
  /// What the user wrote by hand; nil if nothing says where.
  package var userConfig: String? { userFolder.map(Self.config) }
  /// What the machine's administrator wrote, in the order in which it is searched.
  package let systemFolders: [String]
  /// Where the user's own themes are; nil if nothing says where.
  package let userThemes: String?
  /// Where the machine's themes are, in the order in which they are searched.
  package let systemThemes: [String]

  package enum Flaw: Error, Equatable {
    case noHome
  }

  /// Follows the XDG base directories.
  ///
  /// The variables are the user's. A lock in the compiled-in folder must hold whatever they say, so
  /// that folder is always searched, as the last one.
  package init(
    environment: (String) -> String?,
    compiledIn: String = "/etc/xdg/nightd"
  ) throws(Flaw) {
    let base = BaseFolders(environment: environment)
    guard let state = base.state else { throw .noHome }
    home = base.home
    stateFolder = state + "/nightd"
    userFolder = Self.userFolder(in: base)
    let last = Self.plain(compiledIn)
    systemFolders = Self.folders("nightd", in: base.systemConfig).filter { $0 != last } + [last]
    userThemes = base.data.map { $0 + "/nightd/themes" }
    systemThemes = Self.folders("nightd/themes", in: base.systemData)
  }

  /// Where the user's own preferences are; nil if nothing says where.
  package static func userConfig(in base: BaseFolders) -> String? {
    userFolder(in: base).map(config)
  }

  private static func userFolder(in base: BaseFolders) -> String? {
    base.config.map { $0 + "/nightd" }
  }

  private static func config(in folder: String) -> String { folder + "/config.json5" }

  /// Each once, however many slashes it is written with.
  private static func folders(_ below: String, in folders: [String]) -> [String] {
    var seen: Set<String> = []
    return folders.map { plain($0 + "/" + below) }.filter { seen.insert($0).inserted }
  }

  private static func plain(_ path: String) -> String {
    path.pathParts.filter { !$0.isEmpty && $0 != "." }.map { "/" + $0 }.joined()
  }
}
