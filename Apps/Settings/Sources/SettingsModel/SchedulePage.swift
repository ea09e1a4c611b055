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
      for index in plan.parts.indices { groups += partGroups(plan, index, isFree, context) }
      groups.append(Group("week", [weekRow(plan, isFree, tr)]))
    } else {
      var rows = schedule.rules.enumerated().map { Row("\($0)", $1) }
      rows.append(clearRow(isFree, tr))
      groups.append(
        Group(
          "rules",
          tr("Rules"),
          text: tr("This schedule has rules that only nightctl and its file can change."),
          rows
        )
      )
    }
    groups.append(placeGroup(schedule, tr))
    groups.append(
      Group("days", tr("This Week"), schedule.days.enumerated().map { dayRow($0, $1, context) })
    )
    if let picture = yearPicture(context) {
      groups.append(Group("year", tr("This Year"), [Row("year", "", .year(picture))]))
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
      let limit = RuleTime.longestOffset
      rows.append(
        Row(
          id + " offset",
          style == .dark ? tr("Dark: minutes later") : tr("Light: minutes later"),
          text: tr("Negative numbers are earlier."),
          isEnabled: isFree,
          .number(offset, -limit...limit, step: 5, .ruleOffset(group: group, style))
        )
      )
    }
    return rows
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

  private func clearRow(_ isFree: Bool, _ tr: Language) -> Row {
    Row(
      "clear",
      tr("Start again with sunset and sunrise"),
      isEnabled: isFree,
      .buttons([Button(tr("Remove Rules"), look: .destructive, .run(.clearRules))])
    )
  }

  private func placeGroup(_ schedule: ScheduleReport, _ tr: Language) -> Group {
    let isFree = preferences.locks["location.latitude"] == nil
    let place: String =
      if let latitude = schedule.latitude, let longitude = schedule.longitude {
        Self.degrees(latitude) + "," + Self.degrees(longitude)
      } else {
        ""
      }
    let values = ["zone": schedule.zone]
    let source =
      switch schedule.placeFrom {
      case "set": tr("You have set this place.")
      case "geoclue": tr("GeoClue found this place.")
      case "last": tr("GeoClue found this place earlier.")
      case "zone": tr("This is the place of the time zone {zone}.", values)
      default: tr("The time zone {zone} has no place, so the sun's times are assumed.", values)
      }
    return Group(
      "place",
      tr("Place"),
      text: source,
      [
        Row("place", tr("Latitude,longitude or zone"), isEnabled: isFree, .entry(place, .place)),
        Row(
          "zone",
          tr("Use another source"),
          isEnabled: isFree,
          .buttons([
            Button(
              tr("Time Zone"),
              spoken: tr("Use the place of the time zone"),
              .run(.placeOfZone)
            ),
            Button(tr("GeoClue"), spoken: tr("Ask GeoClue for the place"), .run(.askGeoClue)),
          ])
        ),
      ]
    )
  }

  /// Degrees with at most two decimals, such as `52.5`.
  static func degrees(_ value: Double) -> String {
    let hundredths = Int((abs(value) * 100).rounded())
    let sign = value < 0 && hundredths > 0 ? "-" : ""
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    guard rest > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(rest % 10 == 0 ? "\(rest / 10)" : LocalTime.pad(rest))"
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
