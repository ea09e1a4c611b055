import Testing

@testable import SettingsModel

struct WeekPlanTests {
  @Test(
    "Rules that the window can edit are read and written without a change of meaning",
    arguments: [
      (["dark sunset", "light sunrise"], ["dark sunset", "light sunrise"]),
      (["dark sunset-30m", "light 07:00"], ["dark sunset-30m", "light 07:00"]),
      (
        ["dark civil-dusk+1h30m", "light civil-dawn-5m"],
        ["dark civil-dusk+90m", "light civil-dawn-5m"]
      ),
      (
        ["dark sunset not before 17:00 not after 21:30", "light sunrise"],
        ["dark sunset not before 17:00 not after 21:30", "light sunrise"]
      ),
      (
        ["dark sunset-30m on mon-fri", "light 07:00 on mon-fri"],
        [
          "dark sunset-30m on mon,tue,wed,thu,fri", "light 07:00 on mon,tue,wed,thu,fri",
          "dark sunset on sat,sun", "light sunrise on sat,sun",
        ]
      ),
      (
        [
          "light 09:00 on fri-mon", "dark 20:00 on fri-mon", "light 07:00 on tue-thu",
          "dark 19:00 on tue-thu",
        ],
        [
          "dark 20:00 on mon,fri,sat,sun", "light 09:00 on mon,fri,sat,sun",
          "dark 19:00 on tue,wed,thu", "light 07:00 on tue,wed,thu",
        ]
      ),
      ([], ["dark sunset", "light sunrise"]),
    ]
  )
  func rules(_ rules: [String], _ written: [String]) throws {
    let plan = try #require(WeekPlan(rules: rules))
    #expect(plan.rules == written)
  }

  @Test(
    "Rules that the window cannot edit are left alone",
    arguments: [
      ["light 07:00", "dark 12:30", "light 13:15", "dark 22:30"],
      ["dark dusk@-4", "light sunrise"],
      ["dark sunrise", "light sunset"],
      ["dark 19:00"],
      ["dark sunset on mon-xyz", "light sunrise"],
      ["dark sunset+99h", "light sunrise"],
      ["dark sunset+", "light sunrise"],
      ["dark 24:00", "light sunrise"],
      ["nonsense"],
      [""],
    ]
  )
  func others(_ rules: [String]) { #expect(WeekPlan(rules: rules) == nil) }

  @Test(
    "An edit changes only its own rule",
    arguments: [
      (Intent.shift(group: 0, .dark, by: -30), ["dark sunset-30m", "light sunrise"]),
      (.pick(.ruleKind(group: 0, .light), 4), ["dark sunset", "light 07:30"]),
      (.pick(.ruleKind(group: 0, .dark), 1), ["dark civil-dusk", "light sunrise"]),
      (.move(group: 0, .dark, minute: 930), ["dark sunset-30m", "light sunrise"]),
      (.move(group: 0, .dark, minute: 933), ["dark sunset-25m", "light sunrise"]),
      (.move(group: 0, .dark, minute: 0), ["dark sunset-720m", "light sunrise"]),
      (.number(.ruleHour(group: 0, .dark), 5), ["dark sunset", "light sunrise"]),
      (.shift(group: 0, .light, by: 900), ["dark sunset", "light sunrise+720m"]),
      (.shift(group: 7, .dark, by: -30), ["dark sunset", "light sunrise"]),
      (
        .splitWeek,
        [
          "dark sunset on mon,tue,wed,thu,fri", "light sunrise on mon,tue,wed,thu,fri",
          "dark sunset on sat,sun", "light sunrise on sat,sun",
        ]
      ),
    ]
  )
  func edit(_ intent: Intent, _ rules: [String]) throws {
    let plan = try #require(WeekPlan(rules: ["dark sunset", "light sunrise"]))
    #expect(plan.applying(intent, ["sunset": 960, "sunrise": 450]).rules == rules)
  }

  @Test("A time of the clock is edited by hour and minute, and wraps at midnight")
  func clock() throws {
    let plan = try #require(WeekPlan(rules: ["dark 19:45", "light 07:00"]))
    #expect(plan.applying(.number(.ruleHour(group: 0, .dark), 20), [:]).rules[0] == "dark 20:45")
    #expect(plan.applying(.number(.ruleMinute(group: 0, .dark), 5), [:]).rules[0] == "dark 19:05")
    #expect(plan.applying(.move(group: 0, .dark, minute: 1440), [:]).rules[0] == "dark 00:00")
  }

  @Test("Two parts with equal times stay two parts, so that a split can begin")
  func equalParts() throws {
    let plan = try #require(WeekPlan(rules: ["dark sunset", "light sunrise"]))
    let split = plan.applying(.splitWeek, [:])
    #expect(WeekPlan(rules: split.rules) == split)
  }

  @Test("A day moves between the parts, but each part keeps a day")
  func days() throws {
    let plan = try #require(WeekPlan(rules: ["dark 20:00", "light 07:00"])).applying(
      .splitWeek,
      [:]
    )
    let moved = plan.applying(.setWeekday(group: 1, day: 4, isOn: true), [:])
    #expect(moved.parts.map(\.days) == [[0, 1, 2, 3], [4, 5, 6]])
    let back = moved.applying(.setWeekday(group: 1, day: 4, isOn: false), [:])
    #expect(back == plan)
    let alone = [0, 1, 2, 3, 4].reduce(plan) {
      $0.applying(.setWeekday(group: 1, day: $1, isOn: true), [:])
    }
    #expect(alone.parts.map(\.days) == [[4], [0, 1, 2, 3, 5, 6]])
    #expect(alone.applying(.joinWeek, [:]).rules == ["dark 20:00", "light 07:00"])
  }
}
