import TestSupport

/// A user manager that prints the calls that it receives, and never replies.
enum SlowManager {
  /// The script uses another D-Bus library, because NightBus cannot receive file descriptors.
  private static let script = #"""
    import dbus, os
    from dbus.mainloop.glib import DBusGMainLoop
    from gi.repository import GLib
    DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(os.environ["DBUS_SESSION_BUS_ADDRESS"])
    def heard(_, message):
        if message.get_interface() != "org.freedesktop.systemd1.Manager":
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        print(message.get_member(), message.get_args_list()[0].split("-")[1], flush=True)
        return dbus.lowlevel.HANDLER_RESULT_HANDLED
    import dbus.lowlevel
    bus.add_message_filter(heard)
    bus.request_name("org.freedesktop.systemd1")
    print("ready", flush=True)
    GLib.MainLoop().run()
    """#

  /// Starts the fake manager, and returns once it owns its bus name.
  static func start(_ bus: PrivateBus) throws -> Program {
    let manager = try Program.start(
      "/usr/bin/python3",
      ["-c", script],
      environment: try bus.environment()
    )
    while try manager.nextLine() != "ready" {}
    return manager
  }
}
