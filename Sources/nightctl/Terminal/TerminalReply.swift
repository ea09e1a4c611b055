import NightCore

/// A sequence that nightctl sends to a terminal.
enum TerminalQuery: String, Sendable {
  /// Asks for the colour scheme.
  case colorScheme = "\u{1B}[?996n"
  /// Asks for the background colour.
  case background = "\u{1B}]11;?\u{1B}\\"
  /// Asks whether the terminal can report changes of the colour scheme (mode 2031).
  case changeReports = "\u{1B}[?2031$p"
  /// Asks for the device attributes.
  ///
  /// Every terminal answers a query for device attributes, and answers queries in the order in
  /// which they were sent. This query therefore serves as a fence: after its answer, no answer to
  /// an earlier query can arrive.
  case fence = "\u{1B}[c"
  /// Asks the terminal to report each change of its colour scheme.
  case startReports = "\u{1B}[?2031h"
  /// Asks the terminal to stop reporting changes of its colour scheme.
  case endReports = "\u{1B}[?2031l"
}

/// One reply of a terminal to a query, or one report that the terminal sends after a change.
enum TerminalReply: Equatable, Sendable {
  /// The colour scheme: `CSI ? 997 ; 1 n` for dark, `CSI ? 997 ; 2 n` for light.
  case colorScheme(Style)
  /// The background colour: `OSC 11 ; rgb:R/G/B ST`.
  case background(Color)
  /// Whether the terminal can report changes of the colour scheme: `CSI ? 2031 ; Ps $ y`.
  case changeReports(isSupported: Bool)
  /// The device attributes: `CSI ? … c`. A terminal sends this reply to the fence.
  case deviceAttributes

  /// Parses a control sequence without its `ESC [`; nil if it is not a reply to a query of
  /// nightctl.
  init?(controlSequence bytes: some Collection<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("?"), let last = text.last else { return nil }
    let body = text.dropFirst().dropLast()
    switch last {
    case "n" where body == "997;1": self = .colorScheme(.dark)
    case "n" where body == "997;2": self = .colorScheme(.light)
    case "y" where body.hasPrefix("2031;") && body.hasSuffix("$"):
      // The terminal supports the mode if it reports the state 1 (set), 2 (reset) or 3 (set
      // forever). 0 means that the terminal does not know the mode, and 4 means that the mode is
      // reset forever.
      let state = body.dropFirst(5).dropLast()
      self = .changeReports(isSupported: ["1", "2", "3"].contains(state))
    case "c" where !body.isEmpty && body.utf8.allSatisfy(\.isParameter): self = .deviceAttributes
    default: return nil
    }
  }

  /// Parses the text between `ESC ]` and the terminator; nil if it is not a background colour.
  init?(systemCommand bytes: some Collection<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    let prefix = "11;"
    guard text.hasPrefix(prefix), let color = Color(xParseColor: text.dropFirst(prefix.count))
    else { return nil }
    self = .background(color)
  }
}

extension UInt8 {
  /// Whether the byte is a digit or a separator of the parameters of a control sequence.
  fileprivate var isParameter: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: ";")
  }
}

extension Color {
  /// Reads `rgb:R/G/B` or `rgba:R/G/B/A` with one to four hexadecimal digits for each part.
  ///
  /// The alpha is ignored, because nightctl does not know what is behind the terminal's window.
  init?(xParseColor text: some StringProtocol) {
    let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, ["rgb", "rgba"].contains(halves[0]) else { return nil }
    let parts = halves[1].split(separator: "/", omittingEmptySubsequences: false)
    let shares = parts.compactMap { Self.share($0) }
    guard parts.count == halves[0].utf8.count, shares.count == parts.count else { return nil }
    self.init(red: shares[0], green: shares[1], blue: shares[2])
  }

  /// The value of one part, from 0 to 1: `f`, `ff`, `fff` and `ffff` are all 1.
  private static func share(_ digits: some StringProtocol) -> Double? {
    // `Int` also accepts a sign, so check that the text begins with a digit.
    guard (1...4).contains(digits.utf8.count), digits.utf8.first.map(isDigit) == true,
      let value = Int(digits, radix: 16)
    else { return nil }
    return Double(value) / Double((1 << (4 * digits.utf8.count)) - 1)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    Character(Unicode.Scalar(byte)).isHexDigit
  }
}
