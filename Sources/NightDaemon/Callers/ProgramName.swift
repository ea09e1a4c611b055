import Glibc

/// What a process is called, for showing to people only: it may call itself what it likes.
enum ProgramName {
  /// More than the kernel keeps of it.
  private static let bytes = 64

  static func of(_ process: UInt32) -> String? {
    let file = open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: bytes)
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let text = String(
      decoding: buffer.prefix(count).prefix { $0 != UInt8(ascii: "\n") },
      as: UTF8.self
    )
    // A terminal must not be told anything by it.
    let plain = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return plain.isEmpty ? nil : String(String.UnicodeScalarView(plain))
  }
}
