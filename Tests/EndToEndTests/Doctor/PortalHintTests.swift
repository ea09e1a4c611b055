import Glibc
import TestSupport
import Testing

/// The hint that the portal asks another backend before nightd; on a terminal, `nightctl set`
/// prints this hint.
@Suite(
  "Hint about the portal",
  .enabled(if: Tool.path("python3") != nil, "there is no python3, which makes the terminal")
)
struct PortalHintTests {
  private static let hyprland = "system/data/xdg-desktop-portal/hyprland-portals.conf"
  private let desk: Desk

  init() throws {
    desk = try Desk()
    for (name, parts) in [
      ("gtk", ["Settings", "FileChooser"]), ("hyprland", ["ScreenCast"]), ("nightd", ["Settings"]),
    ] {
      let interfaces = parts.map { "org.freedesktop.impl.portal.\($0);" }.joined()
      let busName = "org.freedesktop.impl.portal.desktop.\(name)"
      try desk.home.write(
        "[portal]\nDBusName=\(busName)\nInterfaces=\(interfaces)\nUseIn=gnome\n",
        to: "system/data/xdg-desktop-portal/portals/\(name).portal"
      )
    }
    try desk.home.write("[preferred]\ndefault=hyprland;gtk", to: Self.hyprland)
    try desk.startDaemon()
  }

  /// Runs nightctl with a terminal as its standard output.
  private func typed(_ words: String..., desktop: String = "Hyprland") throws -> Finished {
    try typed(words, desktop: desktop)
  }

  private func typed(_ words: [String], desktop: String = "Hyprland") throws -> Finished {
    let code = """
      import os, subprocess, sys
      terminal, end = os.openpty()
      run = subprocess.run(sys.argv[1:], stdout=end)
      os.close(end)
      while True:
          try: read = os.read(terminal, 4096)
          except OSError: break
          if not read: break
          sys.stdout.buffer.write(read.replace(b"\\r", b""))
      sys.exit(run.returncode)
      """
    return try Program.run(
      "python3",
      ["-c", code, Built.nightctl] + words,
      environment: desk.environment.merging(["XDG_CURRENT_DESKTOP": desktop]) { $1 }
    )
  }

  private func hint(_ file: String) -> String {
    "nightctl: the desktop portal asks gtk before nightd, as \(desk.home.file(file)) says, so "
      + "applications get no accent, contrast or motion from nightd; "
      + "nightctl doctor --fix repairs this\n"
  }

  @Test("The hint about the portal is printed once, after the first `nightctl set` on a terminal")
  func once() throws {
    let first = try typed("set", "dark")
    #expect(first.output.contains("dark"), "\(first)")
    #expect(first.errors == hint(Self.hyprland))
    #expect(first.exit == .exited(0))
    for words in [["set", "light"], ["toggle"], ["theme", "use", "midnight"]] {
      #expect(try typed(words).errors == "")
    }
    // A problem with another file counts as new, so the hint is printed again.
    let own = ".config/xdg-desktop-portal/hyprland-portals.conf"
    try desk.home.write("[preferred]\ndefault=gtk\n", to: own)
    #expect(try typed("toggle").errors == hint(own))
    #expect(try typed("toggle").errors == "")
  }

  @Test("After `nightctl doctor --fix`, the hint about the portal is not printed")
  func fixed() throws {
    let session = ["XDG_CURRENT_DESKTOP": "Hyprland", "QT_QPA_PLATFORMTHEME": "xdgdesktopportal"]
    let portal = "org.freedesktop.portal.Desktop"
    try desk.bus.addService(name: portal, command: ["/bin/false"])
    try desk.bus.listServices()
    #expect(try desk.nightctl("doctor", "--fix", adding: session).exit == .exited(0))
    #expect(
      desk.home.text(".config/xdg-desktop-portal/hyprland-portals.conf")
        == "[preferred]\norg.freedesktop.impl.portal.Settings=nightd;hyprland;gtk\n"
        + "default=hyprland;gtk"
    )
    #expect(try typed("set", "dark").errors == "")
  }

  @Test(
    "The portal hint mentions KDE's backend, but not Cinnamon's, which reads nightd's value"
  )
  func otherBackend() throws {
    let folder = "system/data/xdg-desktop-portal"
    for (backend, desktop) in [("kde", "KDE"), ("xapp", "X-Cinnamon")] {
      try desk.home.write(
        "[portal]\nDBusName=org.freedesktop.impl.portal.desktop.\(backend)\n"
          + "Interfaces=org.freedesktop.impl.portal.Settings;\n",
        to: folder + "/portals/\(backend).portal"
      )
      try desk.home.write(
        "[preferred]\ndefault=\(backend);gtk;\n",
        to: "\(folder)/\(desktop.lowercased())-portals.conf"
      )
    }
    let hint =
      "nightctl: the desktop portal asks kde before nightd, as "
      + "\(desk.home.file(folder))/kde-portals.conf says, so applications may have the wrong style; "
      + "nightctl doctor --fix repairs this\n"
    #expect(try typed("set", "dark", desktop: "KDE").errors == hint)
    #expect(try typed("set", "light", desktop: "KDE").errors == "")
    // xapp reads Cinnamon's switch, which nightd writes.
    #expect(try typed("set", "dark", desktop: "X-Cinnamon").errors == "")
  }

  @Test(
    "The portal hint is not printed into a pipe, on GNOME, or if nightctl cannot record the hint"
  )
  func silent() throws {
    let session = ["XDG_CURRENT_DESKTOP": "Hyprland"]
    #expect(try desk.nightctl("set", "dark", adding: session).errors == "")
    #expect(try typed("set", "dark", "--json").errors == "")
    #expect(try typed("set", "light", desktop: "GNOME").errors == "")
    #expect(try typed("get").errors == "")
    try desk.home.makeFolder(Desk.storeFolder + "/hint")
    #expect(try typed("set", "dark").errors == "")
  }
}
