/// Where the user's files stand.
package struct Places: Equatable, Sendable {
  /// Holds what nightd writes.
  package let stateFolder: String
  /// The user's own folder, where it is known.
  package let home: String?

  package enum Flaw: Error, Equatable {
    case noHome
  }

  /// Follows the XDG base directories; a path that is not absolute is ignored, as they ask.
  package init(environment: (String) -> String?) throws(Flaw) {
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
  }
}
