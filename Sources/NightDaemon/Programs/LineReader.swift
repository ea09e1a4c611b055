import Glibc
import NightBus

/// Lines that a program says, as they come.
///
/// A line of more than 4 KiB is dropped, so that no program fills our memory.
final class LineReader {
  private static let limit = 4_096
  /// More than a socket holds.
  private static let lastReads = 256

  private let descriptor: FileDescriptor
  private var watch: Watch?
  private var line: [UInt8] = []
  private var isTooLong = false
  private let onLine: (String) -> Void
  private let onEnd: () -> Void

  /// Calls once with the end, when all who could say something are gone.
  init(
    _ descriptor: consuming FileDescriptor,
    on loop: Loop,
    onLine: @escaping (String) -> Void,
    onEnd: @escaping () -> Void
  ) {
    self.descriptor = descriptor
    self.onLine = onLine
    self.onEnd = onEnd
    watch = loop.watch(self.descriptor.number, events: Int16(POLLIN)) { [unowned self] _ in
      _ = readSome()
    }
  }

  /// Takes what is there now, of a program that has ended, and then no more.
  ///
  /// Others may hold its output open, and go on talking.
  func finish() {
    for _ in 0..<Self.lastReads where watch != nil { if !readSome() { break } }
    watch = nil
  }

  func stop() { watch = nil }

  /// Answers whether there was something.
  private func readSome() -> Bool {
    // A handler may let this reader go.
    withExtendedLifetime(self) {
      guard let bytes = descriptor.readSome(most: 4_096) else { return false }
      for byte in bytes { take(byte) }
      guard bytes.isEmpty else { return true }
      watch = nil
      onEnd()
      return false
    }
  }

  private func take(_ byte: UInt8) {
    guard byte == UInt8(ascii: "\n") else {
      if line.count < Self.limit { line.append(byte) } else { isTooLong = true }
      return
    }
    let text = isTooLong ? nil : String(decoding: line, as: UTF8.self)
    line.removeAll(keepingCapacity: true)
    isTooLong = false
    if let text, watch != nil { onLine(text) }
  }
}
