package import NightCore

/// The programs that follow the style without being switched on, and how to tell whether each is
/// installed.
///
/// The index is made from the descriptions in advance, so that nightd need not read the
/// descriptions after each change of the style. The index has one line for each program: the
/// program's name, file names in PATH, and paths, all separated by tabs.
package struct FollowerIndex: Equatable, Sendable {
  package static let fileName = "followers"

  package struct Entry: Equatable, Sendable {
    package let name: String
    /// File names in `PATH`, and paths; if any of these files exists, the program is installed.
    ///
    /// In a path, `*` matches the name of any one folder.
    package let evidence: [String]
  }

  package let entries: [Entry]

  package init(_ programs: [Program]) {
    // Leave out GNOME's settings, which nightd writes with a separate command.
    entries = programs.filter { $0.followsItself && $0.code != .gnome }.map {
      Entry(name: $0.name, evidence: $0.programs + $0.paths)
    }
  }

  package init(reading text: String) {
    entries = text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let words = line.split(separator: UInt8(ascii: "\t")).map {
        String(decoding: $0, as: UTF8.self)
      }
      return words.first.map { Entry(name: $0, evidence: Array(words.dropFirst())) }
    }
  }

  package var text: String {
    entries.map { ([$0.name] + $0.evidence).joined(separator: "\t") + "\n" }.joined()
  }

  /// The folders that can contain nightd's descriptions, in order: the source tree if `program` is
  /// in it, the folder in which nightd is installed, and the system's data folders.
  package static func folders(besides program: String, _ folders: BaseFolders) -> [String] {
    let build = program.firstPlace(of: "/.build/").map { String(program[..<$0.lowerBound]) }
    let prefix = program.parentFolder.parentFolder
    return [build.map { $0 + "/data" }, prefix + "/share/nightd"].compactMap(\.self)
      + folders.systemData.map { $0 + "/nightd" }
  }
}

/// Paths that begin with `~/`, or with a folder such as `~/.config/` that the user may have moved.
extension BaseFolders {
  package func expanded(_ path: String) -> String {
    let places = [
      ("~/.config/", config), ("~/.local/share/", data), ("~/.local/state/", state), ("~/", home),
    ]
    for case (let start, let folder?) in places where path.hasPrefix(start) {
      return folder + "/" + path.dropFirst(start.utf8.count)
    }
    return path
  }
}
