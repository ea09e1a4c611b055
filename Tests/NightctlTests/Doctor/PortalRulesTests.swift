import NightCore
@testable import nightctl
import Testing

/// The order in which the portal asks its backends for settings; the rules were observed with older
/// and newer portals.
@Suite("The portal's order of backends")
struct PortalRulesTests {
  static func file(_ name: String, _ useIn: String?, _ part: String = "Settings") -> PortalFile {
    let line = useIn.map { "UseIn=\($0)\n" } ?? ""
    let text = """
      [portal]
      DBusName=org.freedesktop.impl.portal.desktop.\(name)
      Interfaces=org.freedesktop.impl.portal.\(part);
      \(line)
      """
    return PortalFile(fileName: name + ".portal", text: text)
      ?? PortalFile(name: name, busName: "broken", interfaces: [], useIn: nil)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var rules = PortalRules.byUseIn
    var files = [file("gtk", "gnome"), file("nightd", "sway;hyprland;i3;gnome")]
    var conf: String?
    /// The files in the folders after the first one, if the portal reads these folders too.
    var later: [String] = []
    let desktops: [String]
    let asked: [String]
    var testDescription: String { "\(rules) \(desktops) \(conf ?? "") \(files.map(\.name))" }
  }

  private static let settings = "org.freedesktop.impl.portal.Settings"

  static let cases: [Case] = [
    // If the desktop is unknown, the portal asks the backends in the order of their file names.
    Case(desktops: [], asked: ["gtk", "nightd"]),
    Case(desktops: ["weston"], asked: ["gtk", "nightd"]),
    Case(desktops: ["sway"], asked: ["nightd", "gtk"]),
    Case(desktops: ["Sway"], asked: ["nightd", "gtk"]),
    Case(desktops: ["GNOME"], asked: ["gtk", "nightd"]),
    Case(desktops: ["sway", "GNOME"], asked: ["nightd", "gtk"]),
    Case(desktops: ["ubuntu", "GNOME"], asked: ["gtk", "nightd"]),
    Case(
      files: [file("gtk", "gnome"), file("00-nightd", "gnome")],
      desktops: ["GNOME"],
      asked: ["00-nightd", "gtk"]
    ),
    Case(files: [file("gtk", "gnome"), file("nightd", nil)], desktops: [], asked: ["gtk"]),
    Case(files: [file("gtk", "gnome", "Print")], desktops: ["GNOME"], asked: []),
    // An older portal ignores portals.conf.
    Case(
      conf: "[preferred]\n\(settings)=nightd\n",
      desktops: ["GNOME"],
      asked: ["gtk", "nightd"]
    ),
    Case(
      rules: .byConf,
      conf: "[preferred]\ndefault=gtk\n\(settings)=nightd;gtk;\n",
      desktops: ["GNOME"],
      asked: ["nightd", "gtk"]
    ),
    Case(rules: .byConf, conf: "[preferred]\ndefault=gtk\n", desktops: ["sway"], asked: ["gtk"]),
    Case(
      rules: .byConf,
      conf: "[preferred]\ndefault=*\n",
      desktops: ["sway"],
      asked: ["nightd", "gtk"]
    ),
    Case(
      rules: .byConf,
      conf: "[preferred]\ndefault=gtk\n\(settings)=none\n",
      desktops: ["sway"],
      asked: []
    ),
    // The portal ignores the names of backends that do not exist.
    Case(
      rules: .byConf,
      conf: "[preferred]\n\(settings)=kde;nightd\n",
      desktops: [],
      asked: ["nightd"]
    ),
    // If no line names the interface, the desktop's name decides; if no backend names this desktop,
    // the portal asks only GTK's backend.
    Case(
      rules: .byConf,
      conf: "[preferred]\n\(settings).Other=nightd\n",
      desktops: ["sway"],
      asked: ["nightd"]
    ),
    Case(rules: .byConf, desktops: ["weston"], asked: ["gtk"]),
    Case(rules: .byConf, desktops: ["sway"], asked: ["nightd"]),
    Case(
      rules: .byConf,
      files: [file("gtk", nil), file("nightd", nil)],
      desktops: ["sway"],
      asked: ["gtk"]
    ),
    Case(rules: .byConf, files: [file("nightd", nil)], desktops: ["sway"], asked: []),
    // From 1.21.1 on, a file that names no installed backend for the interface decides nothing.
    Case(
      rules: .byConf,
      conf: "[preferred]\n\(settings).Other=nightd\n",
      later: ["[preferred]\ndefault=gtk\n"],
      desktops: ["sway"],
      asked: ["gtk"]
    ),
    Case(
      rules: .byConf,
      conf: "[preferred]\n\(settings)=nightd;gtk\n",
      later: ["[preferred]\ndefault=gtk\n"],
      desktops: ["sway"],
      asked: ["nightd", "gtk"]
    ),
    Case(
      rules: .byConf,
      conf: "[preferred]\n\(settings)=kde\n",
      later: ["[preferred]\n\(settings)=lost\n", "[preferred]\ndefault=*\n"],
      desktops: [],
      asked: ["gtk", "nightd"]
    ),
    // “none” ends the search, also as the default of a file.
    Case(
      rules: .byConf,
      conf: "[preferred]\n\(settings).Other=nightd\n",
      later: ["[preferred]\ndefault=none\n", "[preferred]\ndefault=gtk\n"],
      desktops: ["sway"],
      asked: []
    ),
    // The line for the interface counts before the default, but only within one file.
    Case(
      rules: .byConf,
      conf: "[preferred]\ndefault=gtk\n",
      later: ["[preferred]\n\(settings)=nightd\n"],
      desktops: ["sway"],
      asked: ["gtk"]
    ),
  ]

  @Test(
    "The portal's version decides in which order the portal asks the backends",
    arguments: cases
  )
  func asked(row: Case) {
    let texts = [row.conf].compactMap(\.self) + row.later
    let confs = texts.compactMap { PortalsConf(path: "/p", text: $0) }
    #expect(row.rules.asked(of: row.files, confs, for: row.desktops).map(\.name) == row.asked)
  }

  @Test("The portal chooses a file chooser by the same rules as a settings backend")
  func fileChooser() {
    let files = [Self.file("gtk", "gnome", "FileChooser"), Self.file("nightd", "sway")]
    #expect(PortalRules.byUseIn.hasFileChooser(of: files, [], for: ["sway"]))
    #expect(!PortalRules.byUseIn.hasFileChooser(of: [files[1]], [], for: ["sway"]))
    let none = PortalsConf(path: "/p", text: "[preferred]\ndefault=none\n")
    let confs = [none].compactMap(\.self)
    #expect(!PortalRules.byConf.hasFileChooser(of: files, confs, for: ["sway"]))
    #expect(PortalRules.byConf.hasFileChooser(of: files, [], for: ["sway"]))
  }

  @Test(
    "The doctor's fix puts nightd first in portals.conf and keeps the other backends",
    arguments: [
      ("[preferred]\ndefault=gtk\n", "[preferred]\n\(settings)=nightd;gtk\ndefault=gtk\n"),
      ("[preferred]\n\(settings)=kde;gtk\n", "[preferred]\n\(settings)=nightd;kde;gtk\n"),
      ("# c\n[preferred]\n\(settings)=none\n", "# c\n[preferred]\n\(settings)=nightd\n"),
      ("[preferred]\n\(settings)=gtk;nightd;\n", "[preferred]\n\(settings)=nightd;gtk\n"),
      ("[preferred]\nx=y\n", "[preferred]\n\(settings)=nightd;gtk\nx=y\n"),
    ]
  )
  func preferring(before: String, after: String) throws {
    #expect(
      try #require(PortalsConf(path: "/p", text: before)).preferringOwn(besides: ["gtk"]) == after
    )
  }

  @Test(
    "A portals.conf without a [preferred] group is ignored",
    arguments: ["", "[other]\na=b\n", "a\n"]
  )
  func noPreferences(text: String) {
    #expect(PortalsConf(path: "/p", text: text) == nil)
  }
}
