import Glibc
import NightStore

/// Finds the user's processes that use this session's bus and have mapped certain files.
///
/// One user can have several sessions; each session has a nightd, which changes only that session.
/// The kernel is slow to list mapped files, so only this session's processes are examined.
struct SessionProcesses {
  private let folder: String
  private let address: String
  private let connected: () -> Set<UInt32>

  /// `address` is the address of the session bus; `connected` returns the processes that are
  /// connected to this bus.
  init(
    address: String,
    folder: String = "/proc",
    connected: @escaping () -> Set<UInt32> = { [] }
  ) {
    self.address = Self.plain(address)
    self.folder = folder
    self.connected = connected
  }

  /// Returns the processes for which `isWanted` returns true, and those that have mapped a file
  /// whose path contains one of `marks`.
  ///
  /// Reading a process's arguments takes time, so `isWanted` is called with a closure that reads
  /// them only if needed.
  func having(
    _ marks: [String],
    orWanted isWanted: (_ path: String, _ arguments: () -> [String]) -> Bool
  ) -> [ProcessSight] {
    var users: Set<UInt32>?
    let processes = Folder(path: folder).names(most: .max).compactMap { UInt32($0) }.sorted()
    return processes.compactMap { process -> ProcessSight? in
      let files = ProcessFolder(process, in: folder)
      guard process != UInt32(getpid()), files.isOwn, let parts = files.parts("environ"),
        !parts.isEmpty
      else { return nil }
      let environment = ProcessFolder.variables(parts)
      let isOwn = isOfSession(environment)
      guard isOwn != false else { return nil }
      func arguments() -> [String] { Self.arguments(files.arguments) }
      let isKnown = isWanted(files.path, arguments)
      if isOwn == nil {
        users = users ?? (isKnown ? connected() : nil)
        guard isKnown, users?.contains(process) == true else { return nil }
      }
      guard let maps = files.bytes("maps"), !maps.isEmpty,
        isKnown || marks.contains(where: maps.includes)
      else { return nil }
      return ProcessSight(
        identifier: process,
        environment: environment,
        arguments: arguments(),
        mapped: Self.paths(maps)
      )
    }
  }

  /// Whether a process with this environment uses this session's bus; nil if unknown.
  ///
  /// For Chromium, for example, the answer is unknown, because Chromium overwrites its environment
  /// in memory.
  ///
  /// Inside Flatpak, a program's bus address leads to a proxy, which is connected to the session's
  /// bus.
  private func isOfSession(_ environment: [String: String]) -> Bool? {
    guard let named = environment["DBUS_SESSION_BUS_ADDRESS"], !named.isEmpty else {
      guard let runtime = environment["XDG_RUNTIME_DIR"] else { return nil }
      return address == "unix:path=\(runtime)/bus"
    }
    let plain = Self.plain(named)
    return plain == address || plain == "unix:path=/run/flatpak/bus"
  }

  /// The paths of a process's mapped files, with which the lines of `/proc/PID/maps` end.
  ///
  /// A mapped file usually has several lines in a row, so a path that equals the previous one is
  /// skipped.
  private static func paths(_ maps: [UInt8]) -> Set<String> {
    var found: Set<String> = []
    var last: ArraySlice<UInt8> = []
    for line in maps.split(separator: UInt8(ascii: "\n")) {
      let path = line[(line.firstIndex(of: UInt8(ascii: "/")) ?? line.endIndex)...]
      guard !path.isEmpty, path != last else { continue }
      last = path
      found.insert(String(decoding: path, as: UTF8.self))
    }
    return found
  }

  /// The arguments of a process.
  ///
  /// Chromium joins its arguments into one string, so this method splits that string at spaces.
  private static func arguments(_ parts: [String]) -> [String] {
    let words = parts.first?.split(separator: " ").map(String.init) ?? []
    guard parts.count == 1, words.dropFirst().contains(where: { $0.hasPrefix("--") }) else {
      return parts
    }
    return words
  }

  /// Returns the first address in a list of bus addresses, without the part `guid=…`.
  private static func plain(_ address: String) -> String {
    let first = address.split(separator: ";").first ?? ""
    return first.split(separator: ",").filter { !$0.hasPrefix("guid=") }.joined(separator: ",")
  }
}
