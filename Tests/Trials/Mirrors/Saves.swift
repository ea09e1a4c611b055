import Glibc
import NightBus
import TestSupport

/// Editors save the files that nightctl writes, within 60 ms of each set.
///
/// Mirrors write three of the files after each set. Into the fourth, `nightctl programs` puts a line
/// that it takes out again in the next round. Each save must be in its file afterwards, as a whole.
package struct Saves: Trial {
  package static let name = "editors save the files that nightctl writes"
  package static let unit = "saves"

  /// The user's files: the start of each text, and what begins a comment.
  private static let files = [
    (path: ".config/gtk-3.0/settings.ini", start: "[Settings]\ngtk-theme-name=Adwaita\n", "#"),
    (path: ".config/gtk-4.0/settings.ini", start: "[Settings]\ngtk-theme-name=Adwaita\n", "#"),
    (path: ".Xresources", start: "*background: #ffffff\n", "!"),
    (path: kitty, start: "font_size 10\n", "#"),
  ]
  private static let kitty = ".config/kitty/kitty.conf"
  private static let lines = 40
  private static let latestMilliseconds = 60

  /// A program that replaces a text with what it made of it a moment ago, without another look.
  private static let careless =
    #"t=$(cat "$1"); sleep 0.02; printf '%s\n# nightd\n' "$t" >"$1.new"; mv "$1.new" "$1""#

  private let rounds: Int
  private let seed: UInt64
  private let isCareless: Bool

  package init(rounds: Int, seed: UInt64 = 1) {
    self.init(rounds: rounds, seed: seed, isCareless: false)
  }

  /// `isCareless` lets a careless program write the files in place of nightctl.
  init(rounds: Int, seed: UInt64, isCareless: Bool) {
    self.rounds = rounds
    self.seed = seed
    self.isCareless = isCareless
  }

  package func run() throws -> Tally {
    var tally = Tally()
    var generator = SplitMix64(seed: seed)
    let desk = try Desk()
    let path = try prepare(desk)
    try desk.startDaemon(adding: path)
    let caller = try Caller(desk)
    for preference in isCareless ? ["gtk-files", "xresources"] : [] {
      try nightctl(desk, path, "prefs", "write", "mirror.\(preference)", "false")
    }
    if !isCareless { try nightctl(desk, path, "prefs", "write", "mirror.xresources", "true") }
    for round in 1...rounds {
      let editors = try Self.files.indices.map { index in
        let pause = Int.random(in: 0...Self.latestMilliseconds, using: &generator)
        return try save(round, index, after: pause, desk)
      }
      let isDark = !round.isMultiple(of: 2)
      let writers =
        try isCareless
        ? Self.files.map { try overwrite($0.path, desk) }
        : [
          Program.start(
            Built.nightctl,
            ["programs", isDark ? "on" : "off", "kitty"],
            environment: desk.environment.merging(path) { $1 }
          )
        ]
      try nightctl(desk, path, "set", isDark ? "dark" : "light")
      for program in editors + writers where try program.wait() != .exited(0) {
        // An editor may have saved a text without nightd's line right after nightctl added it.
        if program.errorsSoFar.contains("without effect") { continue }
        tally.note(.wrong, "round \(round): a program failed: \(program.errorsSoFar)")
      }
      guard try settle(caller) else {
        tally.note(.hang, "round \(round): the mirrors still run")
        break
      }
      check(round, desk, &tally)
    }
    if !isCareless { try checkEnd(desk, path, &tally) }
    return tally
  }

  // MARK: - A round

  private func prepare(_ desk: Desk) throws -> [String: String] {
    for index in Self.files.indices {
      try desk.home.write(Self.text(0, index), to: Self.files[index].path)
    }
    for name in ["kitty", "xrdb"] {
      try desk.home.write("#!/bin/sh\n", to: "bin/" + name)
      _ = chmod(desk.home.file("bin/" + name), 0o755)
    }
    return ["PATH": desk.home.file("bin") + ":" + Tool.searchPath]
  }

  private static func comments(_ round: Int, _ index: Int) -> [String] {
    (1...lines).map { "\(files[index].2) save \(round) line \($0)" }
  }

  private static func text(_ round: Int, _ index: Int) -> String {
    files[index].start + comments(round, index).joined(separator: "\n") + "\n"
  }

  private func save(_ round: Int, _ index: Int, after pause: Int, _ desk: Desk) throws -> Program {
    let savers = Saver.allCases
    let saver = savers[(round + index) % savers.count]
    let text = Array(Self.text(round, index))
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

  private func nightctl(_ desk: Desk, _ path: [String: String], _ words: String...) throws {
    let done = try desk.nightctl(words, adding: path)
    guard done.exit == .exited(0) else {
      throw ProgramError.missed("success", of: "nightctl", instead: "\(done)")
    }
  }

  /// Waits until nightd runs no program; returns false after 20 seconds.
  private func settle(_ caller: Caller) throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(20)
    while try caller.reactions().contains(where: { $0["running"]?.asBool == true }) {
      if ContinuousClock.now > deadline { return false }
    }
    return true
  }

  private func check(_ round: Int, _ desk: Desk, _ tally: inout Tally) {
    for index in Self.files.indices {
      tally.count += 1
      let path = Self.files[index].path
      let prefix = Self.files[index].2 + " save "
      let found = (desk.home.text(path) ?? "").split(separator: "\n").map(String.init)
        .filter { $0.hasPrefix(prefix) }
      guard found != Self.comments(round, index) else { continue }
      let isWhole = (0..<round).contains { found == Self.comments($0, index) }
      tally.note(
        isWhole ? .lost : .wrong,
        "round \(round), \(path): " + (isWhole ? "the save is gone" : "\(found.count) lines")
      )
    }
  }

  /// Takes everything of nightd's away: each file must have its last save, byte by byte.
  private func checkEnd(_ desk: Desk, _ path: [String: String], _ tally: inout Tally) throws {
    try nightctl(desk, path, "undo")
    for index in Self.files.indices {
      let file = Self.files[index].path
      if desk.home.text(file) != Self.text(rounds, index) {
        tally.note(.wrong, "undo left \(file) as \(desk.home.text(file) ?? "nothing")")
      }
      let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
      for name in desk.home.list(folder) where name.hasPrefix(".nightctl-") {
        tally.note(.wrong, "\(folder)/\(name) is left behind")
      }
    }
  }
}

/// The same saves, while a careless program writes the files: the trial must see lost saves.
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
