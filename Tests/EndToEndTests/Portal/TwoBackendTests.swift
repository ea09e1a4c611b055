import NightBus
import TestSupport
import Testing

/// nightd and the backend of GTK, both asked by one portal, whichever of them comes first.
@Suite(
  "Two backends",
  .enabled(if: GtkBackend.obstacle == nil, "\(GtkBackend.obstacle ?? "")")
)
struct TwoBackendTests {
  private static let flips = 1_000

  /// Whose answer applications get of a key that both have: the portal's file says of nightd that it
  /// comes first in sway, and that of GTK in GNOME.
  enum First: String, CaseIterable { case nightd = "sway", gtk = "GNOME" }

  private let desk: Desk
  private let gtk: GtkBackend
  private let screen: Screen

  init() throws {
    desk = try Desk()
    screen = try Screen(desk)
    gtk = try GtkBackend(desk, on: screen)
  }

  @Test("a thousand changes are a thousand, told once each", arguments: First.allCases)
  func flips(first: First) throws {
    try desk.startBackend()
    let portal = try DesktopPortal.start(desk, desktop: first.rawValue, beside: [.gtk])
    let backend = try SettingsReader(desk.bus.address, .nightd)
    let reader = try SettingsReader(desk.bus.address, .portal)
    let caller = try Caller(desk)
    let before = try caller.shown().serial
    for flip in 1...Self.flips {
      _ = try caller.set(flip.isMultiple(of: 2) ? "light" : "dark").get()
    }
    try reader.wait("every change") { reader.told.count >= Self.flips }
    // What came of the first ones would have come by now: nightd, the other and the portal answer.
    #expect(try caller.shown().serial == before + UInt64(Self.flips))
    _ = try backend.read("color-scheme").get()
    for _ in 1...2 { _ = try reader.readAll([SettingsPlace.appearance]) }
    try backend.settle()
    try reader.settle()
    let expected = (1...Self.flips).map { flip in
      SettingsReader.Told("color-scheme", .variant(.uint32(flip.isMultiple(of: 2) ? 2 : 1)))
    }
    #expect(backend.told == expected)
    #expect(reader.told == expected)
    // Without dconf nothing can be mirrored, and GTK's backend knows of no preference.
    let answer: UInt32 = first == .nightd ? 2 : 0
    #expect(try reader.read("color-scheme") == .success(.variant(.variant(.uint32(answer)))))
    withExtendedLifetime(portal) {}
  }

  @Test("what GTK's backend says is followed once, and not told back", arguments: First.allCases)
  func followed(first: First) throws {
    try desk.home.write(
      "{choice: 'system', system: {sources: ['gtk']}}",
      to: ".config/nightd/config.json5"
    )
    _ = try desk.startBackend()
    let portal = try DesktopPortal.start(desk, desktop: first.rawValue, beside: [.gtk])
    let backend = try SettingsReader(desk.bus.address, .nightd)
    let reader = try SettingsReader(desk.bus.address, .portal)
    let caller = try Caller(desk)
    let before = try caller.shown().serial
    // The other one tells the same of a namespace of its own as well.
    var told: Int { reader.told.count { $0.namespace == SettingsPlace.appearance } }
    for turn in 1...6 {
      try gtk.turn(turn.isMultiple(of: 2) ? "prefer-light" : "prefer-dark")
      // Both tell it, so that applications hear it twice.
      try backend.wait("change \(turn)") { backend.told.count >= turn }
      try reader.wait("change \(turn), twice") { told >= 2 * turn }
    }
    try backend.settle()
    try reader.settle()
    #expect(backend.told.map(\.value) == (1...6).map { .variant(.uint32($0 % 2 == 0 ? 2 : 1)) })
    #expect(told == 12)
    #expect(try caller.shown().serial == before + 6)
    withExtendedLifetime(portal) {}
  }

  @Test("beside a backend that hangs, nightd starts, answers and tells")
  func hung() throws {
    let portal = try DesktopPortal.start(desk, beside: [.gtk])
    let backend = try SettingsReader(desk.bus.address, .nightd)
    let reader = try SettingsReader(desk.bus.address, .portal)
    try gtk.program.pause()
    try desk.startDaemon()
    try reader.wait("first word") { reader.told.count == 1 }
    #expect(try backend.readAll().first?.1.count == 1)
    try desk.set("dark")
    try reader.wait("change") { reader.told.count == 2 }
    #expect(try backend.read("color-scheme") == .success(.variant(.uint32(1))))
    // The portal asks nightd first, and the other one only where that has no answer.
    #expect(try reader.read("color-scheme") == .success(.variant(.variant(.uint32(1)))))
    gtk.program.resume()
    withExtendedLifetime(portal) {}
  }
}
