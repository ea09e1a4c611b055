import Glibc
import NightBus
import NightClient
import NightCore
import TestSupport
import Testing

/// A program's own preferences, with a real daemon.
@Suite("A program's preferences with defaults") struct PreferenceDefaultsTests {
  private let desk: Desk
  private let daemon: Program

  init() throws {
    desk = try Desk()
    daemon = try desk.startDaemon()
  }

  private func open(_ application: String = "org.example.Editor") -> PreferenceDefaults {
    PreferenceDefaults(of: application, Client(address: desk.bus.address))
  }

  @Test("A value of each type is read as it was written")
  func types() throws {
    let defaults = open()
    try defaults.write([
      ("bool", true), ("integer", -5), ("double", .double(0.5)), ("string", "é"),
      ("array", [1, "a"]), ("date", .date(seconds: -1)), ("data", .data([0, 255])),
      ("dictionary", .dictionary([.init(name: "a", value: true)])),
    ])
    #expect(try defaults.bool("bool") == true)
    #expect(try defaults.integer("integer") == -5)
    #expect(try defaults.double("double") == 0.5)
    #expect(try defaults.double("integer") == -5)
    #expect(try defaults.string("string") == "é")
    #expect(try defaults.array("array") == [1, "a"])
    #expect(try defaults.date("date") == -1)
    #expect(try defaults.data("data") == [0, 255])
    #expect(try defaults.dictionary("dictionary") == [.init(name: "a", value: true)])
    #expect(try defaults.bool("dictionary.a") == true)
    #expect(try defaults.all().revision == 1)
    #expect(daemon.exit == nil)
  }

  @Test("A registered default is used if no value is set, or one of another type")
  func registered() throws {
    let defaults = open()
    #expect(try defaults.integer("width") == nil)
    defaults.register(["width": 800, "fade": 1])
    #expect(try defaults.integer("width") == 800)
    // Another layer sets it: the desktop's.
    #expect(try defaults.integer("fade") == 300)
    try defaults.set("wide", for: "width")
    #expect(try defaults.integer("width") == 800)
    #expect(try defaults.string("width") == "wide")
    try defaults.set(640, for: "width")
    #expect(try defaults.integer("width") == 640)
    try defaults.remove("width")
    #expect(try defaults.integer("width") == 800)
    #expect(try desk.nightctl("prefs", "export").output == "{}\n")
  }

  @Test("Several values change together or not at all")
  func together() throws {
    let defaults = open()
    #expect(throws: ClientError.self) { try defaults.write([("a", 1), ("fade", -1)]) }
    #expect(throws: ClientError.self) { try defaults.write([("a", 1), ("b c", 1)]) }
    #expect(try defaults.value("a") == nil)
    let revision = try defaults.all().revision
    try defaults.write([("a", 1), ("fade", 5)], ifRevision: revision)
    let error = try #require(throws: ClientError.self) {
      try defaults.write([("a", 2), ("fade", nil)], ifRevision: revision)
    }
    guard case .refused(.conflict, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(try defaults.integer("a") == 1)
    #expect(try defaults.integer("fade") == 5)
  }

  @Test("The desktop's preferences are read, and private ones only by their owner")
  func desktop() throws {
    let defaults = open("")
    try defaults.set(52, for: "location.latitude")
    #expect(try defaults.double("location.latitude") == 52)
    #expect(try defaults.all().value.map(\.name).contains("location.latitude") == false)
    let own = try Client(address: desk.bus.address).readAll(for: .oneself).value.map(\.name)
    #expect(own.contains("location.latitude"))
    #expect(throws: ClientError.self) { try defaults.set(1, for: "unheard-of") }
    // No signal of preferences ever reports it.
    let error = try #require(throws: ClientError.self) {
      _ = try defaults.observe("choice") { _, _ in }
    }
    guard case .refused(.notSupported, _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("An observer gets each change once, and the registered default after a removal")
  func observed() throws {
    let observer = try Observer(desk)
    let writer = open()
    let desktop = open("")
    try writer.set(1, for: "k")
    try writer.set(1, for: "k")
    try desktop.set(5, for: "fade")
    try writer.set(7, for: "fade")
    try desktop.set(6, for: "fade")
    try writer.remove("k")
    try writer.set(2, for: "k")
    try open("org.example.Other").set(1, for: "k")
    try writer.remove("fade")
    try writer.set(true, for: "end")
    try observer.waitForEnd()
    // The desktop's 5 may already be replaced when the daemon is asked for it.
    let heard = observer.all.filter { $0 != "fade 5" }
    #expect(heard == ["k 1", "fade 7", "k \"none\"", "k 2", "fade 6", "end true"])
    #expect(observer.one == ["1", "\"none\""])
  }
}

/// A program that observes all its preferences, and the first two changes of one of them.
private final class Observer {
  private(set) var all: [String] = []
  private(set) var one: [String] = []
  private let defaults: PreferenceDefaults
  private let loop: Loop
  private var observations: [PreferenceDefaults.Observation] = []

  /// Returns once the daemon has reported the present values: everything later is a change.
  init(_ desk: Desk) throws {
    let client = Client(address: desk.bus.address)
    defaults = PreferenceDefaults(of: "org.example.Editor", client)
    defaults.register(["k": "none"])
    loop = try Loop()
    try client.connect().attach(to: loop)
    let text = { (value: PreferenceValue?) in value?.json.text(pretty: false) ?? "-" }
    observations = [
      try defaults.observe { [unowned self] name, value in
        all.append(name + " " + text(value))
        if name == "end" { loop.stop() }
      },
      try defaults.observe("k") { [unowned self] _, value in
        one.append(text(value))
        if one.count == 2 { observations.removeLast() }
      },
    ]
    #expect(try loop.settled(client) && all.isEmpty)
  }

  /// Returns once the preference `end` has changed.
  func waitForEnd() throws {
    let deadline = loop.timer { [loop] in loop.stop() }
    deadline.set(milliseconds: 20_000)
    try loop.run()
  }
}

extension Loop {
  /// Runs until a call that was sent after all others is answered.
  fileprivate func settled(_ client: Client) throws -> Bool {
    var isAnswered = false
    // The first calls ask for the owner, the later ones the daemon.
    for _ in 0..<4 {
      let call = try Message.call(
        to: Caller.night,
        at: Caller.object,
        "org.freedesktop.DBus.Peer",
        "Ping"
      )
      try client.connect().call(call, milliseconds: 10_000) { [unowned self] _, error in
        isAnswered = error == nil
        stop()
      }
      try run()
    }
    return isAnswered
  }
}
