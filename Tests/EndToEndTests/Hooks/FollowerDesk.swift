import Glibc
import NightBus
import TestSupport
import Testing

/// A desk whose user has themes and settings for toolkits.
final class FollowerDesk {
  /// The themes in the user's home folder: `Lone` and its dark variant.
  static let themes = ["Lone", "Lone-dark"]

  let desk: Desk
  /// Variables for the daemon and for everything that the test runs.
  var variables: [String: String] = [:]

  init(_ desk: Desk) throws {
    self.desk = desk
    for theme in Self.themes {
      try desk.home.write("", to: ".themes/\(theme)/gtk-3.0/gtk.css")
      try desk.home.write("", to: ".themes/\(theme)/xfwm4/themerc")
    }
  }

  var environment: [String: String] { desk.environment.merging(variables) { $1 } }

  /// Makes a program in a folder that comes before the system's folders in PATH.
  func addProgram(_ name: String, _ script: String) throws {
    try desk.home.write("#!/bin/sh\n" + script, to: "bin/" + name)
    try #require(chmod(desk.home.file("bin/" + name), 0o755) == 0)
    variables["PATH"] = desk.home.file("bin") + ":" + Tool.searchPath
  }

  @discardableResult
  func startDaemon() throws -> Program { try desk.startDaemon(adding: variables) }

  @discardableResult
  func nightctl(_ words: String...) throws -> Finished {
    let done = try desk.nightctl(words, adding: variables)
    try #require(done.exit == .exited(0), "\(done)")
    return done
  }

  /// The line of `nightctl programs --all` for one program.
  func line(_ program: String) throws -> String? {
    try nightctl("programs", "--all").output.split(separator: "\n").map(String.init)
      .first { $0.hasPrefix("  \(program) ") }
  }

  /// Runs a program, and returns its output without the last line end; nil if the program fails.
  func output(_ program: String, _ words: String...) throws -> String? {
    let done = try Program.run(program, words, environment: environment)
    guard done.exit == .exited(0) else { return nil }
    return done.output.hasSuffix("\n") ? String(done.output.dropLast()) : done.output
  }

  /// Checks the condition until it is true; after a time limit, fails with the text that `facts`
  /// returns.
  func until(
    at place: SourceLocation = #_sourceLocation,
    _ isSo: () throws -> Bool,
    facts: () throws -> String = { "" }
  ) throws {
    if try becomesTrue(isSo) { return }
    let found = try "\(facts())\n\(nightctl("programs"))"
    try #require(Bool(false), "\(found)", sourceLocation: place)
  }
}
