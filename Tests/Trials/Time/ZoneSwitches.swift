import NightBus
import TestSupport

/// Switches the machine's zone in every way that programs use.
///
/// The daemon must notice the new zone by itself, and must never use a third zone in between.
package struct ZoneSwitches: Trial {
  package static let name = "the machine's zone switched"
  package static let unit = "switches"

  package static var skipReason: String? { OtherEtc.skipReason }

  /// The zones; each has the minutes of the UTC day at which clocks there show 07:00 and 19:30.
  private static let zones: [(name: String, minutes: [Int64])] = [
    ("UTC", [420, 1_170]), ("Asia/Tokyo", [1_320, 630]), ("Asia/Kolkata", [90, 840]),
    ("Asia/Kathmandu", [75, 825]),
  ]

  private static let edits = [
    "ln -sfn $z/$n $l", "ln -s $z/$n new; mv -T new $l", "rm $l; ln -s $z/$n $l",
    "rm -f etc/timezone; echo $n >etc/timezone; cp $z/$n new; mv -T new $l",
    "mkdir -p far; ln -sfn $z/$n far/zone; ln -s $PWD/far/zone new; mv -T new $l",
  ]

  private let switches: Int
  private let seed: UInt64

  package init(switches: Int, seed: UInt64 = 1) {
    self.switches = switches
    self.seed = seed
  }

  package func run() throws -> Tally {
    let desk = try Desk()
    try desk.home.write(
      "{choice: 'schedule', schedule: ['dark 19:30', 'light 07:00']}",
      to: ".config/nightd/config.json5"
    )
    let other = try OtherEtc(desk, zone: "Asia/Tokyo")
    let daemon = try other.startDaemon()
    let caller = try Caller(desk)
    let listener = try SignalListener(desk, .schedule, "Changed")
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    var known = "Asia/Tokyo"
    for round in 0..<switches {
      let zone = Self.zones[Int.random(in: 0..<Self.zones.count, using: &random)]
      let edit = Self.edits[Int.random(in: 0..<Self.edits.count, using: &random)]
      let place = "seed \(seed), switch \(round) to \(zone.name) by \(edit)"
      try other.run("n=\(zone.name)\n\(edit)")
      tally.count += 1
      while tally.isClean {
        let found = try caller.zone() ?? ""
        if found == zone.name { break }
        // A copied zone file has no name until etc/timezone names it, so an empty name is allowed.
        if found != known, !found.isEmpty { tally.note(.wrong, "\(place): \(found)") }
        if try !listener.wait(for: listener.received.count + 1) {
          tally.note(.hang, "\(place): not told")
        }
      }
      let minute = try caller.nextChange().when / 60_000_000 % 1_440
      if !zone.minutes.contains(minute) { tally.note(.wrong, "\(place): minute \(minute)") }
      known = zone.name
      if let exit = daemon.exit { tally.note(.death, "\(place): it \(exit)") }
      guard tally.isClean else { break }
    }
    return tally
  }
}
