import Glibc

/// Reads the output of a program while the program runs.
package final class OutputReader {
  /// The most reads after the program's end; together they read more than a socket holds.
  private static let lastReads = 256

  private let descriptor: FileDescriptor
  private let loop: Loop
  private var watch: Watch?
  private let onOutput: ([UInt8]) -> Void
  private let onEnd: () -> Void
  private var isStopped = false

  /// Starts to read; `onEnd` is called once no process has the other end of the pipe open.
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

  /// Reads no more output, but still reports the end of the output.
  package func stopReading() {
    guard watch != nil else { return }
    isStopped = true
    // POLLPRI never comes on a pipe. poll(2) reports POLLHUP even if no event was requested.
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
/// A line of more than 4 KiB is dropped, so that a program cannot fill nightd's memory.
package struct LineSplitter {
  private static let limit = 4_096

  private var line: [UInt8] = []
  private var isTooLong = false

  package init() {}

  /// Adds bytes; returns the lines that they complete.
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

/// The end of a program's output, and the size of the whole output.
package struct OutputTail {
  private static let mostBytes = 4_096
  private static let mostLines = 20

  private var bytes: [UInt8] = []
  /// The size of the whole output in bytes.
  package private(set) var count = 0

  package init() {}

  package mutating func append(_ more: [UInt8]) {
    count += more.count
    bytes += more
    if bytes.count > 2 * Self.mostBytes { bytes.removeFirst(bytes.count - Self.mostBytes) }
  }

  /// The last lines, without control characters or malformed UTF-8.
  ///
  /// The first of these lines is complete, unless that line is too long.
  package var text: String {
    var kept = bytes.suffix(Self.mostBytes)
    if kept.count < bytes.count || count > bytes.count,
      let end = kept.firstIndex(of: UInt8(ascii: "\n"))
    {
      kept = kept[(end + 1)...]
    }
    let lines = kept.split(separator: UInt8(ascii: "\n")).suffix(Self.mostLines)
    return lines.map { Self.plain(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\n")
  }

  private static func plain(_ line: String) -> String {
    var text = ""
    for scalar in line.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control
      text.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return text
  }
}
