import Glibc
import NightBus
import TestSupport
import Testing

/// Invalid calls to the backend's bus name, which any program can make.
@Suite("Hostile readers of settings")
struct HostileReaderTests {
  struct Bad: Sendable, CustomTestStringConvertible {
    var member: MemberName = "Read"
    var arguments: [BusValue]
    var interface: InterfaceName?
    let name: String

    var testDescription: String { "\(interface?.text ?? "").\(member) \(name)" }
  }

  private static let missing = "org.freedesktop.portal.Error.NotFound"
  private static let arguments = "org.freedesktop.DBus.Error.InvalidArgs"
  private static let space = BusValue.string(SettingsPlace.appearance)
  private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
  private static let million = String(repeating: "x", count: 1_000_000)

  private static func read(_ namespace: String, _ key: String) -> Bad {
    Bad(arguments: [.string(namespace), .string(key)], name: missing)
  }

  private static func nest(_ depth: Int) -> BusValue {
    (0..<depth).reduce(.uint32(1)) { inner, _ in .variant(inner) }
  }

  static let bad: [Bad] =
    [
      read("", ""), read("", "color-scheme"), read(SettingsPlace.appearance, ""),
      read(SettingsPlace.appearance + " ", "color-scheme"),
      read(SettingsPlace.appearance, "color-scheme\n"),
      read(SettingsPlace.appearance, "Color-Scheme"), read(SettingsPlace.appearance, "version"),
      read(SettingsPlace.appearance, "contrast"), read(SettingsPlace.appearance, "*"),
      read("*", "color-scheme"), read("org.freedesktop.*", "color-scheme"),
      read(million, million), read(SettingsPlace.appearance, million),
      read("..", "../../etc/passwd"), read("\u{1b}[31m", "\u{202e}\u{7}é\u{10ffff}"),
    ]
    + [
      [], [space], [space, space, space], [.uint32(1), .uint32(1)], [space, .uint32(1)],
      [space, .variant(.string("color-scheme"))], [.variant(space), .string("color-scheme")],
      [.strings([SettingsPlace.appearance]), .string("color-scheme")], [space, nest(30)],
    ].map { Bad(arguments: $0, name: arguments) }
    + [
      [], [space], [.array(.uint32, [.uint32(1)])], [.array(.array(.string), [])],
      [.strings([]), .strings([])], [.variant(.strings([]))], [.array(.variant, [nest(30)])],
    ].map { Bad(member: "ReadAll", arguments: $0, name: arguments) }
    + [
      Bad(
        member: "ReadAll",
        arguments: [.strings((0..<20_000).map { "\($0)" })],
        name: Self.arguments
      ),
      Bad(
        member: "ReadOne",
        arguments: [space, .string("color-scheme")],
        name: "org.freedesktop.DBus.Error.UnknownMethod"
      ),
      Bad(
        member: "SettingChanged",
        arguments: [space, .string("color-scheme"), .variant(.uint32(1))],
        name: "org.freedesktop.DBus.Error.UnknownMethod"
      ),
      Bad(
        arguments: [space, .string("color-scheme")],
        interface: "org.freedesktop.portal.Settings",
        name: "org.freedesktop.DBus.Error.UnknownInterface"
      ),
      Bad(
        member: "Set",
        arguments: [.string("dark"), .options([])],
        interface: .control,
        name: "org.freedesktop.DBus.Error.UnknownInterface"
      ),
      Bad(
        member: "Get",
        arguments: [.string(SettingsPlace.nightd.interface.text), .string("Version")],
        interface: properties,
        name: "org.freedesktop.DBus.Error.UnknownProperty"
      ),
      Bad(
        member: "Set",
        arguments: [
          .string(SettingsPlace.nightd.interface.text), .string("version"), .variant(.uint32(9)),
        ],
        interface: properties,
        name: "org.freedesktop.DBus.Error.PropertyReadOnly"
      ),
    ]

  @Test("Each invalid call to the backend gets its own error, and the next read still gets a reply")
  func each() throws {
    let desk = try Desk()
    try desk.startBackend()
    try desk.set("dark")
    let reader = try SettingsReader(desk.bus.address, .nightd)
    for bad in Self.bad {
      let answer = try reader.call(bad.member, bad.arguments, of: bad.interface)
      guard case .failure(let refusal) = answer else {
        Issue.record("\(bad.testDescription) was answered: \(answer)")
        continue
      }
      #expect(refusal.name.text == bad.name, "\(bad.testDescription): \(refusal.message)")
      #expect(refusal.message.utf8.count < 1_000)
      #expect(try reader.read("color-scheme") == .success(.variant(.uint32(1))))
    }
    #expect(try desk.style() == "dark")
    #expect(reader.changes == [])
  }

  @Test("The backend matches namespaces with 16,000 patterns of any shape and length")
  func patterns() throws {
    let desk = try Desk()
    let daemon = try desk.startBackend()
    let reader = try SettingsReader(desk.bus.address, .nightd)
    let many = (0..<16_000).map { "org.example.n\($0)" }
    let long = (0..<1_000).map { String(repeating: "\($0)*", count: 300) }
    let odd = ["*.", ".*", "**", "org.freedesktop.appearance**", "\u{7}*", "é", "o", "*org"]
    for patterns in [many, long, odd, [Self.million, Self.million + "*"]] {
      #expect(try reader.readAll(patterns).isEmpty)
      #expect(try reader.readAll(patterns + [SettingsPlace.appearance]).count == 1)
      #expect(try reader.readAll(patterns + [""]).count == 1)
    }
    for _ in 1...20 { #expect(try reader.readAll(many).isEmpty) }
    if Built.isRelease, !Built.isSanitized {
      #expect(try daemon.privateKilobytes() < 16 << 10)
    }
  }

  /// Sends many calls at once, runs `act`, and returns the error of each call, if any.
  private func burst(_ desk: Desk, _ count: Int, _ act: () throws -> Void) throws -> [BusError?] {
    let connection = try Connection(address: desk.bus.address)
    let loop = try Loop()
    try connection.attach(to: loop)
    var outcomes: [BusError?] = []
    for index in 0..<count {
      let isAll = index.isMultiple(of: 2)
      let call = try Message.call(
        to: SettingsPlace.nightd.name,
        at: SettingsPlace.path,
        SettingsPlace.nightd.interface,
        isAll ? "ReadAll" : "Read",
        isAll ? [.strings([])] : [Self.space, .string("color-scheme")]
      )
      try connection.call(call, milliseconds: 20_000) { _, error in
        outcomes.append(error)
        if outcomes.count == count { loop.stop() }
      }
    }
    connection.flush(milliseconds: 10_000)
    try act()
    try loop.run()
    connection.close()
    return outcomes
  }

  @Test("Each call to the backend gets a reply while the daemon starts", arguments: 1...3)
  func starting(round: Int) throws {
    let desk = try Desk()
    try desk.activatePortalBackend()
    #expect(try burst(desk, 300) {}.allSatisfy { $0 == nil })
    try desk.endOwner()
  }

  @Test(
    "Each call to the backend gets a reply or an error while the daemon ends",
    arguments: [SIGTERM, SIGKILL]
  )
  func ending(signal: Int32) throws {
    let desk = try Desk()
    let reader = try SettingsReader(desk.bus.address, .nightd)
    for _ in 1...5 {
      let daemon = try desk.startDaemon()
      try reader.wait("owner of the name") { reader.ownerName != nil }
      let outcomes = try burst(desk, 300) { daemon.send(signal: signal) }
      #expect(outcomes.count == 300)
      for case let error? in outcomes {
        guard case .refused(let refusal) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(refusal.name.text.hasPrefix("org.freedesktop.DBus.Error."))
      }
      #expect(try daemon.wait() == (signal == SIGTERM ? .exited(0) : .signalled(SIGKILL)))
      try reader.wait("end of the backend") { reader.ownerName == nil }
    }
  }
}
