import Glibc
import NightBus

/// What a program says, as it comes.
final class OutputReader {
  /// More than a socket holds.
  private static let lastReads = 256

  private let descriptor: FileDescriptor
  private let loop: Loop
  private var watch: Watch?
  private let onOutput: ([UInt8]) -> Void
  private let onEnd: () -> Void

  /// Calls once with the end, when all who could say something are gone.
  init(
    _ descriptor: consuming FileDescriptor,
    on loop: Loop,
    onOutput: @escaping ([UInt8]) -> Void,
    onEnd: @escaping () -> Void
  ) {
    self.descriptor = descriptor
    self.loop = loop
    self.onOutput = onOutput
    self.onEnd = onEnd
    watch = loop.watch(self.descriptor.number, events: Int16(POLLIN)) { [unowned self] _ in
      _ = readSome()
    }
  }

  /// Takes what is there now, of a program that has ended, and then no more.
  ///
  /// Others may hold its output open, and go on talking.
  func finish() {
    for _ in 0..<Self.lastReads where watch != nil && !isDeaf { if !readSome() { break } }
    watch = nil
  }

  private var isDeaf = false

  /// Reads no more of one that says too much, but still tells its end.
  func goDeaf() {
    guard watch != nil else { return }
    isDeaf = true
    // Nothing of this kind ever comes here; that all are gone is told whatever is asked for.
    watch = loop.watch(descriptor.number, events: Int16(POLLPRI)) { [unowned self] _ in end() }
  }

  func stop() { watch = nil }

  /// Answers whether there was something.
  private func readSome() -> Bool {
    // A handler may let this reader go.
    withExtendedLifetime(self) {
      guard let bytes = descriptor.readSome(most: 4_096) else { return false }
      guard bytes.isEmpty else {
        onOutput(bytes)
        return true
      }
      end()
      return false
    }
  }

  private func end() {
    watch = nil
    onEnd()
  }
}
