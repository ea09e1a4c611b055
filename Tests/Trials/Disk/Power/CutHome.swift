import Glibc
import TestSupport

/// A home folder on a disk that can lose power.
///
/// The running nightd uses another home, so it starts no nightctl in this one.
struct CutHome {
  struct File: Equatable {
    let mode: Substring
    let bytes: [UInt8]?
  }

  /// The contents of the home at one moment.
  struct Copy {
    let files: [String: File]
    fileprivate let folder: TemporaryFolder
  }

  /// The files that the checks ignore.
  ///
  /// The record changes with every file; `xsettingsd` contains the ID of a process that ends with
  /// the session.
  static let passing =
    ["record.json", "xsettingsd"].map { ".local/state/nightd/programs/\($0)" }
    + [former]
  /// The user's values for programs that are off, which stay.
  static let former = ".local/state/nightd/programs/former.json"
  /// The programs: some with a line in a file of the user's, and some that follow automatically.
  static let programs =
    SavedFile.all.compactMap(\.program) + [
      "vim", "xresources", "gtk", "gtk2", "kde", "qt5ct", "qt6ct", "kvantum", "xsettings",
    ]
  /// A folder that the user does not have, so nightctl makes it.
  private static let missing = ".config/mako"

  private let desk: Desk
  private let folder: TemporaryFolder
  /// The runtime folder; its files end with the session, so they are not on the disk.
  private let runtime: TemporaryFolder
  private let environment: [String: String]

  init(_ desk: Desk, on disk: LoopDisk) throws {
    self.desk = desk
    folder = try TemporaryFolder(below: disk.path)
    runtime = try TemporaryFolder()
    var more = try SavedFile.prepare(folder)
    more["XDG_RUNTIME_DIR"] = runtime.path
    environment = try desk.bus.environment(home: folder).merging(more) { $1 }
    for file in SavedFile.all { chmod(folder.file(file.path), 0o640) }
    try shell(#"rm -r "$1""#, folder.file(Self.missing))
  }

  /// Each file with its mode; lock files are left out.
  var files: [String: File] {
    get throws {
      let found = try shell(#"cd "$1"; find . ! -type d -printf '%m %P\n'"#)
      var files: [String: File] = [:]
      for line in found.split(separator: "\n") where !line.hasSuffix(".lock") {
        let parts = line.split(separator: " ", maxSplits: 1)
        let path = String(parts[1])
        files[path] = File(mode: parts[0], bytes: folder.read(path))
      }
      return files
    }
  }

  func copy() throws -> Copy {
    let copy = try Copy(files: files, folder: TemporaryFolder())
    try shell(#"cp -a "$1/." "$2""#, folder.path, copy.folder.path)
    return copy
  }

  /// Restores a copy of the home, sets the daemon's style, and switches on exactly these programs.
  func restore(_ copy: Copy, style: String, programs: [String]) throws {
    try endSession()
    let script = #"find "$1" -mindepth 1 -delete; cp -a "$2/." "$1""#
    try shell(script, folder.path, copy.folder.path)
    let all = [
      ["set", style, "--always"], ["prefs", "write", "programs-off", "[]"],
      ["prefs", "write", "programs", "\(programs)"],
    ]
    for words in all {
      let done = try desk.nightctl(words)
      guard done.exit == .exited(0) else {
        throw ProgramError.missed("success of \(words)", of: "nightctl", instead: "\(done)")
      }
    }
  }

  func endSession() throws { try shell(#"find "$1" -mindepth 1 -delete"#, runtime.path) }

  /// Runs nightctl in the home; if there are options for strace, runs nightctl under strace.
  func nightctl(
    _ words: [String],
    under options: [String]? = nil,
    adding more: [String: String] = [:]
  ) throws -> Finished {
    let command = (options.map { ["strace"] + $0 } ?? []) + [Built.nightctl] + words
    return try Program.run(
      command[0],
      Array(command.dropFirst()),
      environment: environment.merging(more) { $1 }
    )
  }

  @discardableResult
  private func shell(_ script: String, _ paths: String...) throws -> String {
    let words = ["-ec", script, "sh"] + (paths.isEmpty ? [folder.path] : paths)
    let done = try Program.run("/bin/sh", words, environment: ["PATH": Tool.searchPath])
    guard done.exit == .exited(0) else {
      throw ProgramError.missed("success", of: script, instead: "\(done)")
    }
    return done.output
  }
}
