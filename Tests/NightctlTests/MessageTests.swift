import NightBus
import NightClient
import NightCore
import Testing

@testable import nightctl

@Suite("Lines of nightctl history")
struct ChangeLineTests {
  private typealias Look = LookChange

  static let rows: [(isOfStyle: Bool, look: LookChange, line: String)] = [
    (true, Look(), "dark   chosen"),
    (false, Look(isHighContrast: true), "contrast high"),
    (false, Look(isHighContrast: false), "contrast normal"),
    (false, Look(accent: "#3584E4"), "accent #3584E4"),
    (false, Look(accent: "none", isMotionReduced: true), "accent none, motion reduced"),
    (false, Look(isMotionReduced: false), "motion full"),
    (true, Look(isHighContrast: true), "dark   chosen, contrast high"),
    (false, Look(accent: "\u{1b}[2J"), #"accent \u{1b}[2J"#),
    (false, Look(), "dark   chosen"),
  ]

  @Test(
    "A line of `nightctl history` says what changed, and which program changed it",
    arguments: rows
  )
  func line(isOfStyle: Bool, look: LookChange, line: String) {
    var entry = HistoryEntry(
      time: Reasoning.now,
      style: .dark,
      theme: "midnight",
      reason: .choice,
      origin: nil
    )
    entry.isOfStyle = isOfStyle
    entry.look = look
    let time = LocalTime(entry.time, in: .utc)
    #expect(HistoryMessages.change(entry, at: time) == "2026-11-21 20:00  \(line)")
    entry.origin = .program("nightctl")
    #expect(
      HistoryMessages.change(entry, at: time)
        == "2026-11-21 20:00  \(line), by nightctl (process 4711)"
    )
  }

  @Test(
    "If a hold has ended, `nightctl history` says what decides the style afterwards",
    arguments: [
      (Reason.choice, "as chosen before"), (.schedule, "as the schedule says"),
      (.system, "as the desktop asks"), (.fallback, "nobody decides"),
    ]
  )
  func endedHold(reason: Reason, ending: String) {
    var entry = HistoryEntry(
      time: Reasoning.now,
      style: .dark,
      theme: "midnight",
      reason: reason,
      origin: nil
    )
    // The choice has the same style as the hold, so the style does not change when the hold ends.
    entry.isOfStyle = false
    entry.endsHold = true
    #expect(
      HistoryMessages.change(entry, at: LocalTime(entry.time, in: .utc))
        == "2026-11-21 20:00  dark   hold ended; \(ending)"
    )
    #expect(HistoryEntry(line: Array(entry.line.utf8)) == entry)
  }
}

@Suite("Lines of nightctl programs")
struct UpdateLineTests {
  private static let time = Instant(microseconds: 1_795_277_100_000_000)

  private static func last(_ message: String, isFailed: Bool = false) -> ReactionReport.Last {
    ReactionReport.Last(
      time: time,
      milliseconds: 40,
      end: .exited,
      isFailed: isFailed,
      words: message
    )
  }

  @Test(
    "For each update that the daemon made, `nightctl programs` prints one line",
    arguments: [
      (
        ReactionReport(name: "gsettings", runs: 1, last: last("done")),
        "gsettings   2026-11-21 16:05  done, in 40 ms"
      ),
      (
        ReactionReport(
          name: "hook",
          isRunning: true,
          last: last("ended with code 1", isFailed: true)
        ),
        "hook        2026-11-21 16:05  failed: ended with code 1, in 40 ms; runs now"
      ),
      (ReactionReport(name: "new", isRunning: true), "new         is running for the first time"),
    ]
  )
  func line(report: ReactionReport, line: String) {
    let time = report.last.map { LocalTime($0.time, in: .utc) }
    #expect(ProgramMessages.update(report, at: time, width: 10) == line)
  }
}

@Suite("Messages of failed requests")
struct ErrorSentenceTests {
  @Test(
    "If a request fails, the message suggests `nightctl doctor` unless the service is missing",
    arguments: [
      ("org.freedesktop.systemd1.UnitMasked", true),
      ("org.freedesktop.DBus.Error.Spawn.ChildExited", true),
      ("org.freedesktop.DBus.Error.TimedOut", true),
      ("org.freedesktop.DBus.Error.ServiceUnknown", false),
      ("org.freedesktop.DBus.Error.NameHasNoOwner", false),
    ]
  )
  func failedStart(name: String, isStartFailed: Bool) throws {
    let name = try #require(ErrorName(name))
    let sentence = Messages.sentence(ClientError(BusError.refused(Refusal(name, "no"))))
    #expect(sentence.hasPrefix("nightd is not running"))
    #expect(sentence.hasSuffix("; to see why, run nightctl doctor") == isStartFailed)
    #expect(sentence.contains("systemctl --user start") != isStartFailed)
  }
}
