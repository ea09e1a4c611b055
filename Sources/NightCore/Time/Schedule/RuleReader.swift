extension Rule {
  /// Reads one rule of the form `STYLE WHEN [not before HH:MM] [not after HH:MM] [on DAYS]`.
  ///
  /// Capital letters are accepted, and so are spaces around an offset's sign.
  package init(_ text: String) throws(Flaw) {
    guard text.utf8.count <= Self.bytes else {
      throw Flaw(
        column: 1,
        found: "it is longer than \(Self.bytes) bytes",
        expected: "a shorter rule"
      )
    }
    var reader = RuleReader(text)
    do throws(Flaw) { self = try reader.rule() } catch {
      var lower = RuleReader(MessageText.lowercased(text))
      do throws(Flaw) { self = try lower.rule() } catch let other {
        // The text was read twice, as written and in lower case, so report the flaw that is further
        // to the right. If both flaws are at the same column, report the flaw that quotes the text
        // as written.
        throw other.column ?? 0 > error.column ?? 0 ? other : error
      }
    }
  }
}

/// Reads a rule word by word.
struct RuleReader {
  private var words: ArraySlice<RuleWord>
  private let end: Int

  init(_ text: String) {
    words = RuleWord.words(of: text)[...]
    end = words.last.map { $0.column + $0.text.unicodeScalars.count } ?? 1
  }

  mutating func rule() throws(Flaw) -> Rule {
    let style = try style()
    let when = try time().when()
    var limits = Limits()
    while let word = words.first, word.text == "not" {
      guard case .sun(let event, _) = when else {
        throw Flaw(
          column: word.column,
          found: "a clock time has no limits",
          expected: "“on” with days, or nothing"
        )
      }
      try limit(&limits, of: event.side)
    }
    return Rule(
      style,
      when,
      notBefore: limits.notBefore,
      notAfter: limits.notAfter,
      on: try days(after: when, limits)
    )
  }

  private mutating func next(_ expected: @autoclosure () -> String) throws(Flaw) -> RuleWord {
    guard let word = words.popFirst() else {
      throw Flaw(column: end, found: "the rule ends here", expected: expected())
    }
    return word
  }

  /// Reads a time with its offset; the offset may have spaces around its sign.
  private mutating func time() throws(Flaw) -> RuleWord {
    var word = try next(RuleWord.expectedTime)
    if let sign = words.first, sign.isSigned {
      word.append(sign)
      words.removeFirst()
    }
    if let duration = words.first, duration.beginsWithDigit, word.endsWithSign {
      word.append(duration)
      words.removeFirst()
    }
    return word
  }

  private mutating func style() throws(Flaw) -> Style {
    let known = Style.allCases.map(\.rawValue)
    let word = try next(known.either)
    guard let style = Style(rawValue: word.text) else {
      throw word.flaw("is not a style", expected: known.either, nearest: known)
    }
    return style
  }

  private struct Limits {
    var notBefore: ClockTime?
    var notAfter: ClockTime?

    /// The limits that the rule does not have yet, in the form in which a message quotes them.
    var missing: [String] {
      (notBefore == nil ? ["“not before”"] : []) + (notAfter == nil ? ["“not after”"] : [])
    }
  }

  private mutating func limit(
    _ limits: inout Limits,
    of eventSide: SunEvent.Side
  ) throws(Flaw) {
    guard let not = words.popFirst() else { return }
    let sides = ["before", "after"]
    let side = try next(sides.either)
    guard sides.contains(side.text) else {
      throw side.flaw("is not a limit", expected: sides.either, nearest: sides)
    }
    let isBefore = side.text == "before"
    guard (isBefore ? limits.notBefore : limits.notAfter) == nil else {
      throw Flaw(
        column: not.column,
        found: "“not \(side.text)” is given twice",
        expected: "it once"
      )
    }
    let time = try next(RuleWord.expectedClock).clock()
    if isBefore { limits.notBefore = time } else { limits.notAfter = time }
    guard let notBefore = limits.notBefore, let notAfter = limits.notAfter,
      ClockTime.areCrossed(notBefore, notAfter, eventSide)
    else { return }
    throw Flaw(
      column: not.column,
      found: (eventSide == .falling ? "from morning to morning" : "from evening to evening")
        + ", “not before \(notBefore.text)” is later than " + "“not after \(notAfter.text)”",
      expected:
        "“not before \(notAfter.text)” or earlier, or “not after \(notBefore.text)” or later"
    )
  }

  private mutating func days(
    after when: Rule.When,
    _ limits: Limits
  ) throws(Flaw) -> Weekdays {
    guard let on = words.popFirst() else { return .all }
    guard on.text == "on" else {
      var expected = ["“on” with days", "the end of the rule"]
      if case .sun = when { expected = limits.missing + expected }
      throw on.flaw("is not allowed here", expected: expected.either, meant: Self.meant(on.text))
    }
    let word = try next("days, such as mon-fri or sat,sun")
    let days = try word.days()
    if let extra = words.first {
      let isLimit = extra.text == "not"
      throw extra.flaw(
        "follows the days",
        expected: isLimit ? "limits before “on”" : "the end of the rule (days have no spaces)"
      )
    }
    return days
  }

  private static func meant(_ word: String) -> String? {
    if ["before", "after"].contains(word) { return "not \(word)" }
    if (try? Weekdays(word)) != nil { return "on \(word)" }
    return NearestWord.to(word, among: ["not", "on"])
  }
}

extension ClockTime {
  /// Whether a rule's two limits contradict each other, so that no moment at any place satisfies
  /// both.
  ///
  /// For sunset and dusk, both limits lie in the 24 hours that start six hours before solar noon;
  /// for dawn and sunrise, in the 24 hours that end six hours after solar noon. The limits `not
  /// before 22:00 not after 00:30` are therefore valid. The check assumes that solar noon is
  /// between 11:00 and 15:30 on the clock, as in all time zones in use.
  fileprivate static func areCrossed(
    _ notBefore: ClockTime,
    _ notAfter: ClockTime,
    _ side: SunEvent.Side
  ) -> Bool {
    func minutes(to minute: Int) -> Int { (minute - notBefore.minute + 1440) % 1440 }
    let shift = side == .falling ? -6 * 60 : 6 * 60
    let first = minutes(to: 11 * 60 + shift)
    let last = minutes(to: 15 * 60 + 30 + shift)
    return first > 0 && first <= last && last <= minutes(to: notAfter.minute)
  }
}
