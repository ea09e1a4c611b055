/// The facts about the desktop portal and its backends.
struct PortalFacts: Equatable, Sendable {
  var owner: ProcessFacts?
  var isActivatable = false
  var unit: UnitFacts?
  /// The path of the portal's program, if the program is missing; otherwise nil.
  var missingProgram: String?
  /// The file of the portal's unit, or the drop-in, in which XDG_DESKTOP_PORTAL_DIR is set.
  ///
  /// The value is nil if no file sets XDG_DESKTOP_PORTAL_DIR, or if only the doctor's own drop-in
  /// does.
  var leading: LinkedFile?
  /// The names of the backends whose unit failed.
  var failedBackends: [String] = []
  /// The desktops for which the portal was started; if unknown, the desktops in the doctor's own
  /// XDG_CURRENT_DESKTOP.
  var desktops: [String] = []
  /// The desktops in the doctor's own XDG_CURRENT_DESKTOP.
  var callersDesktops: [String] = []
  var answers = PortalAnswers()
  var lookup = PortalLookup()
  /// The programs that own the names of portal backends.
  var backends: [BackendFacts] = []
  /// The names of backends for which the bus can start a program.
  var startable: Set<String> = []
  /// Whether the portal reads the doctor's folder, although its version is later than 1.17.0 and
  /// does not need this folder.
  ///
  /// If true, `lookup` describes the files that this portal would read if XDG_DESKTOP_PORTAL_DIR
  /// were not set.
  var isLedAside = false
  var own = OwnPortalFiles()

  /// The backends that the portal asks for settings, in the order of the requests.
  ///
  /// If a backend reports no style, the portal asks the next one, so a backend without a style is
  /// not in the list.
  var asked: [PortalFile] {
    lookup.asked(for: desktops).filter { file in
      file.isOwn || !backends.contains { $0.name == file.busName && $0.scheme == .none }
    }
  }
}

/// What the portal replied.
struct PortalAnswers: Equatable, Sendable {
  /// The version of the portal's settings interface.
  var version: Answer<UInt32> = .none
  /// The colour scheme that the portal reports to applications.
  var scheme: Answer<UInt32> = .none
  /// All colour schemes in the reply to `ReadAll`: one for each backend.
  var schemes: [UInt32] = []
  /// The version of the portal's file chooser; 0 if the portal has no file chooser.
  var fileChooser: Answer<UInt32> = .none
  /// Whether a request for a setting reaches nightd through the portal; nil if unknown.
  var isReachingNightd: Bool?
}

/// How the portal looks for backends, and the files that it finds.
struct PortalLookup: Equatable, Sendable {
  var rules = PortalRules.byUseIn
  var folders = PortalFolders([]) { _ in nil }
  /// The `.portal` files in the folders that the portal reads.
  var files: [PortalFile] = []
  /// The path of a `nightd.portal` that the portal finds but cannot use; otherwise nil.
  var brokenFile: String?
  /// Whether the portal reads a `portals.conf` in each folder, as versions from 1.21.1 on do.
  ///
  /// From 1.21.1 on, the portal uses for each interface the first `portals.conf` that lists an
  /// installed backend. Versions before 1.21.1 read only the first `portals.conf` that exists.
  var readsEachFolder = false
  /// The `portals.conf` files that the portal reads, in the portal's order; at most one for each
  /// folder.
  var confs: [PortalsConf] = []

  /// The `portals.conf` that chooses the backends for settings, or else the first `portals.conf`;
  /// nil if the portal reads none.
  var conf: PortalsConf? {
    let serving = files.filter { $0.serves(PortalInterface.settings) }
    return confs.first { $0.backends(for: PortalInterface.settings, of: serving) != nil }
      ?? confs.first
  }

  /// The backends that the portal asks for settings, in order, assuming that each of them reports a
  /// style.
  func asked(for desktops: [String]) -> [PortalFile] {
    rules.asked(of: files, confs, for: desktops)
  }

  /// Whether any backend provides the file chooser.
  func hasFileChooser(for desktops: [String]) -> Bool {
    rules.hasFileChooser(of: files, confs, for: desktops)
  }
}

/// A program that owns the bus name of a portal backend.
struct BackendFacts: Equatable, Sendable {
  let name: String
  let process: ProcessFacts?
  let scheme: Answer<UInt32>
}

/// What is now at the paths that the doctor would write, and the files that the doctor would copy
/// or link.
struct OwnPortalFiles: Equatable, Sendable {
  /// The user's configuration folder, such as `~/.config`; nil if unknown.
  var configHome: String?
  /// The user's data folder, such as `~/.local/share`; nil if unknown.
  var dataHome: String?
  /// The `.portal` files that the portal reads, except nightd's own.
  ///
  /// Even if the portal reads the doctor's folder, this list contains the files in the portal's
  /// usual folder.
  var sources: [String] = []
  /// The texts of the files in `sources`, by path.
  var texts: [String: String] = [:]
  /// The present text or link target at each path that the doctor would write.
  var present: [String: FileFix.Content] = [:]

  /// The paths of files that are read-only even for their owner.
  var readOnly: Set<String> = []

  /// The final target of each symbolic link, and the target's contents.
  var linked: [String: LinkedFile] = [:]

  /// The folder that the doctor makes for a portal up to version 1.17.0, because such a portal
  /// reads only one folder.
  var folder: String? { dataHome.map { $0 + "/nightd/portals" } }
  var dropIn: String? {
    configHome.map { $0 + "/systemd/user/xdg-desktop-portal.service.d/nightd.conf" }
  }
}

/// The path and the text of a file, such as the target of a link.
///
/// Configuration files are often links, because people keep the real files together in one place.
struct LinkedFile: Equatable, Sendable {
  let path: String
  /// The text of the file; nil if the file cannot be read.
  let text: String?
}
