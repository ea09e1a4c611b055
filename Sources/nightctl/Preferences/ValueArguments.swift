import NightBus
import NightCore

/// The arguments that make up the value of a preference.
struct ValueArguments {
  private let arguments: [String]

  init(_ arguments: [String]) { self.arguments = arguments }

  /// Converts the arguments to the type that an option selects or, without such an option, to the
  /// type of the key.
  func value(_ type: String?, for key: PreferenceKey) throws(Flaw) -> PreferenceValue {
    switch type {
    case "-array": return try array()
    case "-dict": return try dictionary()
    default: break
    }
    guard let text = arguments.first else { throw Flaw(PreferenceMessages.valueMissing(key)) }
    guard arguments.count == 1 else { throw Flaw(PreferenceMessages.oneValue(key)) }
    switch type {
    case "-bool": return try bool(text)
    case "-int": return try integer(text)
    case "-float": return try double(text)
    case "-date": return try date(text)
    case "-data": return try data(text)
    case "-string": return .string(text)
    default: break
    }
    guard let known = PreferenceTable.entry(key)?.type else { return .string(text) }
    return switch known {
    case .bool: (try? bool(text)) ?? .string(text)
    case .integer: (try? integer(text)) ?? .string(text)
    case .double: (try? integer(text)) ?? (try? double(text)) ?? .string(text)
    case .words, .theme, .text, .foreignName, .accent: .string(text)
    case .rules, .sources, .names: try array()
    }
  }

  private func bool(_ text: String) throws(Flaw) -> PreferenceValue {
    switch text {
    case "true", "yes", "1": .bool(true)
    case "false", "no", "0": .bool(false)
    default: throw expected("true or false", text)
    }
  }

  private func integer(_ text: String) throws(Flaw) -> PreferenceValue {
    guard let number = Int64(text) else {
      throw expected("a whole number from \(Int64.min) to \(Int64.max)", text)
    }
    return .integer(number)
  }

  /// Accepts only decimal numbers, because nobody expects the other forms that Swift reads, such as
  /// 0x1p3.
  private func double(_ text: String) throws(Flaw) -> PreferenceValue {
    let isDecimal = text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
    }
    guard isDecimal, let number = Double(text), number.isFinite else {
      throw expected("a number such as -70.6 or 1e3", text)
    }
    return .double(number)
  }

  private func date(_ text: String) throws(Flaw) -> PreferenceValue {
    guard let seconds = PreferenceValue.seconds(iso: text) else {
      throw expected("a time such as 2026-11-21T07:10:00Z", text)
    }
    return .date(seconds: seconds)
  }

  /// Reads bytes from hexadecimal digits, as macOS `defaults` does, or from base64.
  ///
  /// Base64 needs a prefix, because many strings are valid both as base64 and as hexadecimal
  /// digits.
  private func data(_ text: String) throws(Flaw) -> PreferenceValue {
    let base64 = "base64:"
    if text.hasPrefix(base64) {
      guard let bytes = Base64.bytes(String(text.dropFirst(base64.count))) else {
        throw expected("base64 with its padding after base64:", text)
      }
      return .data(bytes)
    }
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count, by: 2) {
      guard start + 1 < digits.count, let high = digits[start], let low = digits[start + 1] else {
        throw expected("pairs of hexadecimal digits, or base64 after base64:", text)
      }
      bytes.append(UInt8(high << 4 | low))
    }
    return .data(bytes)
  }

  private func array() throws(Flaw) -> PreferenceValue {
    if arguments.count == 1, let text = arguments.first, text.hasPrefix("[") {
      return try json5(text)
    }
    return .array(arguments.map(PreferenceValue.string))
  }

  private func dictionary() throws(Flaw) -> PreferenceValue {
    if arguments.count == 1, let text = arguments.first, text.hasPrefix("{") {
      let value = try json5(text)
      guard case .dictionary = value else { throw Flaw(PreferenceMessages.tagIsNoDictionary) }
      return value
    }
    guard arguments.count.isMultiple(of: 2) else { throw Flaw(PreferenceMessages.pairs) }
    let members = stride(from: 0, to: arguments.count, by: 2).map {
      PreferenceValue.Member(name: arguments[$0], value: .string(arguments[$0 + 1]))
    }
    guard let dictionary = PreferenceValue.dictionary(unordered: members) else {
      throw Flaw("-dict takes each name once")
    }
    return dictionary
  }

  private func json5(_ text: String) throws(Flaw) -> PreferenceValue {
    do throws(Flaw) {
      return try PreferenceValue(try JSONReader.read(Array(text.utf8), limits: .exact))
    } catch {
      throw Flaw(PreferenceMessages.inValue("\(error)"))
    }
  }

  private func expected(_ what: String, _ text: String) -> Flaw {
    Flaw("\(Excerpt(text)) is not \(what)")
  }
}
