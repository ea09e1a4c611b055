import Glibc
import NightBus
import TestSupport
import Testing

/// A folder with some watched paths.
final class PathBench {
  let folder: TemporaryFolder
  private let runner: Runner
  private(set) var watch: PathWatch?
  private var news: Set<String> = []

  /// Watches paths below the folder; if `asNobody` is true, the user “nobody” watches them.
  init(_ paths: [String] = ["c/n/f"], before: String, asNobody: Bool = false) throws {
    folder = try TemporaryFolder()
    runner = try Runner()
    try run(before)
    let start = { [unowned self] in
      watch = try PathWatch(paths.map(folder.file), on: runner.loop) { [unowned self] changed in
        news.formUnion(changed.map { String($0.dropFirst(folder.path.count + 1)) })
        runner.done()
      }
    }
    if asNobody { try UnprivilegedUser.perform(start) } else { try start() }
  }

  func run(_ text: String) throws {
    let done = try Program.run("sh", ["-ec", text], folder: folder.path)
    try #require(done.exit == .exited(0), "\(done)")
  }

  /// Runs the loop until a notification comes; returns it together with all that follow at once.
  func awaitNews() throws -> Set<String> {
    try runner.run()
    return try newsSoon()
  }

  func newsSoon(milliseconds: Int = 5) throws -> Set<String> {
    while true {
      let known = news
      try runner.run(milliseconds: milliseconds)
      if news == known { break }
    }
    defer { news = [] }
    return news
  }

  func number(_ name: String) -> UInt64 {
    var facts = stat()
    return lstat(folder.file(name), &facts) == 0 ? UInt64(facts.st_ino) : 0
  }

  /// The events that are watched in each folder, as the kernel lists them; the key is the folder's
  /// inode number.
  func watched() throws -> [UInt64: UInt32] {
    let text = try Program.run("sh", ["-c", "cat /proc/\(getpid())/fdinfo/* 2>/dev/null; :"]).output
    let own = number(".")
    for instance in text.split(separator: "pos:") {
      var masks: [UInt64: UInt32] = [:]
      for line in instance.split(separator: "\n") where line.hasPrefix("inotify ") {
        var words: [Substring: Substring] = [:]
        for word in line.split(separator: " ") {
          let parts = word.split(separator: ":")
          if parts.count == 2 { words[parts[0]] = parts[1] }
        }
        guard let number = words["ino"].flatMap({ UInt64($0, radix: 16) }),
          let mask = words["mask"].flatMap({ UInt32($0, radix: 16) })
        else { continue }
        masks[number] = mask & 0xfff
      }
      if masks[own] != nil { return masks }
    }
    return [:]
  }
}
