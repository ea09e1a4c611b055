extension Rule {
  /// Reads one rule: `STYLE WHEN [not before HH:MM] [not after HH:MM] [on DAYS]`.
  ///
  /// Capital letters are accepted, and blanks around the sign of an offset.
  package init(_ text: String) throws(RuleFlaw) {
    guard text.utf8.count <= Self.bytes else {
      throw RuleFlaw(
        column: 1,
        found: "it is longer than \(Self.bytes) bytes",
        expected: "a shorter rule"
      )
    }
    var reader = RuleReader(text)
    do throws(RuleFlaw) { self = try reader.rule() } catch {
      var lower = RuleReader(RuleFlaw.lower(text))
      do throws(RuleFlaw) { self = try lower.rule() } catch let other {
        // The one that came further, and else the one that shows the text as it was written.
        throw other.column > error.column ? other : error
      }
    }
  }
}
