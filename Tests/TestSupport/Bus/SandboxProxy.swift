/// A sandbox's connection to a bus: a real xdg-dbus-proxy, which passes what its rules allow.
package final class SandboxProxy: Sendable {
  package static let program = "xdg-dbus-proxy"

  /// The rules of docs/security.md for reading: Style and its signals only.
  package static let reading = [
    "--call=org.nightd.Night1=org.nightd.Night1.Style.*@/org/nightd/Night1",
    "--broadcast=org.nightd.Night1=org.nightd.Night1.Style.*@/org/nightd/Night1",
  ]

  /// The rules for reading Preferences as well.
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
    // The proxy writes one byte when it is ready, which is not a line.
    let script = #""$0" --fd=1 "$@" | { head -c 1; echo; exec cat; }"#
    proxy = try Program.start(
      "/bin/sh",
      ["-c", script, Self.program, bus.address, folder.file("socket"), "--filter"] + rules,
      environment: ["PATH": Tool.searchPath]
    )
    _ = try proxy.nextLine()
  }
}
