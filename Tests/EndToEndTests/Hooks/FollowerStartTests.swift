import Glibc
import NightBus
import TestSupport
import Testing

/// Checks when the daemon starts `nightctl programs apply` for programs that follow automatically.
///
/// A flip of the desktop's switch must still count while nightctl runs.
@Suite("Programs that follow automatically")
struct FollowerStartTests {
  private static let record = ".local/state/nightd/programs/record.json"
  private static let settings = ".config/gtk-3.0/settings.ini"
  private static let schema = "/usr/share/glib-2.0/schemas/org.gnome.desktop.interface.gschema.xml"
  private static let hasSettings = Tool.path("gsettings") != nil && access(schema, R_OK) == 0
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func until(
    at place: SourceLocation = #_sourceLocation,
    _ isSo: () throws -> Bool
  ) throws {
    if try becomesTrue(isSo) { return }
    try #require(Bool(false), sourceLocation: place)
  }

  private func awaitRun(_ caller: Caller, at place: SourceLocation = #_sourceLocation) throws {
    try until(at: place) {
      try caller.reactions().contains {
        $0["name"]?.asString == "programs" && $0["running"]?.asBool == false
      }
    }
  }

  /// Writes the record of an earlier run, which set the theme `Dark`.
  private func writeRecord() throws {
    try desk.home.write("[Settings]\ntheme=Dark\n", to: Self.settings)
    try desk.home.write(
      """
      {"version": 1, "programs": {},
        "files": {"\(desk.home.file(Self.settings))": {"format": "ini", "programs": ["gtk"],
        "original": "[Settings]\\ntheme=Mine\\n", "written": ["[Settings]\\ntheme=Dark\\n"],
        "settings": [{"group": "Settings", "name": "theme", "value": "Dark"}], "folders": []}},
        "keys": [], "untold": []}
      """,
      to: Self.record
    )
  }

  @Test("If no toolkit is installed, nightd does not start nightctl, and nothing is written")
  func nothing() throws {
    try desk.home.write("#!/bin/sh\n", to: HookTests.folder + "/x")
    #expect(chmod(desk.home.file(HookTests.folder + "/x"), 0o755) == 0)
    try desk.startDaemon(adding: ["PATH": desk.home.file("empty")])
    let caller = try Caller(desk)
    _ = try caller.set("dark").get()
    // nightd runs the reaction for programs before the hooks.
    try until {
      try caller.reactions().contains {
        $0["name"]?.asString == "hooks" && $0["running"]?.asBool == false
          && $0["runs"]?.asUInt64 ?? 0 >= 2
      }
    }
    #expect(try !caller.reactions().contains { $0["name"]?.asString == "programs" })
    #expect(desk.home.list(".local/state/nightd").filter { $0 == "programs" } == [])
  }

  @Test("If the home folder has a settings file, nightd starts nightctl, even without a display")
  func evidence() throws {
    let user = "[Settings]\ngtk-theme-name=HighContrast\n"
    try desk.home.write(user, to: Self.settings)
    try desk.startDaemon(adding: ["PATH": desk.home.file("empty")])
    try desk.nightctl("set", "dark")
    try until { desk.home.text(Self.settings) != user }
    #expect(desk.home.text(Self.settings) == "[Settings]\ngtk-theme-name=HighContrastInverse\n")
    #expect(desk.home.text(Self.record) != nil)
  }

  @Test(
    "If no style has been chosen yet, nightd restores the values that an earlier nightd replaced"
  )
  func restores() throws {
    try writeRecord()
    try desk.startDaemon()
    try awaitRun(try Caller(desk))
    #expect(desk.home.text(Self.settings) == "[Settings]\ntheme=Mine\n")
    #expect(desk.home.text(Self.record) == nil)
  }

  @Test("`programs off` restores the user's file that an earlier run of nightd changed")
  func off() throws {
    try desk.startDaemon()
    try desk.nightctl("set", "dark")
    try writeRecord()
    try desk.nightctl("programs", "off", "gtk")
    try until { desk.home.text(Self.record) == nil }
    #expect(desk.home.text(Self.settings) == "[Settings]\ntheme=Mine\n")
  }

  @Test(
    "A flip of GNOME's switch takes effect even while nightctl writes other settings",
    .enabled(if: hasSettings, "gsettings or its schemas are missing")
  )
  func flip() throws {
    let backend = ["GSETTINGS_BACKEND": "keyfile", "XDG_DATA_DIRS": "/usr/share"]
    try #require(mkfifo(desk.home.file("gate"), 0o600) == 0)
    try desk.startDaemon(adding: backend)
    let caller = try Caller(desk)
    try until { try caller.desktop()["source"]?.asString == "gsettings" }
    try desk.nightctl("programs", "off", "gnome")
    try desk.nightctl("set", "light")
    // Reading this key waits until the gate opens, so that nightctl runs for a long time.
    try desk.home.write(
      """
      {"version": 1, "programs": {}, "files": {}, "untold": [], "keys": [{"group": "",
        "name": "theme", "program": "xfconf", "original": "Mine", "written": ["Dark"],
        "read": ["sh", "-c", "read line <'\(desk.home.file("gate"))'; echo Dark"],
        "write": ["sh", "-c", "echo {=} >'\(desk.home.file("store"))'"]}]}
      """,
      to: Self.record
    )
    try desk.nightctl("set", "dark")
    try until {
      try caller.reactions().contains {
        $0["name"]?.asString == "programs" && $0["running"]?.asBool == true
      }
    }
    try desk.nightctl("set", "light")
    let done = try Program.run(
      "gsettings",
      ["set", "org.gnome.desktop.interface", "color-scheme", "prefer-dark"],
      environment: desk.environment.merging(backend) { $1 }
    )
    try #require(done.exit == .exited(0), "\(done)")
    try until {
      (desk.home.text(".local/state/nightd/desktop.json") ?? "").contains("\"heard\": \"dark\"")
    }
    try until { try desk.nightctl("get").output == "dark\n" }
    let gate = open(desk.home.file("gate"), O_RDWR | O_CLOEXEC)
    defer { close(gate) }
    try #require(write(gate, "\n\n\n\n", 4) == 4)
    try awaitRun(caller)
    #expect(try desk.nightctl("get").output == "dark\n")
    #expect(desk.home.text("store") == "Mine\n")
  }
}
