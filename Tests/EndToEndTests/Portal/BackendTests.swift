import NightBus
import TestSupport
import Testing

/// nightd as a backend of the desktop portal, called by the tests as the portal calls it.
@Suite struct BackendTests {
  @Test("Until somebody chooses a style, the backend reports “no preference” and no other setting")
  func undecided() throws {
    let desk = try Desk()
    let reader = try SettingsReader(desk.bus.address, .nightd)
    try desk.startDaemon()
    try reader.wait("owner") { reader.ownerName != nil }
    #expect(try reader.next() == .init("color-scheme", .variant(.uint32(0))))
    #expect(try reader.read("color-scheme") == .success(.variant(.uint32(0))))
    let all = try reader.readAll()
    #expect(all.map(\.0) == [SettingsPlace.appearance])
    #expect(all.first?.1 == [.init("color-scheme", .variant(.uint32(0)))])
    #expect(try reader.readAll(["org.gnome.*"]).isEmpty)
    for key in ["contrast", "accent-color", "reduced-motion", "", "Color-Scheme"] {
      guard case .failure(let refusal) = try reader.read(key) else {
        Issue.record("\(key) is told")
        continue
      }
      #expect(refusal.name == "org.freedesktop.portal.Error.NotFound")
    }
    // The style was already light, but the preference for light is new.
    try desk.set("light")
    #expect(try reader.next() == .init("color-scheme", .variant(.uint32(2))))
    #expect(try reader.read("color-scheme") == .success(.variant(.uint32(2))))
  }

  @Test(
    "The doctor can read nightd's version from the portal backend, but applications cannot"
  )
  func version() throws {
    let desk = try Desk()
    let reader = try SettingsReader(desk.bus.address, .nightd)
    try desk.startDaemon()
    try reader.wait("owner") { reader.ownerName != nil }
    #expect(
      try reader.read("Version", in: "org.nightd.Night1") == .success(.variant(.string("0.1.0")))
    )
    #expect(try reader.readAll().map(\.0) == [SettingsPlace.appearance])
    #expect(try reader.readAll(["org.nightd.*"]).isEmpty)
    guard case .failure = try reader.read("version", in: "org.nightd.Night1") else {
      Issue.record("another key is answered")
      return
    }
  }

  @Test("The backend signals each setting once when it is changed or unset")
  func changes() throws {
    let desk = try Desk()
    let reader = try SettingsReader(desk.bus.address, .nightd)
    try desk.startDaemon()
    #expect(try reader.next() == .init("color-scheme", .variant(.uint32(0))))
    let words: [([String], String, BusValue)] = [
      (["set", "dark"], "color-scheme", .uint32(1)),
      (["set", "light"], "color-scheme", .uint32(2)),
      (["contrast", "high"], "contrast", .uint32(1)),
      (["contrast", "normal"], "contrast", .uint32(0)),
      (["motion", "reduced"], "reduced-motion", .uint32(1)),
      (["accent", "#FF0000"], "accent-color", Self.color(1, 0, 0)),
      (["accent", "none"], "accent-color", Self.color(-1, -1, -1)),
      (["motion", "system"], "reduced-motion", .uint32(0)),
      (["set", "light"], "", .uint32(0)),
      (["set", "dark"], "color-scheme", .uint32(1)),
    ]
    for (command, key, value) in words {
      #expect(try desk.nightctl(command).exit == .exited(0))
      guard !key.isEmpty else { continue }
      #expect(try reader.next() == .init(key, .variant(value)), "\(command)")
    }
    #expect(
      try reader.readAll(["org.freedesktop.app*"]).first?.1
        == [.init("color-scheme", .variant(.uint32(1))), .init("contrast", .variant(.uint32(0)))]
    )
  }

  private static func color(_ red: Double, _ green: Double, _ blue: Double) -> BusValue {
    .structure([.double(red), .double(green), .double(blue)])
  }

  @Test("A restarted daemon signals all settings, because applications have only the old values")
  func restart() throws {
    let desk = try Desk()
    let first = try desk.startDaemon()
    try desk.set("dark")
    try desk.nightctl("contrast", "high")
    let reader = try SettingsReader(desk.bus.address, .nightd)
    try reader.wait("owner") { reader.ownerName != nil }
    _ = try desk.end(first)
    try reader.wait("end of the owner") { reader.ownerName == nil }
    try desk.startDaemon()
    #expect(try reader.next() == .init("color-scheme", .variant(.uint32(1))))
    #expect(try reader.next() == .init("contrast", .variant(.uint32(1))))
  }

  @Test("If another program owns the backend's name, nightd reports this, and waits for the name")
  func inLine() throws {
    let desk = try Desk()
    var other: Connection? = try Connection(address: desk.bus.address)
    _ = try other?.request(SettingsPlace.nightd.name, milliseconds: 10_000)
    let daemon = try desk.launchDaemon()
    var line = try daemon.nextErrorLine()
    while !line.contains(SettingsPlace.nightd.name.text) { line = try daemon.nextErrorLine() }
    #expect(line.contains("owns the bus name"))
    let reader = try SettingsReader(desk.bus.address, .nightd)
    try reader.wait("owner") { reader.ownerName != nil }
    other = nil
    #expect(try reader.next() == .init("color-scheme", .variant(.uint32(0))))
    #expect(try reader.read("color-scheme") == .success(.variant(.uint32(0))))
  }

  @Test("The bus starts nightd when the backend is called")
  func activation() throws {
    let desk = try Desk.withActivation()
    try desk.bus.addService(name: SettingsPlace.nightd.name.text, command: [Built.nightd])
    let reader = try SettingsReader(desk.bus.address, .nightd)
    #expect(try reader.read("color-scheme") == .success(.variant(.uint32(0))))
    #expect(try desk.style() == "light")
  }

  @Test("The backend's introspection contains the interface that the portal's XML file defines")
  func contract() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let reader = try SettingsReader(desk.bus.address, .nightd)
    try reader.wait("owner") { reader.ownerName != nil }
    let answer = try reader.call("Introspect", [], of: "org.freedesktop.DBus.Introspectable").get()
    let introspected = answer.first?.asString ?? ""
    let file = "\(Built.sourceRoot)/dbus/\(SettingsPlace.nightd.interface).xml"
    let own = try Program.run("/bin/cat", [file]).output
      .replacing(#/(?s)<!--.*?-->/#, with: "")
    let lines = own.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    let interface = lines.drop { !$0.contains("<interface") }.prefix { $0 != "</node>" }
    #expect(interface.count > 10)
    #expect(introspected.contains(interface.joined(separator: "\n")))
  }
}
