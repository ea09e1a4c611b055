/// A fake GeoClue that a test controls; it prints the calls that it receives.
///
/// The fake uses a D-Bus library other than nightd's, so that the same mistake cannot be on both
/// sides.
package enum MadeUpGeoClue {
  package static let manager = "/org/freedesktop/GeoClue2/Manager"
  package static let client = "/org/freedesktop/GeoClue2/Client/7"

  /// The command that starts the fake; each argument acts like a line on its standard input.
  package static func command(_ lines: [String] = []) -> [String] {
    ["/usr/bin/python3", "-c", script] + lines
  }

  /// Starts the fake on a bus, and returns when it owns GeoClue's name.
  package static func start(_ bus: PrivateBus, _ lines: [String]) throws -> Program {
    var words = command(lines)
    let geoClue = try Program.start(
      words.removeFirst(),
      words,
      environment: try bus.environment(),
      input: .pipe
    )
    while try geoClue.nextLine() != "ready" {}
    return geoClue
  }

  /// The fake's script, which reads commands from standard input.
  ///
  /// `tell LATITUDE LONGITUDE METRES` signals a place, and `have` stores a place without a signal.
  /// `raw` signals the Python value that follows it. If `tell` comes before the call of Start, its
  /// place is signalled after Start. `deny METHOD` makes the method refuse until `allow METHOD`.
  /// `agentless METHOD` makes the method refuse as GeoClue before 2.6 does if there is no agent.
  /// `hang METHOD` makes calls of the method get no reply; `start` starts the client without a
  /// call. `fail METHOD ERROR` makes the method return this error.
  package static let script = #"""
    import os, sys, dbus, dbus.service, dbus.lowlevel
    from dbus.mainloop.glib import DBusGMainLoop
    from gi.repository import GLib
    DBusGMainLoop(set_as_default=True)
    geo = "org.freedesktop.GeoClue2"
    root = "/org/freedesktop/GeoClue2/"
    props = "org.freedesktop.DBus.Properties"
    bus = dbus.bus.BusConnection(os.environ["DBUS_SESSION_BUS_ADDRESS"])
    loop = GLib.MainLoop()
    places, faults, queue, started, agentless = {}, {}, [], [False], []
    denied = "org.freedesktop.DBus.Error.AccessDenied"

    def say(*words):
        print(*words, flush=True)

    def add(properties):
        path = root + "Client/7/Location/%d" % len(places)
        places[path] = properties
        return path

    def place(words):
        names = ("Latitude", "Longitude", "Accuracy")
        return {name: dbus.Double(float(word)) for name, word in zip(names, words)}

    def tell(path):
        if not started[0]:
            return queue.append(path)
        signal = dbus.lowlevel.SignalMessage(root + "Client/7", geo + ".Client", "LocationUpdated")
        signal.append("/", path, signature="oo")
        bus.send_message(signal)

    def do(line):
        word, *rest = line.split()
        if word == "tell": tell(add(place(rest)))
        elif word == "have": say(add(place(rest)))
        elif word == "raw": tell(add(eval(line[4:])))
        elif word == "deny": faults[rest[0]] = denied
        elif word == "agentless":
            faults[rest[0]] = denied
            agentless.append(rest[0])
        elif word == "allow": faults.pop(rest[0], None)
        elif word == "hang": faults[rest[0]] = None
        elif word == "fail": faults[rest[0]] = rest[1]
        elif word == "start": started[0] = True
        elif word == "quit": loop.quit()

    def serve(connection, message):
        if message.get_type() != dbus.lowlevel.MESSAGE_TYPE_METHOD_CALL:
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        member, path = message.get_member(), message.get_path()
        arguments = message.get_args_list()
        if member == "GetAll" and path in places:
            answer = dbus.lowlevel.MethodReturnMessage(message)
            answer.append(places[path], signature="a{sv}")
            return bus.send_message(answer) and 0
        say(member, *[a for a in arguments if not str(a).startswith(geo)])
        if member in faults:
            if faults[member]:
                text = "no, not at 52.52 13.4"
                if member in agentless: text = "'nightd' disallowed, no agent for UID 1000"
                bus.send_message(dbus.lowlevel.ErrorMessage(message, faults[member], text))
            return 0
        answer = dbus.lowlevel.MethodReturnMessage(message)
        if member == "GetClient":
            answer.append(dbus.ObjectPath(root + "Client/7"), signature="o")
        if not message.get_no_reply():
            bus.send_message(answer)
        if member == "Stop":
            started[0] = False
        if member == "Start":
            started[0] = True
            while queue: tell(queue.pop(0))
        return 0

    def read(stream, condition):
        lines = os.read(0, 65536).decode().splitlines()
        for line in lines: do(line)
        return bool(lines)

    bus.add_message_filter(serve)
    for line in sys.argv[1:]: do(line)
    GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, read)
    bus.request_name(geo)
    say("ready")
    loop.run()
    """#
}
