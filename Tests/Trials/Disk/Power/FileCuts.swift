import Glibc
import TestSupport

/// Cuts the power while nightctl changes the user's files.
///
/// nightctl is killed at a call that can change a file, and then the power is cut. Each kill is
/// tried in two ways: either the journal is lost, or it is written before the cut, so that only
/// file data is lost. After the cut, each file must have its old or its new contents, and `undo`
/// must restore every byte.
struct FileCuts {
  /// What nightctl is doing when the power is cut.
  enum Deed: String, CaseIterable, Sendable {
    case on
    case change = "apply"
    case off, undo

    fileprivate var words: [String] {
      switch self {
      case .on, .off: ["programs", rawValue] + CutHome.programs
      case .change: ["programs", rawValue]
      case .undo: [rawValue]
      }
    }
    fileprivate var style: String { self == .change ? "light" : "dark" }
    fileprivate var programs: [String] { self == .on ? [] : CutHome.programs }
  }

  let kind: LoopDisk.Kind
  /// Only every `step`-th call that can change a file is used.
  let step: Int
  var deeds = Deed.allCases
  var sabotage: Sabotage?

  func run() throws -> Tally {
    var tally = Tally()
    let disk = try LoopDisk(kind)
    let desk = try Desk()
    try desk.startDaemon()
    let home = try CutHome(desk, on: disk)
    let user = try home.copy()
    var start = user
    for deed in [.on] + deeds.filter({ $0 != .on }) {
      try home.restore(start, style: deed.style, programs: deed.programs)
      let options = ["-f", "-qq", "-y", "-o", desk.home.file("calls")]
      let done = try home.nightctl(deed.words, under: options)
      let end = try home.copy()
      guard done.exit == .exited(0),
        // A change of colours leaves the lines in the users' files as they are.
        SavedFile.all.allSatisfy({ file in
          start.files[file.path] != end.files[file.path] || deed == .change && file.program != nil
        })
      else { throw ProgramError.missed("change of all files", of: "nightctl", instead: "\(done)") }
      let round = Round(home: home, user: user, start: start, end: end, deed: deed)
      let kills = SettingsKills.kills(in: desk.home.text("calls") ?? "", every: step)
      for kill in deeds.contains(deed) ? kills + [nil] : [] {
        for afterJournal in [false, true] {
          try cut(round, kill, afterJournal: afterJournal, disk, &tally)
        }
      }
      if deed == .on { start = end }
    }
    return tally
  }

  private func cut(
    _ round: Round,
    _ kill: Injection?,
    afterJournal: Bool,
    _ disk: LoopDisk,
    _ tally: inout Tally
  ) throws {
    let (home, deed) = (round.home, round.deed)
    try home.restore(round.start, style: deed.style, programs: deed.programs)
    try disk.flush()
    let done = try home.nightctl(
      deed.words,
      under: kill.map { ["-qq"] + $0.options },
      adding: sabotage?.environment ?? [:]
    )
    try disk.cutPower(afterJournal: afterJournal)
    try disk.bringBack()
    try home.endSession()
    let place =
      "\(kind), \(deed), \(kill.map { "\($0)" } ?? "the end")"
      + (afterJournal ? ", after the journal" : "")
    // The number of nightctl's writes depends on the running processes, so a run may end before the
    // kill.
    guard [.signalled(SIGKILL), .exited(0)].contains(done.exit) else {
      return tally.note(.wrong, "\(place): nightctl was not killed: \(done)")
    }
    try round.check(isDone: done.exit == .exited(0), &tally, place)
    try round.finish(isSwitchingOff: tally.count.isMultiple(of: 3), &tally, place)
    tally.count += 1
  }
}

/// An action of nightctl, and the home before and after the action.
private struct Round {
  let home: CutHome
  let user: CutHome.Copy
  let start: CutHome.Copy
  let end: CutHome.Copy
  let deed: FileCuts.Deed

  /// Checks right after the cut that each file has its old or new contents, and that no line names
  /// a missing file.
  ///
  /// Files of nightd's own that nightctl has removed may exist again.
  func check(isDone: Bool, _ tally: inout Tally, _ place: String) throws {
    let files = try home.files
    for path in Set(files.keys).union(start.files.keys).union(end.files.keys) {
      // Ignore temporary files, because the next run of nightctl removes them.
      if CutHome.passing.contains(path) || path.contains(".nightctl-new-") { continue }
      // After a change, nightctl does not sync a file of colours, because the next run would write
      // it again.
      let isMadeAgain = user.files[path] == nil && !path.hasSuffix("/record.json")
      if isMadeAgain, files[path] != nil { continue }
      let (before, after) = (start.files[path], end.files[path])
      let mustBeAfter = isDone && (user.files[path] != nil || after != nil)
      if files[path] != after, mustBeAfter || files[path] != before {
        let count = files[path]?.bytes?.count
        tally.note(.lost, "\(place): \(path) has \(count.map { "\($0) bytes" } ?? "no name")")
      }
      guard files[path] == nil, path.hasPrefix(".local/state/nightd") else { continue }
      for file in SavedFile.all {
        let text = String(decoding: files[file.path]?.bytes ?? [], as: UTF8.self)
        guard text.contains(path) else { continue }
        tally.note(.wrong, "\(place): \(file.path) names \(path), which is missing")
      }
    }
  }

  /// Runs nightctl twice more: for another change, and to restore all files.
  func finish(isSwitchingOff: Bool, _ tally: inout Tally, _ place: String) throws {
    let style = deed.style == "dark" ? "light" : "dark"
    let next = [
      ["set", style, "--always"], FileCuts.Deed.change.words,
      isSwitchingOff ? FileCuts.Deed.off.words : [], FileCuts.Deed.undo.words,
    ]
    for words in next where !words.isEmpty {
      let done = try home.nightctl(words)
      if done.exit != .exited(0) { tally.note(.wrong, "\(place): then \(words): \(done)") }
      guard words == FileCuts.Deed.change.words else { continue }
      for (path, file) in try home.files where file.bytes == [] && user.files[path] == nil {
        tally.note(.wrong, "\(place): \(path) is still empty after a change")
      }
    }
    let files = try home.files
    for (path, file) in user.files where files[path] != file {
      tally.note(.lost, "\(place): \(path) is not the user's")
    }
    for path in files.keys.sorted() where user.files[path] == nil && path != CutHome.former {
      tally.note(.wrong, "\(place): \(path) is left behind")
    }
  }
}
