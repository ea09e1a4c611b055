import Glibc
import TestSupport

/// The memory of a running program, as the kernel reports it in /proc.
struct ProcessMemory {
  private let folder: String

  init(of program: Program) { folder = "/proc/\(program.processIdentifier)" }

  /// The number in a row such as `Anonymous:` in `smaps_rollup`, in KiB; 0 if the row is missing.
  func kilobytes(_ row: String, in name: String) -> Int {
    guard let file = fopen("\(folder)/\(name)", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = line.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
      if text.hasPrefix(row) { return Int(text.filter(\.isNumber)) ?? 0 }
    }
    return 0
  }
}
