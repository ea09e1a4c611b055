import Glibc
import NightCore
import NightPrograms
import TestSupport
import Testing

/// Runs `nightctl programs gnome` alone, with the real GIO and with a user's settings.
@Suite("nightctl programs gnome")
struct GnomeWriterTests {
  static let schema = "/usr/share/glib-2.0/schemas/org.gnome.desktop.interface.gschema.xml"
  static let hasSettings = Tool.path("gsettings") != nil && access(schema, F_OK) == 0
  static let missing: Comment = "gsettings or the schemas are missing"

  private static let silence =
    "exited with 0; standard output: \"\"; standard error: \"\""

  /// A user's settings, stored in a file.
  struct Settings {
    let home: TemporaryFolder
    let environment: [String: String]

    /// Makes settings that GIO stores in a file, or in dconf if there is a bus.
    init(bus: PrivateBus? = nil, adding more: [String: String] = [:]) throws {
      let home = try bus?.home ?? TemporaryFolder()
      self.home = home
      let others = try bus?.environment().merging(["GSETTINGS_BACKEND": "dconf"]) { $1 } ?? [:]
      let own = [
        "PATH": Tool.searchPath, "HOME": home.path, "XDG_CONFIG_HOME": home.file(".config"),
        "LANG": "C.UTF-8",
        "XDG_DATA_DIRS": "/usr/share", "GSETTINGS_BACKEND": "keyfile",
      ]
      let state = [
        "XDG_DATA_DIRS": "/usr/share", "XDG_STATE_HOME": home.file("state"),
        "XDG_RUNTIME_DIR": home.path,
      ]
      environment = own.merging(others) { $1 }.merging(state) { $1 }
        .merging(more) { $1 }
    }

    /// Runs nightctl and lets it write; the returned output does not contain nightctl's question.
    @discardableResult
    func write(_ words: String...) throws -> Finished {
      var done = try answered(RunnerProtocol.yes, words)
      let lines = done.output.split(separator: "\n")
      let said = lines.filter { !$0.hasPrefix(RunnerProtocol.question) }.map { $0 + "\n" }
      done.outputBytes = Array(said.joined().utf8)
      return done
    }

    func answered(_ answer: String?, _ words: [String]) throws -> Finished {
      try Program.run(
        Built.nightctl,
        ["programs", "gnome"] + words,
        environment: nightctlEnvironment,
        input: .bytes(answer.map { Array(($0 + "\n").utf8) } ?? [])
      )
    }

    /// Starts nightctl, which then waits for the test's answer to its question.
    func asking(_ words: String...) throws -> TestSupport.Program {
      let program = try Program.start(
        Built.nightctl,
        ["programs", "gnome"] + words,
        environment: nightctlEnvironment,
        input: .pipe
      )
      let line = try program.nextLine()
      try #require(line.hasPrefix(RunnerProtocol.question), "\(line)")
      return program
    }

    /// nightctl must write UTF-8 in every locale, and its output must contain none of GIO's
    /// messages.
    private var nightctlEnvironment: [String: String] {
      environment.merging(["LC_ALL": "C", "G_MESSAGES_DEBUG": "all", "G_DEBUG": "fatal-warnings"]) {
        $1
      }
    }

    func set(_ key: String, _ value: String) throws {
      let done = try gsettings("set", key, value)
      try #require(done.exit == .exited(0), "\(done)")
    }

    func get(_ key: String) throws -> String {
      String(try gsettings("get", key).output.dropLast())
    }

    private func gsettings(_ verb: String, _ words: String...) throws -> Finished {
      let all = [verb, "org.gnome.desktop.interface"] + words
      return try Program.run(try #require(Tool.path("gsettings")), all, environment: environment)
    }

    /// The recorded keys, each with nightd's value and the user's value.
    var lines: [String]? {
      guard let text = home.text("state/nightd/gsettings.json"),
        let root = try? JSONReader.read(Array(text.utf8)),
        case .array(let keys)? = root["keys"]?.value
      else { return nil }
      return keys.map { key in
        let written = key["written"]?.plain
        guard case .array(let values)? = written, case .string(let value)? = values.first,
          case .string(let name)? = key["name"]?.plain,
          case .string(let original)? = key["original"]?.plain
        else { return "damaged" }
        return "\(name) \(value) \(original)"
      }
    }
  }

  @Test(
    "Before nightd writes a setting, it records the previous value, which it later restores",
    .enabled(if: hasSettings, missing)
  )
  func way() throws {
    let settings = try Settings()
    try settings.set("color-scheme", "prefer-light")
    #expect(try settings.write("write", "color-scheme", "'prefer-dark'").exit == .exited(0))
    #expect(try settings.get("color-scheme") == "'prefer-dark'")
    #expect(settings.lines == ["color-scheme 'prefer-dark' 'prefer-light'"])
    try settings.write("write", "color-scheme", "'prefer-light'", "write", "icon-theme", "'x y'")
    #expect(try settings.get("icon-theme") == "'x y'")
    #expect(settings.lines == ["icon-theme 'x y' 'Adwaita'"])
    // `write` restores a key that its arguments no longer contain; `leave` keeps the value of its
    // key.
    try settings.write("write", "color-scheme", "'prefer-dark'")
    #expect(try settings.get("icon-theme") == "'Adwaita'")
    try settings.write("leave", "color-scheme")
    #expect(try settings.get("color-scheme") == "'prefer-dark'")
    #expect(settings.lines == ["color-scheme 'prefer-dark' 'prefer-light'"])
    #expect(try settings.write().description == Self.silence)
    #expect(try settings.get("color-scheme") == "'prefer-light'")
    #expect(settings.lines == nil)
    #expect(settings.home.list("state/nightd") == ["gsettings.lock"])
  }

  @Test(
    "If another program overwrites nightd's setting, nightd later restores that program's value",
    .enabled(if: hasSettings, missing)
  )
  func others() throws {
    let settings = try Settings()
    try settings.write("write", "color-scheme", "'prefer-dark'")
    try settings.set("color-scheme", "prefer-light")
    try settings.write()
    #expect(try settings.get("color-scheme") == "'prefer-light'")
    #expect(settings.lines == nil)
    try settings.write("write", "color-scheme", "'prefer-dark'")
    try settings.set("color-scheme", "default")
    try settings.write("write", "color-scheme", "'prefer-dark'")
    #expect(settings.lines == ["color-scheme 'prefer-dark' 'default'"])
    // The user has chosen this value, so there is nothing to restore.
    try settings.set("color-scheme", "prefer-light")
    try settings.write("write", "color-scheme", "'prefer-light'")
    #expect(settings.lines == nil)
  }

  @Test(
    "nightctl sends nightd the list of GNOME's keys, and writes nothing unless nightd says yes",
    .enabled(if: hasSettings, missing),
    arguments: ["no", "", nil] as [String?]
  )
  func asks(answer: String?) throws {
    let settings = try Settings()
    try settings.write("write", "icon-theme", "'old'")
    let arguments = ["write", "color-scheme", "'prefer-dark'", "write", "gtk-theme", "'x'"]
    let done = try settings.answered(answer, arguments)
    #expect(done.exit == .exited(GnomeFailure.outdated.rawValue))
    let question = "may-write 'default' 'prefer-dark' users - - - gtk-theme icon-theme color-scheme"
    #expect(done.output == question + "\n")
    #expect(try settings.get("color-scheme") == "'default'")
    #expect(try settings.get("gtk-theme") == "'Adwaita'")
    #expect(try settings.get("icon-theme") == "'old'")
    #expect(settings.lines == ["icon-theme 'old' 'Adwaita'"])
  }

  @Test(
    "nightd restores the user's last choice, even if nightd's record still has an earlier value",
    .enabled(if: hasSettings, missing)
  )
  func restored() throws {
    let settings = try Settings()
    try settings.set("color-scheme", "prefer-dark")
    try settings.write("write", "color-scheme", "'prefer-light'")
    try settings.write("restore", "color-scheme", "'prefer-light'")
    #expect(try settings.get("color-scheme") == "'prefer-light'")
    #expect(settings.lines == nil)
    try settings.write("write", "color-scheme", "'prefer-dark'")
    try settings.write("restore", "color-scheme", "'default'")
    #expect(try settings.get("color-scheme") == "'default'")
    #expect(settings.lines == nil)
    // The key is no longer set.
    let path = settings.home.path + "/.config/glib-2.0/settings/keyfile"
    #expect(try Program.run("grep", ["-c", "color-scheme", path]).output == "0\n")
    // A value that another program has set stays.
    try settings.write("write", "color-scheme", "'prefer-dark'")
    try settings.set("color-scheme", "prefer-light")
    try settings.write("restore", "color-scheme", "'default'")
    #expect(try settings.get("color-scheme") == "'prefer-light'")
  }

  @Test(
    "nightctl does not overwrite a value that the user chooses while nightctl waits for nightd",
    .enabled(if: hasSettings, missing)
  )
  func quickPerson() throws {
    let settings = try Settings()
    try settings.set("color-scheme", "prefer-light")
    let nightctl = try settings.asking("write", "color-scheme", "'prefer-dark'")
    try settings.set("color-scheme", "default")
    try nightctl.write("\(RunnerProtocol.yes)\n")
    #expect(try nightctl.wait() == .exited(GnomeFailure.outdated.rawValue))
    #expect(try settings.get("color-scheme") == "'default'")
    #expect(settings.lines == nil)
  }

  @Test(
    "If another program changes a key while nightctl waits for nightd, the key keeps its new value",
    .enabled(if: hasSettings, missing)
  )
  func otherKey() throws {
    let settings = try Settings()
    let nightctl = try settings.asking("write", "color-scheme", "'prefer-dark'")
    try settings.set("cursor-size", "33")
    try nightctl.write("\(RunnerProtocol.yes)\n")
    #expect(try nightctl.wait() == .exited(0))
    #expect(try settings.get("color-scheme") == "'prefer-dark'")
    #expect(try settings.get("cursor-size") == "33")
  }

  @Test(
    "For the light style, nightd writes what GNOME's switch writes, or prefer-light outside GNOME",
    .enabled(if: hasSettings, missing),
    arguments: [
      ("GNOME", "prefer-dark", "'default'"), ("ubuntu:GNOME", "prefer-dark", "'default'"),
      ("GNOME-Classic:GNOME", "default", "'default'"), ("GNOME", "prefer-light", "'prefer-light'"),
      ("sway", "prefer-dark", "'prefer-light'"), ("", "default", "'prefer-light'"),
      ("GNOME-Flashback", "default", "'prefer-light'"),
    ]
  )
  func light(desktop: String, before: String, after: String) throws {
    let settings = try Settings(adding: ["XDG_CURRENT_DESKTOP": desktop])
    try settings.set("color-scheme", before)
    try settings.write("write", "color-scheme", "'prefer-light'")
    #expect(try settings.get("color-scheme") == after)
    try settings.write()
    #expect(try settings.get("color-scheme") == "'\(before)'")
  }

  @Test(
    "A theme's name is never run as a command, whatever text it contains",
    .enabled(if: hasSettings, missing),
    arguments: [
      "'$(touch HERE)'", "'`touch HERE`'", #""a'; touch HERE; '""#, #"'a\\b'"#, "'  two  '",
      "'*'", "'-rf'", #"'"'"#, "'%s%n'", "'é→'", "''",
    ]
  )
  func names(text: String) throws {
    let settings = try Settings()
    try settings.set("gtk-theme", "'before  it'")
    let done = try settings.write("write", "gtk-theme", text)
    #expect(done.description == Self.silence)
    #expect(try settings.get("gtk-theme") == text)
    #expect(settings.lines == ["gtk-theme \(text) 'before  it'"])
    try settings.write("write", "gtk-theme", "'other'")
    try settings.set("gtk-theme", text)
    try settings.write("write", "gtk-theme", "'other'")
    try settings.write()
    #expect(try settings.get("gtk-theme") == text)
    #expect(access("HERE", F_OK) != 0)
  }

  @Test(
    "If one setting cannot be changed, this is reported, and the other settings are changed",
    .enabled(if: hasSettings, missing)
  )
  func refused() throws {
    let settings = try Settings()
    let done = try settings.write(
      "write",
      "no-such-key",
      "'x'",
      "write",
      "color-scheme",
      "'fish'",
      "write",
      "icon-theme",
      "'y'"
    )
    #expect(done.exit == .exited(GnomeFailure.notWritten.rawValue))
    #expect(
      done.output == """
        org.gnome.desktop.interface has no key no-such-key here
        color-scheme did not become 'fish': the key does not accept this value

        """
    )
    #expect(try settings.get("icon-theme") == "'y'")
    #expect(settings.lines == ["icon-theme 'y' 'Adwaita'"])
  }

  @Test(
    "If a setting's previous value cannot be recorded, nightd does not change the setting",
    .enabled(if: hasSettings, missing)
  )
  func unkept() throws {
    let settings = try Settings()
    try settings.home.write("in the way", to: "state")
    let done = try settings.write("write", "color-scheme", "'prefer-dark'")
    #expect(done.exit == .exited(GnomeFailure.notKept.rawValue))
    #expect(done.output.contains(settings.home.file("state/nightd/gsettings.json")), "\(done)")
    #expect(try settings.get("color-scheme") == "'default'")
  }

  @Test(
    "If the record of previous values is damaged, nightctl writes nothing and says what to do",
    .enabled(if: hasSettings, missing),
    arguments: ["", "\n\n", "{", "{\"files\": {}}", "\0\0\0", "[]"]
  )
  func damaged(text: String) throws {
    let settings = try Settings()
    try settings.home.write(text, to: "state/nightd/gsettings.json")
    let done = try settings.write("write", "color-scheme", "'prefer-dark'")
    #expect(done.exit == .exited(GnomeFailure.notKept.rawValue))
    #expect(done.output.contains("gsettings.json is damaged"), "\(done)")
    #expect(try settings.get("color-scheme") == "'default'")
    #expect(settings.home.text("state/nightd/gsettings.json.aside-1") == text)
    // The record counts as damaged until somebody removes the file that was moved aside.
    let again = try settings.write("write", "color-scheme", "'prefer-dark'")
    #expect(again.exit == .exited(GnomeFailure.notKept.rawValue))
    #expect(try settings.get("color-scheme") == "'default'")
  }

  @Test(
    "A value of a wrong type is reported, and GIO does not abort nightctl",
    .enabled(if: hasSettings, missing),
    arguments: [
      ("color-scheme", "prefer-dark"), ("color-scheme", "uint32 1"), ("cursor-size", "'24'"),
      ("gtk-theme", "'x"), ("gtk-theme", "@as []"),
      ("text-scaling-factor", "9.5"),
    ]
  )
  func unfit(key: String, value: String) throws {
    let settings = try Settings()
    let before = try settings.get(key)
    let done = try settings.write("write", key, value, "write", "icon-theme", "'y'")
    #expect(done.exit == .exited(GnomeFailure.notWritten.rawValue), "\(done)")
    #expect(done.output == "\(key) did not become \(value): the key does not accept this value\n")
    #expect(try settings.get(key) == before)
    #expect(settings.lines == ["icon-theme 'y' 'Adwaita'"])
  }

  @Test(
    "If a value is stored in a place that other programs do not read, nightctl reports this",
    .enabled(if: hasSettings, missing),
    arguments: [("memory", "\n"), ("keyfile", ": Failed to write keyfile to ")]
  )
  func lost(backend: String, reason: String) throws {
    let settings = try Settings(adding: ["GSETTINGS_BACKEND": backend])
    try settings.home.write("in the way", to: ".config/glib-2.0/settings/keyfile/file")
    let done = try settings.write("write", "color-scheme", "'prefer-dark'")
    #expect(done.exit == .exited(GnomeFailure.notWritten.rawValue), "\(done)")
    #expect(done.output.hasPrefix("color-scheme did not become 'prefer-dark'\(reason)"), "\(done)")
    #expect(done.errors == "")
    #expect(settings.lines == nil)
  }

  @Test("If GNOME's settings are not installed, nightctl reports this")
  func noSchema() throws {
    let settings = try Settings(adding: ["XDG_DATA_DIRS": "/nowhere"])
    let done = try settings.write("write", "color-scheme", "'prefer-dark'")
    #expect(done.exit == .exited(GnomeFailure.noSchema.rawValue))
    #expect(done.output == "there is no schema org.gnome.desktop.interface\n")
  }

  @Test("If the library GIO is missing, the message mentions GIO and the package that contains it")
  func noLibrary() throws {
    let home = try TemporaryFolder()
    try home.write("no library", to: "libgio-2.0.so.0")
    let settings = try Settings(adding: ["LD_LIBRARY_PATH": home.path])
    let done = try settings.write("write", "color-scheme", "'x'")
    #expect(done.exit == .exited(GnomeFailure.noProgram.rawValue))
    #expect(done.output.contains("libgio-2.0.so.0"), "\(done)")
    #expect(done.output.contains("libglib2.0-0t64"), "\(done)")
  }

  @Test(
    "The command `nightctl programs gnome` refuses invalid arguments",
    arguments: [["write", "color-scheme"], ["read", "a", "b"], ["pair", "x", "dark"], ["leave"]]
  )
  func noOrders(_ orders: [String]) throws {
    let settings = try Settings()
    let done = try settings.answered(RunnerProtocol.yes, orders)
    #expect(done.exit == .exited(2))
    #expect(done.errors.contains("each ORDER is \"write KEY VALUE\""), "\(done)")
  }

  @Test(
    "If nightctl is killed while it waits for nightd's answer, no previous value is lost",
    .enabled(if: hasSettings, missing)
  )
  func killed() throws {
    let settings = try Settings()
    try settings.set("color-scheme", "prefer-light")
    try settings.write("write", "color-scheme", "'prefer-dark'")
    let nightctl = try settings.asking(
      "write",
      "color-scheme",
      "'default'",
      "write",
      "icon-theme",
      "'x'"
    )
    nightctl.send(signal: SIGKILL)
    #expect(try nightctl.wait() == .signalled(SIGKILL))
    #expect(try settings.get("color-scheme") == "'prefer-dark'")
    try settings.write()
    #expect(try settings.get("color-scheme") == "'prefer-light'")
    #expect(try settings.get("icon-theme") == "'Adwaita'")
    #expect(settings.lines == nil)
  }
}
