import Glibc
import TestSupport

/// Kills `nightctl programs apply` at each system call that can change a file or another program.
///
/// Between two calls that can change files the disk stays the same, so kills at other calls would
/// leave the same files. After each kill the programs are switched off; then each file must have
/// the user's text again.
package struct SettingsKills: Trial {
  package static let name = "nightctl is killed while it writes other programs' settings"
  package static let unit = "kills"
  package static var skipReason: String? { Strace.spoilingSkipReason }

  /// What nightctl is doing when it is killed.
  enum Deed: String, CaseIterable, Sendable {
    case first = "the first write"
    case other = "a write of the other style"
    case restore = "the restoration"
  }

  /// Calls that change files, or that start a program or send it a signal.
  ///
  /// Calls that open files are left out, because their number depends on the running processes. A
  /// file that nightctl creates is still empty at the next of these calls, where nightctl is also
  /// killed.
  private static let changing: Set = [
    "write", "pwrite64", "writev", "ftruncate", "fallocate", "fsync",
    "fdatasync", "sync_file_range", "rename", "renameat", "renameat2", "link", "linkat", "symlink",
    "symlinkat", "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "chmod", "fchmod", "fchmodat",
    "chown", "fchown", "fchownat", "kill", "clone", "clone3", "vfork",
  ]

  private let step: Int
  private let deeds: [Deed]
  /// Whether the record is removed after each kill; then the user's files cannot be restored.
  private let losesRecord: Bool

  /// Whether the user has a file of xsettingsd; if so, each real xsettingsd of the user gets
  /// SIGHUP.
  private let hasDaemon: Bool

  package init(every step: Int = 1, hasDaemon: Bool = true) {
    self.init(every: step, deeds: Deed.allCases, hasDaemon: hasDaemon)
  }

  init(every step: Int, deeds: [Deed], hasDaemon: Bool = false, losesRecord: Bool = false) {
    self.step = step
    self.deeds = deeds
    self.hasDaemon = hasDaemon
    self.losesRecord = losesRecord
  }

  package func run() throws -> Tally {
    var tally = Tally()
    let sessions = try Sessions(hasDaemon: hasDaemon)
    for deed in deeds {
      for injection in try kills(deed, sessions) {
        try round(deed, injection, sessions, &tally)
      }
    }
    return tally
  }

  /// All kills during an action: at the first call of each kind, at the second, and so on.
  private func kills(_ deed: Deed, _ sessions: Sessions) throws -> [Injection] {
    let home = try sessions.home(before: deed)
    let record = home.folder.file("calls")
    let done = try sessions.apply(deed, home, under: ["-f", "-qq", "-y", "-o", record])
    guard done.exit == .exited(0) else {
      throw ProgramError.missed("clean run", of: "nightctl", instead: "\(done)")
    }
    return Self.kills(in: home.folder.text("calls") ?? "", every: step)
  }

  /// The kills at each changing call of the first process in strace's output.
  static func kills(in text: String, every step: Int) -> [Injection] {
    let calls = RecordedCall.calls(in: text)
    // The first process is nightctl; do not kill the programs that nightctl starts.
    let own = calls.first?.text.split(separator: " ").first
    let kills = calls.filter { call in
      changing.contains(call.name) && call.text.split(separator: " ").first == own
    }
    return kills.enumerated().filter { $0.offset.isMultiple(of: step) }.map {
      Injection(call: $0.element.name, ordinal: $0.element.ordinal, effect: .kill)
    }
  }

  private func round(
    _ deed: Deed,
    _ kill: Injection,
    _ sessions: Sessions,
    _ tally: inout Tally
  ) throws {
    let home = try sessions.home(before: deed)
    let place = "\(deed.rawValue), \(kill)"
    let killed = try sessions.apply(deed, home, under: ["-qq"] + kill.options)
    guard killed.exit == .signalled(SIGKILL) else {
      return tally.note(.wrong, "\(place): nightctl was not killed: \(killed)")
    }
    if losesRecord { home.removeRecord() }
    let done = try sessions.apply(.restore, home)
    if done.exit != .exited(0) { tally.note(.wrong, "\(place): then \(done)") }
    for path in home.changed { tally.note(.lost, "\(place): \(path) is not the user's") }
    for path in home.left { tally.note(.wrong, "\(place): \(path) is left behind") }
    tally.count += 1
  }
}

/// Three sessions: two in which the programs are on, with different styles, and one in which they
/// are off.
private struct Sessions {
  private let dark: Desk
  private let light: Desk
  private let off: Desk
  private let hasDaemon: Bool

  init(hasDaemon: Bool) throws {
    self.hasDaemon = hasDaemon
    dark = try Self.session("dark", ["programs", "xresources"])
    light = try Self.session("light", ["programs", "xresources"])
    off = try Self.session("dark", ["programs-off", "all"])
  }

  /// The daemon's home has no file of any toolkit, so this daemon starts no nightctl.
  private static func session(_ style: String, _ preference: [String]) throws -> Desk {
    let desk = try Desk()
    try desk.startDaemon()
    _ = try desk.nightctl("set", style, "--always")
    if !preference.isEmpty { _ = try desk.nightctl(["prefs", "write"] + preference) }
    return desk
  }

  /// Makes a new home in which everything that must precede the action has been done.
  func home(before deed: SettingsKills.Deed) throws -> SettingsHome {
    let home = try SettingsHome(dark, hasDaemon: hasDaemon)
    guard deed != .first else { return home }
    let done = try apply(.first, home)
    guard done.exit == .exited(0), home.hasRecord, home.changed.count == home.files.count else {
      throw ProgramError.missed("changed files", of: "nightctl", instead: "\(home.changed) \(done)")
    }
    return home
  }

  func apply(
    _ deed: SettingsKills.Deed,
    _ home: SettingsHome,
    under options: [String]? = nil
  ) throws -> Finished {
    let desk =
      switch deed {
      case .first: dark
      case .other: light
      case .restore: off
      }
    let bus = "DBUS_SESSION_BUS_ADDRESS"
    let environment = home.environment.merging([bus: desk.environment[bus] ?? ""]) { $1 }
    let command = [Built.nightctl, "programs", "apply"]
    guard let options else {
      return try Program.run(command[0], Array(command.dropFirst()), environment: environment)
    }
    return try Program.run("strace", options + command, environment: environment)
  }
}
