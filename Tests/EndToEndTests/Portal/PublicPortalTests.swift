import NightBus
import TestSupport
import Testing

/// Settings that applications read through the portal installed on this machine.
@Suite(
  "The portal's public interface",
  .enabled(if: DesktopPortal.skipReason == nil, "\(DesktopPortal.skipReason ?? "")")
)
struct PublicPortalTests {
  private let desk: Desk
  private let daemon: Program
  private let portal: DesktopPortal
  private let reader: SettingsReader

  init() throws {
    desk = try Desk()
    daemon = try desk.startBackend()
    portal = try DesktopPortal.start(desk)
    reader = try SettingsReader(desk.bus.address, .portal)
  }

  /// The result of Read, which wraps the backend's value in one more variant.
  private static func wrapped(_ value: BusValue) -> Result<BusValue, Refusal> {
    .success(.variant(.variant(value)))
  }

  private func expectTold(_ told: SettingsReader.Change...) throws {
    try reader.wait("\(told)") { [reader] in reader.changes.count >= told.count }
    #expect(reader.changes == told)
    reader.forget()
  }

  @Test("At first, the portal reports no preference, and then it signals each new style once")
  func scheme() throws {
    #expect(try reader.read("color-scheme") == Self.wrapped(.uint32(0)))
    for (style, number) in [("dark", UInt32(1)), ("light", 2), ("dark", 1)] {
      try desk.set(style)
      try expectTold(.init("color-scheme", .variant(.uint32(number))))
      #expect(try reader.read("color-scheme") == Self.wrapped(.uint32(number)))
    }
    // Setting the same style again changes nothing.
    try desk.set("dark")
    try desk.set("light")
    try expectTold(.init("color-scheme", .variant(.uint32(2))))
  }

  struct Look: Sendable, CustomTestStringConvertible {
    let key: String
    let steps: [(words: [String], value: BusValue)]
    /// The value that is signalled when the key becomes unset.
    var unset = BusValue.uint32(0)

    var testDescription: String { key }
  }

  static let looks = [
    Look(
      key: "contrast",
      steps: [(["contrast", "high"], .uint32(1)), (["contrast", "normal"], .uint32(0))]
    ),
    Look(
      key: "reduced-motion",
      steps: [(["motion", "reduced"], .uint32(1)), (["motion", "full"], .uint32(0))]
    ),
    Look(
      key: "accent-color",
      steps: [
        (["accent", "#ff0000"], .structure([.double(1), .double(0), .double(0)])),
        (["accent", "#0000ff"], .structure([.double(0), .double(0), .double(1)])),
      ],
      unset: .structure([.double(-1), .double(-1), .double(-1)])
    ),
  ]

  @Test(
    "The portal reports a key without a value as not found, and signals each set or removed value",
    arguments: looks
  )
  func look(_ look: Look) throws {
    let missing = ErrorName(unchecked: "org.freedesktop.portal.Error.NotFound")
    func expectMissing() throws {
      #expect(throws: Refusal.self) { try reader.read(look.key).get() }
      guard case .failure(let refusal) = try reader.read(look.key) else { return }
      #expect(refusal.name == missing)
      #expect(try reader.readAll().first?.1.map(\.key) == ["color-scheme"])
    }
    try expectMissing()
    for (words, value) in look.steps {
      #expect(try desk.nightctl(words).exit == .exited(0))
      try expectTold(.init(look.key, .variant(value)))
      #expect(try reader.read(look.key) == Self.wrapped(value))
      let all = try reader.readAll()
      #expect(all.first?.1.contains(.init(look.key, .variant(value))) == true)
    }
    // No signal can say that a key is gone, so nightd sends a value that means “unset”.
    #expect(try desk.nightctl(look.steps[0].words[0], "system").exit == .exited(0))
    try expectTold(.init(look.key, .variant(look.unset)))
    try expectMissing()
  }

  @Test(
    "`ReadAll` returns a namespace only once, even if several patterns match it",
    arguments: [
      ([], true), ([""], true), (["org.freedesktop.appearance"], true),
      (["org.freedesktop.*"], true), (["org.freedesktop.app*"], true), (["*"], true),
      (["org.gnome.*", "org.freedesktop.appearance"], true),
      (["org.freedesktop.appearance", "*", ""], true), (["org.freedesktop"], false),
      (["org.freedesktop.appearance2"], false), (["org.gnome.*"], false),
      (["Org.Freedesktop.Appearance"], false), ([" "], false), (["**"], false),
    ]
  )
  func patterns(_ patterns: [String], isFound: Bool) throws {
    try desk.set("dark")
    let found = try reader.readAll(patterns)
    let told = SettingsReader.Change("color-scheme", .variant(.uint32(1)))
    #expect(found.map(\.0) == (isFound ? [SettingsPlace.appearance] : []))
    #expect(found.flatMap(\.1) == (isFound ? [told] : []))
  }
}
