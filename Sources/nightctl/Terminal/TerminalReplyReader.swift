/// Finds the replies of a terminal among the bytes that arrive from the terminal.
///
/// A reply can be split at any byte. All bytes that are not part of a reply are returned. Bytes
/// outside replies are keys that the user pressed, or sequences that nightctl did not request.
struct TerminalReplyReader: Sendable {
  /// The maximum number of bytes in one reply; a longer sequence is not a reply.
  ///
  /// A real reply has fewer than 100 bytes. The limit bounds the memory that a hostile program in
  /// the terminal can make nightctl use.
  static let limit = 4096

  private static let escape: UInt8 = 0x1B
  private static let bell: UInt8 = 0x07
  private static let backslash = UInt8(ascii: "\\")
  private static let controlSequence = UInt8(ascii: "[")
  private static let systemCommand = UInt8(ascii: "]")

  /// The replies and the other bytes that were found in a piece of input.
  struct Found: Equatable, Sendable {
    var replies: [TerminalReply] = []
    /// The bytes that are not part of a reply, in their original order.
    var leftover: [UInt8] = []
  }

  /// The beginning of a sequence whose end has not arrived; empty between sequences.
  private(set) var unfinished: [UInt8] = []

  /// Reads the next bytes; returns the replies that are now complete, and the leftover bytes.
  mutating func read(_ bytes: some Sequence<UInt8>) -> Found {
    var found = Found()
    for byte in bytes { read(byte, &found) }
    return found
  }

  private mutating func read(_ byte: UInt8, _ found: inout Found) {
    guard !unfinished.isEmpty else {
      if byte == Self.escape { unfinished = [byte] } else { found.leftover.append(byte) }
      return
    }
    let last = unfinished.last
    unfinished.append(byte)
    switch unfinished[1] {
    case Self.controlSequence where unfinished.count == 2: break
    case Self.controlSequence: readControl(byte, &found)
    case Self.systemCommand where last == Self.escape && unfinished.count > 2:
      if byte == Self.backslash { finishCommand(terminator: 2, &found) } else { restart(&found) }
    case Self.systemCommand where byte == Self.bell: finishCommand(terminator: 1, &found)
    case Self.systemCommand: break
    case Self.escape: discard(keeping: 1, &found)
    default: discard(&found)
    }
    if unfinished.count >= Self.limit { discard(&found) }
  }

  /// Reads a byte of a control sequence, after `ESC [`.
  private mutating func readControl(_ byte: UInt8, _ found: inout Found) {
    switch byte {
    case 0x20...0x3F: break
    case 0x40...0x7E: finish(TerminalReply(controlSequence: unfinished.dropFirst(2)), &found)
    // An escape ends this sequence and begins the next one, as in terminals.
    case Self.escape: discard(keeping: 1, &found)
    default: discard(&found)
    }
  }

  private mutating func finishCommand(terminator: Int, _ found: inout Found) {
    let body = unfinished.dropFirst(2).dropLast(terminator)
    finish(TerminalReply(systemCommand: body), &found)
  }

  private mutating func finish(_ reply: TerminalReply?, _ found: inout Found) {
    guard let reply else { return discard(&found) }
    found.replies.append(reply)
    unfinished = []
  }

  /// Discards an unfinished OSC sequence, because its ESC is not followed by a backslash.
  ///
  /// The ESC and the byte after it begin the next sequence.
  private mutating func restart(_ found: inout Found) {
    guard let byte = unfinished.popLast() else { return }
    discard(keeping: 1, &found)
    read(byte, &found)
  }

  /// Moves the unfinished sequence, without the sequence's last `count` bytes, to the leftover
  /// bytes.
  private mutating func discard(keeping count: Int = 0, _ found: inout Found) {
    found.leftover += unfinished.dropLast(count)
    unfinished = Array(unfinished.suffix(count))
  }
}
