import NightBus
import TestSupport
import Testing

/// nightd and GTK's backend serve the same portal, in either order.
@Suite(
  "nightd beside a second settings backend",
  .enabled(if: GtkBackend.skipReason == nil, "\(GtkBackend.skipReason ?? "")")
)
struct TwoBackendTests {
  private static let flips = 1_000

  /// The backend that the portal asks first: nightd in sway and GTK's in GNOME, as the portal files
  /// state.
  enum First: String, CaseIterable { case nightd = "sway", gtk = "GNOME" }

  private let desk: Desk
  private let gtk: GtkBackend
  private let screen: Screen

  init() throws {
    desk = try Desk()
    screen = try Screen(desk)
    gtk = try GtkBackend(desk, on: screen)
  }

  /// The signals of the style; GTK's backend also signals other keys, but on Debian 13 only at the
  /// start.
  private func styles(_ reader: SettingsReader) -> [SettingsReader.Change] {
    reader.changes.filter {
      $0.namespace == SettingsPlace.appearance && $0.key == "color-scheme"
    }
  }

  @Test(
    "If a second backend is running, 1,000 calls of `Set` cause exactly 1,000 signals",
    arguments: First.allCases
  )
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
    try reader.wait("every change") { styles(reader).count >= Self.flips }
    // By now, any further signals would have arrived, because nightd, the other backend and the
    // portal have answered.
    #expect(try caller.shown().serial == before + UInt64(Self.flips))
    _ = try backend.read("color-scheme").get()
    for _ in 1...2 { _ = try reader.readAll([SettingsPlace.appearance]) }
    try backend.settle()
    try reader.settle()
    let expected = (1...Self.flips).map { flip in
      SettingsReader.Change("color-scheme", .variant(.uint32(flip.isMultiple(of: 2) ? 2 : 1)))
    }
    #expect(backend.changes == expected)
    #expect(styles(reader) == expected)
    // Without dconf nothing can be written, and GTK's backend reports no preference.
    let answer: UInt32 = first == .nightd ? 2 : 0
    #expect(try reader.read("color-scheme") == .success(.variant(.variant(.uint32(answer)))))
    withExtendedLifetime(portal) {}
  }

  @Test(
    "If GTK's backend reports a style, nightd follows once, and nightd's report causes no loop",
    arguments: First.allCases
  )
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
    for turn in 1...6 {
      try gtk.turn(turn.isMultiple(of: 2) ? "prefer-light" : "prefer-dark")
      // Both backends signal the change, so applications get it twice.
      try backend.wait("change \(turn)") { backend.changes.count >= turn }
      try reader.wait("change \(turn), twice") { styles(reader).count >= 2 * turn }
    }
    try backend.settle()
    try reader.settle()
    #expect(backend.changes.map(\.value) == (1...6).map { .variant(.uint32($0 % 2 == 0 ? 2 : 1)) })
    #expect(styles(reader).count == 12)
    #expect(try caller.shown().serial == before + 6)
    withExtendedLifetime(portal) {}
  }

  @Test("nightd starts, answers and signals even if the other backend hangs")
  func hung() throws {
    let portal = try DesktopPortal.start(desk, beside: [.gtk])
    let backend = try SettingsReader(desk.bus.address, .nightd)
    let reader = try SettingsReader(desk.bus.address, .portal)
    try gtk.program.pause()
    try desk.startDaemon()
    try reader.wait("first word") { styles(reader).count == 1 }
    #expect(try backend.readAll().first?.1.count == 1)
    try desk.set("dark")
    try reader.wait("change") { styles(reader).count == 2 }
    #expect(try backend.read("color-scheme") == .success(.variant(.uint32(1))))
    // The portal asks nightd first, and the other backend only if nightd has no answer.
    #expect(try reader.read("color-scheme") == .success(.variant(.variant(.uint32(1)))))
    gtk.program.resume()
    withExtendedLifetime(portal) {}
  }
}
