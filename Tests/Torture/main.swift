import Glibc
import Trials

// torture [WORD [SEED [CALL]]]: runs every trial whose name contains WORD, or all trials, and
// prints a row for each trial. With CALL, the program makes only this one call of the trial “calls
// of every shape”. The program exits with 1 if anything went wrong. The programs under test are
// those in $NIGHTD_PROGRAMS.
let seed = CommandLine.arguments.dropFirst(2).first.flatMap(UInt64.init) ?? 1
let call = CommandLine.arguments.dropFirst(3).first.flatMap(Int.init)
let trials: [any Trial] = [
  Kills(rounds: 500, seed: seed),
  PreferenceKills(rounds: 300, seed: seed),
  Edits(rounds: 50),
  Twins(rounds: 220, seed: seed),
  LocklessTwins(rounds: 60, seed: seed),
  Handovers(restarts: 400, seed: seed),
  Followings(restarts: 1_000, seed: seed),
  Storm(rounds: 400, seed: seed),
  StoppedBuses(reads: 1_000),
  PublishedKills(changes: 10_000, seed: seed),
  call.map { Fuzz(only: $0, seed: seed) } ?? Fuzz(calls: 1_000_000, seed: seed),
  PowerCutsOnExt4(rounds: 25),
  PowerCutsOnXFS(rounds: 25),
  FileCutsOnExt4(every: 7),
  FileCutsOnXFS(every: 19),
  Crashes(),
  SetFaults(),
  StartFaults(),
  NightctlFaults(),
  SettingsKills(),
  GnomeKills(),
  Saves(rounds: 1_000, seed: seed),
  RecordFaults(rounds: 1_000),
  Bytes(messages: 100_000, seed: seed),
  Floods(calls: 100_000),
  Vanishing(clients: 1_000),
  Forgery(rounds: 500),
  BusTrouble(rounds: 100, seed: seed),
  Squatters(waiting: true),
  Memory(sets: 100_000),
  ZoneYears(years: 10_000, seed: seed),
  ClockJumps(jumps: 5_000, seed: seed),
  ZoneSwitches(switches: 300, seed: seed),
  Desktops(deeds: 5_000, seed: seed),
  Flutter(flips: 1_000),
  PowerCutControl(rounds: 5),
  FileCutControl(),
  CrashControl(),
  TornControl(),
  LockControl(rounds: 10),
  SettingsKillControl(),
  SaveControl(rounds: 20),
  RecordFaultControl(),
  StormControl(),
]

func say(_ line: String) {
  print(line)
  fflush(nil)
}

let word = CommandLine.arguments.dropFirst().first ?? ""
var isClean = true
say(Table.head)
for trial in trials where type(of: trial).name.contains(word) {
  if let skipReason = type(of: trial).skipReason {
    say(Table.row([type(of: trial).name, "not made: \(skipReason)"]))
    continue
  }
  let start = time(nil)
  do {
    let tally = try trial.run()
    say(Table.row(trial, tally, seconds: time(nil) - start))
    if !tally.isClean {
      isClean = false
      say("\(tally)")
    }
  } catch {
    isClean = false
    say(Table.row([type(of: trial).name, "could not be made: \(error)"]))
  }
}
exit(isClean ? 0 : 1)
