import Glibc
import NightBus
import TestSupport

/// Changes the clock while the daemon waits for a time, as when a machine wakes from sleep.
///
/// After each jump of the clock, the style must be that of the rules or of the hold at the new
/// time. The daemon must signal a changed style exactly once, and must not signal an unchanged
/// style.
package struct ClockJumps: Trial {
  package static let name = "the clock set while the daemon runs"
  package static let unit = "jumps"

  package static var skipReason: String? { FakeClock.skipReason ?? MachineClock.skipReason }

  private static let minute: Int64 = 60_000_000
  /// 2026-06-21 in UTC.
  private static let start: Int64 = 1_782_000_000_000_000
  private static let dawn: Int64 = 7 * 60
  private static let dusk: Int64 = 19 * 60 + 30

  private let jumps: Int
  private let seed: UInt64

  package init(jumps: Int, seed: UInt64 = 1) {
    self.jumps = jumps
    self.seed = seed
  }

  /// A hold; its end is a time on the fake clock.
  private struct Held {
    let style: String
    let end: Int64
  }

  package func run() throws -> Tally {
    let desk = try Desk()
    try desk.home.write("{choice: 'schedule'}", to: ".config/nightd/config.json5")
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    var moment = Self.start + 12 * 60 * Self.minute
    try show(moment, desk)
    let daemon = try desk.startDaemon(seeing: .file(desk.home.file("clock")))
    let caller = try Caller(desk)
    let listener = try SignalListener(desk, .style, "Changed")
    var styles = ["light"]
    var held: Held?
    for round in 0..<jumps {
      if Int.random(in: 0..<3, using: &random) == 0 {
        let hours = Int64.random(in: 1...30, using: &random)
        let style = Bool.random(using: &random) ? "dark" : "light"
        let shown = try caller.hold(style, seconds: UInt64(hours) * 3_600)
        held = shown.holdUntil.map { Held(style: style, end: $0) }
        if styles.last != style { styles.append(style) }
      }
      repeat {
        moment += Int64.random(in: -60 * 24...60 * 36, using: &random) * Self.minute
      } while Self.isUnsure(moment, held)
      try show(moment, desk)
      MachineClock.alone { _ = MachineClock.set() }
      let style = Self.style(at: moment, held)
      if styles.last != style { styles.append(style) }
      // Call twice: the daemon checks the clock before it handles the second call.
      _ = try caller.shown()
      let shown = try caller.shown()
      tally.count += 1
      let place = "seed \(seed), jump \(round)"
      if shown.style != style {
        tally.note(.wrong, "\(place): \(shown.style) (\(shown.reason)), not \(style)")
      }
      if shown.serial != UInt64(styles.count) {
        tally.note(.wrong, "\(place): changed \(shown.serial) times, not \(styles.count)")
      }
      guard tally.isClean, daemon.exit == nil else { break }
    }
    try listener.settle()
    let told = listener.received.compactMap { $0.first?.asString }
    if told != Array(styles.dropFirst()) {
      tally.note(.wrong, "seed \(seed): told \(told.count) changes, not \(styles.count - 1)")
    }
    if let exit = daemon.exit { tally.note(.death, "seed \(seed): it \(exit)") }
    return tally
  }

  private static func style(at moment: Int64, _ held: Held?) -> String {
    if let held, moment < held.end { return held.style }
    return (dawn..<dusk).contains(moment / minute % 1_440) ? "light" : "dark"
  }

  /// Whether the moment is so close to a change that the change may happen during the call.
  private static func isUnsure(_ moment: Int64, _ held: Held?) -> Bool {
    let ofDay = moment / minute % 1_440
    return abs(ofDay - dawn) < 2 || abs(ofDay - dusk) < 2
      || held.map { abs($0.end - moment) < 2 * minute } ?? false
  }

  private func show(_ moment: Int64, _ desk: Desk) throws {
    let setting = FakeClock.setting(ahead: moment - MachineClock.now)
    try desk.home.write(setting + "\n", to: "clock.new")
    rename(desk.home.file("clock.new"), desk.home.file("clock"))
  }
}
