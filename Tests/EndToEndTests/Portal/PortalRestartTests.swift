import Glibc
import NightBus
import TestSupport
import Testing

/// Applications get the right style even if a program starts late, ends early or hangs.
@Suite(
  "Restarts of nightd and the portal",
  .enabled(if: DesktopPortal.skipReason == nil, "\(DesktopPortal.skipReason ?? "")")
)
struct PortalRestartTests {
  private static let dark = BusValue.variant(.uint32(1))
  private static let light = BusValue.variant(.uint32(2))
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.home.write(Desk.intent("dark"), to: Desk.store)
  }

  private func reader() throws -> SettingsReader { try SettingsReader(desk.bus.address, .portal) }

  /// Reads the value through the portal, and removes the variant that the portal adds.
  private func read(_ reader: SettingsReader) throws -> BusValue? {
    guard case .success(.variant(let value)) = try reader.read("color-scheme") else { return nil }
    return value
  }

  private func expect(_ value: BusValue, _ reader: SettingsReader) throws {
    try reader.wait("the word \(value)") { reader.changes.last?.value == value }
    #expect(reader.changes.allSatisfy { $0.key == "color-scheme" })
    reader.forget()
  }

  @Test(
    "If a portal starts while nightd is not running, the portal starts nightd and gets the style"
  )
  func activation() throws {
    try desk.activatePortalBackend()
    let portal = try DesktopPortal.start(desk)
    let reader = try reader()
    #expect(try read(reader) == Self.dark)
    #expect(desk.bus.log.contains("nightd: ready: the style is dark (as chosen)\n"))
    // The daemon that serves the portal also stores the choice.
    try desk.set("light")
    try expect(Self.light, reader)
    withExtendedLifetime(portal) {}
  }

  @Test("If a portal starts before nightd, the portal gets the style as soon as nightd starts")
  func late() throws {
    let portal = try DesktopPortal.start(desk)
    let reader = try reader()
    #expect(try read(reader) == nil)
    try desk.startDaemon()
    try expect(Self.dark, reader)
    #expect(try read(reader) == Self.dark)
    withExtendedLifetime(portal) {}
  }

  @Test(
    "A restarted nightd signals the current style to the portal",
    arguments: [SIGTERM, SIGKILL]
  )
  func again(signal: Int32) throws {
    let portal = try DesktopPortal.start(desk)
    let reader = try reader()
    var daemon = try desk.startDaemon()
    try expect(Self.dark, reader)
    for (style, value) in [("light", Self.light), ("dark", Self.dark), ("dark", Self.dark)] {
      daemon.send(signal: signal)
      _ = try daemon.wait()
      #expect(try read(reader) == nil)
      try desk.replaceStore(Desk.intent(style))
      daemon = try desk.startDaemon()
      try expect(value, reader)
      #expect(try read(reader) == value)
    }
    withExtendedLifetime(portal) {}
  }

  @Test("After nightd was killed, the next read through the portal starts nightd again")
  func killed() throws {
    try desk.activatePortalBackend()
    let portal = try DesktopPortal.start(desk)
    let reader = try reader()
    let backend = try SettingsReader(desk.bus.address, .nightd)
    for _ in 1...3 {
      try backend.wait("owner of the backend") { backend.ownerName != nil }
      let caller = try Caller(desk)
      let name = BusValue.string(SettingsPlace.nightd.name.text)
      let process = try caller.askBus("GetConnectionUnixProcessID", [name]).first?.asUInt32
      kill(pid_t(try #require(process)), SIGKILL)
      try backend.wait("end of the backend") { backend.ownerName == nil }
      // The portal may still call the old owner, until it notices that this owner has ended.
      #expect(try (1...1_000).contains { _ in try read(reader) == Self.dark })
    }
    withExtendedLifetime(portal) {}
  }

  @Test("A restarted portal reads the style and reports later changes to applications")
  func portalAgain() throws {
    try desk.startBackend()
    let reader = try reader()
    for _ in 1...2 {
      let portal = try DesktopPortal.start(desk)
      #expect(try read(reader) == Self.dark)
      try desk.set("light")
      try expect(Self.light, reader)
      try desk.set("dark")
      try expect(Self.dark, reader)
      try portal.end()
      try reader.wait("end of the portal") { reader.ownerName == nil }
      // A signal that nobody receives does no harm.
      try desk.set("light")
      try desk.set("dark")
    }
  }

  @Test("nightd keeps serving while the portal hangs")
  func hungPortal() throws {
    try desk.startBackend()
    let portal = try DesktopPortal.start(desk)
    let reader = try reader()
    let backend = try SettingsReader(desk.bus.address, .nightd)
    try portal.program.pause()
    try desk.set("light")
    try desk.set("dark")
    try backend.wait("both changes") { backend.changes.count == 2 }
    #expect(try backend.read("color-scheme") == .success(Self.dark))
    portal.program.resume()
    try reader.wait("both changes") { reader.changes.count == 2 }
    #expect(reader.changes.map(\.value) == [Self.light, Self.dark])
  }
}
