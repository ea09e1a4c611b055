import Glibc
import TestSupport

extension UserSession {
  /// Returns one property of a unit, as `systemctl show` prints it.
  func property(_ name: String, of unit: String = "nightd.service") throws -> String {
    try said("systemctl --user show -P \(name) \(unit)")
  }

  /// Returns once the property's value differs from the given value.
  func awaitChange(_ name: String, from value: String, of unit: String) throws {
    try until(#"[ "$(systemctl --user show -P \#(name) \#(unit))" != "\#(value)" ]"#)
  }

  /// Returns once the property has the given value.
  func awaitProperty(_ name: String, _ value: String, of unit: String) throws {
    try awaitOutput(of: "systemctl --user show -P \(name) \(unit)", value)
  }

  /// Returns once the command prints the given output.
  func awaitOutput(of command: String, _ output: String) throws {
    try until(#"[ "$(\#(command))" = "\#(output)" ]"#)
  }

  /// Repeats a shell condition until it succeeds; throws after ten seconds.
  private func until(_ condition: String) throws {
    _ = try said("timeout 10 sh -c 'until \(condition); do :; done'")
  }

  /// While the body runs, makes one of the machine's backends visible to the portal, in addition to
  /// nightd.
  func withBackend(_ name: String, _ body: () throws -> Void) throws {
    let file = "/usr/share/xdg-desktop-portal/portals/\(name).portal"
    let copy = installed(file)
    let done = try Program.run("cp", [file, copy])
    guard done.exit == .exited(0) else {
      throw ProgramError.missed("copy", of: file, instead: "\(done)")
    }
    defer { unlink(copy) }
    try body()
  }

  /// Returns the process that owns the name on the session bus.
  func owner(of name: String = "org.nightd.Night1") throws -> String {
    let answer = try said(
      "busctl --user call org.freedesktop.DBus / org.freedesktop.DBus "
        + "GetConnectionUnixProcessID s \(name)"
    )
    return String(answer.dropFirst("u ".count))
  }

  /// Restores the state of a first login: no choice is stored, and neither nightd nor the programs
  /// that it uses are running.
  func startAfresh() throws {
    _ = try said(
      """
      systemctl --user stop night-switch.timer night-switch.service nightd.service
      systemctl --user stop 'nightd-*.service'
      systemctl --user stop 'xdg-*.service' 'dconf*.service'
      systemctl --user reset-failed
      rm -rf ~/.local ~/.config $XDG_RUNTIME_DIR/nightd/hooks.given
      systemctl --user daemon-reload
      """
    )
  }

  /// Returns once the last line of the journal with these options is the given line.
  func awaitLine(_ line: String, by options: String) throws {
    try awaitOutput(of: "journalctl -q --no-pager -o cat -n 1 \(options)", line)
  }
}
