import NightCore
import Testing

@testable import nightctl

@Suite("lines of nightctl history")
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

  @Test("what changed is what is told, and who did it", arguments: rows)
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
    #expect(Words.change(entry, at: time) == "2026-11-21 20:00  \(line)")
    entry.origin = .program("nightctl")
    #expect(
      Words.change(entry, at: time) == "2026-11-21 20:00  \(line), by nightctl (process 4711)"
    )
  }
}
