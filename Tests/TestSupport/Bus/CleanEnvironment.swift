import Glibc

/// The environment variables of a new user.
enum CleanEnvironment {
  /// Makes the folders that a login would make; programs make all other folders of the user.
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
      // GSettings stay in memory, so that no other program can change them, and no program is
      // started to store them.
      "GSETTINGS_BACKEND": "memory",
    ]
  }
}
