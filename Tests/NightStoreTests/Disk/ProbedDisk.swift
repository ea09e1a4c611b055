import NightStore
import Synchronization

/// The real disk, except that it records all calls and can make some of them fail.
final class ProbedDisk: Sendable {
  enum Call: String, CaseIterable, Sendable {
    case makeFolder, syncFolder, look, open, read, create, write, sync, link, rename, remove, lock
    case openLock, removeFolder, lookThroughLinks, openThroughLinks, lookAt, readLink
    case list
  }

  /// Makes the n-th call of a kind fail, counted from 1, and optionally all later calls too.
  struct Fault: Sendable {
    let call: Call
    var ordinal: Int
    let code: Int32
    var isLasting = false
  }

  private struct State {
    var lines: [String] = []
    var counts: [Call: Int] = [:]
    var hits: Set<Int> = []
    /// The path with which each open file was opened; the key is the file descriptor.
    var open: [Int32: String] = [:]
    var strayCloses = 0
  }

  private let state = Mutex(State())
  private let root: String
  private let faults: [Fault]

  /// Recorded paths are relative to the root.
  init(root: String, faults: [Fault]) {
    self.root = root
    self.faults = faults
  }

  convenience init(root: String, fault: Fault? = nil) {
    self.init(root: root, faults: fault.map { [$0] } ?? [])
  }

  /// The recorded calls, in order; calls of the kinds `look` and `list` are left out.
  var lines: [String] { state.withLock { $0.lines } }
  /// The faults that occurred.
  var hits: Set<Int> { state.withLock { $0.hits } }
  var wasHit: Bool { !hits.isEmpty }
  /// Whether every file that was opened has been closed exactly once.
  var isTidy: Bool { state.withLock { $0.open.isEmpty && $0.strayCloses == 0 } }

  private func note(_ call: Call, _ what: String, at path: String) throws(Disk.Refusal) {
    let code = state.withLock { state -> Int32? in
      let count = state.counts[call, default: 0] + 1
      state.counts[call] = count
      if call != .look, call != .list { state.lines.append("\(call.rawValue) \(what)") }
      let index = faults.firstIndex { fault in
        fault.call == call
          && (fault.isLasting ? count >= fault.ordinal : count == fault.ordinal)
      }
      guard let index else { return nil }
      state.hits.insert(index)
      return faults[index].code
    }
    if let code { throw Disk.Refusal(call.rawValue, path, code: code) }
  }

  private func short(_ path: String) -> String {
    guard path.hasPrefix(root) else { return path }
    let rest = path.dropFirst(root.count + 1)
    return rest.isEmpty ? "." : String(rest)
  }

  private func note(_ call: Call, _ path: String) throws(Disk.Refusal) {
    try note(call, short(path), at: path)
  }

  private func note(_ call: Call, _ file: Int32) throws(Disk.Refusal) {
    try note(call, state.withLock { $0.open[file] ?? "a closed file" }, at: "")
  }

  private func opened(_ file: Int32, _ path: String) -> Int32 {
    state.withLock { $0.open[file] = short(path) }
    return file
  }

  private func close(_ file: Int32) {
    state.withLock {
      let name = $0.open.removeValue(forKey: file)
      if name == nil { $0.strayCloses += 1 }
      $0.lines.append("close \(name ?? "a closed file")")
    }
    Disk.system.close(file)
  }

  var disk: Disk {
    let real = Disk.system
    var disk = real
    disk.makeFolder = { [self] path throws(Disk.Refusal) in
      try note(.makeFolder, path)
      try real.makeFolder(path)
    }
    disk.removeFolder = { [self] path throws(Disk.Refusal) in
      try note(.removeFolder, path)
      try real.removeFolder(path)
    }
    disk.syncFolder = { [self] path throws(Disk.Refusal) in
      try note(.syncFolder, path)
      try real.syncFolder(path)
    }
    disk.list = { [self] path, most throws(Disk.Refusal) in
      try note(.list, path)
      return try real.list(path, most)
    }
    disk.look = { [self] path throws(Disk.Refusal) in
      try note(.look, path)
      return try real.look(path)
    }
    disk.open = { [self] path throws(Disk.Refusal) in
      try note(.open, path)
      return opened(try real.open(path), path)
    }
    disk.lookThroughLinks = { [self] path throws(Disk.Refusal) in
      try note(.lookThroughLinks, path)
      return try real.lookThroughLinks(path)
    }
    disk.readLink = { [self] path throws(Disk.Refusal) in
      try note(.readLink, path)
      return try real.readLink(path)
    }
    disk.openThroughLinks = { [self] path throws(Disk.Refusal) in
      try note(.openThroughLinks, path)
      return opened(try real.openThroughLinks(path), path)
    }
    disk.lookAt = { [self] file throws(Disk.Refusal) in
      try note(.lookAt, file)
      return try real.lookAt(file)
    }
    disk.read = { [self] file, most throws(Disk.Refusal) in
      try note(.read, file)
      return try real.read(file, most)
    }
    disk.create = { [self] path throws(Disk.Refusal) in
      try note(.create, path)
      return opened(try real.create(path), path)
    }
    disk.write = { [self] file, bytes throws(Disk.Refusal) in
      do throws(Disk.Refusal) {
        try note(.write, file)
      } catch {
        // A disk that becomes full during a write stores only the first bytes, so write half of
        // them.
        try real.write(file, Array(bytes.prefix(bytes.count / 2)))
        throw error
      }
      try real.write(file, bytes)
    }
    disk.sync = { [self] file throws(Disk.Refusal) in
      try note(.sync, file)
      try real.sync(file)
    }
    disk.close = { [self] file in close(file) }
    disk.link = { [self] path, second throws(Disk.Refusal) in
      try note(.link, "\(short(path)) to \(short(second))", at: second)
      try real.link(path, second)
    }
    disk.rename = { [self] from, to throws(Disk.Refusal) in
      try note(.rename, "\(short(from)) to \(short(to))", at: to)
      try real.rename(from, to)
    }
    disk.remove = { [self] path throws(Disk.Refusal) in
      try note(.remove, path)
      try real.remove(path)
    }
    disk.lock = { [self] file, milliseconds throws(Disk.Refusal) in
      try note(.lock, file)
      return try real.lock(file, milliseconds)
    }
    disk.openLock = { [self] path throws(Disk.Refusal) in
      try note(.openLock, path)
      return opened(try real.openLock(path), path)
    }
    return disk
  }
}
