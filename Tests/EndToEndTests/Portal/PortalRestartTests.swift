import Glibc
import NightBus
import TestSupport
import Testing

/// Whoever starts late, ends early, or hangs: what applications see is right in the end.
@Suite(
  "Starts and ends beside the portal",
  .enabled(if: DesktopPortal.obstacle == nil, "\(DesktopPortal.obstacle ?? "")")
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

  /// What is read, without the portal's own variant around it.
  private func read(_ reader: SettingsReader) throws -> BusValue? {
    guard case .success(.variant(let value)) = try reader.read("color-scheme") else { return nil }
    return value
  }

  private func expect(_ value: BusValue, _ reader: SettingsReader) throws {
    try reader.wait("the word \(value)") { reader.told.last?.value == value }
    #expect(reader.told.allSatisfy { $0.key == "color-scheme" })
    reader.forget()
  }

  @Test("a portal that comes first starts nightd, and has its answer at once")
  func activation() throws {
    try desk.activatePortalBackend()
    let portal = try DesktopPortal.start(desk)
    let reader = try reader()
    #expect(try read(reader) == Self.dark)
    #expect(desk.bus.log.contains("nightd: ready: the style is dark (as chosen)\n"))
    // The one that serves the portal is the one that is told.
    try desk.set("light")
    try expect(Self.light, reader)
    withExtendedLifetime(portal) {}
  }

  @Test("an nightd that nobody starts is heard by a portal that was there before")
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
    "an nightd that ended tells what holds when it is back, whatever was chosen meanwhile",
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

  @Test("an nightd that was killed is started by the next one who reads")
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
      // Until the portal has noticed the end itself, it sends its question to nobody.
      #expect(try (1...1_000).contains { _ in try read(reader) == Self.dark })
    }
    withExtendedLifetime(portal) {}
  }

  @Test("a portal that is started anew finds what holds, and goes on telling")
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
      // What nobody hears does no harm.
      try desk.set("light")
      try desk.set("dark")
    }
  }

  @Test("beside a portal that hangs, all that nightd does goes on")
  func hungPortal() throws {
    try desk.startBackend()
    let portal = try DesktopPortal.start(desk)
    let reader = try reader()
    let backend = try SettingsReader(desk.bus.address, .nightd)
    try portal.program.pause()
    try desk.set("light")
    try desk.set("dark")
    try backend.wait("both changes") { backend.told.count == 2 }
    #expect(try backend.read("color-scheme") == .success(Self.dark))
    portal.program.resume()
    try reader.wait("both changes") { reader.told.count == 2 }
    #expect(reader.told.map(\.value) == [Self.light, Self.dark])
  }
}
