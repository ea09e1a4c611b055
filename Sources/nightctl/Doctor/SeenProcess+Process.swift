import NightCore
import NightStore

extension ProcessFacts {
  private static let bytes = 1 << 20

  init(of identifier: UInt32) {
    let name = Self.read(identifier, "comm") ?? []
    let text = String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    self.init(identifier: identifier, name: text)
  }

  /// What it was started with; nil where it is somebody else's, or does not let itself be seen.
  var environment: [String: String]? {
    guard let bytes = Self.read(identifier, "environ") else { return nil }
    var environment: [String: String] = [:]
    for part in bytes.split(separator: 0) {
      let pair = String(decoding: part, as: UTF8.self)
      guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else { continue }
      environment[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
    }
    return environment
  }

  /// Its program, links followed; of one that was replaced, where it was.
  var program: String? {
    guard let path = try? Disk.system.readLink("/proc/\(identifier)/exe") else { return nil }
    let deleted = " (deleted)"
    return path.hasSuffix(deleted) ? String(path.dropLast(deleted.count)) : path
  }

  /// Whether a signal stopped it, as Ctrl-Z does.
  var isStopped: Bool {
    let bytes = Self.read(identifier, "stat") ?? []
    // What it calls itself may hold anything, and ends with the last bracket.
    let state = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?
      .split(separator: " ").first
    return state == "T"
  }

  /// The unit of its user's manager that it belongs to.
  ///
  /// What a bus starts without a unit belongs to the bus's.
  var unit: String? {
    guard let bytes = Self.read(identifier, "cgroup") else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard let path = lines.first(where: { $0.hasPrefix("0::") }) else { return nil }
    let parts = path.split(separator: "/")
    guard parts.contains(where: { $0.hasPrefix("user@") }), let last = parts.last,
      last.hasSuffix(".service"), !last.hasPrefix("user@"), !last.hasPrefix("dbus")
    else { return nil }
    return String(last)
  }

  private static func read(_ identifier: UInt32, _ file: String) -> [UInt8]? {
    let path = "/proc/\(identifier)/\(file)"
    guard case .bytes(let bytes) = Disk.system.reading(path, limit: bytes).content else {
      return nil
    }
    return bytes
  }
}
