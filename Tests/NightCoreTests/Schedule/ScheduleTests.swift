import NightCore
import Testing

@Suite("Schedules")
struct ScheduleTests {
  @Test("Days without rules of their own follow the default rules")
  func unnamed() throws {
    #expect(Schedule.default.texts == ["dark sunset", "light sunrise"])
    #expect(try Schedule(Schedule.default.texts) == .default)
    let schedule = try Schedule(["dark 19:30 on mon-fri", "light 07:00 on mon,tue"])
    #expect(
      schedule.rules(on: 0).map(\.text) == ["dark 19:30 on mon-fri", "light 07:00 on mon,tue"]
    )
    #expect(schedule.rules(on: 4).map(\.text) == ["dark 19:30 on mon-fri"])
    #expect(schedule.rules(on: 5).map(\.text) == ["dark sunset", "light sunrise"])
    for day in [-1, 7, .min, .max] {
      #expect(schedule.rules(on: day) == Schedule.default.rules)
    }
  }

  @Test(
    "A valid list of rules is a schedule",
    arguments: [
      ["dark 19:30", "light 07:00"],
      ["dark 19:30 on mon"],
      ["light 12:00 on mon", "light 13:00 on mon", "dark sunset on mon"],
      ["dark 19:30 on mon", "light 19:30 on tue"],
      ["dark sunset", "light sunset+1m"],
      ["dark sunset", "light sunset not before 23:00"],
      (0..<64).map { $0 % 2 == 0 ? "dark 10:\(10 + $0 / 2)" : "light 11:\(10 + $0 / 2)" },
    ]
  )
  func right(texts: [String]) throws {
    #expect(try Schedule(texts).texts == texts)
  }

  @Test(
    "If a list of rules is invalid, the error states the mistake and the rule",
    arguments: [
      ([], nil, "expected 1 to 64 rules in a schedule, found none"),
      (
        [String](repeating: "dark 19:30", count: 65), nil,
        "expected 1 to 64 rules in a schedule, found 65"
      ),
      (
        ["dark sunset", "light 7:0"], 1,
        "rule 2, column 7: “7:0” is not a time; expected HH:MM from 00:00 to 23:59"
      ),
      (
        ["dark 19:30 on mon-wed", "light 07:00", "light 19:30 on wed-fri"], 2,
        "rule 3: “light 19:30 on wed-fri” starts at the same time as rule 1, “dark 19:30 on mon-wed”, on wed"
      ),
      (
        ["dark sunset", "light dusk@-0.8333"], 1,
        "rule 2: “light sunset” starts at the same time as rule 1, “dark sunset”"
      ),
      (
        ["light sunrise", "dark sunset", "dark dusk@-0.8333+0m on sat,sun"], 2,
        "rule 3: “dark sunset on sat,sun” repeats rule 2, “dark sunset”, on sat,sun"
      ),
      (
        ["dark 19:30", "dark 20:30"], nil,
        "no rule on any day gives light, so the style would stay dark forever"
      ),
      (
        ["light 07:00 on mon-fri", "light 09:00 on sat,sun"], nil,
        "no rule on any day gives dark, so the style would stay light forever"
      ),
    ] as [([String], Int?, String)]
  )
  func wrong(texts: [String], index: Int?, message: String) {
    let flaw = #expect(throws: Flaw.self) { try Schedule(texts) }
    if let index {
      #expect(flaw?.location == .rule(index, column: flaw?.column))
    } else {
      #expect(flaw?.location == nil)
    }
    #expect(flaw?.description == message)
  }

  @Test(
    "New rules for some days leave the rules of other days unchanged",
    arguments: [
      // A rule that also covers other days is kept for those days.
      (
        ["dark 19:30", "light 07:00"], "sat,sun", ["dark 21:00", "light 09:00"],
        [
          "dark 19:30 on mon-fri", "light 07:00 on mon-fri", "dark 21:00 on sat,sun",
          "light 09:00 on sat,sun",
        ]
      ),
      // A day without rules follows the default rules, which the schedule does not list.
      (
        ["dark 19:30", "light 07:00"], "mon", [],
        ["dark 19:30 on tue-sun", "light 07:00 on tue-sun"]
      ),
      (["dark 19:30 on mon"], "mon", ["dark 20:30"], ["dark 20:30 on mon"]),
      (["dark 19:30 on mon"], "tue", [], ["dark 19:30 on mon"]),
      (["dark 19:30 on mon"], "mon", [], ["dark sunset", "light sunrise"]),
      (["dark 19:30", "light 07:00"], "mon-sun", [], ["dark sunset", "light sunrise"]),
      // Undoing the change gives the original schedule.
      (
        ["dark 19:30 on tue-sun", "light 07:00 on tue-sun"], "mon", ["light 07:00", "dark 19:30"],
        ["dark 19:30", "light 07:00"]
      ),
      // The new rules may apply to only some of the replaced days.
      (
        ["dark 19:30", "light 07:00"], "sat,sun", ["dark 21:00 on fri-sat", "light 09:00"],
        [
          "dark 19:30 on mon-fri", "light 07:00 on mon-fri", "dark 21:00 on sat",
          "light 09:00 on sat,sun",
        ]
      ),
      // The new rules of a day may all have the same style.
      (
        ["dark 19:30", "light 07:00"], "sun", ["dark 12:00"],
        [
          "dark 19:30 on mon-sat", "light 07:00 on mon-sat", "dark 12:00 on sun",
        ]
      ),
    ] as [([String], String, [String], [String])]
  )
  func replacing(texts: [String], days: String, rules: [String], result: [String]) throws {
    let before = try Schedule(texts)
    let changed = try Weekdays(days)
    let after = try before.replacing(changed, with: try rules.map { try Rule($0) })
    #expect(after.texts == result)
    for day in 0..<7 where !changed.contains(day: day) {
      func edges(_ schedule: Schedule) -> [String] {
        schedule.rules(on: day).map { $0.style.rawValue + " " + $0.when.text }
      }
      #expect(edges(after) == edges(before), "day \(day)")
    }
  }

  @Test("If rules would be replaced by invalid rules, the error gives the reason")
  func refused() throws {
    let schedule = try Schedule(["dark 19:30", "light 07:00"])
    func flaw(_ days: Weekdays, _ texts: String...) throws -> String? {
      let rules = try texts.map { try Rule($0) }
      return #expect(throws: Flaw.self) {
        try schedule.replacing(days, with: rules)
      }?.description
    }
    #expect(
      try flaw(.all, "dark sunset")
        == "no rule on any day gives light, so the style would stay dark forever"
    )
    #expect(
      try flaw([.monday], "dark sunset", "dark sunset")
        == "rule 4: “dark sunset on mon” repeats rule 3, “dark sunset on mon”, on mon"
    )
    #expect(
      try flaw([.monday, .tuesday], "dark sunset", "light 09:00 on fri")
        == "rule 2: “light 09:00 on fri” names none of the days mon,tue"
    )
  }
}
