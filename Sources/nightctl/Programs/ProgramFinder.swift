import Glibc
import NightCore
import NightStore

/// Finds installed programs and running processes.
struct ProgramFinder {
  private let folders: [String]
  private let processes: String
  let silent: SilentPrograms

  init(
    environment: (String) -> String?,
    processes: String = "/proc",
    silent: SilentPrograms = SilentPrograms()
  ) {
    folders = ProgramSearch.folders(environment("PATH"))
    self.processes = processes
    self.silent = silent
  }

  /// The path of an installed program; nil if `PATH` has no such program.
  func path(of program: String) -> String? {
    guard let path = try? ProgramSearch.path(of: program, in: folders) else { return nil }
    return access(path, X_OK) == 0 ? path : nil
  }

  /// Reads the list of the user's processes; takes a few milliseconds if there are many.
  func runningProcesses() -> Processes { Processes(in: processes) }

  /// Whether the program's executable contains a string; also true if the program is not installed.
  func contains(_ program: String, _ word: String) -> Bool {
    guard let path = path(of: program), let bytes = try? UserFile(path: path).bytes()
    else { return true }
    return bytes.includes(word)
  }

  /// The names of the files and folders in a folder.
  static func names(in path: String) -> [String] { Folder(path: path).names(most: .max) }

  /// Other files in the folders of `paths`, at most 100 for each folder.
  ///
  /// Files directly in the home folder are left out, because most of them belong to other programs.
  static func files(beside paths: [String], home: String) -> [String] {
    Set(paths.map(\.parentFolder)).subtracting([home]).sorted().flatMap { folder in
      names(in: folder).sorted().map { "\(folder)/\($0)" }
        .filter { !paths.contains($0) && Disk.kind(of: $0) == .file }.prefix(100)
    }
  }
}

/// The programs that exceeded their time limit in this run of nightctl, and a sentence about each.
///
/// nightctl does not start them again in the same run, because each start would take seconds.
///
/// `@unchecked` is safe, because nightctl has one thread. With a `Mutex`, each `nightctl set` would
/// execute a tenth more instructions, because the type of a `Mutex` is made at run time.
final class SilentPrograms: @unchecked Sendable {
  var problems: [String: String] = [:]
}

extension Command {
  var finder: ProgramFinder { ProgramFinder(environment: environment, silent: nightctl.silent) }
}

extension [UInt8] {
  /// Whether a string occurs in the bytes.
  func includes(_ text: String) -> Bool {
    let text = Array(text.utf8)
    guard let first = text.first else { return true }
    return withUnsafeBytes { bytes in
      guard var next = bytes.baseAddress else { return false }
      let end = next + bytes.count
      while let found = memchr(next, Int32(first), end - next) {
        guard end - UnsafeRawPointer(found) >= text.count else { return false }
        if memcmp(found, text, text.count) == 0 { return true }
        next = UnsafeRawPointer(found) + 1
      }
      return false
    }
  }
}
