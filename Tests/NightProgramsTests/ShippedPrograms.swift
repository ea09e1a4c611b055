import Glibc
import NightPrograms
import Testing

/// The programs in data/programs, read from their descriptions in this repository.
enum ShippedPrograms {
  static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  static let folder = root + "/data/programs"

  static func program(_ name: String) throws -> Program {
    let folder = folder + "/" + name
    let bytes = try #require(read(folder + "/" + ProgramReader.fileName), "\(name)")
    return try #require(
      try ProgramReader.read(name, in: "/share/" + name, bytes) { read(folder + "/" + $0) }
    )
  }

  static func names() throws -> [String] {
    let stream = try #require(opendir(folder))
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  static func write(_ text: String, to path: String) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    fputs(text, file)
  }

  static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return bytes
  }
}
