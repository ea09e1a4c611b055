/// A sandbox's connection to a bus: a real xdg-dbus-proxy, which passes on only what its rules
/// allow.
package final class SandboxProxy: Sendable {
  package static let program = "xdg-dbus-proxy"

  /// The rules for reading in docs/security.md, which allow only Style and its signals.
  package static let reading = [
    "--call=org.nightd.Night1=org.nightd.Night1.Style.*@/org/nightd/Night1",
    "--broadcast=org.nightd.Night1=org.nightd.Night1.Style.*@/org/nightd/Night1",
  ]

  /// The rules that allow reading Preferences, too.
  package static let readingPreferences =
    reading + [
      "--call=org.nightd.Night1=org.nightd.Night1.Preferences.*@/org/nightd/Night1",
      "--broadcast=org.nightd.Night1=org.nightd.Night1.Preferences.*@/org/nightd/Night1",
    ]

  /// The address of the bus inside the sandbox.
  package let address: String
  private let folder: TemporaryFolder
  private let proxy: Program

  package init(_ bus: PrivateBus, _ rules: [String]) throws {
    folder = try TemporaryFolder(below: "/tmp")
    address = "unix:path=" + folder.file("socket")
    // The proxy signals that it is ready with one byte, which is not a line.
    let script = #""$0" --fd=1 "$@" | { head -c 1; echo; exec cat; }"#
    proxy = try Program.start(
      "/bin/sh",
      ["-c", script, Self.program, bus.address, folder.file("socket"), "--filter"] + rules,
      environment: ["PATH": Tool.searchPath]
    )
    _ = try proxy.nextLine()
  }
}
