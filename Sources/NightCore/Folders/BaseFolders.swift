/// The XDG base directories from the environment.
///
/// The XDG specification says that relative paths must be ignored.
package struct BaseFolders: Equatable, Sendable {
  package let home: String?
  package let config: String?
  package let state: String?
  package let data: String?
  package let runtime: String?
  /// The system's configuration folders, in search order; the list may contain a folder twice.
  package let systemConfig: [String]
  package let systemData: [String]

  package init(environment: (String) -> String?) {
    func folder(_ name: String) -> String? { environment(name).flatMap(Self.absolute) }
    func folders(_ name: String, default list: String) -> [String] {
      let named = environment(name) ?? ""
      return (named.isEmpty ? list : named).split(separator: ":")
        .compactMap { Self.absolute(String($0)) }
    }
    let home = folder("HOME")
    self.home = home
    config = folder("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }
    state = folder("XDG_STATE_HOME") ?? home.map { $0 + "/.local/state" }
    data = folder("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" }
    runtime = folder("XDG_RUNTIME_DIR")
    systemConfig = folders("XDG_CONFIG_DIRS", default: "/etc/xdg")
    systemData = folders("XDG_DATA_DIRS", default: "/usr/local/share:/usr/share")
  }

  /// Returns the path of a base directory; nil if the path is relative, was not valid UTF-8, or
  /// contains a zero byte, which would end the path in C.
  ///
  /// Swift replaces bytes that are not valid UTF-8 with U+FFFD, so such a path would lead to
  /// another folder.
  private static func absolute(_ path: String) -> String? {
    path.hasPrefix("/") && !path.utf8.contains(0) && !path.unicodeScalars.contains("\u{FFFD}")
      ? path : nil
  }
}
