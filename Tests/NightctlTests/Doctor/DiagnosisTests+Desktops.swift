import Glibc
import NightCore
@testable import nightctl
import Testing

/// Desktops that install their own portals.conf; the tests use the file of each desktop's package.
extension DiagnosisTests {
  struct Desktop: CustomTestStringConvertible, Sendable {
    /// The desktop's name in XDG_CURRENT_DESKTOP.
    let names: String
    let file: String
    let text: String
    /// The installed backends, each with the interfaces that it serves.
    let backends: [String: [String]]
    /// The backends in the line that `--fix` adds.
    let line: String

    var testDescription: String { names }
    var path: String { "/usr/share/xdg-desktop-portal/\(file)" }
    var desktops: [String] { PortalFolders.desktops(names) }

    var facts: DoctorFacts {
      var facts = DoctorFacts.newer
      facts.portal.desktops = desktops
      facts.portal.callersDesktops = desktops
      facts.portal.lookup.folders = PortalFolders(desktops) { ["HOME": "/home/ada"][$0] }
      facts.portal.lookup.files =
        backends.sorted { $0.key < $1.key }.map { name, interfaces in
          PortalFile(
            name: name,
            busName: "org.freedesktop.impl.portal.desktop.\(name)",
            interfaces: interfaces.map { "org.freedesktop.impl.portal.\($0)" },
            useIn: nil
          )
        } + [DoctorFacts.portalFile("nightd", PortalFile.ownDesktops)]
      facts.portal.lookup.onlyConf = PortalsConf(path: path, text: text)
      return facts
    }
  }

  private static let gtk = ["FileChooser", "Settings", "Access", "Notification", "Inhibit"]

  static let desktops = [
    Desktop(
      names: "sway:wlroots",
      file: "sway-portals.conf",
      text: """
        [preferred]
        # Use xdg-desktop-portal-gtk for every portal interface...
        default=gtk
        # ... except for the ScreenCast, Screenshot and Secret
        org.freedesktop.impl.portal.ScreenCast=wlr
        org.freedesktop.impl.portal.Screenshot=wlr
        # ignore inhibit bc gtk portal always returns as success
        org.freedesktop.impl.portal.Inhibit=none

        """,
      backends: ["gtk": gtk, "wlr": ["ScreenCast", "Screenshot"]],
      line: "nightd;gtk"
    ),
    Desktop(
      names: "Hyprland",
      file: "hyprland-portals.conf",
      // This file ends without a line feed.
      text: "[preferred]\ndefault=hyprland;gtk",
      backends: ["gtk": gtk, "hyprland": ["ScreenCast", "GlobalShortcuts"]],
      line: "nightd;hyprland;gtk"
    ),
    Desktop(
      names: "niri",
      file: "niri-portals.conf",
      text: """
        [preferred]
        default=gnome;gtk;
        org.freedesktop.impl.portal.Access=gtk;
        org.freedesktop.impl.portal.Notification=gtk;
        org.freedesktop.impl.portal.Secret=gnome-keyring;
        org.freedesktop.impl.portal.ScreenCast=gnome;

        """,
      backends: [
        "gtk": gtk, "gnome": ["FileChooser", "Settings", "ScreenCast"], "gnome-keyring": ["Secret"],
      ],
      line: "nightd;gnome;gtk"
    ),
  ]

  @Test(
    "If a desktop's portals.conf lists another backend before nightd, the doctor reports this",
    arguments: desktops
  )
  func partly(desktop: Desktop) throws {
    let first = desktop.names == "niri" ? "gnome" : "gtk"
    let what = "the desktop portal asks \(first) before nightd, as \(desktop.path) says"
    let diagnosis = Diagnosis(desktop.facts)
    #expect(diagnosis.findings.map(\.code) == [.portalPartly, .notAtLogin])
    #expect(diagnosis.findings.first?.what == what)
    #expect(diagnosis.portalFilesFinding?.what == what)
    // The doctor can find this problem from files alone, without facts from the bus.
    var facts = DoctorFacts()
    facts.portal.lookup.rules = .byConf
    facts.portal.desktops = desktop.facts.portal.desktops
    facts.portal.callersDesktops = desktop.facts.portal.desktops
    facts.portal.lookup.folders = desktop.facts.portal.lookup.folders
    facts.portal.lookup.files = desktop.facts.portal.lookup.files
    facts.portal.lookup.onlyConf = desktop.facts.portal.lookup.onlyConf
    #expect(Diagnosis(facts).portalFilesFinding?.what == what)
    facts.portal.desktops = ["GNOME"]
    #expect(Diagnosis(facts).portalFilesFinding == nil)
  }

  @Test("On GNOME, the answer “no preference” fits a light style, but not a dark style")
  func lightOfGnome() {
    var facts = DoctorFacts.healthy
    facts.portal.desktops = ["GNOME"]
    facts.portal.callersDesktops = ["GNOME"]
    facts.daemon.style.scheme = 2
    facts.portal.answers.scheme = .told(0)
    facts.portal.answers.schemes = [0, 2]
    #expect(!Diagnosis(facts).findings.map(\.code).contains(.portalOtherWins))
    facts.portal.answers.scheme = .told(1)
    #expect(Diagnosis(facts).findings.map(\.code).contains(.portalOtherWins))
  }

  @Test(
    "`--fix` puts nightd first in the user's portals.conf and changes nothing else",
    arguments: desktops
  )
  func fixed(desktop: Desktop) throws {
    var facts = desktop.facts
    let planned = Diagnosis(facts).planned
    #expect(planned.map(\.path) == [Self.conf + desktop.file])
    let file = try #require(planned.first)
    guard case .text(let text) = file.content else { throw Missing() }
    let line = "\(DoctorFacts.settings)=\(desktop.line)"
    #expect(text == desktop.text.replacing("[preferred]\n", with: "[preferred]\n\(line)\n"))
    // The user's file comes before the desktop's file in the portal's search order.
    let looked = facts.portal.lookup.folders.confs(.byConf)
    let own = try #require(looked.firstIndex(of: file.path))
    #expect(try own < #require(looked.firstIndex(of: desktop.path)))
    let before = try #require(facts.portal.lookup.conf)
    let after = try #require(PortalsConf(path: file.path, text: text))
    for part in ["FileChooser", "ScreenCast", "Screenshot", "Inhibit", "Secret", "Access", "Print"]
    {
      let interface = "org.freedesktop.impl.portal.\(part)"
      #expect(after.names(for: interface) == before.names(for: interface))
    }
    #expect(after.defaults == before.defaults)
    facts.portal.lookup.onlyConf = after
    facts.portal.own.present = [file.path: file.content]
    #expect(facts.portal.asked.first?.isOwn == true)
    #expect(Diagnosis(facts).findings == [])
    #expect(Diagnosis(facts).planned == [])
    #expect(Diagnosis(facts).portalFilesFinding == nil)
  }

  private struct Missing: Error {}

  @Test("If a desktop's own backend reports the same style as nightd, the doctor reports nothing")
  func ownSettings() {
    var facts = Self.desktops[2].facts
    for name in ["GNOME", "ubuntu:GNOME", "X-Cinnamon", "KDE"] {
      facts.portal.desktops = PortalFolders.desktops(name)
      #expect(!Diagnosis(facts).findings.map(\.code).contains(.portalPartly))
      #expect(Diagnosis(facts).portalFilesFinding == nil)
    }
  }

  @Test("The desktops that nightd serves are those in the installed portal file")
  func ownDesktops() throws {
    let path = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let file = try #require(fopen("/\(path)/data/nightd.portal", "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: KeyFile.bytes)
    let count = fread(&bytes, 1, bytes.count, file)
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    let portal = try #require(PortalFile(fileName: "nightd.portal", text: text))
    #expect(portal.useIn == PortalFile.ownDesktops)
  }
}
