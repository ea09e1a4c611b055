/// A sandbox's connection to a bus, through a real xdg-dbus-proxy that forwards only what its rules
/// allow.
package final class SandboxProxy: Sendable {
  package static let program = "xdg-dbus-proxy"

  /// The rules in docs/security.md that allow only reading Style and receiving its signals.
  package static let reading = [
    "--call=org.nightd.Night1=org.nightd.Night1.Style.*@/org/nightd/Night1",
    "--broadcast=org.nightd.Night1=org.nightd.Night1.Style.*@/org/nightd/Night1",
  ]

  /// Rules that also allow reading Preferences.
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
    // When the proxy is ready, it writes one byte; append a line feed, so that the test can read a
    // line.
    let script = #""$0" --fd=1 "$@" | { head -c 1; echo; exec cat; }"#
    proxy = try Program.start(
      "/bin/sh",
      ["-c", script, Self.program, bus.address, folder.file("socket"), "--filter"] + rules,
      environment: ["PATH": Tool.searchPath]
    )
    _ = try proxy.nextLine()
  }
}
