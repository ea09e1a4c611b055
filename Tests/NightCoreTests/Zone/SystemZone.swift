import Glibc
import NightCore

/// The zones that this machine has.
enum SystemZone {
  struct Missing: Error { let path: String }

  static let folder = "/usr/share/zoneinfo"

  static func zone(_ name: String, in folder: String = folder) throws -> Zone {
    try Zone(bytes("\(folder)/\(name)"), name: name)
  }

  /// Any file's.
  static func bytes(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw Missing(path: path) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }
}

extension Instant {
  init(second: Int) { self.init(microseconds: Int64(second) * 1_000_000) }

  var second: Int { Int(microseconds / 1_000_000) }
}

extension CivilTime {
  /// The form `2026-11-21T07:10:00`; nothing else is written in these tests.
  init(_ text: String) {
    self.init(utc: Instant(iso: text + "Z") ?? Instant(microseconds: 0))
  }

  var text: String { String(utc.iso.dropLast()) }
}
