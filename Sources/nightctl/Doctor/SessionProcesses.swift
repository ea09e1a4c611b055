import Glibc
import NightDoctor

/// The user's processes that use the same session bus, and have one of some files in their memory.
///
/// Several sessions of one user can run at the same time, and nightd changes only its own. The
/// kernel makes the list of mapped files slowly, so it is read only for processes of this session.
struct SessionProcesses {
  private let folder: String
  private let address: String
  private let connected: () -> Set<UInt32>

  /// `address` is the address of the session bus, and `connected` returns the processes that have a
  /// connection to it.
  init(
    address: String,
    folder: String = "/proc",
    connected: @escaping () -> Set<UInt32> = { [] }
  ) {
    self.address = Self.plain(address)
    self.folder = folder
    self.connected = connected
  }

  /// Returns the processes that are wanted by their program or their command line, or that have mapped
  /// a file whose path contains one of these texts.
  ///
  /// `isWanted` reads the command line only if it needs it.
  func having(
    _ marks: [String],
    orWanted isWanted: (_ path: String, _ arguments: () -> [String]) -> Bool
  ) -> [ProcessSight] {
    let buffer = ByteBuffer()
    var users: Set<UInt32>?
    let processes = ProgramFinder.names(in: folder).compactMap { UInt32($0) }.sorted()
    return processes.compactMap { process -> ProcessSight? in
      let path = "\(folder)/\(process)"
      var facts = stat()
      guard process != UInt32(getpid()), stat(path, &facts) == 0, facts.st_uid == geteuid(),
        buffer.read(path + "/environ")
      else { return nil }
      let isOwn = isOfSession(buffer)
      guard isOwn != false else { return nil }
      func parts(_ file: String) -> [String] { buffer.read(path + file) ? buffer.parts : [] }
      func arguments() -> [String] { Self.arguments(parts("/cmdline")) }
      let isKnown = isWanted(path, arguments)
      if isOwn == nil {
        users = users ?? (isKnown ? connected() : nil)
        guard isKnown, users?.contains(process) == true else { return nil }
      }
      guard buffer.read(path + "/maps"), isKnown || marks.contains(where: buffer.contains) else {
        return nil
      }
      let mapped = buffer.paths()
      return ProcessSight(
        identifier: process,
        environment: FactGatherer.variables(parts("/environ")),
        arguments: arguments(),
        mapped: mapped
      )
    }
  }

  /// Whether a process with this environment uses the session's bus; nil if the environment does not
  /// say so, as with Chromium, which overwrites it.
  ///
  /// Flatpak gives each program a bus of its own, which leads to the session's bus.
  private func isOfSession(_ environment: ByteBuffer) -> Bool? {
    guard let named = environment.value(of: "DBUS_SESSION_BUS_ADDRESS"), !named.isEmpty else {
      guard let runtime = environment.value(of: "XDG_RUNTIME_DIR") else { return nil }
      return address == "unix:path=\(runtime)/bus"
    }
    let plain = Self.plain(named)
    return plain == address || plain == "unix:path=/run/flatpak/bus"
  }

  /// The arguments of a process; Chromium puts them into one text, with spaces between them.
  private static func arguments(_ parts: [String]) -> [String] {
    let words = parts.first?.split(separator: " ").map(String.init) ?? []
    guard parts.count == 1, words.dropFirst().contains(where: { $0.hasPrefix("--") }) else {
      return parts
    }
    return words
  }

  /// The first address of a list, without the bus's identifier.
  private static func plain(_ address: String) -> String {
    let first = address.split(separator: ";").first ?? ""
    return first.split(separator: ",").filter { !$0.hasPrefix("guid=") }.joined(separator: ",")
  }
}

/// Bytes of a file of `/proc`, in one piece of memory that is used again for the next file.
private final class ByteBuffer {
  private static let most = 8 << 20
  private static let lineFeed = Int32(UInt8(ascii: "\n"))
  private static let slash = Int32(UInt8(ascii: "/"))
  private static let equals = CChar(UInt8(ascii: "="))

  private var capacity = 256 << 10
  private var text: UnsafeMutablePointer<CChar>
  private var count = 0

  init() {
    text = .allocate(capacity: capacity)
    text[0] = 0
  }

  deinit { text.deallocate() }

  /// Reads a file; false if it cannot be read, is empty or is too large.
  func read(_ path: String) -> Bool {
    count = 0
    text[0] = 0
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    while true {
      // One byte is left for the zero that ends a text for C.
      if count == capacity - 1, !grow() { return false }
      let more = Glibc.read(file, text + count, capacity - 1 - count)
      guard more > 0 else {
        text[count] = 0
        return more == 0 && count > 0
      }
      count += more
    }
  }

  private func grow() -> Bool {
    guard capacity < Self.most else { return false }
    let larger = UnsafeMutablePointer<CChar>.allocate(capacity: capacity * 2)
    larger.update(from: text, count: count)
    text.deallocate()
    text = larger
    capacity *= 2
    return true
  }

  /// Whether a text occurs in a file that has no zero bytes.
  func contains(_ mark: String) -> Bool { strstr(text, mark) != nil }

  /// The parts between zero bytes, without empty ones.
  var parts: [String] {
    var parts: [String] = []
    forEachPart { parts.append(String(cString: $0)) }
    return parts
  }

  /// The value of a variable in a file with `NAME=value` between zero bytes.
  func value(of name: String) -> String? {
    var value: String?
    let length = name.utf8.count
    forEachPart { part in
      if value == nil, strncmp(part, name, length) == 0, part[length] == Self.equals {
        value = String(cString: part + length + 1)
      }
    }
    return value
  }

  private func forEachPart(_ body: (UnsafePointer<CChar>) -> Void) {
    var start = 0
    while start < count {
      let length = strlen(text + start)
      if length > 0 { body(text + start) }
      start += length + 1
    }
  }

  /// The paths at the ends of the lines.
  ///
  /// A mapped file usually has several lines, one after the other.
  func paths() -> Set<String> {
    var found: Set<String> = []
    var last: UnsafeMutablePointer<CChar>?
    var start = text
    let end = text + count
    while start < end {
      let line = memchr(start, Self.lineFeed, end - start)
      let lineEnd = line?.assumingMemoryBound(to: CChar.self) ?? end
      defer { start = lineEnd + 1 }
      guard let slash = memchr(start, Self.slash, lineEnd - start) else { continue }
      let path = slash.assumingMemoryBound(to: CChar.self)
      // The line's end becomes the text's end.
      lineEnd.pointee = 0
      if let last, strcmp(last, path) == 0 { continue }
      last = path
      found.insert(String(cString: path))
    }
    return found
  }
}
