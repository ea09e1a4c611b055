/// How degrees are written and read: whole ones and a decimal fraction, never an exponent.
///
/// `Double`'s own forms know exponents, `nan` and hexadecimal digits, which nobody means here.
enum Degrees {
  /// The number with so many decimals at most, the last of them rounded; shortest form.
  static func text(_ degrees: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { value, _ in value * 10 }
    let count = Int((degrees * Double(scale)).rounded())
    let (whole, rest) = count.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
    let sign = count < 0 ? "-" : ""
    guard rest != 0 else { return sign + String(whole) }
    var digits = String(rest)
    digits = String(repeating: "0", count: decimals - digits.utf8.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return sign + String(whole) + "." + digits
  }

  /// The nearest number that so many decimals can write.
  static func rounded(_ degrees: Double, decimals: Int) -> Double {
    let scale = (0..<decimals).reduce(1.0) { value, _ in value * 10 }
    return (degrees * scale).rounded() / scale
  }

  /// Reads `-12.5` and its like, of at most 24 characters; nil for anything else.
  static func number(_ text: Substring.UTF8View, plus: Bool) -> Double? {
    var digits = text
    if let first = digits.first, first == UInt8(ascii: "-") || plus && first == UInt8(ascii: "+") {
      digits.removeFirst()
    }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard
      text.count <= 24, (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) })
    else { return nil }
    return Double(Substring(text))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
