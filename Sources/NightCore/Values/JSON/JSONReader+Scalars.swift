extension JSONReader {
  /// Reads null, true, false, Infinity or NaN.
  package mutating func keyword() throws(Flaw) -> JSONNode.Value {
    let position = position
    let word = identifier()
    switch word {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "Infinity": return .double(.infinity)
    case "NaN": return .double(.nan)
    case "": throw isColor ? inQuotes("a value", "a colour") : unexpected("a value")
    case _ where containers.last?.isObject == false && isName:
      throw Flaw(
        "expected a value or “]”, found the name \(MessageText.quoted(word)): the list that begins at "
          + "\(containers.last?.opening ?? position) has no “]”",
        at: position
      )
    default:
      throw Flaw(
        "expected a value, found the word \(MessageText.quoted(word)): a string must be in quotes",
        at: position
      )
    }
  }

  /// Whether the word just read is a member's name.
  private var isName: Bool {
    var ahead = self
    do throws(Flaw) { try ahead.skipBlanks() } catch { return false }
    return ahead.byte == UInt8(ascii: ":")
  }

  /// Whether `#` begins a colour such as `#fff`, rather than a comment of some other language.
  private var isColor: Bool {
    guard byte == UInt8(ascii: "#") else { return false }
    let word = bytes[(at + 1)...].prefix {
      $0 >= 0x80 || $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")
        || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")
    }
    return !word.isEmpty && word.allSatisfy { Self.hexadecimalDigit($0) != nil }
  }

  /// Reads an identifier; returns an empty string if no identifier starts here.
  package mutating func identifier() -> String {
    let start = at
    while true {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"), UInt8(ascii: "$"):
        at += 1
        continue
      case UInt8(ascii: "0")...UInt8(ascii: "9") where at > start:
        at += 1
        continue
      case 0x80...:
        let properties = scalar().properties
        if at > start ? properties.isIDContinue : properties.isIDStart {
          skipScalar()
          continue
        }
      default: break
      }
      return String(decoding: bytes[start..<at], as: UTF8.self)
    }
  }
}

extension JSONReader {
  /// Reads a number, which starts here with a sign, a digit or a point.
  package mutating func number() throws(Flaw) -> JSONNode.Value {
    let position = position
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative || byte == UInt8(ascii: "+") {
      at += 1
    }
    switch byte {
    case UInt8(ascii: "0") where byteAfter | 0x20 == UInt8(ascii: "x"):
      return try hexadecimal(isNegative: isNegative, position: position)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
      return try decimal(isNegative: isNegative, position: position)
    default:
      return .double(try infinityOrNaN(isNegative: isNegative))
    }
  }

  private mutating func infinityOrNaN(isNegative: Bool) throws(Flaw) -> Double {
    var ahead = self
    let word = ahead.identifier()
    guard word == "Infinity" || word == "NaN" else {
      throw unexpected("a number after the sign")
    }
    self = ahead
    return word == "NaN" ? .nan : isNegative ? -.infinity : .infinity
  }

  private mutating func decimal(
    isNegative: Bool,
    position: Position
  ) throws(Flaw) -> JSONNode.Value {
    let start = at
    let whole = skipDigits()
    guard whole < 2 || bytes[start] != UInt8(ascii: "0") else {
      throw Flaw("expected a number without leading zeros, found “0” before a digit", at: position)
    }
    let wholeEnd = at
    if byte == UInt8(ascii: ".") {
      at += 1
      let fraction = skipDigits()
      guard whole + fraction > 0 else { throw unexpected("a digit after the point") }
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      at += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
        at += 1
      }
      guard skipDigits() > 0 else { throw unexpected("a digit in the exponent") }
    }
    if at == wholeEnd {
      if let integer = Self.integer(bytes[start..<at], radix: 10, isNegative: isNegative) {
        return .integer(integer)
      }
      try refuseIfInexact(position)
    }
    return .double(try double(from: start, isNegative: isNegative, position: position))
  }

  private mutating func hexadecimal(
    isNegative: Bool,
    position: Position
  ) throws(Flaw) -> JSONNode.Value {
    let start = at
    at += 2
    guard Self.hexadecimalDigit(byte) != nil else {
      throw unexpected("a hexadecimal digit after “0x”")
    }
    while Self.hexadecimalDigit(byte) != nil {
      at += 1
    }
    if let integer = Self.integer(bytes[(start + 2)..<at], radix: 16, isNegative: isNegative) {
      return .integer(integer)
    }
    try refuseIfInexact(position)
    return .double(try double(from: start, isNegative: isNegative, position: position))
  }

  private func refuseIfInexact(_ position: Position) throws(Flaw) {
    guard limits.isExact else { return }
    throw Flaw(
      "expected a whole number from \(Int64.min) to \(Int64.max), found one outside this "
        + "range; with a decimal point, it would be read with a precision of 15 digits",
      at: position
    )
  }

  private mutating func skipDigits() -> Int {
    let start = at
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      at += 1
    }
    return at - start
  }

  private func double(
    from start: Int,
    isNegative: Bool,
    position: Position
  ) throws(Flaw) -> Double {
    // Each byte has already been checked, so the standard library accepts the number.
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    guard let magnitude = Double(text), magnitude.isFinite else {
      throw Flaw("expected a number below 1.8e308, found a larger one", at: position)
    }
    return isNegative ? -magnitude : magnitude
  }

  /// Computes the integer with these digits; nil if the integer does not fit into 64 bits.
  private static func integer(
    _ digits: ArraySlice<UInt8>,
    radix: Int64,
    isNegative: Bool
  ) -> Int64? {
    var value: Int64 = 0
    for byte in digits {
      let digit = Int64(hexadecimalDigit(byte) ?? 0)
      // Apply the sign to each digit, because Int64.min has no positive counterpart.
      let (shifted, overflow) = value.multipliedReportingOverflow(by: radix)
      let (sum, carry) = shifted.addingReportingOverflow(isNegative ? -digit : digit)
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return value
  }
}
