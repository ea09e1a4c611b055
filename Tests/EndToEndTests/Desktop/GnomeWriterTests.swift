import Glibc
import NightCore
import NightPrograms
import NightValues
import TestSupport
import Testing

/// Runs `nightctl programs gnome` alone, with the real program gsettings and a user's settings.
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

    /// If there is a bus, dconf stores the settings.
    init(path: String? = nil, bus: PrivateBus? = nil, adding more: [String: String] = [:]) throws {
      let home = try bus?.home ?? TemporaryFolder()
      self.home = home
      let others = try bus?.environment().merging(["GSETTINGS_BACKEND": "dconf"]) { $1 } ?? [:]
      let own = [
        "PATH": path.map { home.file($0) + ":" + Tool.searchPath } ?? Tool.searchPath,
        "HOME": home.path, "XDG_CONFIG_HOME": home.file(".config"), "LANG": "C.UTF-8",
        "XDG_DATA_DIRS": "/usr/share", "GSETTINGS_BACKEND": "keyfile",
      ]
      let state = [
        "XDG_DATA_DIRS": "/usr/share", "XDG_STATE_HOME": home.file("state"),
        "XDG_RUNTIME_DIR": home.path,
      ]
      environment = own.merging(others) { $1 }.merging(state) { $1 }
        .merging(more) { $1 }
    }

    /// Runs nightctl and gives it permission to write; the returned output leaves out its question.
    @discardableResult
    func mirror(_ words: String...) throws -> Finished {
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
        environment: environment,
        input: .bytes(answer.map { Array(($0 + "\n").utf8) } ?? [])
      )
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

    /// The recorded keys, each with its name, nightd's value and the user's value.
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
    "Values that differ are written, the previous ones are kept, and restored",
    .enabled(if: hasSettings, missing)
  )
  func way() throws {
    let settings = try Settings()
    try settings.set("color-scheme", "prefer-light")
    #expect(try settings.mirror("write", "color-scheme", "'prefer-dark'").exit == .exited(0))
    #expect(try settings.get("color-scheme") == "'prefer-dark'")
    #expect(settings.lines == ["color-scheme 'prefer-dark' 'prefer-light'"])
    try settings.mirror("write", "color-scheme", "'prefer-light'", "write", "icon-theme", "'x y'")
    #expect(try settings.get("icon-theme") == "'x y'")
    #expect(settings.lines == ["icon-theme 'x y' 'Adwaita'"])
    // A key that the call no longer names is restored; a key that the call leaves keeps its value.
    try settings.mirror("write", "color-scheme", "'prefer-dark'")
    #expect(try settings.get("icon-theme") == "'Adwaita'")
    try settings.mirror("leave", "color-scheme")
    #expect(try settings.get("color-scheme") == "'prefer-dark'")
    #expect(settings.lines == ["color-scheme 'prefer-dark' 'prefer-light'"])
    #expect(try settings.mirror().description == Self.silence)
    #expect(try settings.get("color-scheme") == "'prefer-light'")
    #expect(settings.lines == nil)
    #expect(settings.home.list("state/nightd") == ["gsettings.lock"])
  }

  @Test(
    "If another program chose a value meanwhile, it stays and becomes the previous value",
    .enabled(if: hasSettings, missing)
  )
  func others() throws {
    let settings = try Settings()
    try settings.mirror("write", "color-scheme", "'prefer-dark'")
    try settings.set("color-scheme", "prefer-light")
    try settings.mirror()
    #expect(try settings.get("color-scheme") == "'prefer-light'")
    #expect(settings.lines == nil)
    try settings.mirror("write", "color-scheme", "'prefer-dark'")
    try settings.set("color-scheme", "default")
    try settings.mirror("write", "color-scheme", "'prefer-dark'")
    #expect(settings.lines == ["color-scheme 'prefer-dark' 'default'"])
    // The user chose this value, and so there is nothing to restore.
    try settings.set("color-scheme", "prefer-light")
    try settings.mirror("write", "color-scheme", "'prefer-light'")
    #expect(settings.lines == nil)
  }

  @Test(
    "The question has the keys, the style last, and without a yes nothing is changed",
    .enabled(if: hasSettings, missing),
    arguments: ["no", "", nil] as [String?]
  )
  func asks(answer: String?) throws {
    let settings = try Settings()
    try settings.mirror("write", "icon-theme", "'old'")
    let arguments = ["write", "color-scheme", "'prefer-dark'", "write", "gtk-theme", "'x'"]
    let done = try settings.answered(answer, arguments)
    #expect(done.exit == .exited(GnomeFailure.outdated.rawValue))
    #expect(done.output == "may-write 'default' 'prefer-dark' gtk-theme icon-theme color-scheme\n")
    #expect(try settings.get("color-scheme") == "'default'")
    #expect(try settings.get("gtk-theme") == "'Adwaita'")
    #expect(try settings.get("icon-theme") == "'old'")
    #expect(settings.lines == ["icon-theme 'old' 'Adwaita'"])
  }

  @Test(
    "A key is restored to the user's choice, even if the kept value is older",
    .enabled(if: hasSettings, missing)
  )
  func restored() throws {
    let settings = try Settings()
    try settings.set("color-scheme", "prefer-dark")
    try settings.mirror("write", "color-scheme", "'prefer-light'")
    try settings.mirror("restore", "color-scheme", "'prefer-light'")
    #expect(try settings.get("color-scheme") == "'prefer-light'")
    #expect(settings.lines == nil)
    try settings.mirror("write", "color-scheme", "'prefer-dark'")
    try settings.mirror("restore", "color-scheme", "'default'")
    #expect(try settings.get("color-scheme") == "'default'")
    #expect(settings.lines == nil)
    // The key is no longer set at all.
    let path = settings.home.path + "/.config/glib-2.0/settings/keyfile"
    #expect(try Program.run("grep", ["-c", "color-scheme", path]).output == "0\n")
    // A value that another program has set stays.
    try settings.mirror("write", "color-scheme", "'prefer-dark'")
    try settings.set("color-scheme", "prefer-light")
    try settings.mirror("restore", "color-scheme", "'default'")
    #expect(try settings.get("color-scheme") == "'prefer-light'")
  }

  @Test(
    "A value that the user chose after the start is not overwritten",
    .enabled(if: hasSettings, missing)
  )
  func quickPerson() throws {
    let program = try #require(Tool.path("gsettings"))
    let settings = try Settings(path: "bin")
    try settings.set("color-scheme", "prefer-light")
    let seen = settings.home.file("seen")
    try settings.home.write(
      """
      #!/bin/sh
      if [ "$1" = list-recursively ]; then
        [ ! -e \(seen) ] || \(program) set org.gnome.desktop.interface color-scheme default
        : >\(seen)
      fi
      exec \(program) "$@"

      """,
      to: "bin/gsettings"
    )
    chmod(settings.home.file("bin/gsettings"), 0o700)
    let done = try settings.mirror("write", "color-scheme", "'prefer-dark'")
    #expect(done.exit == .exited(GnomeFailure.outdated.rawValue))
    #expect(try settings.get("color-scheme") == "'default'")
    #expect(settings.lines == nil)
  }

  @Test(
    "On GNOME, light is written as GNOME's own switch writes it, and elsewhere as prefer-light",
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
    try settings.mirror("write", "color-scheme", "'prefer-light'")
    #expect(try settings.get("color-scheme") == after)
    try settings.mirror()
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
    let done = try settings.mirror("write", "gtk-theme", text)
    #expect(done.description == Self.silence)
    #expect(try settings.get("gtk-theme") == text)
    #expect(settings.lines == ["gtk-theme \(text) 'before  it'"])
    try settings.mirror("write", "gtk-theme", "'other'")
    try settings.set("gtk-theme", text)
    try settings.mirror("write", "gtk-theme", "'other'")
    try settings.mirror()
    #expect(try settings.get("gtk-theme") == text)
    #expect(access("HERE", F_OK) != 0)
  }

  @Test(
    "A change that is impossible is reported, and the other changes are made",
    .enabled(if: hasSettings, missing)
  )
  func refused() throws {
    let settings = try Settings()
    let done = try settings.mirror(
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
        color-scheme did not become 'fish'

        """
    )
    #expect(try settings.get("icon-theme") == "'y'")
    #expect(settings.lines == ["icon-theme 'y' 'Adwaita'"])
  }

  @Test(
    "If the previous value cannot be kept, nothing is written",
    .enabled(if: hasSettings, missing)
  )
  func unkept() throws {
    let settings = try Settings()
    try settings.home.write("in the way", to: "state")
    let done = try settings.mirror("write", "color-scheme", "'prefer-dark'")
    #expect(done.exit == .exited(GnomeFailure.notKept.rawValue))
    #expect(done.output.contains(settings.home.file("state/nightd/gsettings.json")), "\(done)")
    #expect(try settings.get("color-scheme") == "'default'")
  }

  @Test(
    "With a damaged record, nothing is written, and the message says what to do",
    .enabled(if: hasSettings, missing),
    arguments: ["", "\n\n", "{", "{\"files\": {}}", "\0\0\0", "[]"]
  )
  func damaged(text: String) throws {
    let settings = try Settings()
    try settings.home.write(text, to: "state/nightd/gsettings.json")
    let done = try settings.mirror("write", "color-scheme", "'prefer-dark'")
    #expect(done.exit == .exited(GnomeFailure.notKept.rawValue))
    #expect(done.output.contains("gsettings.json is damaged"), "\(done)")
    #expect(try settings.get("color-scheme") == "'default'")
    #expect(settings.home.text("state/nightd/gsettings.json.aside-1") == text)
    // The damage counts until somebody has looked at the file that was kept.
    let again = try settings.mirror("write", "color-scheme", "'prefer-dark'")
    #expect(again.exit == .exited(GnomeFailure.notKept.rawValue))
    #expect(try settings.get("color-scheme") == "'default'")
  }

  @Test(
    "Other programs named gsettings do no harm",
    arguments: [
      (
        "exit 1", GnomeFailure.noSchema.rawValue,
        "there is no schema org.gnome.desktop.interface\n"
      ),
      (
        "case $1 in list-*) echo $2 color-scheme \"'default'\";; writable) echo false;; get) echo \"'default'\";; *) exit 1; esac",
        GnomeFailure.notWritten.rawValue, "color-scheme may not be changed here: it is locked\n"
      ),
      // The program loses each written value at once, as gsettings does without dconf.
      (
        "case $1 in list-*) echo $2 color-scheme \"'default'\";; writable) echo true;; get) echo \"'default'\"; esac",
        GnomeFailure.notWritten.rawValue, "color-scheme did not become 'prefer-dark'\n"
      ),
    ]
  )
  func madeUp(text: String, code: Int32, output: String) throws {
    let settings = try Settings(path: "bin")
    try settings.home.write("#!/bin/sh\n\(text)\n", to: "bin/gsettings")
    chmod(settings.home.file("bin/gsettings"), 0o700)
    let done = try settings.mirror("write", "color-scheme", "'prefer-dark'")
    #expect(done.exit == .exited(code))
    #expect(done.output == output)
    #expect(settings.lines == nil)
  }

  @Test("If gsettings is missing, this is reported")
  func noProgram() throws {
    let home = try TemporaryFolder()
    let done = try Program.run(
      Built.nightctl,
      ["programs", "gnome", "write", "color-scheme", "'x'"],
      environment: ["PATH": home.path, "HOME": home.path]
    )
    #expect(done.exit == .exited(GnomeFailure.noProgram.rawValue))
  }

  @Test(
    "Arguments that are no orders are refused",
    arguments: [["write", "color-scheme"], ["read", "a", "b"], ["pair", "x", "dark"], ["leave"]]
  )
  func noOrders(_ orders: [String]) throws {
    let settings = try Settings()
    let done = try settings.answered(RunnerProtocol.yes, orders)
    #expect(done.exit == .exited(2))
    #expect(done.errors.contains("each ORDER is write KEY VALUE"), "\(done)")
  }

  @Test(
    "If nightctl is killed at any step, no previous value is lost",
    .enabled(if: hasSettings, missing)
  )
  func killed() throws {
    let program = try #require(Tool.path("gsettings"))
    for step in 1...9 {
      let settings = try Settings(path: "bin")
      let count = settings.home.file("count")
      try settings.home.write(
        """
        #!/bin/sh
        echo >>\(count)
        if [ -e \(count).kill ] && [ $(wc -l <\(count)) -eq \(step) ]; then
          [ $((\(step) % 2)) = 0 ] && \(program) "$@"
          kill -9 $PPID
          exit 1
        fi
        exec \(program) "$@"

        """,
        to: "bin/gsettings"
      )
      chmod(settings.home.file("bin/gsettings"), 0o700)
      try settings.set("color-scheme", "prefer-light")
      try settings.mirror("write", "color-scheme", "'prefer-dark'")
      unlink(count)
      try settings.home.write("", to: "count.kill")
      try settings.mirror("write", "color-scheme", "'default'", "write", "icon-theme", "'x'")
      unlink(count + ".kill")
      try settings.mirror("write", "color-scheme", "'prefer-dark'", "write", "icon-theme", "'x'")
      try settings.mirror()
      #expect(try settings.get("color-scheme") == "'prefer-light'", "step \(step)")
      #expect(try settings.get("icon-theme") == "'Adwaita'", "step \(step)")
      #expect(settings.lines == nil)
    }
  }
}
