import Glibc
import NightBus
import TestSupport
import Testing

/// A second backend with its own settings, such as KDE's, beside nightd and the real portal.
@Suite(
  "Backend that contradicts nightd",
  .enabled(if: PortalDesk.skipReason == nil, "\(PortalDesk.skipReason ?? "")")
)
struct RivalTests {
  private static let onlyOlder: Comment =
    "the portal here asks only the backends that portals.conf names"
  private static let dark = SettingsReader.Change("color-scheme", .variant(.uint32(1)))
  private static let light = SettingsReader.Change("color-scheme", .variant(.uint32(2)))

  private let desk: PortalDesk
  private let kde: MadeUpService

  init() throws {
    desk = try PortalDesk()
    try desk.put("nightd", ["Settings"], useIn: "sway")
    try desk.put("gtk", ["Print"], useIn: "gnome")
    try desk.put("kde", ["FileChooser", "Settings"], useIn: "KDE")
    let all = BusValue.dictionary(
      .string,
      .dictionary(.string, .variant),
      [
        BusValue.Entry(
          key: .string(SettingsPlace.appearance),
          value: .options([("color-scheme", .uint32(2))])
        )
      ]
    )
    let settings: InterfaceName = "org.freedesktop.impl.portal.Settings"
    kde = try MadeUpService(
      "org.freedesktop.impl.portal.desktop.kde",
      at: SettingsPlace.path,
      desk.desk.bus.address,
      [
        .init(settings, "Read", [.string, .string], [.variant(.uint32(2))]),
        .init(settings, "ReadAll", [.array(.string)], [all]),
      ]
    )
  }

  private func answers() throws -> [SettingsReader.Change] {
    let reader = try SettingsReader(desk.desk.bus.address, .portal)
    return try reader.readAll([SettingsPlace.appearance]).flatMap(\.1)
  }

  @Test(
    "If the portal is new enough to merge the backends' answers, the doctor finds no problem",
    .enabled(if: DesktopPortal.mergesAnswers, "the portal here passes on each backend's answer")
  )
  func merged() throws {
    defer { kde.end() }
    let names = ["Settings=nightd;kde;", "FileChooser=kde;"]
    let lines = names.map { "org.freedesktop.impl.portal.\($0)\n" }.joined()
    try desk.desk.home.write("[preferred]\n\(lines)", to: "portals/portals.conf")
    try desk.desk.set("dark")
    let portal = try desk.startPortal()
    #expect(try answers() == [Self.dark])
    let healthy = try desk.doctor()
    #expect(healthy.exit == .exited(0), "\(healthy)")
    #expect(try desk.doctor("--fix").output == "No problem found.\n")
    try desk.desk.set("light")
    #expect(try answers() == [Self.light])
    withExtendedLifetime(portal) {}
  }

  @Test(
    "The doctor reports even a settings backend that agrees with nightd; `--fix` excludes it",
    .enabled(if: !DesktopPortal.readsConf, Self.onlyOlder)
  )
  func agreeing() throws {
    defer { kde.end() }
    try desk.desk.set("light")
    let portal = try desk.startPortal()
    #expect(try answers() == [Self.light, Self.light])
    let found = try desk.doctor()
    #expect(found.codes == ["double-answer"], "\(found)")
    #expect(found.output.contains("asks not only nightd but also kde for the style"), "\(found)")
    #expect(try desk.doctor("--fix").exit == .exited(0))
    let folder = ".local/share/nightd/portals"
    #expect(desk.desk.home.text(folder + "/kde.portal")?.contains(".Settings;") == false)
    withExtendedLifetime(portal) {}
  }

  @Test(
    "After `doctor --fix`, a second backend serves no settings, but still serves everything else",
    .enabled(if: !DesktopPortal.readsConf, Self.onlyOlder)
  )
  func silenced() throws {
    defer { kde.end() }
    try desk.desk.set("dark")
    do {
      let portal = try desk.startPortal()
      // Firefox and Qt use the last of several answers.
      #expect(try answers() == [Self.dark, Self.light])
      let found = try desk.doctor()
      #expect(found.codes == ["double-answer"], "\(found)")
      #expect(found.output.contains("\n  run: nightctl doctor --fix\n"), "\(found)")
      let done = try desk.doctor("--fix")
      #expect(done.exit == .exited(0), "\(done)")
      let kill =
        "dbus-update-activation-environment XDG_DESKTOP_PORTAL_DIR="
        + desk.desk.home.file(".local/share/nightd/portals")
        + " && kill \(portal.processIdentifier)\n"
      #expect(done.output.contains("left to do: " + kill), "\(done)")
      // The doctor has written all files, but the portal has not read them yet.
      let again = try desk.doctor()
      #expect(again.codes == ["double-answer"], "\(again)")
      #expect(again.output.contains("\n  run: " + kill), "\(again)")
      let nothing = try desk.doctor("--fix").output
      #expect(nothing.hasPrefix("left to do: " + kill), "\(nothing)")
      #expect(nothing.contains("\nNone of these problems can be fixed"), "\(nothing)")
      portal.send(signal: SIGKILL)
      _ = try portal.wait()
    }
    // The portal starts with this folder, as systemd starts it from now on.
    let folder = ".local/share/nightd/portals"
    let portal = try desk.startPortal(folder: desk.desk.home.file(folder))
    #expect(try answers() == [Self.dark])
    #expect(
      desk.desk.home.text(folder + "/kde.portal")
        == "[portal]\nDBusName=org.freedesktop.impl.portal.desktop.kde\n"
        + "Interfaces=org.freedesktop.impl.portal.FileChooser;\nUseIn=KDE\n"
    )
    // If no backend had a file chooser, the doctor would report it. But KDE's backend still offers
    // a file chooser.
    let healthy = try desk.doctor()
    #expect(healthy.exit == .exited(0), "\(healthy)")
    #expect(try desk.doctor("--fix").output == "No problem found.\n")
    try desk.desk.set("light")
    #expect(try answers() == [Self.light])
    withExtendedLifetime(portal) {}
  }
}
