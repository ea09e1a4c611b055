import NightBus
import TestSupport

/// Lets editors save files that nightctl writes, within 60 ms after each change of style.
///
/// After each change of style, nightctl writes the files of programs that follow automatically. At
/// the same time, `nightctl programs` adds lines to all other files, and sometimes removes some of
/// the lines. Half of the files are saved in each round. At the end, each file must contain
/// everything from its last save.
package struct Saves: Trial {
  package static let name = "editors save the files that nightctl writes"
  package static let unit = "saves"

  private static let files = SavedFile.all
  private static let followers = files.compactMap(\.program) + ["vim"]
  private static let latestMilliseconds = 60

  /// A careless program: it reads a file, changes the text, and writes it a moment later without
  /// reading the file again.
  private static let careless =
    #"t=$(cat "$1"); sleep 0.02; printf '%s\n# nightd\n' "$t" >"$1.new"; mv "$1.new" "$1""#

  private let rounds: Int
  private let seed: UInt64
  private let isCareless: Bool

  package init(rounds: Int, seed: UInt64 = 1) {
    self.init(rounds: rounds, seed: seed, isCareless: false)
  }

  /// If `isCareless` is true, a careless program writes the files instead of nightctl.
  init(rounds: Int, seed: UInt64, isCareless: Bool) {
    self.rounds = rounds
    self.seed = seed
    self.isCareless = isCareless
  }

  package func run() throws -> Tally {
    var tally = Tally()
    var generator = SplitMix64(seed: seed)
    let desk = try Desk()
    let more = try SavedFile.prepare(desk.home)
    try desk.startDaemon(adding: more)
    let caller = try Caller(desk)
    if isCareless {
      try nightctl(desk, more, ["prefs", "write", "programs-off", "all"])
    } else {
      try switchOn(desk, more, caller)
    }
    /// The round of each file's last save.
    var last = Self.files.map { _ in 0 }
    for round in 1...rounds {
      var programs: [Program] = []
      for index in Self.files.indices where Bool.random(using: &generator) {
        last[index] = round
        programs.append(try save(round, index, desk, &generator))
      }
      programs +=
        try isCareless
        ? Self.files.map { try overwrite($0.path, desk) }
        : [start(desk, more, ["programs"] + Self.deed(&generator))]
      try nightctl(desk, more, ["set", round.isMultiple(of: 2) ? "light" : "dark"])
      for program in programs where try program.wait() != .exited(0) {
        // Just after nightctl added its line, an editor may have saved its old text, which lacks
        // the line.
        if program.errorsSoFar.contains("without effect") { continue }
        tally.note(.wrong, "round \(round): a program failed: \(program.errorsSoFar)")
      }
      guard try settle(caller) else {
        tally.note(.hang, "round \(round): nightctl still runs")
        break
      }
      check(round, last, desk, &tally)
    }
    if !isCareless { try checkEnd(desk, more, last, &tally) }
    return tally
  }

  // MARK: - Before

  /// Switches all programs on; throws if a program's file is still unchanged.
  private func switchOn(_ desk: Desk, _ more: [String: String], _ caller: Caller) throws {
    try nightctl(desk, more, ["programs", "on", "xresources"])
    try nightctl(desk, more, ["programs", "on"] + Self.followers)
    try nightctl(desk, more, ["set", "dark"])
    let deadline = ContinuousClock.now + .seconds(20)
    for file in Self.files {
      while desk.home.text(file.path) == file.text(0) {
        guard ContinuousClock.now < deadline else {
          throw ProgramError.missed("change of \(file.path)", of: "nightctl", instead: "no change")
        }
      }
    }
    _ = try settle(caller)
  }

  // MARK: - A round

  /// The arguments of `nightctl programs`; most of them switch all programs on again.
  private static func deed(_ generator: inout SplitMix64) -> [String] {
    guard Int.random(in: 0..<4, using: &generator) == 0 else { return ["on"] + followers }
    return ["off"] + followers.shuffled(using: &generator).prefix(3)
  }

  private func save(
    _ round: Int,
    _ index: Int,
    _ desk: Desk,
    _ generator: inout SplitMix64
  ) throws -> Program {
    let pause = Int.random(in: 0...Self.latestMilliseconds, using: &generator)
    let savers = Saver.allCases
    let saver = savers[Int.random(in: 0..<savers.count, using: &generator)]
    let text = Array(Self.files[index].text(round))
    let script = "sleep 0.0\(pause < 10 ? "0" : "")\(pause); " + saver.script
    let halves = [text.prefix(text.count / 2), text.suffix(text.count - text.count / 2)]
    return try Program.start(
      "/bin/sh",
      ["-c", script, "sh", desk.home.file(Self.files[index].path)] + halves.map { String($0) },
      environment: desk.environment
    )
  }

  private func overwrite(_ path: String, _ desk: Desk) throws -> Program {
    let words = ["-c", Self.careless, "sh", desk.home.file(path)]
    return try Program.start("/bin/sh", words, environment: desk.environment)
  }

  private func start(
    _ desk: Desk,
    _ more: [String: String],
    _ words: [String]
  ) throws -> Program {
    try Program.start(Built.nightctl, words, environment: desk.environment.merging(more) { $1 })
  }

  private func nightctl(_ desk: Desk, _ more: [String: String], _ words: [String]) throws {
    let done = try desk.nightctl(words, adding: more)
    guard done.exit == .exited(0) else {
      throw ProgramError.missed("success", of: "nightctl", instead: "\(done)")
    }
  }

  /// Waits until nightd runs no programs; returns false after 20 seconds.
  private func settle(_ caller: Caller) throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(20)
    while try caller.reactions().contains(where: { $0["running"]?.asBool == true }) {
      if ContinuousClock.now > deadline { return false }
    }
    return true
  }

  private func check(_ round: Int, _ last: [Int], _ desk: Desk, _ tally: inout Tally) {
    for (file, saved) in zip(Self.files, last) {
      if saved == round { tally.count += 1 }
      let found = file.comments(in: desk.home.text(file.path) ?? "")
      guard found != file.comments(saved) else { continue }
      let isWhole = (0..<saved).contains { found == file.comments($0) }
      tally.note(
        isWhole ? .lost : .wrong,
        "round \(round), \(file.path): " + (isWhole ? "the save is gone" : "\(found.count) lines")
      )
    }
  }

  /// Removes everything that nightd added; then each file must equal its last save, byte for byte.
  private func checkEnd(
    _ desk: Desk,
    _ more: [String: String],
    _ last: [Int],
    _ tally: inout Tally
  ) throws {
    try nightctl(desk, more, ["undo"])
    for (file, saved) in zip(Self.files, last) {
      if desk.home.text(file.path) != file.text(saved) {
        tally.note(
          .wrong,
          "undo left \(file.path) as \(desk.home.text(file.path)?.debugDescription ?? "nothing")"
        )
      }
      let folder = file.path.lastIndex(of: "/").map { String(file.path[..<$0]) } ?? ""
      for name in desk.home.list(folder) where name.hasPrefix(".nightctl-") {
        tally.note(.wrong, "\(folder)/\(name) is left behind")
      }
    }
  }
}

/// The saves of `Saves`, but a careless program writes the files; the trial must find lost saves.
package struct SaveControl: Trial {
  package static let name = "control: a program overwrites what editors save"
  package static let unit = "losses"

  private let rounds: Int

  package init(rounds: Int) { self.rounds = rounds }

  package func run() throws -> Tally {
    let tally = try Saves(rounds: rounds, seed: 1, isCareless: true).run()
    return .control(tally.count(of: .lost), "no save was lost although a program overwrote them")
  }
}
