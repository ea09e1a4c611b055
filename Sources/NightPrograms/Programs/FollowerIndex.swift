package import NightCore

/// The programs of nightd's own that follow by themselves, and what shows that each is here.
///
/// It is made from the descriptions, so that nobody has to read them all after each change of the
/// style. It has one line for each program: the name, then names in PATH and paths, between tabs.
package struct FollowerIndex: Equatable, Sendable {
  package static let fileName = "followers"

  package struct Entry: Equatable, Sendable {
    package let name: String
    /// File names in PATH, and paths, in which `*` matches the name of any one folder.
    package let evidence: [String]
  }

  package let entries: [Entry]

  package init(_ programs: [Program]) {
    // GNOME's settings are written by a command of their own, which nightd starts for itself.
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

  /// The folders with nightd's descriptions, the best first: that of the tree in which the program was
  /// built, and those beside the installed program and in the machine's folders for data.
  package static func folders(besides program: String, _ folders: BaseFolders) -> [String] {
    let build = program.firstPlace(of: "/.build/").map { String(program[..<$0.lowerBound]) }
    let prefix = program.parentFolder.parentFolder
    return [build.map { $0 + "/data" }, prefix + "/share/nightd"].compactMap(\.self)
      + folders.systemData.map { $0 + "/nightd" }
  }
}

/// The folders of the user's in paths that begin with `~`.
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
