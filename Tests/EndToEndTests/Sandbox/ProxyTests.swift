import NightBus
import TestSupport
import Testing

/// Access to the daemon through a sandbox's proxy, with the rules of docs/security.md.
@Suite(.enabled(if: Tool.path(SandboxProxy.program) != nil)) struct ProxyTests {
  private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
  private static let denied: ErrorName = "org.freedesktop.DBus.Error.AccessDenied"
  private static let path = "@/org/nightd/Night1"

  private static let control: [(MemberName, [BusValue])] = [
    ("Set", [.string("dark"), .options([])]), ("Toggle", [.options([])]), ("Resume", []),
    ("UseTheme", [.string("midnight"), .options([])]),
    ("UseThemeFor", [.string("org.example.Editor"), .string("midnight"), .options([])]),
    ("SetFor", [.string("org.example.Editor"), .string("dark")]), ("Get", []), ("None", []),
  ]

  /// The environment of a client inside the sandbox.
  private func inside(_ proxy: SandboxProxy) -> [String: String] {
    ["DBUS_SESSION_BUS_ADDRESS": proxy.address]
  }

  @Test(
    "A sandboxed client that may only read gets the style, and follows it after a daemon restart"
  )
  func reading() throws {
    let desk = try Desk()
    let proxy = try SandboxProxy(desk.bus, SandboxProxy.reading)
    let daemon = try desk.startDaemon()
    #expect(try desk.nightctl("get", adding: inside(proxy)).output == "light\n")
    let json = try desk.nightctl("get", "--json", adding: inside(proxy)).output
    #expect(try json == desk.nightctl("get", "--json").output)
    let watch = try desk.start("watch", adding: inside(proxy))
    #expect(try watch.nextLine() == "light")
    try desk.set("dark")
    #expect(try watch.nextLine() == "dark")
    _ = try desk.end(daemon)
    let next = try desk.startDaemon()
    try desk.set("light")
    #expect(try watch.nextLine() == "light")
    let caller = try Caller(address: proxy.address)
    for (member, arguments) in [
      ("Get", []), ("Subscribe", []), ("GetFor", [.string("org.example.Editor")]),
    ] as [(MemberName, [BusValue])] {
      #expect(try caller.call(.style, member, arguments).get().first == .string("light"))
    }
    _ = try desk.end(next)
  }

  @Test("A client that may only read can start the daemon by a read, but in no other way")
  func activation() throws {
    let desk = try Desk.withActivation()
    let proxy = try SandboxProxy(desk.bus, SandboxProxy.reading)
    for words in ["set dark", "toggle"] {
      #expect(try sandboxed(words, desk, proxy).exit == .exited(1))
    }
    #expect(!desk.bus.log.contains("ready: "))
    #expect(try desk.nightctl("get", adding: inside(proxy)).output == "light\n")
    #expect(desk.bus.log.contains("ready: "))
  }

  @Test("A client that may only read cannot change anything, and cannot read the store's path")
  func control() throws {
    let desk = try Desk()
    let proxy = try SandboxProxy(desk.bus, SandboxProxy.reading)
    let daemon = try desk.startDaemon()
    let caller = try Caller(address: proxy.address)
    let control = BusValue.string(InterfaceName.control.text)
    for (member, arguments) in Self.control {
      #expect(refusal(try caller.call(.control, member, arguments)) == Self.denied, "\(member)")
    }
    for (member, arguments) in [
      ("Get", [control, .string("Store")]), ("GetAll", [control]),
      ("Set", [control, .string("Store"), .variant(.string("/tmp"))]),
    ] as [(MemberName, [BusValue])] {
      #expect(refusal(try caller.call(Self.properties, member, arguments)) == Self.denied)
    }
    #expect(try desk.style() == "light")
    #expect(desk.home.list(Desk.storeFolder) == ["intent.lock"])
    #expect(try desk.end(daemon) == "")
  }

  @Test("A client that may read preferences can read and watch all preferences except the location")
  func preferences() throws {
    let desk = try Desk()
    let proxy = try SandboxProxy(desk.bus, SandboxProxy.readingPreferences)
    let daemon = try desk.startDaemon()
    try desk.nightctl("prefs", "write", "location.latitude", "52.52")
    let watch = try desk.start("prefs", "watch", "fade", adding: inside(proxy))
    #expect(try watch.nextLine() == "fade = 300")
    try desk.nightctl("prefs", "write", "location.longitude", "13.41")
    try desk.nightctl("prefs", "write", "fade", "5")
    #expect(try watch.nextLine() == "fade = 5")
    #expect(try desk.nightctl("prefs", "read", "fade", adding: inside(proxy)).output == "5\n")
    for words in [
      ["prefs", "read", "location.latitude"], ["prefs", "write", "fade", "6"], ["prefs", "check"],
      ["prefs", "export"], ["prefs", "list"],
    ] {
      let finished = try Program.run(
        Built.nightctl,
        words,
        environment: desk.environment.merging(inside(proxy)) { $1 }
      )
      #expect(finished.exit == .exited(1), "\(words)")
      #expect(finished.output == "")
    }
    let caller = try Caller(address: proxy.address)
    let all = try caller.call("org.nightd.Night1.Preferences", "ReadAll", [.string("")]).get()
    #expect(all.first?.asOptions?.keys.contains("fade") == true)
    #expect(!"\(all)".contains("52.52") && !"\(all)".contains("location"))
    for member in ["Read", "Origin", "Explain"] as [MemberName] {
      let answer = try caller.call(
        "org.nightd.Night1.Preferences",
        member,
        [.string(""), .string("location.latitude")]
      )
      #expect(refusal(answer)?.text == "org.nightd.Night1.Error.Private", "\(member)")
    }
    #expect(try desk.end(daemon) == "")
  }

  @Test(
    "If the sandbox forbids a command, nightctl says so",
    arguments: ["set dark", "toggle", "status"]
  )
  func words(words: String) throws {
    let desk = try Desk()
    let proxy = try SandboxProxy(desk.bus, SandboxProxy.reading)
    let daemon = try desk.startDaemon()
    defer { daemon.killGroup() }
    let finished = try sandboxed(words, desk, proxy)
    #expect(finished.exit == .exited(1))
    #expect(
      finished.errors
        == "nightctl: the bus or a sandbox does not let nightctl do this (access denied); run nightctl "
        + "outside of the sandbox, or let the sandbox talk to org.nightd.Night1\n"
    )
  }

  @Test("A sandbox rule for `Properties` lets a client read `Control`, but change nothing")
  func properties() throws {
    let desk = try Desk()
    let rule = "--call=org.nightd.Night1=org.freedesktop.DBus.Properties.*" + Self.path
    let proxy = try SandboxProxy(desk.bus, SandboxProxy.reading + [rule])
    let daemon = try desk.startDaemon()
    defer { daemon.killGroup() }
    let caller = try Caller(address: proxy.address)
    let style = BusValue.string(InterfaceName.style.text)
    let control = BusValue.string(InterfaceName.control.text)
    let all = try caller.call(Self.properties, "GetAll", [style]).get().first?.asOptions
    #expect(all?["Style"]?.asString == "light")
    let store = try caller.call(Self.properties, "Get", [control, .string("Store")]).get().first
    #expect(store == .variant(.string(desk.storePath)))
    let words: [BusValue] = [control, .string("Store"), .variant(.string("/tmp"))]
    #expect(
      refusal(try caller.call(Self.properties, "Set", words))
        == "org.freedesktop.DBus.Error.PropertyReadOnly"
    )
  }

  @Test("With --talk, a sandboxed client can do everything; without any rule, it sees no daemon")
  func talk() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    defer { daemon.killGroup() }
    let open = try SandboxProxy(desk.bus, ["--talk=org.nightd.Night1"])
    #expect(try sandboxed("set dark", desk, open).exit == .exited(0))
    #expect(try desk.style() == "dark")
    let closed = try SandboxProxy(desk.bus, [])
    for words in ["get", "set light"] {
      let finished = try sandboxed(words, desk, closed)
      #expect(finished.exit == .exited(3))
      #expect(finished.errors.hasPrefix("nightctl: nightd is not running; "))
    }
    #expect(try desk.style() == "dark")
  }

  private func sandboxed(_ words: String, _ desk: Desk, _ proxy: SandboxProxy) throws -> Finished {
    try Program.run(
      Built.nightctl,
      words.split(separator: " ").map(String.init),
      environment: desk.environment.merging(inside(proxy)) { $1 }
    )
  }

  private func refusal(_ answer: Result<[BusValue], Refusal>) -> ErrorName? {
    if case .failure(let refusal) = answer { refusal.name } else { nil }
  }
}
