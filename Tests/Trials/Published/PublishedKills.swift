import Glibc
import NightBus
import TestSupport

/// Kills the daemon as soon as a change is in the published file; by then, the change must be on
/// disk.
///
/// Each change sets the preference `fade` to the number of the round, so all changes differ.
/// Commands that read during a change must print the old or the new value.
package struct PublishedKills: Trial {
  package static let name = "kill -9 once a change is published"
  package static let unit = "changes"

  private let changes: Int
  private let seed: UInt64

  package init(changes: Int, seed: UInt64 = 1) {
    self.changes = changes
    self.seed = seed
  }

  package func run() throws -> Tally {
    var tally = Tally()
    var random = SplitMix64(seed: seed)
    let desk = try Desk.withActivation()
    // The first change makes the folder, which can be watched only after that.
    _ = try desk.nightctl("prefs", "write", "fade", "0")
    var seen = 0, kills = 0
    for fade in 1...max(1, changes) {
      let place = "seed \(seed), change \(fade)"
      let isKilled = UInt8.random(in: 0..<4, using: &random) == 0
      let reader = try desk.start("get", "--json")
      if isKilled {
        if try killOncePublished(fade, desk) { kills += 1 }
        // The command repeats its write if the daemon ends, so its exit code proves nothing; check
        // the stored value.
        if stored(desk) != fade { tally.note(.lost, "\(place): published, but not stored") }
      } else {
        let write = try desk.nightctl("prefs", "write", "fade", "\(fade)")
        if write.exit != .exited(0) { tally.note(.wrong, "\(place): \(write)") }
        if published(desk) != fade { tally.note(.wrong, "\(place): answered before published") }
      }
      let exit = try reader.wait()
      let read = number("\"fade\":", in: try reader.readAll()) ?? -1
      if exit != .exited(0) { tally.note(.wrong, "\(place): get \(exit): \(reader.errorsSoFar)") }
      if read < fade - 1 || read > fade || read < seen {
        tally.note(.wrong, "\(place): get printed \(read) after \(seen)")
      }
      seen = max(seen, read)
      tally.count += 1
    }
    tally.remark = "\(kills) kills"
    // If the last round ended with a kill, no daemon runs until a call starts one.
    _ = try desk.nightctl("get", "--bus")
    try desk.endOwner()
    return tally
  }

  /// Starts a change, and kills the daemon as soon as the published file has the change.
  ///
  /// Returns false if the command ended before the daemon was killed.
  private func killOncePublished(_ fade: Int, _ desk: Desk) throws -> Bool {
    let caller = try Caller(desk)
    let owner = try? caller.owner
    let loop = try Loop()
    var isKilled = false
    let check = {
      guard !isKilled, published(desk) == fade, let owner = owner else { return }
      isKilled = true
      kill(owner, SIGKILL)
      loop.stop()
    }
    let watch = try FolderWatch(desk.home.file("run/nightd"), on: loop) { _ in check() }
    let timer = loop.timer { loop.stop() }
    timer.set(milliseconds: 10_000)
    let write = try desk.start("prefs", "write", "fade", "\(fade)")
    try loop.run()
    withExtendedLifetime((watch, timer)) {}
    _ = try write.wait()
    return isKilled
  }

  private func published(_ desk: Desk) -> Int? {
    number("\"fade\":", in: desk.home.text("run/nightd/appearance.json") ?? "")
  }

  private func stored(_ desk: Desk) -> Int? {
    number("\"fade\": ", in: desk.home.text(Desk.store) ?? "")
  }

  /// The number that follows a name in a string.
  private func number(_ name: String, in text: String) -> Int? {
    guard let range = text.firstRange(of: name) else { return nil }
    return Int(text[range.upperBound...].prefix { $0.isNumber })
  }
}
