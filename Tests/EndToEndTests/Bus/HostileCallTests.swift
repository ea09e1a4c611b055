import NightBus
import TestSupport
import Testing

/// Invalid calls: each has its own error, and none does harm.
@Suite struct HostileCallTests {
  struct Bad: Sendable, CustomTestStringConvertible {
    var path = Caller.object
    var interface: InterfaceName = .control
    let member: MemberName
    var arguments: [BusValue] = []
    let name: ErrorName
    let sentence: String

    var testDescription: String { "\(interface).\(member): \(sentence)" }
  }

  static let none = BusValue.options([])
  static let million = String(repeating: "x", count: 1_000_000)
  static let shown = String(repeating: "x", count: 60)

  static func night(_ name: String) -> ErrorName {
    ErrorName(unchecked: "org.nightd.Night1.Error." + name)
  }

  static let all = values + applications + shapes + places + preferences + preferenceShapes

  @Test(
    "Each invalid call gets the error that fits its mistake, and the daemon's memory does not grow"
  )
  func all() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    let caller = try Caller(desk)
    let before = try desk.nightctl("get", "--json").output
    for bad in Self.all {
      let answer = try caller.call(bad.interface, bad.member, bad.arguments, at: bad.path)
      guard case .failure(let refusal) = answer else {
        Issue.record("\(bad.testDescription): it was done")
        continue
      }
      #expect(refusal.name == bad.name, "\(bad.testDescription)")
      #expect(refusal.message == bad.sentence)
    }

    let small = Self.all.filter { bad in
      bad.path != Self.longPath
        && bad.arguments.allSatisfy { "\($0)".utf8.count < 10_000 }
    }
    func callAll(_ count: Int) throws {
      for index in 0..<count {
        let bad = small[index % small.count]
        _ = try caller.call(bad.interface, bad.member, bad.arguments, at: bad.path)
      }
    }
    try callAll(200)
    let size = try daemon.privateKilobytes()
    try callAll(2_000)
    // A sanitizer keeps freed memory, in order to detect its use. So this limit of memory does not
    // apply to a program with a sanitizer.
    #expect(try Built.isSanitized || daemon.privateKilobytes() - size < 1024)

    #expect(try desk.nightctl("get", "--json").output == before)
    #expect(try desk.end(daemon) == "nightd: the style is now dark (as chosen)\n", "nothing logged")
  }

  @Test("A call that expects no reply takes effect if it is valid, and is ignored if it is invalid")
  func noReply() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let monitor = try Monitor(desk)
    let caller = try Caller(desk)
    for style in ["drak", "dark", "", "light"] {
      let call = try Message.call(
        to: Caller.night,
        at: Caller.object,
        .control,
        "Set",
        [.string(style), .options([])]
      )
      call.setNoReply()
      try caller.connection.send(call)
    }
    caller.connection.flush(milliseconds: 10_000)
    #expect(
      try monitor.next(4) == [
        "Changed dark 2", "PropertiesChanged", "Changed light 3", "PropertiesChanged",
      ]
    )
    #expect(try desk.style() == "light")
  }

  @Test("For an application without its own style, `GetFor` and `Get` return the same style")
  func application() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let caller = try Caller(desk)
    let everyone = try caller.call(.style, "Get")
    for app in ["a", "org.example.One", String(repeating: "é", count: 127), "a b/c'\"<>"] {
      #expect(try caller.call(.style, "GetFor", [.string(app)]) == everyone)
    }
    #expect(try caller.call(.style, "Subscribe") == everyone)
  }
}
