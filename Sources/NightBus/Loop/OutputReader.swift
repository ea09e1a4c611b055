import Glibc

/// Reads the output of a program while the program runs.
package final class OutputReader {
  /// The maximum number of reads after the program has ended: enough to empty a full socket.
  private static let lastReads = 256

  private let descriptor: FileDescriptor
  private let loop: Loop
  private var watch: Watch?
  private let onOutput: ([UInt8]) -> Void
  private let onEnd: () -> Void
  private var isStopped = false

  /// Starts to read; `onEnd` is called when all processes have closed the other end of the channel.
  package init(
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

  /// Reads the remaining output of a program that has ended, and then stops.
  ///
  /// The reader does not wait for the end of the output, because other processes may keep the
  /// output open and go on writing.
  package func finish() {
    for _ in 0..<Self.lastReads where watch != nil && !isStopped { if !readSome() { break } }
    watch = nil
  }

  /// Stops reading the output, but still reports the end of the output.
  package func stopReading() {
    guard watch != nil else { return }
    isStopped = true
    // Request only POLLPRI, which output never causes. poll(2) reports POLLHUP without a request.
    watch = loop.watch(descriptor.number, events: Int16(POLLPRI)) { [unowned self] _ in end() }
  }

  package func stop() { watch = nil }

  /// Reads some output; returns false if there was no output to read.
  private func readSome() -> Bool {
    // `onOutput` or `onEnd` may release this reader.
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

/// Splits the output of a program into lines.
///
/// A line of more than 4 KiB is dropped, so that a program cannot fill this process's memory.
package struct LineSplitter {
  private static let limit = 4_096

  private var line: [UInt8] = []
  private var isTooLong = false

  package init() {}

  /// Adds bytes; returns the lines that these bytes complete.
  package mutating func append(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        if line.count < Self.limit { line.append(byte) } else { isTooLong = true }
        continue
      }
      if !isTooLong { lines.append(String(decoding: line, as: UTF8.self)) }
      line.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    return lines
  }
}
