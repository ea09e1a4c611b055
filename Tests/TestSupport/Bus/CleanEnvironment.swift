import Glibc

/// The environment of a user who has just been made.
enum CleanEnvironment {
  /// Makes the folders that a login makes, and leaves the user's own to the programs.
  static func make(home: TemporaryFolder) throws(FolderError) -> [String: String] {
    [
      "PATH": Tool.searchPath,
      "HOME": home.path,
      "XDG_RUNTIME_DIR": try home.makeFolder("run"),
      "XDG_CONFIG_HOME": home.file(".config"),
      "XDG_STATE_HOME": home.file(".local/state"),
      "XDG_DATA_HOME": home.file(".local/share"),
      "XDG_CACHE_HOME": home.file(".cache"),
      "XDG_CONFIG_DIRS": try home.makeFolder("system/config"),
      "XDG_DATA_DIRS": try home.makeFolder("system/data"),
      "LANG": "C.UTF-8",
      "TZ": "UTC",
      // Nothing but the process itself would ever change these, and no program is started for them.
      "GSETTINGS_BACKEND": "memory",
    ]
  }
}
