extension Settings {
  func schedulePage(_ context: Context) -> Page {
    guard let schedule, failures[.schedule] == nil else { return blank(.schedule, context) }
    let tr = context.tr
    let isFree = preferences.locks["schedule"] == nil
    var groups: [Group] = []
    if schedule.choice != "schedule" {
      groups.append(
        Group(
          "off",
          [
            Row(
              "use",
              tr("The schedule does not decide now"),
              isEnabled: preferences.locks["choice"] == nil,
              .buttons([
                Button(
                  tr("Use It"),
                  spoken: tr("Let the schedule decide"),
                  look: .suggested,
                  .run(.automatic(.schedule))
                )
              ])
            )
          ]
        )
      )
    }
    if let plan = WeekPlan(rules: schedule.rules) {
      // Above the parts, because a second part would push the switch out of sight.
      groups.append(Group("week", [weekRow(plan, isFree, tr)]))
      for index in plan.parts.indices { groups += partGroups(plan, index, isFree, context) }
    } else {
      let rows = schedule.rules.enumerated().map { Row("\($0)", $1) }
      groups.append(
        Group(
          "rules",
          tr("Rules"),
          text: tr("This schedule has rules that this window can only show or remove."),
          rows
        )
      )
    }
    groups.append(Group("reset", [resetRow(tr)]))
    groups.append(placeGroup(schedule, tr))
    let isElsewhere = schedule.placeFrom != "zone" && !schedule.zone.isEmpty
    groups.append(
      Group(
        "days",
        tr("This Week"),
        text: isElsewhere
          ? tr("All times are in the time zone {zone}.", ["zone": schedule.zone]) : "",
        schedule.days.enumerated().map { dayRow($0, $1, context) }
      )
    )
    if let picture = yearPicture(context) {
      groups.append(
        Group(
          "year",
          tr("This Year"),
          text: tr(
            "Each column is a day. Times when it is dark are dark, and the red line is today."
          ),
          [Row("year", "", .year(picture))]
        )
      )
    }
    return filled(.schedule, lockedBy: ["schedule"], context, groups)
  }

  private func partGroups(
    _ plan: WeekPlan,
    _ index: Int,
    _ isFree: Bool,
    _ context: Context
  ) -> [Group] {
    let (part, tr) = (plan.parts[index], context.tr)
    var rows: [Row] = []
    if let picture = dayPicture(plan, index, context) {
      rows.append(Row("picture", "", isEnabled: isFree, .day(picture)))
    }
    for style in [Style.light, .dark] { rows += timeRows(part[style], style, index, isFree, tr) }
    if plan.parts.count > 1 {
      let days = (0...6)
      rows.append(
        Row(
          "days",
          tr("Days"),
          isEnabled: isFree,
          .days(
            part.days,
            labels: days.map { context.shortWeekday($0) },
            spoken: days.map { context.weekday($0) },
            .weekdays(group: index)
          )
        )
      )
    }
    let title =
      part.days == WeekPlan.week
      ? tr("Every Day")
      : part.days.sorted().map { context.shortWeekday($0) }.joined(separator: " ")
    return [Group("part \(index)", title, rows)]
  }

  private func timeRows(
    _ time: RuleTime,
    _ style: Style,
    _ group: Int,
    _ isFree: Bool,
    _ tr: Language
  ) -> [Row] {
    let id = style.rawValue
    let events =
      style == .dark
      ? [
        tr("At sunset"), tr("At dusk"), tr("At nautical dusk"), tr("At astronomical dusk"),
        tr("At a time"),
      ]
      : [
        tr("At sunrise"), tr("At dawn"), tr("At nautical dawn"), tr("At astronomical dawn"),
        tr("At a time"),
      ]
    var rows = [
      Row(
        id,
        style == .dark ? tr("Dark begins") : tr("Light begins"),
        text: time.limits,
        isEnabled: isFree,
        .choices(events, chosen: time.kind(style), .ruleKind(group: group, style))
      )
    ]
    switch time.moment {
    case .clock(let minutes):
      rows.append(
        Row(
          id + " hour",
          style == .dark ? tr("Dark: hour") : tr("Light: hour"),
          isEnabled: isFree,
          .number(minutes / 60, 0...23, step: 1, .ruleHour(group: group, style))
        )
      )
      rows.append(
        Row(
          id + " minute",
          style == .dark ? tr("Dark: minute") : tr("Light: minute"),
          isEnabled: isFree,
          .number(minutes % 60, 0...59, step: 5, .ruleMinute(group: group, style))
        )
      )
    case .event(_, let offset):
      rows.append(
        Row(
          id + " offset",
          Self.offset(
            offset,
            events[time.kind(style)],
            Self.eventName(time.kind(style), style, tr),
            tr
          ),
          isEnabled: isFree,
          .buttons([
            Button(
              tr("Earlier"),
              spoken: style == .dark
                ? tr("Dark: 5 minutes earlier") : tr("Light: 5 minutes earlier"),
              .shift(group: group, style, by: -5)
            ),
            Button(
              tr("Later"),
              spoken: style == .dark ? tr("Dark: 5 minutes later") : tr("Light: 5 minutes later"),
              .shift(group: group, style, by: 5)
            ),
          ])
        )
      )
    }
    return rows
  }

  /// The event's name as it follows “before” and “after”.
  private static func eventName(_ kind: Int, _ style: Style, _ tr: Language) -> String {
    switch (style, kind) {
    case (.dark, 0): tr("sunset")
    case (.dark, 1): tr("dusk")
    case (.dark, 2): tr("nautical dusk")
    case (.dark, _): tr("astronomical dusk")
    case (.light, 0): tr("sunrise")
    case (.light, 1): tr("dawn")
    case (.light, 2): tr("nautical dawn")
    case (.light, _): tr("astronomical dawn")
    }
  }

  /// A time relative to the sun, such as “30 min before sunset”.
  private static func offset(_ offset: Int, _ atEvent: String, _ event: String, _ tr: Language)
    -> String
  {
    let values = ["count": "\(abs(offset))", "event": event]
    return if offset == 0 {
      atEvent
    } else {
      offset < 0
        ? tr("{count} min before {event}", values) : tr("{count} min after {event}", values)
    }
  }

  private func weekRow(_ plan: WeekPlan, _ isFree: Bool, _ tr: Language) -> Row {
    plan.parts.count == 1
      ? Row(
        "split",
        tr("Other times at weekends"),
        isEnabled: isFree,
        .toggle(isOn: false, on: .splitWeek, off: .joinWeek)
      )
      : Row(
        "split",
        tr("Different times on some days"),
        isEnabled: isFree,
        .toggle(isOn: true, on: .splitWeek, off: .joinWeek)
      )
  }

  private func dayRow(_ index: Int, _ day: ScheduleReport.Day, _ context: Context) -> Row {
    let tr = context.tr
    let changes = day.transitions.compactMap { transition -> String? in
      guard let seconds = Clock.seconds(transition.time) else { return nil }
      let values = ["time": context.clock.local(seconds).time]
      return transition.style == .dark
        ? tr("dark from {time}", values) : tr("light from {time}", values)
    }
    let text =
      changes.isEmpty
      ? (day.style == .dark ? tr("dark all day") : tr("light all day"))
      : changes.joined(separator: ", ")
    let parts = day.date.split(separator: "-").map { Int($0) ?? 0 }
    let title =
      parts.count == 3
      ? context.weekday(
        (Clock.days(year: parts[0], month: parts[1], day: parts[2]) % 7 + 10) % 7
      )
      : day.date
    return Row("\(index)", title, text: text)
  }
}
