extension Rule {
  /// Reads one rule: `STYLE WHEN [not before HH:MM] [not after HH:MM] [on DAYS]`.
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
      throw Self.capitals(in: text) ?? error
    }
  }

  /// Says so where nothing but capital letters is wrong.
  private static func capitals(in text: String) -> RuleFlaw? {
    let lower = RuleFlaw.lower(text)
    var reader = RuleReader(lower)
    guard lower != text, let rule = try? reader.rule(),
      let first = text.unicodeScalars.enumerated().first(where: { "A"..."Z" ~= $0.element })
    else { return nil }
    return RuleFlaw(
      column: first.offset + 1,
      found: "rules have no capital letters",
      expected: "“\(rule.text)”"
    )
  }
}
