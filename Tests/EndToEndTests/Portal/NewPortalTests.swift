import Glibc
import NightBus
import TestSupport
import Testing

/// Programs that outlive a portal know only what that portal told them.
@Suite(
  "A new portal",
  .enabled(if: DesktopPortal.obstacle == nil, "\(DesktopPortal.obstacle ?? "")")
)
struct NewPortalTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.home.write(Desk.intent("dark"), to: Desk.store)
  }

  private func end(_ portal: DesktopPortal, _ reader: SettingsReader) throws {
    portal.program.send(signal: SIGKILL)
    _ = try portal.program.wait()
    try reader.wait("end of the portal") { reader.ownerName == nil }
    reader.forget()
  }

  @Test("a change made while no portal ran reaches a listener through the next portal")
  func told() throws {
    try desk.startBackend()
    var portal = try DesktopPortal.start(desk)
    let reader = try SettingsReader(desk.bus.address, .portal)
    for (style, value) in [("light", UInt32(2)), ("dark", 1), ("light", 2)] {
      try end(portal, reader)
      try desk.set(style)
      portal = try DesktopPortal.start(desk)
      try reader.wait("the current style") { !reader.told.isEmpty }
      #expect(reader.told == [.init("color-scheme", .variant(.uint32(value)))])
    }
    withExtendedLifetime(portal) {}
  }

  @Test("a new portal is told every key that is set, and those that no longer are")
  func keys() throws {
    let daemon = try desk.startBackend()
    let portal = try DesktopPortal.start(desk)
    let reader = try SettingsReader(desk.bus.address, .portal)
    for words in [["contrast", "high"], ["accent", "#ff0000"]] {
      #expect(try desk.nightctl(words).exit == .exited(0))
    }
    try reader.wait("both changes") { reader.told.count == 2 }
    try end(portal, reader)
    #expect(try desk.nightctl("accent", "system").exit == .exited(0))
    let next = try DesktopPortal.start(desk)
    try reader.wait("everything") { reader.told.count == 3 }
    let none = BusValue.structure([.double(-1), .double(-1), .double(-1)])
    #expect(
      reader.told == [
        .init("color-scheme", .variant(.uint32(1))), .init("contrast", .variant(.uint32(1))),
        .init("accent-color", .variant(none)),
      ]
    )
    withExtendedLifetime((daemon, next)) {}
  }

  @Test("the first portal of a session is told once, and no portal is started for it")
  func first() throws {
    let daemon = try desk.startBackend()
    let reader = try SettingsReader(desk.bus.address, .portal)
    let backend = try SettingsReader(desk.bus.address, .nightd)
    #expect(reader.ownerName == nil)
    let portal = try DesktopPortal.start(desk)
    try desk.set("light")
    try reader.wait("the change") { reader.told.count == 2 }
    try backend.settle()
    #expect(backend.told.map(\.value) == [.variant(.uint32(1)), .variant(.uint32(2))])
    #expect(reader.told.map(\.value) == backend.told.map(\.value))
    withExtendedLifetime((daemon, portal)) {}
  }
}
