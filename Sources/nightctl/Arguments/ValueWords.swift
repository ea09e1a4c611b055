import NightBus
import NightCore

/// The words of a command line that stand for a value.
struct ValueWords {
  struct Flaw: Error {
    let sentence: String
  }

  private let words: [String]

  init(_ words: [String]) { self.words = words }

  /// The value by the option that names its type, or else by the key.
  func value(_ type: String?, for key: PreferenceKey) throws(Flaw) -> PreferenceValue {
    switch type {
    case "-array": return try array()
    case "-dict": return try dictionary()
    default: break
    }
    guard let word = words.first else { throw Flaw(sentence: Words.valueMissing(key)) }
    guard words.count == 1 else { throw Flaw(sentence: Words.oneValue(key)) }
    switch type {
    case "-bool": return try bool(word)
    case "-int": return try integer(word)
    case "-float": return try double(word)
    case "-date": return try date(word)
    case "-data": return try data(word)
    case "-string": return .string(word)
    default: break
    }
    guard let known = PreferenceTable.entry(key)?.type else { return .string(word) }
    return switch known {
    case .bool: (try? bool(word)) ?? .string(word)
    case .integer: (try? integer(word)) ?? .string(word)
    case .double: (try? integer(word)) ?? (try? double(word)) ?? .string(word)
    case .words, .theme, .text, .accent: .string(word)
    case .rules, .sources: try array()
    }
  }

  private func bool(_ word: String) throws(Flaw) -> PreferenceValue {
    switch word {
    case "true", "yes", "1": .bool(true)
    case "false", "no", "0": .bool(false)
    default: throw expected("true or false", word)
    }
  }

  private func integer(_ word: String) throws(Flaw) -> PreferenceValue {
    guard let number = Int64(word) else {
      throw expected("a whole number from \(Int64.min) to \(Int64.max)", word)
    }
    return .integer(number)
  }

  /// Decimal alone: Swift reads more than people would expect.
  private func double(_ word: String) throws(Flaw) -> PreferenceValue {
    let isDecimal = word.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
    }
    guard isDecimal, let number = Double(word), number.isFinite else {
      throw expected("a number such as -70.6 or 1e3", word)
    }
    return .double(number)
  }

  private func date(_ word: String) throws(Flaw) -> PreferenceValue {
    guard let seconds = PreferenceValue.seconds(iso: word) else {
      throw expected("a time such as 2026-11-21T07:10:00Z", word)
    }
    return .date(seconds: seconds)
  }

  /// Hexadecimal as `defaults` has it; base64 says so, since many a text is both.
  private func data(_ word: String) throws(Flaw) -> PreferenceValue {
    let base64 = "base64:"
    if word.hasPrefix(base64) {
      guard let bytes = Base64.bytes(String(word.dropFirst(base64.count))) else {
        throw expected("base64 with its padding after base64:", word)
      }
      return .data(bytes)
    }
    let digits = word.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count, by: 2) {
      guard start + 1 < digits.count, let high = digits[start], let low = digits[start + 1] else {
        throw expected("pairs of hexadecimal digits, or base64 after base64:", word)
      }
      bytes.append(UInt8(high << 4 | low))
    }
    return .data(bytes)
  }

  private func array() throws(Flaw) -> PreferenceValue {
    if words.count == 1, let word = words.first, word.hasPrefix("[") { return try json5(word) }
    return .array(words.map(PreferenceValue.string))
  }

  private func dictionary() throws(Flaw) -> PreferenceValue {
    if words.count == 1, let word = words.first, word.hasPrefix("{") {
      let value = try json5(word)
      guard case .dictionary = value else { throw Flaw(sentence: Words.tagIsNoDictionary) }
      return value
    }
    guard words.count.isMultiple(of: 2) else { throw Flaw(sentence: Words.pairs) }
    let members = stride(from: 0, to: words.count, by: 2).map {
      PreferenceValue.Member(name: words[$0], value: .string(words[$0 + 1]))
    }
    guard let dictionary = PreferenceValue.dictionary(unordered: members) else {
      throw Flaw(sentence: Words.nameTwice)
    }
    return dictionary
  }

  private func json5(_ word: String) throws(Flaw) -> PreferenceValue {
    let node: JSONNode
    do throws(JSONError) { node = try JSONReader.read(Array(word.utf8), limits: .exact) } catch {
      throw Flaw(sentence: Words.inValue("\(error)"))
    }
    do throws(PreferenceValue.Flaw) { return try PreferenceValue(node) } catch {
      let place = error.position.map { "\($0): " } ?? ""
      throw Flaw(sentence: Words.inValue(place + error.message))
    }
  }

  private func expected(_ what: String, _ word: String) -> Flaw {
    Flaw(sentence: Words.expected(what, word))
  }
}
