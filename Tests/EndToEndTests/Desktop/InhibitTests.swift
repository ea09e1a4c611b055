import Glibc
import NightBus
import TestSupport
import Testing

/// Programs that prevent automatic changes over the bus.
@Suite struct InhibitTests {
  private let desk: Desk
  private let caller: Caller

  init() throws {
    desk = try Desk()
    try desk.startDaemon()
    caller = try Caller(desk)
  }

  private func fault(_ result: Result<some Any, Refusal>) -> String? {
    guard case .failure(let refusal) = result else { return nil }
    return refusal.name.text.split(separator: ".").last.map(String.init)
  }

  @Test(
    "If an inhibition delays the end of a hold, the held style stays, with the reason `inhibit`"
  )
  func waits() throws {
    try desk.set("light")
    let monitor = try Monitor(desk)
    let cookie = try caller.inhibit("slides", "a talk").get()
    #expect(try monitor.next(2) == ["PropertiesChanged", "Inhibit"])
    let held = try caller.hold("dark", seconds: 1)
    #expect(held.style == "dark" && held.reason == "hold")
    #expect(try monitor.next(2) == ["Changed dark \(held.serial)", "PropertiesChanged"])
    // The end of the hold has now come.
    #expect(try monitor.next() == "PropertiesChanged")
    let during = try caller.shown()
    #expect(during.style == "dark" && during.reason == "inhibit" && during.serial == held.serial)
    #expect(during.since == held.holdUntil)
    #expect(try caller.release(cookie).get().isEmpty)
    #expect(
      try monitor.next(3) == ["Changed light \(held.serial + 1)", "PropertiesChanged", "Inhibit"]
    )
    #expect(try caller.shown().reason == "choice")
  }

  @Test("A call of `Set` takes effect even during an inhibition")
  func passes() throws {
    _ = try caller.inhibit("", "a film").get()
    try desk.set("dark")
    #expect(try desk.style() == "dark")
  }

  @Test(
    "The list of inhibitors shows the process of each inhibitor, and lists the oldest one first"
  )
  func listed() throws {
    _ = try caller.inhibit("slides", "a talk").get()
    _ = try caller.inhibit("", "").get()
    let list = try caller.inhibitors()
    #expect(list.map { $0["app"]?.asString } == ["slides", ""])
    #expect(list.map { $0["why"]?.asString } == ["a talk", ""])
    #expect(list.map { $0["process"]?.asUInt32 } == [UInt32(getpid()), UInt32(getpid())])
    #expect(list[0]["since"]?.asUInt64 ?? 0 > 1_700_000_000_000_000)
  }

  @Test("If a program that inhibits changes is killed, its inhibition ends")
  func killed() throws {
    let monitor = try Monitor(desk)
    let program = try Program.start(
      "/usr/bin/python3",
      [
        "-c",
        """
        import dbus, signal
        night = dbus.SessionBus().get_object("org.nightd.Night1", "/org/nightd/Night1")
        night.Inhibit("film", "it plays", dbus_interface="org.nightd.Night1.Inhibit")
        print("asked", flush=True)
        signal.pause()
        """,
      ],
      environment: desk.environment
    )
    #expect(try program.nextLine() == "asked")
    #expect(try caller.inhibitors().map { $0["app"]?.asString } == ["film"])
    #expect(try monitor.next(2) == ["PropertiesChanged", "Inhibit"])
    program.send(signal: SIGKILL)
    _ = try program.wait()
    #expect(try monitor.next(2) == ["PropertiesChanged", "Inhibit"])
    #expect(try caller.inhibitors().isEmpty)
  }

  @Test("A caller cannot release another caller's inhibition")
  func others() throws {
    let cookie = try caller.inhibit("", "a film").get()
    let stranger = try Caller(desk)
    #expect(try fault(stranger.release(cookie)) == "InvalidValue")
    #expect(try fault(caller.release(cookie + 1)) == "InvalidValue")
    #expect(try caller.inhibitors().count == 1)
    #expect(try caller.release(cookie).get().isEmpty)
    #expect(try fault(caller.release(cookie)) == "InvalidValue")
  }

  static let refused: [(application: String, why: String, fault: String)] = [
    ("", String(repeating: "a", count: 1_025), "LimitExceeded"),
    ("", String(repeating: "a", count: 1 << 20), "LimitExceeded"),
    (String(repeating: "a", count: 256), "", "LimitExceeded"),
    ("", "two\nlines", "InvalidValue"), ("a\u{7}", "", "InvalidValue"),
  ]

  @Test(
    "An application name or reason that is unprintable or too long is refused",
    arguments: refused
  )
  func words(application: String, why: String, fault: String) throws {
    #expect(try self.fault(caller.inhibit(application, why)) == fault)
    #expect(try caller.inhibitors().isEmpty)
  }

  @Test("A client may have 16 inhibitions, and further ones are refused with `LimitExceeded`")
  func many() throws {
    var taken: [UInt64] = []
    for _ in 0..<10_000 {
      switch try caller.inhibit("", "more") {
      case .success(let cookie): taken.append(cookie)
      case .failure(let refusal):
        #expect(refusal.name.text == "org.nightd.Night1.Error.LimitExceeded")
      }
    }
    #expect(taken.count == 16 && Set(taken).count == 16)
    // Another client can still inhibit.
    #expect(try Caller(desk).inhibit("", "one").get() > 0)
  }
}
