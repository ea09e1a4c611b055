import TestSupport
import Testing

@Suite(
  "libnightkit in a program that uses libdbus itself",
  .enabled(if: InstalledLibrary.skipReason == nil, "\(InstalledLibrary.skipReason ?? "")")
)
struct OtherLibdbusTests {
  /// This program sets each style with libdbus, waits until libnightkit has it, and reads it back
  /// with libdbus.
  private static let program = """
    #include <dbus/dbus.h>
    #include <nightkit.h>
    #include <poll.h>
    #include <stdio.h>
    #include <string.h>

    static DBusConnection *bus;

    static DBusMessage *ask(const char *interface, const char *member, const char *style) {
      DBusMessage *call = dbus_message_new_method_call(
          "org.nightd.Night1", "/org/nightd/Night1", interface, member);
      DBusMessageIter words, options;
      dbus_message_iter_init_append(call, &words);
      if (style) {
        dbus_message_iter_append_basic(&words, DBUS_TYPE_STRING, &style);
        dbus_message_iter_open_container(&words, DBUS_TYPE_ARRAY, "{sv}", &options);
        dbus_message_iter_close_container(&words, &options);
      }
      DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, 10000, NULL);
      dbus_message_unref(call);
      return reply;
    }

    int main(int count, char **words) {
      struct nightkit_handle *night = nightkit_open(NULL);
      bus = dbus_bus_get(DBUS_BUS_SESSION, NULL);
      if (!night || !bus) return 1;
      dbus_connection_set_exit_on_disconnect(bus, FALSE);
      for (int turn = 0; turn < 40; turn++) {
        enum nightkit_style next = turn % 2 ? NIGHTKIT_STYLE_LIGHT : NIGHTKIT_STYLE_DARK;
        const char *style = turn % 2 ? "light" : "dark", *read = "";
        DBusMessage *reply = ask("org.nightd.Night1.Control", "Set", style);
        if (!reply) return 2;
        dbus_message_unref(reply);
        struct pollfd descriptor = { nightkit_fd(night), POLLIN, 0 };
        while (nightkit_get_style(night) != next) {
          if (poll(&descriptor, 1, 10000) != 1) return 3;
          nightkit_dispatch(night);
        }
        reply = ask("org.nightd.Night1.Style", "Get", NULL);
        if (!reply) return 4;
        dbus_message_get_args(reply, NULL, DBUS_TYPE_STRING, &read, DBUS_TYPE_INVALID);
        if (strcmp(read, style)) return 5;
        dbus_message_unref(reply);
      }
      dbus_connection_unref(bus);
      // dbus_shutdown frees everything that the program's libdbus has allocated, but must not
      // affect the connection of libnightkit.
      if (count > 1 && strcmp(words[1], "shut down") == 0) dbus_shutdown();
      struct nightkit_status status = { .size = sizeof status };
      if (nightkit_get_status(night, &status) != NIGHTKIT_OUTCOME_DONE) return 6;
      puts(status.style == NIGHTKIT_STYLE_LIGHT ? "40 styles" : "another style");
      nightkit_close(night);
    }
    """

  @Test(
    "A program's own libdbus works beside NightKit's connection, and the program may shut it down"
  )
  func both() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let library = try InstalledLibrary()
    let program = try library.compile(text: Self.program, with: "dbus-1")
    let header = try desk.run("readelf", "--dynamic", Built.library).output
    // Debug builds, and builds with LIBDBUS=shared, use the same libdbus as the program.
    let isApart = Built.isRelease && !header.contains("libdbus-1.so.3")
    let finished = try Program.run(
      program,
      isApart ? ["shut down"] : [],
      environment: library.environment(desk)
    )
    #expect(finished.exit == .exited(0) && finished.output == "40 styles\n", "\(finished)")
  }
}
