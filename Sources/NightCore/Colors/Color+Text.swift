extension Color {
  /// `#rrggbb`, or `#rrggbbaa` where it is not opaque; the nearest there is.
  package var text: String {
    let opaque = [red, green, blue].map(Self.byte)
    let bytes = alpha < 1 ? opaque + [Self.byte(alpha)] : opaque
    return "#" + bytes.map(Self.hexadecimal).joined()
  }

  /// Reads as this very colour again: `text` where that does, else shares of red, green and blue.
  package var exactText: String {
    let isText = [red, green, blue, alpha].allSatisfy { Double(Self.byte($0)) / 255 == $0 }
    guard !isText else { return text }
    let shares = [red, green, blue].map { Self.percent($0) + "%" }.joined(separator: " ")
    return "rgb(\(shares)" + (alpha < 1 ? " / \(alpha))" : ")")
  }

  static func byte(_ share: Double) -> UInt8 {
    // Not a number is taken for 0.
    share > 0 ? UInt8((min(share, 1) * 255).rounded()) : 0
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16)
    return text.utf8.count == 2 ? text : "0" + text
  }

  /// A hundred times as much, digit by digit: a product would be rounded.
  private static func percent(_ share: Double) -> String {
    let parts = "\(share)".split(separator: "e", maxSplits: 1)
    if parts.count == 2, let exponent = Int(parts[1]) { return "\(parts[0])e\(exponent + 2)" }
    let halves = parts[0].split(separator: ".", maxSplits: 1)
    let whole = halves[0], rest = halves.count == 2 ? String(halves[1]) : ""
    let moved = rest + String(repeating: "0", count: max(0, 2 - rest.utf8.count))
    let digits = (whole + moved.prefix(2)).drop { $0 == "0" }
    let after = moved.dropFirst(2)
    return (digits.isEmpty ? "0" : digits) + (after.isEmpty ? "" : "." + after)
  }
}
