import Glibc
import NightBus
import TestSupport
import Testing

/// A portal that starts after the applications, which know only what earlier portals signalled.
@Suite(
  "New portal",
  .enabled(if: DesktopPortal.skipReason == nil, "\(DesktopPortal.skipReason ?? "")")
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

  @Test(
    "If a style changes while no portal runs, the next portal signals the change to applications"
  )
  func told() throws {
    try desk.startBackend()
    var portal = try DesktopPortal.start(desk)
    let reader = try SettingsReader(desk.bus.address, .portal)
    for (style, value) in [("light", UInt32(2)), ("dark", 1), ("light", 2)] {
      try end(portal, reader)
      try desk.set(style)
      portal = try DesktopPortal.start(desk)
      try reader.wait("the current style") { !reader.changes.isEmpty }
      #expect(reader.changes == [.init("color-scheme", .variant(.uint32(value)))])
    }
    withExtendedLifetime(portal) {}
  }

  @Test("A new portal gets a signal for each key that has a value, or lost it while no portal ran")
  func keys() throws {
    let daemon = try desk.startBackend()
    let portal = try DesktopPortal.start(desk)
    let reader = try SettingsReader(desk.bus.address, .portal)
    for words in [["contrast", "high"], ["accent", "#ff0000"]] {
      #expect(try desk.nightctl(words).exit == .exited(0))
    }
    try reader.wait("both changes") { reader.changes.count == 2 }
    try end(portal, reader)
    #expect(try desk.nightctl("accent", "system").exit == .exited(0))
    let next = try DesktopPortal.start(desk)
    try reader.wait("everything") { reader.changes.count == 3 }
    let none = BusValue.structure([.double(-1), .double(-1), .double(-1)])
    #expect(
      reader.changes == [
        .init("color-scheme", .variant(.uint32(1))), .init("contrast", .variant(.uint32(1))),
        .init("accent-color", .variant(none)),
      ]
    )
    withExtendedLifetime((daemon, next)) {}
  }

  @Test(
    "The daemon signals the style once to a session's first portal, and starts no portal itself"
  )
  func first() throws {
    let daemon = try desk.startBackend()
    let reader = try SettingsReader(desk.bus.address, .portal)
    let backend = try SettingsReader(desk.bus.address, .nightd)
    #expect(reader.ownerName == nil)
    let portal = try DesktopPortal.start(desk)
    try desk.set("light")
    try reader.wait("the change") { reader.changes.count == 2 }
    try backend.settle()
    #expect(backend.changes.map(\.value) == [.variant(.uint32(1)), .variant(.uint32(2))])
    #expect(reader.changes.map(\.value) == backend.changes.map(\.value))
    withExtendedLifetime((daemon, portal)) {}
  }
}
