import Glibc
import NightBus
import TestSupport

/// Cuts the power while a daemon stores choices; afterwards, each choice that got a reply must be
/// stored.
struct PowerCuts {
  let kind: LoopDisk.Kind
  /// The number of power cuts at each moment.
  let rounds: Int
  var moments = CutMoment.allCases
  var seed: UInt64 = 1
  var sabotage: Sabotage?

  func run() throws -> Tally {
    var tally = Tally()
    let disk = try LoopDisk(kind)
    // The order matters: remove the bus before the home, and the home before the disk.
    let desk = try Desk(home: TemporaryFolder(below: disk.path))
    var random = SplitMix64(seed: seed)
    for moment in moments {
      for round in 1...rounds {
        let place = "\(kind), \(moment), seed \(seed), round \(round)"
        try prepare(moment, desk, disk)
        switch moment {
        case .amongSets:
          let enough = Int.random(in: 1...60, using: &random)
          try cutAmongSets(enough, desk, disk, &tally, place)
        case .afterFirstSet, .afterFirstSetInMadeFolders, .afterFlawedFile:
          try cutAfterSet(moment, desk, disk, &tally, place)
        }
        tally.count += 1
      }
    }
    return tally
  }

  private func prepare(_ moment: CutMoment, _ desk: Desk, _ disk: LoopDisk) throws {
    switch moment {
    case .amongSets:
      if desk.storedStyle == nil { try desk.home.write(Desk.intent("light"), to: Desk.store) }
    case .afterFirstSet, .afterFirstSetInMadeFolders:
      _ = try Program.run("rm", ["-rf", desk.home.file(".local")])
    case .afterFlawedFile:
      _ = try Program.run("rm", ["-rf", desk.home.file(Desk.storeFolder)])
      try desk.home.write(Desk.intent("light"), to: Desk.store)
    }
    try disk.flush()
    if moment == .afterFirstSetInMadeFolders { try desk.home.makeFolder(Desk.storeFolder) }
  }

  private func cutAmongSets(
    _ enough: Int,
    _ desk: Desk,
    _ disk: LoopDisk,
    _ tally: inout Tally,
    _ place: String
  ) throws {
    let before = desk.storedRevision ?? 0
    let daemon = try desk.startDaemon(adding: sabotage?.environment ?? [:])
    let writers = try Writers(desk, count: 4)
    var failure: (any Error)?
    // On a real machine, no client would get a reply after the power cut, so such replies do not
    // count. Here a reply may come, because after the cut xfs reports a sync of a folder as done
    // (seen with Linux 6.18).
    try writers.write(until: enough, isEnd: true) {
      do { try disk.cutPower() } catch { failure = error }
    }
    if let failure { throw failure }
    try end(daemon, &tally, place)
    try disk.bringBack()
    writers.check(desk, since: before, &tally, place)
  }

  private func cutAfterSet(
    _ moment: CutMoment,
    _ desk: Desk,
    _ disk: LoopDisk,
    _ tally: inout Tally,
    _ place: String
  ) throws {
    let daemon = try desk.startDaemon(adding: sabotage?.environment ?? [:])
    if moment == .afterFlawedFile {
      try desk.replaceStore("{broken by hand")
      while try daemon.nextErrorLine().contains("the last good version") == false {}
      try disk.flush()
    }
    let answer = try Caller(desk).set("dark")
    try disk.cutPower()
    try end(daemon, &tally, place)
    try disk.bringBack()
    guard case .success = answer else {
      return tally.note(.wrong, "\(place): the set was refused: \(answer)")
    }
    if desk.storedStyle != "dark" {
      let names = desk.home.list(Desk.storeFolder)
      tally.note(.lost, "\(place): dark answered, \(desk.storedStyle ?? "none") stored in \(names)")
    }
    guard moment == .afterFlawedFile else { return }
    if desk.home.text(Desk.store + ".aside-1") != "{broken by hand" {
      tally.note(.lost, "\(place): the file that was put aside is gone")
    }
  }

  /// After the cut nothing can be stored, but the daemon must keep running.
  private func end(_ daemon: Program, _ tally: inout Tally, _ place: String) throws {
    if let exit = daemon.exit { tally.note(.death, "\(place): \(exit): \(daemon.errorsSoFar)") }
    daemon.send(signal: SIGKILL)
    _ = try daemon.wait()
  }
}
