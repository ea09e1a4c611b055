import Glibc
import TestSupport

/// Makes a bus as the tests do, on which a service kills this program; never ends by itself.
///
/// `BusMaker KIND FOLDER`: the service says the bus's address into the folder's pipe before it kills.
/// A program of its own, since a test that ends its own copy would wait for whatever other child of
/// the tests has ended and is not reaped yet.
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
