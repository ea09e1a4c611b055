import NightCore
import NightStore

extension SeenProcess {
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

  private static func read(_ identifier: UInt32, _ file: String) -> [UInt8]? {
    let path = "/proc/\(identifier)/\(file)"
    guard case .bytes(let bytes) = Disk.system.reading(path, limit: bytes).content else {
      return nil
    }
    return bytes
  }
}
