import Glibc
import TestSupport

/// A file of the folder `corpus` or `regressions`.
struct KeptInput {
  let name: String
  let bytes: [UInt8]

  static func all(of target: FuzzTarget) throws -> [KeptInput] {
    try ["corpus", "regressions"].flatMap { kind in
      let folder = "\(Built.sourceRoot)/Tests/Fuzz/\(kind)/\(target.rawValue)"
      return try names(in: folder).map { name in
        let path = "\(folder)/\(name)"
        return KeptInput(name: path, bytes: try bytes(of: path))
      }
    }
  }
}

extension KeptInput {
  private struct Missing: Error { let path: String }

  private static func names(in folder: String) throws -> [String] {
    guard let stream = opendir(folder) else { throw Missing(path: folder) }
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

  private static func bytes(of path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw Missing(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var byte = fgetc(file)
    while byte != EOF {
      bytes.append(UInt8(truncatingIfNeeded: byte))
      byte = fgetc(file)
    }
    return bytes
  }
}
