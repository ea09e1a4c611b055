/// One word of a rule, and the word's column.
struct RuleWord {
  private(set) var text: String
  let column: Int
  /// The column of the offset, if a space comes before the offset.
  private var offsetColumn: Int?

  init(text: String, column: Int) {
    self.text = text
    self.column = column
  }

  /// Splits a string at spaces and tabs.
  static func words(of text: String) -> [RuleWord] {
    var words: [RuleWord] = []
    var column = 1
    let parts = text.unicodeScalars.split(omittingEmptySubsequences: false) {
      $0 == " " || $0 == "\t"
    }
    for part in parts {
      if !part.isEmpty { words.append(RuleWord(text: String(part), column: column)) }
      column += part.count + 1
    }
    return words
  }

  var isNegative: Bool { text.hasPrefix("-") }

  var isSigned: Bool { text.hasPrefix("+") || isNegative }

  var endsWithSign: Bool { text.hasSuffix("+") || text.hasSuffix("-") }

  var beginsWithDigit: Bool { text.unicodeScalars.first.map { "0"..."9" ~= $0 } ?? false }

  /// Appends the next word to this word, without the space between them.
  mutating func append(_ next: RuleWord) {
    if next.isSigned { offsetColumn = next.column }
    text += next.text
  }

  /// Makes a flaw whose message begins with the word and continues with `problem`.
  func flaw(
    _ problem: String,
    expected: String,
    nearest known: [String] = [],
    meant: String? = nil
  ) -> Flaw {
    let meant = meant ?? NearestWord.to(MessageText.lowercased(text), among: known)
    return Flaw(
      column: column,
      found: "\(MessageText.quoted(text)) \(problem)",
      expected: expected + MessageText.didYouMean(meant)
    )
  }

  func days() throws(Flaw) -> Weekdays {
    do throws(Flaw) { return try Weekdays(text) } catch { throw error.at(.column(column)) }
  }
}

// MARK: - Times

extension RuleWord {
  static let expectedClock = "HH:MM from 00:00 to 23:59"
  static let expectedTime =
    "HH:MM or one of " + (SunEvent.names + ["dawn@DEGREES", "dusk@DEGREES"]).either

  func when() throws(Flaw) -> Rule.When {
    guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else {
      return .clock(try clock())
    }
    let (name, offset) = split()
    guard let event = SunEvent(name: name.text) else { throw name.noEvent() }
    return .sun(event, offset: try offset?.minutes() ?? 0)
  }

  func clock() throws(Flaw) -> ClockTime {
    if let time = ClockTime(text) { return time }
    let (time, offset) = split()
    if let offset, ClockTime(time.text) != nil {
      throw offset.flaw(
        "follows a clock time",
        expected: "a clock time without an offset"
      )
    }
    throw flaw(
      "is not a time",
      expected: Self.expectedClock,
      meant: text == "24:00" ? "00:00" : ClockTime.meant(by: text)
    )
  }

  /// Splits the word into an event or time, and its offset.
  ///
  /// The offset starts with `+` or `-`. A `-` between two words or before degrees does not start an
  /// offset.
  private func split() -> (RuleWord, RuleWord?) {
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() where index > 0 && scalars[index - 1] != "@" {
      let isLetter = index + 1 < scalars.count && "a"..."z" ~= scalars[index + 1]
      guard scalar == "+" || scalar == "-" && !isLetter else { continue }
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[index...])
      let offset = RuleWord(text: String(view), column: offsetColumn ?? column + index)
      return (part(scalars[..<index]), offset)
    }
    return (self, nil)
  }

  private func part(_ scalars: ArraySlice<Unicode.Scalar>) -> RuleWord {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return RuleWord(text: String(view), column: column + scalars.startIndex)
  }

  private func noEvent() -> Flaw {
    for prefix in ["dawn@", "dusk@"] where text.hasPrefix(prefix) {
      let degrees = part(Array(text.unicodeScalars)[prefix.utf8.count...])
      return Flaw(
        column: degrees.column,
        found: degrees.text.isEmpty
          ? "an elevation is missing here"
          : "\(MessageText.quoted(degrees.text)) is not an elevation",
        expected: "degrees from -90 to 90, such as -4 or 3.5"
      )
    }
    let lower = MessageText.lowercased(text)
    return flaw(
      "is not a time",
      expected: Self.expectedTime,
      nearest: SunEvent.names,
      meant: ["dawn", "dusk"].contains(lower) ? "civil-\(lower)" : nil
    )
  }

  /// Reads an offset: a sign, then hours and minutes, such as `30m`, `1h` or `1h30m`.
  private func minutes() throws(Flaw) -> Int {
    var rest = text.utf8.dropFirst()
    let hours = Self.number(&rest, then: "h")
    let minutes = Self.number(&rest, then: "m")
    guard rest.isEmpty, hours != nil || minutes != nil, hours == nil || minutes ?? 0 < 60 else {
      throw flaw(
        "is not an offset",
        expected: "\(isNegative ? "-" : "+") and a duration such as 30m, 1h or 1h30m"
      )
    }
    let sum = (hours ?? 0) * 60 + (minutes ?? 0)
    guard sum <= 12 * 60 else {
      throw flaw("is too far from the event", expected: "at most 12 hours")
    }
    return isNegative ? -sum : sum
  }

  /// Reads up to three digits and the letter that follows; reads nothing if there is no letter.
  private static func number(
    _ rest: inout Substring.UTF8View,
    then letter: Unicode.Scalar
  ) -> Int? {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let after = rest.dropFirst(digits.count)
    guard (1...3).contains(digits.count), after.first == UInt8(ascii: letter),
      let number = Int(Substring(digits))
    else { return nil }
    rest = after.dropFirst()
    return number
  }
}
