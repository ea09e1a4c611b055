import FoundationEssentials
import Glibc

@testable import Desk
@testable import SettingsModel

/// Values that several tests share.
enum Samples {
  /// 2026-11-30 12:00:00 UTC, a Monday.
  static let noon = 1_796_040_000.0

  static let context = Context(.english, clock(noon))

  static func clock(_ now: Double) -> Clock {
    Clock(now: now) { seconds in
      var time = time_t(seconds.rounded(.down))
      var parts = tm()
      gmtime_r(&time, &parts)
      return LocalTime(parts)
    }
  }

  static func why(
    _ style: Style = .dark,
    choice: String = "dark",
    reason: String = "choice",
    next: String? = nil,
    holdUntil: String? = nil,
    by: String? = nil
  ) -> WhyReport {
    WhyReport(
      style: style,
      choice: choice,
      chosen: true,
      theme: "midnight",
      reason: reason,
      next: next,
      nextStyle: next == nil ? nil : (style == .dark ? .light : .dark),
      holdUntil: holdUntil,
      by: by,
      why: ["It is \(style.rawValue)."]
    )
  }

  static func schedule(_ rules: [String], choice: String = "schedule") -> ScheduleReport {
    ScheduleReport(
      days: [
        ScheduleReport.Day(
          date: "2026-11-30",
          style: .dark,
          transitions: [
            ScheduleReport.Transition(time: "2026-11-30T06:52:54.690707Z", style: .light),
            ScheduleReport.Transition(time: "2026-11-30T14:57:01.703770Z", style: .dark),
          ]
        )
      ],
      rules: rules,
      zone: "Europe/Berlin",
      placeFrom: "zone",
      latitude: 52.5,
      longitude: 13.3666667,
      choice: choice
    )
  }

  static func program(
    _ name: String,
    isOn: Bool = false,
    isInstalled: Bool = true,
    effective: Bool? = nil,
    reason: String? = nil
  ) -> ProgramsReport.Program {
    ProgramsReport.Program(
      name: name,
      title: name.capitalized,
      group: "terminals",
      follows: "on request",
      on: isOn,
      installed: isInstalled,
      effective: effective,
      reason: reason
    )
  }

  /// A model that has already received these outcomes.
  static func settings(_ outcomes: [(Job, Outcome)]) -> Settings {
    var settings = Settings()
    for (job, outcome) in outcomes { _ = settings.handle(.finished(job, outcome), context) }
    return settings
  }
}

extension Page {
  func row(_ group: String, _ id: String) -> Row? {
    groups.first { $0.id == group }?.rows.first { $0.id == id }
  }
}
