/// A sandbox's way to a bus: a real xdg-dbus-proxy, which lets through what its rules name.
package final class SandboxProxy: Sendable {
  package static let program = "xdg-dbus-proxy"

  /// All of Style, its signals, and nothing else: what docs/security.md tells.
  package static let reading = [
    "--call=org.nightd.Night1=org.nightd.Night1.Style.*@/org/nightd/Night1",
    "--broadcast=org.nightd.Night1=org.nightd.Night1.Style.*@/org/nightd/Night1",
  ]

  /// All of Preferences as well.
  package static let readingPreferences =
    reading + [
      "--call=org.nightd.Night1=org.nightd.Night1.Preferences.*@/org/nightd/Night1",
      "--broadcast=org.nightd.Night1=org.nightd.Night1.Preferences.*@/org/nightd/Night1",
    ]

  /// Where those in the sandbox reach the bus.
  package let address: String
  private let folder: TemporaryFolder
  private let proxy: Program

  package init(_ bus: PrivateBus, _ rules: [String]) throws {
    folder = try TemporaryFolder(below: "/tmp")
    address = "unix:path=" + folder.file("socket")
    // It writes one byte where it is ready, which is no line yet.
    let script = #""$0" --fd=1 "$@" | { head -c 1; echo; exec cat; }"#
    proxy = try Program.start(
      "/bin/sh",
      ["-c", script, Self.program, bus.address, folder.file("socket"), "--filter"] + rules,
      environment: ["PATH": Tool.searchPath]
    )
    _ = try proxy.nextLine()
  }
}
