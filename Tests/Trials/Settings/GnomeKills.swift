import Glibc
import TestSupport

/// Kills `nightctl programs gnome` at each system call that can change a file or another program.
///
/// After each kill, either all values or none must be written. Once the user's values are restored,
/// no file of nightd's may be left.
package struct GnomeKills: Trial {
  package static let name = "nightctl is killed while it writes GNOME's settings"
  package static let unit = "kills"
  package static var skipReason: String? {
    Strace.spoilingSkipReason ?? (Tool.path("gsettings") == nil ? "gsettings is missing" : nil)
  }

  /// What nightctl is doing when it is killed.
  private enum Deed: String, CaseIterable {
    case first = "the first write"
    case other = "a write of the other style"
    case restore = "the restoration"

    /// The values of color-scheme and gtk-theme, before and after the action.
    var values: [[String]] {
      let user = ["'default'", "'Mine'"], dark = ["'prefer-dark'", "'Dark'"]
      return switch self {
      case .first: [user, dark]
      case .other: [dark, ["'prefer-light'", "'Light'"]]
      case .restore: [dark, user]
      }
    }

    var orders: [String] {
      switch self {
      case .first: ["write", "gtk-theme", "'Dark'", "write", "color-scheme", "'prefer-dark'"]
      case .other: ["write", "gtk-theme", "'Light'", "write", "color-scheme", "'prefer-light'"]
      case .restore: []
      }
    }
  }

  private static let keyfile = ".config/glib-2.0/settings/keyfile"
  private static let user = ["color-scheme": "'default'", "gtk-theme": "'Mine'"]

  private let step: Int

  package init(every step: Int = 1) { self.step = step }

  package func run() throws -> Tally {
    var tally = Tally()
    for deed in Deed.allCases {
      let clean = try home(before: deed)
      let done = try carryOut(deed, clean, under: ["-f", "-qq", "-o", clean.file("calls")])
      guard done.exit == .exited(0) else {
        throw ProgramError.missed("clean run", of: "nightctl", instead: "\(done)")
      }
      for kill in SettingsKills.kills(in: clean.text("calls") ?? "", every: step) {
        try round(deed, kill, &tally)
      }
    }
    return tally
  }

  private func round(_ deed: Deed, _ kill: Injection, _ tally: inout Tally) throws {
    let home = try home(before: deed)
    let place = "\(deed.rawValue), \(kill)"
    let killed = try carryOut(deed, home, under: ["-qq"] + kill.options)
    // GIO's threads wake each other with writes, whose number differs from run to run. So a run may
    // end before the call at which it should be killed.
    guard killed.exit == .signalled(SIGKILL) || killed.exit == .exited(0) else {
      return tally.note(.wrong, "\(place): nightctl was not killed: \(killed)")
    }
    let values = [try get("color-scheme", home), try get("gtk-theme", home)]
    if !deed.values.contains(values) { tally.note(.wrong, "\(place): then \(values)") }
    let done = try carryOut(.restore, home)
    if done.exit != .exited(0) { tally.note(.wrong, "\(place): then \(done)") }
    for (key, value) in Self.user where try get(key, home) != value {
      tally.note(.lost, "\(place): \(key) is \(try get(key, home))")
    }
    // The lock file always stays, so ignore it.
    let left = home.list(".local/state/nightd").filter { $0 != "gsettings.lock" }
    if !left.isEmpty { tally.note(.wrong, "\(place): \(left) is left behind") }
    if killed.exit == .signalled(SIGKILL) { tally.count += 1 }
  }

  private func home(before deed: Deed) throws -> TemporaryFolder {
    let home = try TemporaryFolder()
    try home.write("[org/gnome/desktop/interface]\ngtk-theme='Mine'\n", to: Self.keyfile)
    guard deed != .first else { return home }
    let done = try carryOut(.first, home)
    guard done.exit == .exited(0), try get("gtk-theme", home) == "'Dark'" else {
      throw ProgramError.missed("changed settings", of: "nightctl", instead: "\(done)")
    }
    return home
  }

  private func environment(_ home: TemporaryFolder) -> [String: String] {
    [
      "PATH": Tool.searchPath, "HOME": home.path, "LANG": "C.UTF-8", "XDG_DATA_DIRS": "/usr/share",
      "XDG_RUNTIME_DIR": home.path, "GSETTINGS_BACKEND": "keyfile",
    ]
  }

  private func carryOut(
    _ deed: Deed,
    _ home: TemporaryFolder,
    under options: [String]? = nil
  ) throws -> Finished {
    let command = [Built.nightctl, "programs", "gnome"] + deed.orders
    let whole = options.map { ["strace"] + $0 + command } ?? command
    return try Program.run(
      whole[0],
      Array(whole.dropFirst()),
      environment: environment(home),
      input: .bytes(Array("yes\n".utf8))
    )
  }

  private func get(_ key: String, _ home: TemporaryFolder) throws -> String {
    let words = ["get", "org.gnome.desktop.interface", key]
    return String(
      try Program.run("gsettings", words, environment: environment(home)).output.dropLast()
    )
  }
}
