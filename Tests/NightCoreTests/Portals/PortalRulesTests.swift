import NightCore
import NightDoctor
import Testing

/// Whom the portal asks for settings, as portals of both kinds were seen to choose.
@Suite("Whom the portal asks")
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
    let desktops: [String]
    let asked: [String]
    var testDescription: String { "\(rules) \(desktops) \(conf ?? "") \(files.map(\.name))" }
  }

  private static let settings = "org.freedesktop.impl.portal.Settings"

  static let cases: [Case] = [
    // Without a desktop, or with another one, the names of the files decide.
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
    // A file of preferences says nothing to the older one.
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
    // Names of what is not installed count for nothing.
    Case(
      rules: .byConf,
      conf: "[preferred]\n\(settings)=kde;nightd\n",
      desktops: [],
      asked: ["nightd"]
    ),
    // What the file says nothing of, and where there is none: by the desktop, and then GTK's alone.
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
  ]

  @Test("in the order that its version has", arguments: cases)
  func asked(row: Case) {
    let conf = row.conf.flatMap { PortalsConf(path: "/p", text: $0) }
    #expect(row.rules.asked(of: row.files, conf, for: row.desktops).map(\.name) == row.asked)
  }

  @Test("one that serves files is looked for by the same rules")
  func fileChooser() {
    let files = [Self.file("gtk", "gnome", "FileChooser"), Self.file("nightd", "sway")]
    #expect(PortalRules.byUseIn.hasFileChooser(of: files, nil, for: ["sway"]))
    #expect(!PortalRules.byUseIn.hasFileChooser(of: [files[1]], nil, for: ["sway"]))
    let conf = PortalsConf(path: "/p", text: "[preferred]\ndefault=none\n")
    #expect(!PortalRules.byConf.hasFileChooser(of: files, conf, for: ["sway"]))
    #expect(PortalRules.byConf.hasFileChooser(of: files, nil, for: ["sway"]))
  }

  @Test(
    "a file of preferences gets nightd before those in force, and nothing else is changed",
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

  @Test("a file without preferences is passed over", arguments: ["", "[other]\na=b\n", "a\n"])
  func noPreferences(text: String) {
    #expect(PortalsConf(path: "/p", text: text) == nil)
  }
}
