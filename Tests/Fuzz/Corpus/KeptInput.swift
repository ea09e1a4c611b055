import Glibc
import TestSupport

/// An input from the archive `corpus/TARGET.tar.gz` or from the folder `regressions/TARGET`.
struct KeptInput {
  let name: String
  let bytes: [UInt8]

  static func all(of target: FuzzTarget) throws -> [KeptInput] {
    let root = "\(Built.sourceRoot)/Tests/Fuzz"
    let unpacked = try TemporaryFolder()
    let archive = "\(root)/corpus/\(target.rawValue).tar.gz"
    let tar = try Program.run("tar", ["-xzf", archive, "-C", unpacked.path])
    guard tar.exit == .exited(0) else { throw Missing(path: archive) }
    return try [unpacked.path, "\(root)/regressions/\(target.rawValue)"].flatMap { folder in
      try names(in: folder).map { name in
        KeptInput(name: "\(target) \(name)", bytes: try bytes(of: "\(folder)/\(name)"))
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
