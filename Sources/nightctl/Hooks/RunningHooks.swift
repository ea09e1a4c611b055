import Glibc
import NightCore

/// The running hooks and their start times, stored in `hooks.running` in nightd's runtime folder.
///
/// The nightctl process that runs the hooks holds a lock until it ends. If the lock is free, the
/// hooks in the file were interrupted, because the nightctl process that ran them was killed.
struct RunningHooks {
  private static let mostBytes = 1 << 20

  /// The state of a hook that has started but has no result yet.
  enum State: Equatable {
    case running(since: Instant)
    case interrupted(since: Instant)
  }

  private let folder: String
  private let file: UserFile
  private var starts: [String: Instant] = [:]

  /// Makes an empty list for a new run, in which no hook is running yet.
  init(in folder: String) {
    self.folder = folder
    file = .own(folder + "/hooks.running")
  }

  /// Reads which hooks are running now.
  init(readingFrom folder: String) {
    self.init(in: folder)
    for member in file.json(most: Self.mostBytes)?.members ?? [] {
      guard case .string(let text) = member.node.value, let start = Instant(iso: text) else {
        continue
      }
      starts[member.name] = start
    }
  }

  /// The states of the hooks that have no result, by path.
  func states() -> [String: State] {
    guard !starts.isEmpty else { return [:] }
    let isRunning = RunLock.isHeld(.hooks, in: folder)
    return starts.mapValues { isRunning ? .running(since: $0) : .interrupted(since: $0) }
  }

  mutating func add(_ path: String, at time: Instant) {
    starts[path] = time
    save()
  }

  mutating func remove(_ path: String) {
    guard starts.removeValue(forKey: path) != nil else { return }
    save()
  }

  /// Stores the list of running hooks; does nothing if nightd's runtime folder is missing, and
  /// ignores errors.
  private func save() {
    guard access(folder, W_OK) == 0 else { return }
    let members = starts.sorted { $0.key < $1.key }.map {
      JSON.Member(name: $0.key, value: .string($0.value.iso))
    }
    try? file.write(.object(members))
  }
}
