import Glibc
package import NightCore

/// The folders of the user's files and of the system's files.
package struct StandardFolders: Equatable, Sendable {
  /// The folder for the files that nightd writes.
  package let stateFolder: String
  /// The user's home folder; nil if it is unknown.
  package let home: String?
  /// The path of the preference file that the user writes by hand; nil if it is unknown.
  package let userConfig: String?
  /// The folders for the administrator's preferences, in the order in which nightd searches them.
  package let systemFolders: [String]
  /// The folder for the user's own themes; nil if it is unknown.
  package let userThemes: String?
  /// The folders for the system's themes, in the order in which nightd searches them.
  package let systemThemes: [String]

  /// Finds the folders through the XDG variables; nil if these variables and the home folder are
  /// unknown.
  ///
  /// Users can change the XDG variables, but a preference that the administrator locks in the
  /// compiled-in folder must stay locked. So the compiled-in folder is always searched too, after
  /// all others.
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

  /// The path of the preference file that the user writes by hand; nil if it is unknown.
  package static func userConfig(in base: BaseFolders) -> String? {
    base.config.map { $0 + "/nightd/config.json5" }
  }

  /// The subfolder `below` of each folder; if two paths differ only in slashes and dots, only one
  /// of them is kept.
  private static func folders(_ below: String, in folders: [String]) -> [String] {
    var seen: Set<String> = []
    return folders.map { plain($0 + "/" + below) }.filter { seen.insert($0).inserted }
  }

  private static func plain(_ path: String) -> String {
    path.pathParts.filter { !$0.isEmpty && $0 != "." }.map { "/" + $0 }.joined()
  }
}

/// The folder for files that must not outlive the session: `nightd` in the user's runtime folder.
///
/// The folder belongs to nightd: only nightd's user may enter it, and it is never opened through a
/// symbolic link. If systemd starts the daemon, systemd makes the folder (RuntimeDirectory=); a
/// daemon that was started by hand makes the folder itself.
package struct RuntimeFolder: Equatable, Sendable {
  /// The user's runtime folder, which contains `path`.
  package let parent: String
  package let path: String

  /// Why the folder cannot be used.
  package enum Flaw: Error, Hashable, Sendable {
    /// The user's runtime folder does not exist.
    case missing(path: String)
    /// The user's runtime folder belongs to another user, for example after `sudo -E`.
    case foreignParent(path: String)
    /// A file or a link is at the folder's path.
    case notAFolder(path: String)
    case notOwn(path: String)
    /// Other users may enter the folder.
    case open(path: String)
    /// Another daemon of this user, perhaps on another bus, already publishes the style here and
    /// has the lock.
    case taken(path: String)
    case refused(Disk.Refusal)
  }

  package init(parent: String) {
    self.parent = parent
    path = parent + "/nightd"
  }

  /// Uses the folder in XDG_RUNTIME_DIR; if the variable is not set, uses `/run/user/UID`.
  ///
  /// Two daemons of one user must use the same folder, so that each sees the other's locks.
  package init(environment: (String) -> String?, user: UInt32 = geteuid()) {
    let named = BaseFolders(environment: environment).runtime
    self.init(parent: named ?? "/run/user/\(user)")
  }

  /// Makes the folder if it does not exist, checks the folder, and returns its path.
  ///
  /// The folder is checked each time, because a logout removes it and any program may make it
  /// again.
  package func secure(on disk: Disk = .system) throws(Flaw) -> String {
    guard let above = try look({ () throws(Disk.Refusal) in try disk.lookThroughLinks(parent) })
    else { throw .missing(path: parent) }
    // Root must not make a folder here that the user's own daemon could not enter.
    guard above.isOwn else { throw .foreignParent(path: parent) }
    if let found = try look({ () throws(Disk.Refusal) in try disk.look(path) }) {
      return try judged(found, below: above, on: disk)
    }
    // Do not use `makeFolders`, which would accept a folder with any owner and mode.
    let made = try look { () throws(Disk.Refusal) in
      do throws(Disk.Refusal) {
        try disk.makeFolder(path)
      } catch {
        // By now, another daemon may have made the folder.
        guard error.code == EEXIST else { throw error }
      }
      return try disk.look(path)
    }
    guard let made else { throw .missing(path: path) }
    return try judged(made, below: above, on: disk)
  }

  private func judged(
    _ found: FileIdentity,
    below above: FileIdentity,
    on disk: Disk
  ) throws(Flaw) -> String {
    guard found.kind == .folder else { throw .notAFolder(path: path) }
    guard found.isOwn else { throw .notOwn(path: path) }
    if found.isPrivate { return path }
    // Other users can enter the folder, so somebody has made it by hand, perhaps for a container.
    // If other users cannot enter the parent folder, all files in this folder are the user's own,
    // so it is safe to keep other users out of this folder now.
    guard above.isPrivate else { throw .open(path: path) }
    _ = try look { () throws(Disk.Refusal) in
      try disk.protect(path)
      return nil
    }
    return path
  }

  private func look(
    _ body: () throws(Disk.Refusal) -> FileIdentity?
  ) throws(Flaw) -> FileIdentity? {
    do throws(Disk.Refusal) { return try body() } catch { throw .refused(error) }
  }
}
