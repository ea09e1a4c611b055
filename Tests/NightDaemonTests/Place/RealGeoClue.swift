import Glibc
import TestSupport

/// The installed GeoClue on a private bus, with a fake location service that knows some networks.
///
/// GeoClue reads only one configuration file, so the test mounts its own file over it.
final class RealGeoClue {
  private static let program = "/usr/libexec/geoclue"

  /// Why GeoClue cannot run on this machine; nil if it can.
  static let skipReason: String? = {
    guard Tool.path(program) != nil else { return "there is no \(program) (package geoclue-2.0)" }
    let tried = try? Program.run("/bin/sh", ["-c", script, "/dev/null", "/dev/null", "/bin/true"])
    return tried?.exit == .exited(0) ? nil : "nobody here may mount"
  }()

  /// Mounts the file `$0` over the file `$1`, and runs the program `$2`.
  ///
  /// Without root rights, the script mounts as root in a user namespace. Inside the namespace, the
  /// script then becomes the original user again, because the bus checks the user.
  private static let script = #"""
    if [ "$(id -u)" = 0 ]; then
      exec unshare --mount sh -ec 'mount --bind "$0" "$1"; exec "$2"' "$0" "$1" "$2"
    fi
    exec unshare --user --map-root-user --mount sh -ec '
      mount --bind "$0" "$1"
      exec unshare --user --map-user="$3" --map-group="$4" "$2"
    ' "$0" "$1" "$2" "$(id -u)" "$(id -g)"
    """#

  private let world: Program

  /// Starts GeoClue; `agent` is the accuracy with which the desktop lets applications know the
  /// place.
  init(_ bench: PlaceFinderBench, agent level: Int = 8, nightd: String = "") throws {
    world = try Program.start(
      "/usr/bin/python3",
      ["-c", Self.surroundings, "\(level)"],
      environment: try bench.bus.environment().merging([
        "DBUS_SYSTEM_BUS_ADDRESS": bench.bus.address
      ]) { $1 },
      input: .pipe
    )
    let port = try world.nextLine()
    try bench.home.write(Self.configuration(port: port) + nightd, to: "geoclue.conf")
    // The test machine's own network must not matter.
    let environment = [
      "DBUS_SYSTEM_BUS_ADDRESS=\(bench.bus.address)", "GIO_USE_NETWORK_MONITOR=base",
      "GIO_USE_PROXY_RESOLVER=dummy",
    ]
    try bench.bus.addService(
      name: "org.freedesktop.GeoClue2",
      command: ["/usr/bin/env"] + environment + [
        "/bin/sh", "-c", Self.script, bench.home.file("geoclue.conf"),
        "/etc/geoclue/geoclue.conf", Self.program,
      ]
    )
  }

  /// Starts the desktop's agent, which decides which programs get the place.
  func startAgent() throws {
    try world.write("agent\n")
    while try world.nextLine() != "agent" {}
  }

  /// Moves the networks from Berlin to Madrid.
  func move() throws {
    try world.write("move\n")
    while try world.nextLine() != "moved" {}
  }

  /// The configuration contains every setting, because GeoClue requires all of them.
  private static func configuration(port: String) -> String {
    let off = ["network-nmea", "3g", "cdma", "modem-gps", "compass"]
    return off.map { "[\($0)]\nenable=false\n" }.joined() + """
      [agent]
      whitelist=nightd-test
      [wifi]
      enable=true
      url=http://127.0.0.1:\(port)/
      submit-data=false
      submission-url=http://127.0.0.1:\(port)/
      submission-nick=nobody

      """
  }

  private static let surroundings = #"""
    import dbus, dbus.lowlevel, http.server, os, sys, threading
    from dbus.mainloop.glib import DBusGMainLoop
    from gi.repository import GLib
    DBusGMainLoop(set_as_default=True)
    bus = dbus.SystemBus()
    geo = "org.freedesktop.GeoClue2"
    level = dbus.UInt32(int(sys.argv[1]))
    place = (52.52, 13.41)

    class Locator(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers.get("content-length", 0)))
            body = b'{"location": {"lat": %f, "lng": %f}, "accuracy": 25000}' % place
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        do_GET = do_POST
        def log_message(self, *words): pass

    def serve(connection, message):
        if message.get_type() != dbus.lowlevel.MESSAGE_TYPE_METHOD_CALL:
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        answer = dbus.lowlevel.MethodReturnMessage(message)
        member = message.get_member()
        if member == "GetAll": answer.append({"MaxAccuracyLevel": level}, signature="a{sv}")
        if member == "Get": answer.append(level, signature="v")
        if member == "AuthorizeApp": answer.append(True, level, signature="bu")
        return bus.send_message(answer) and 0

    def add(owner):
        if not owner: return
        manager = bus.get_object(geo, "/org/freedesktop/GeoClue2/Manager", introspect=False)
        manager.AddAgent("nightd-test", dbus_interface=geo + ".Manager",
            reply_handler=lambda: print("agent", flush=True), error_handler=print)

    def read(stream, condition):
        global place
        line = os.read(0, 100)
        if line == b"agent\n":
            bus.start_service_by_name(geo)
            bus.watch_name_owner(geo, add)
        if line == b"move\n":
            place = (40.42, -3.7)
            print("moved", flush=True)
        return bool(line)

    locator = http.server.HTTPServer(("127.0.0.1", 0), Locator)
    threading.Thread(target=locator.serve_forever, daemon=True).start()
    bus.add_message_filter(serve)
    GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, read)
    print(locator.server_port, flush=True)
    GLib.MainLoop().run()
    """#
}
