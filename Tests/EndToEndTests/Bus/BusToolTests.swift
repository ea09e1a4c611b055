import TestSupport
import Testing

/// Access to the daemon with common command line tools for D-Bus, such as busctl and gdbus.
@Suite struct BusToolTests {
  private static let target = [
    "--dest", "org.nightd.Night1", "--object-path", "/org/nightd/Night1",
  ]

  private func gdbus(_ desk: Desk, _ words: String...) throws -> Finished {
    try Program.run(
      "gdbus",
      ["call", "--session"] + Self.target + ["--method"] + words,
      environment: desk.environment
    )
  }

  @Test(
    "gdbus reads and sets the style, and prints the error's name if the daemon refuses a call",
    .enabled(if: Tool.path("gdbus") != nil)
  )
  func gdbus() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let set = try gdbus(desk, "org.nightd.Night1.Control.Set", "dark", "{}")
    #expect(set.exit == .exited(0))
    #expect(set.output.hasPrefix("('dark', uint64 2, {'choice': <'dark'>, 'chosen': <true>, "))
    for key in ["'theme': <'midnight'>", "'reason': <'choice'>", "'fade': <uint32 300>"] {
      #expect(set.output.contains(key))
    }
    #expect(try gdbus(desk, "org.nightd.Night1.Style.Get").output == set.output)

    var refused = try gdbus(desk, "org.nightd.Night1.Control.Set", "drak", "{}")
    #expect(refused.exit == .exited(1))
    #expect(refused.errors.contains("Night1.Error.InvalidValue: “drak” is not a style; "))
    // The variants nest 60 levels deep, nearly as deep as any bus allows.
    let deep = String(repeating: "<", count: 60) + "1" + String(repeating: ">", count: 60)
    refused = try gdbus(desk, "org.nightd.Night1.Control.Set", "dark", "{'deep': \(deep)}")
    #expect(refused.exit == .exited(1))
    #expect(refused.errors.contains("UnknownOption"))
    refused = try gdbus(
      desk,
      "org.freedesktop.DBus.Properties.Set",
      "org.nightd.Night1.Style",
      "Style",
      "<'dark'>"
    )
    #expect(refused.errors.contains("org.freedesktop.DBus.Error.PropertyReadOnly"))
    #expect(try desk.style() == "dark")
  }

  @Test(
    "dbus-send reads a property, and prints the daemon's error if arguments are missing",
    .enabled(if: Tool.path("dbus-send") != nil)
  )
  func dbusSend() throws {
    let desk = try Desk()
    try desk.startDaemon()
    func send(_ words: String...) throws -> Finished {
      try Program.run(
        "dbus-send",
        ["--session", "--print-reply=literal", "--dest=org.nightd.Night1"] + words,
        environment: desk.environment
      )
    }
    let object = "/org/nightd/Night1"
    let version = try send(
      object,
      "org.freedesktop.DBus.Properties.Get",
      "string:org.nightd.Night1.Style",
      "string:Version"
    )
    #expect(version.output == "   variant       0.1.0")
    #expect(try send(object, "org.freedesktop.DBus.Peer.Ping").exit == .exited(0))
    let wrong = try send(object, "org.nightd.Night1.Control.Toggle")
    #expect(wrong.exit == .exited(1))
    #expect(
      wrong.errors == "Error org.freedesktop.DBus.Error.InvalidArgs: "
        + "Toggle takes “a{sv}”, but was called with “”\n"
    )
    let root = try send("/", "org.freedesktop.DBus.Introspectable.Introspect")
    #expect(root.output.contains("<node name=\"org\"/>"))
  }

  @Test(
    "busctl can read all of the daemon's properties and list its objects",
    .enabled(if: Tool.path("busctl") != nil)
  )
  func busctl() throws {
    let desk = try Desk()
    try desk.startDaemon()
    try desk.set("dark")
    func get(_ interface: String, _ names: String...) throws -> String {
      try Program.run(
        "busctl",
        [
          "--user", "get-property", "org.nightd.Night1", "/org/nightd/Night1",
          "org.nightd.Night1.\(interface)",
        ] + names,
        environment: desk.environment
      ).output
    }
    #expect(
      try get("Style", "Style", "Choice", "Theme", "Serial", "Version", "Features") == """
        s "dark"
        s "dark"
        s "midnight"
        t 2
        s "0.1.0"
        as 13 "fixed" "toggle" "preferences" "applications" "application-themes" "schedule" \
        "holds" "themes" "desktop" "inhibit" "history" "reactions" "why"

        """
    )
    #expect(try get("Style", "Appearance").hasPrefix("a{sv} 10 \"choice\" s \"dark\" "))
    #expect(try get("Control", "Store") == "s \"\(desk.storePath)\"\n")
    let tree = try desk.run("busctl", "--user", "--list", "tree", "org.nightd.Night1")
    #expect(tree.output == "/\n/org\n/org/nightd\n/org/nightd/Night1\n")
    let introspected = try desk.run(
      "busctl",
      "--user",
      "introspect",
      "org.nightd.Night1",
      "/org/nightd/Night1"
    )
    #expect(introspected.exit == .exited(0))
  }

  @Test(
    "The daemon refuses calls that carry file descriptors, and closes those descriptors",
    .enabled(if: BusToolTests.hasPython, "python3-dbus is not installed")
  )
  func fileDescriptors() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let script = """
      import dbus
      night = dbus.SessionBus().get_object("org.nightd.Night1", "/org/nightd/Night1")
      control = dbus.Interface(night, "org.nightd.Night1.Control")
      zero = dbus.types.UnixFd(0)
      for index in range(200):
          try:
              control.Set([zero] * 10, signature="ah")
          except dbus.DBusException as error:
              print(error.get_dbus_name(), error.get_dbus_message())
      """
    let before = try daemon.descriptors()
    let lines = try desk.run("/usr/bin/python3", "-c", script).output.split(separator: "\n")
    #expect(lines.count == 200)
    #expect(
      Set(lines)
        == ["org.freedesktop.DBus.Error.InvalidArgs file descriptors are not accepted"]
    )
    #expect(try daemon.descriptors() == before)
    #expect(try desk.style() == "light")
  }

  private static let hasPython =
    (try? Program.run("/usr/bin/python3", ["-c", "import dbus"]))?.exit == .exited(0)
}
