import Glibc
import NightBus
import TestSupport
import Testing

/// The doctor in sessions with the real desktop portal, each with one problem.
@Suite(
  "nightctl doctor",
  .enabled(if: PortalDesk.skipReason == nil, "\(PortalDesk.skipReason ?? "")")
)
struct DoctorTests {
  private let desk: PortalDesk

  init() throws { desk = try PortalDesk() }

  private static let nothingToWrite =
    "None of these problems can be fixed by writing a file. nightctl doctor explains what is left to do.\n"

  private static let healthy =
    "All is well: nightd 0.1.0 runs, and the desktop portal asks it first.\n"

  @Test("If there is no problem, the doctor prints one line")
  func healthy() throws {
    try desk.putBoth()
    try desk.desk.set("dark")
    let portal = try desk.startPortal()
    let finished = try desk.doctor()
    #expect(finished.output == Self.healthy)
    #expect(finished.errors == "")
    #expect(finished.exit == .exited(0))
    #expect(try desk.doctor("--json").output == #"{"findings":[],"fixable":[]}"# + "\n")
    #expect(try desk.doctor("--fix").output == "No problem found.\n")
    withExtendedLifetime(portal) {}
  }

  @Test("The doctor starts no daemon")
  func startsNobody() throws {
    try desk.putBoth()
    // Nobody has asked nightd yet, which does not count as a problem.
    let finished = try desk.doctor()
    #expect(!finished.codes.contains("not-running"), "\(finished)")
    let names = try Caller(desk.desk).askBus("ListNames", []).first?.asStrings ?? []
    #expect(!names.contains("org.nightd.Night1"))
  }

  @Test(
    "If the portal asks GTK's backend before nightd, the doctor says so; `--fix` corrects the order"
  )
  func otherWins() throws {
    let isNewer = DesktopPortal.readsConf
    let home = desk.desk.home
    try desk.putBoth()
    // GNOME's packages install a portals.conf for GNOME, which only a newer portal reads.
    try desk.install(conf: "[preferred]\ndefault=gnome;gtk;\n", for: "gnome")
    try desk.desk.set("dark")
    do {
      let portal = try desk.startPortal("GNOME", isLed: !isNewer)
      let finished = try desk.doctor(desktop: "GNOME")
      #expect(finished.codes == ["portal-other-wins"], "\(finished)")
      #expect(finished.exit == .exited(1))
      let tried = try desk.doctor("--fix", "--dry-run", desktop: "GNOME").output
      #expect(tried.contains(isNewer ? "    [preferred]\n" : "    [Service]\n"))
      #expect(home.list(".config") == ["nightd"])
      let done = try desk.doctor("--fix", desktop: "GNOME")
      #expect(done.exit == .exited(0), "\(done)")
      // The bus of this test starts the portal, so only the bus can tell it the doctor's folder.
      let variable = "XDG_DESKTOP_PORTAL_DIR=\(home.file(".local/share/nightd/portals"))"
      let left =
        "left to do: " + (isNewer ? "" : "dbus-update-activation-environment \(variable) && ")
        + "kill \(portal.processIdentifier)\n"
      #expect(done.output.contains(left), "\(done)")
      #expect(try desk.doctor(desktop: "GNOME").codes == ["portal-stale"])
      let again = try desk.doctor("--fix", desktop: "GNOME")
      #expect(
        again.output == left + Self.nothingToWrite,
        "\(again)"
      )
      portal.send(signal: SIGKILL)
      _ = try portal.wait()
    }
    let dropIn = home.text(".config/systemd/user/xdg-desktop-portal.service.d/nightd.conf")
    let conf = home.text(".config/xdg-desktop-portal/gnome-portals.conf")
    let folder = home.file(".local/share/nightd/portals")
    if isNewer {
      let line = "org.freedesktop.impl.portal.Settings=nightd;gnome;gtk\n"
      #expect(conf == "[preferred]\n\(line)default=gnome;gtk;\n")
      #expect(dropIn == nil)
    } else {
      #expect(dropIn == "[Service]\nEnvironment=XDG_DESKTOP_PORTAL_DIR=\(folder)\n")
      #expect(conf == nil)
    }
    // The portal starts with this folder, as systemd would start an older portal from now on.
    let portal = try desk.startPortal("GNOME", folder: folder, isLed: !isNewer)
    let finished = try desk.doctor(desktop: "GNOME")
    #expect(finished.output == Self.healthy, "\(finished)")
    withExtendedLifetime(portal) {}
  }

  @Test("If no backend of the portal has a file chooser, the doctor reports this")
  func noFileChooser() throws {
    try desk.put("nightd", ["Settings"], useIn: "sway")
    let browser = ".local/share/flatpak/app/org.example.Browser/current/active/files/chrome"
    try desk.desk.home.write("", to: browser + "/chrome_100_percent.pak")
    try desk.desk.set("light")
    let portal = try desk.startPortal()
    #expect(try desk.doctor().codes == ["no-file-chooser"])
    withExtendedLifetime(portal) {}
  }

  @Test(
    "If a portal newer than 1.17.0 needs a change in portals.conf, `doctor --fix` makes the change"
  )
  func noPortalsConf() throws {
    for (name, useIn) in [("nightd", "sway"), ("gtk", "gnome")] {
      let text = """
        [portal]
        DBusName=org.freedesktop.impl.portal.desktop.\(name)
        Interfaces=org.freedesktop.impl.portal.Settings;org.freedesktop.impl.portal.FileChooser;
        UseIn=\(useIn)

        """
      try desk.desk.home.write(
        text,
        to: "system/data/xdg-desktop-portal/portals/\(name).portal"
      )
    }
    try desk.desk.home.write("", to: "system/data/xdg-desktop-portal/gnome-portals.conf")
    let portal = "org.freedesktop.portal.Desktop"
    try desk.desk.bus.addService(name: portal, command: ["/bin/false"])
    try desk.desk.set("dark")
    let found = try desk.doctor(desktop: "COSMIC")
    #expect(found.codes == ["no-portals-conf"], "\(found)")
    #expect(try desk.doctor("--fix", desktop: "COSMIC").exit == .exited(0))
    #expect(
      desk.desk.home.text(".config/xdg-desktop-portal/portals.conf")
        == "[preferred]\norg.freedesktop.impl.portal.Settings=nightd;gtk\n"
    )
    #expect(try desk.doctor(desktop: "COSMIC").exit == .exited(0))
  }

  @Test(
    "`doctor --fix` removes a drop-in that it wrote for an older portal, unless somebody edited it"
  )
  func needless() throws {
    try noPortalsConf()
    let home = desk.desk.home
    let dropIn = ".config/systemd/user/xdg-desktop-portal.service.d/nightd.conf"
    let line = "Environment=XDG_DESKTOP_PORTAL_DIR=\(home.file(".local/share/nightd/portals"))\n"
    try home.write("[Service]\n# mine\n\(line)", to: dropIn)
    #expect(try desk.doctor(desktop: "COSMIC").codes == ["portal-folder-needless"])
    let kept = try desk.doctor("--fix", desktop: "COSMIC")
    #expect(kept.output.hasSuffix("\n\(Self.nothingToWrite)"), "\(kept)")
    try home.write("[Service]\n\(line)", to: dropIn)
    #expect(try desk.doctor(desktop: "COSMIC").codes == ["portal-folder-needless"])
    let done = try desk.doctor("--fix", desktop: "COSMIC")
    #expect(done.output.hasPrefix("removed \(home.file(dropIn))\n"), "\(done)")
    #expect(home.text(dropIn) == nil)
    #expect(try desk.doctor(desktop: "COSMIC").exit == .exited(0))
  }

  @Test(
    "`doctor --fix` adds one line to the user's copy of portals.conf, and keeps the copy's mode"
  )
  func otherConf() throws {
    try noPortalsConf()
    let home = desk.desk.home
    let text = "# ours\n[preferred]\ndefault=gtk\n"
    try desk.desk.home.write(text, to: "system/config/xdg-desktop-portal/cosmic-portals.conf")
    // The user's general file comes before the machine's file for this desktop.
    #expect(try desk.doctor(desktop: "COSMIC").exit == .exited(0))
    unlink(desk.desk.home.file(".config/xdg-desktop-portal/portals.conf"))
    #expect(try desk.doctor(desktop: "COSMIC").codes == ["portal-other-wins"])
    #expect(try desk.doctor("--fix", desktop: "COSMIC").exit == .exited(0))
    let copy = ".config/xdg-desktop-portal/cosmic-portals.conf"
    let line = "org.freedesktop.impl.portal.Settings=nightd;gtk\n"
    #expect(desk.desk.home.text(copy) == "# ours\n[preferred]\n\(line)default=gtk\n")
    #expect(try desk.doctor(desktop: "COSMIC").exit == .exited(0))
    // A file that may not be written stays unchanged, and a file that is written keeps its mode.
    func mode() throws -> String { try desk.desk.run("stat", "-c", "%a", home.file(copy)).output }
    try home.write(text, to: copy)
    chmod(home.file(copy), 0o440)
    let refused = try desk.doctor("--fix", desktop: "COSMIC")
    #expect(refused.output.hasSuffix("\n\(Self.nothingToWrite)"), "\(refused)")
    #expect(home.text(copy) == text)
    chmod(home.file(copy), 0o640)
    #expect(try desk.doctor("--fix", desktop: "COSMIC").exit == .exited(0))
    #expect(try mode() == "640\n")
    // A new file gets the same permissions as every other file that its owner creates.
    unlink(home.file(copy))
    let session = "XDG_CURRENT_DESKTOP=COSMIC QT_QPA_PLATFORMTHEME=xdgdesktopportal"
    let done = try desk.desk.shell("umask 023; \(session) $NIGHTCTL doctor --fix")
    #expect(done.exit == .exited(0), "\(done)")
    #expect(try mode() == "644\n")
    // The doctor does not write through a link, since the target may belong to somebody else.
    let target = desk.desk.home.file("dotfile")
    try desk.desk.home.write(text, to: "dotfile")
    unlink(desk.desk.home.file(copy))
    symlink(target, desk.desk.home.file(copy))
    _ = try desk.doctor("--fix", desktop: "COSMIC")
    #expect(desk.desk.home.text("dotfile") == text)
    let found = try desk.doctor(desktop: "COSMIC")
    #expect(found.output.contains("  in \(target), put this line into "), "\(found)")
    #expect(found.output.contains("\n    \(line)"), "\(found)")
  }
}
