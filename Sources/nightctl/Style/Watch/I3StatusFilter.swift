import Glibc
import NightBus

/// Puts a block in front of the blocks that i3status prints for i3bar.
///
/// i3bar starts only one program, so a program that adds a block must change the lines of i3status.
/// In i3bar's protocol, the first line contains an object, and the second line contains `[`. Each
/// line after these two contains one update: an array of blocks. For each update except the first,
/// the line begins with a comma.
final class I3StatusFilter {
  /// The longest line that is accepted, in bytes.
  private static let longestLine = 1 << 20

  private unowned let watching: Watching
  private var watch: Watch?
  private var bytes: [UInt8] = []
  /// The text of the last update, from its first block to the end of the line.
  private var blocks: String?
  private var block: String?
  private var hasPrinted = false

  init(_ watching: Watching) {
    self.watching = watching
    watch = watching.loop.watch(STDIN_FILENO, events: Int16(POLLIN)) { [unowned self] _ in read() }
  }

  /// Replaces nightctl's own block, and prints the last update again with the new block.
  func show(_ block: String) {
    guard block != self.block else { return }
    self.block = block
    printUpdate()
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    // When i3status ends, this command ends too.
    guard count > 0 else { return end(nil) }
    bytes += buffer.prefix(count)
    while let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: bytes[..<lineEnd], as: UTF8.self)
      bytes.removeFirst(lineEnd + 1)
      guard handle(line) else { return end(.system(WatchMessages.notI3status)) }
    }
    if bytes.count > Self.longestLine { end(.system(WatchMessages.notI3status)) }
  }

  private func end(_ failure: Failure?) {
    watch = nil
    watching.end(failure)
  }

  /// Handles a line that i3status printed; returns whether the line belongs to the protocol.
  private func handle(_ line: String) -> Bool {
    var rest = line[...]
    while let first = rest.first, first == "," || first == " " { rest.removeFirst() }
    switch rest.first {
    case "{" where blocks == nil, nil:
      print(line)
    case "[" where rest == "[":
      print(line)
    case "[":
      blocks = String(rest.dropFirst())
      printUpdate()
    default: return false
    }
    return true
  }

  private func printUpdate() {
    guard let blocks else { return }
    let own = block.map { blocks.hasPrefix("]") ? $0 : $0 + "," } ?? ""
    print((hasPrinted ? ",[" : "[") + own + blocks)
    hasPrinted = true
  }

  private func print(_ line: String) {
    watching.print { (output) throws(Failure) in try output.line(line) }
  }
}
