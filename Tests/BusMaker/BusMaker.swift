import Glibc
import TestSupport

/// Starts a bus as the tests do, and starts a service on this bus that kills this program.
///
/// This program never ends by itself.
///
/// Run this program as `BusMaker KIND FOLDER`. The service writes the address of the bus into the
/// folder's pipe before it kills this program. BusMaker must be a separate program. A test could
/// also end a copy of its own process, but the test would then wait for all ended children of the
/// tests that have not been reaped.
@main
struct BusMaker {
  static func main() throws {
    let words = CommandLine.arguments
    guard words.count == 3, let kind = BusKind(rawValue: words[1]) else { exit(2) }
    let bus = try PrivateBus(kind, home: TemporaryFolder(below: words[2]))
    let script = "exec > \(words[2])/pipe; echo \(bus.address); kill -9 $1; exec sleep 1000"
    try bus.addService(
      name: "org.example.One",
      command: ["/bin/sh", "-c", script, "sh", "\(getpid())"]
    )
    let call = try Program.start(
      "dbus-send",
      [
        "--session", "--print-reply=literal", "--dest=org.freedesktop.DBus",
        "/org/freedesktop/DBus", "org.freedesktop.DBus.StartServiceByName",
        "string:org.example.One", "uint32:0",
      ],
      environment: try bus.environment()
    )
    _ = try call.wait()
  }
}
