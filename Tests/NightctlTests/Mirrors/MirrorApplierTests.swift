import Glibc
import NightCore
import NightPrograms
import NightThemes
import NightValues
import Testing

@testable import nightctl

/// Carries mirrors out with real files in a folder of its own.
@Suite("How nightctl carries mirrors out")
final class MirrorApplierTests {
  private let home: String
  private var settings: String { home + "/.config/gtk-3.0/settings.ini" }
  private var record: String { home + "/.local/state/nightd/mirrors/record.json" }
  private var told: String { home + "/told" }

  init() throws {
    var template = Array("/tmp/nightctl-mirrors-XXXXXX".utf8CString)
    home = String(cString: try #require(mkdtemp(&template)))
  }

  deinit { _ = system("rm -rf \(home)") }

  /// A small mirror of GTK's settings file, which tells programs by adding a line to `told`.
  private func mirror(_ values: [String: String] = ["theme": "Dark"]) -> Mirror {
    let (path, script) = (settings, "echo told >>\(told)")
    return Mirror(
      "gtk-files",
      "a settings file",
      .notTried,
      evidence: { _ in [path] },
      isWanted: { _ in true },
      settings: { _ in
        values.sorted { $0.key < $1.key }.map {
          MirrorSetting(.file(path: path, .ini), .init("Settings", $0.key), $0.value)
        }
      },
      announcements: { _ in [.run(["sh", "-c", script])] }
    )
  }

  /// A mirror of a store whose values are files, read and written by a shell.
  private func storeMirror(_ value: String, canReset: Bool = true) -> Mirror {
    let commands = SettingsCommands(
      read: ["sh", "-c", "cat \(home)/store-{}"],
      write: ["sh", "-c", "printf '%s\\n' '{=}' >\(home)/store-{}"],
      reset: canReset ? ["rm", "\(home)/store-{}"] : nil
    )
    return Mirror(
      "xfconf",
      "a store",
      .notTried,
      evidence: { _ in [] },
      isWanted: { _ in true },
      settings: { _ in [MirrorSetting(.commands(commands), .init("", "theme"), value)] }
    )
  }

  private var context: MirrorContext {
    let home = home
    let scheme = ColorScheme(
      style: .dark,
      theme: "midnight",
      isHighContrast: false,
      accent: nil,
      roles: [:]
    )
    return MirrorContext(
      ProgramContext(scheme, BaseFolders { $0 == "HOME" ? home : nil })
    )
  }

  private func apply(_ mirrors: [Mirror], active: Bool = true) throws -> [MirrorApplier.Result] {
    let finder = ProgramFinder(environment: { $0 == "PATH" ? "/usr/bin:/bin" : nil })
    let file = try RecordFile<MirrorRecord>(record, keepsAside: true)
    try file.requireWhole()
    let applier = MirrorApplier(mirrors, context, finder, file)
    return try applier.apply(active ? mirrors : [])
  }

  private func write(_ text: String, _ path: String? = nil) throws {
    _ = try UserFile(path: path ?? settings).write(Array(text.utf8))
  }

  private func text(_ path: String? = nil) throws -> String? {
    try UserFile(path: path ?? settings).bytes().map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("A mirror writes its settings once, tells programs once, and restores each byte")
  func both() throws {
    let user = "# mine\r\n[Settings]\r\ntheme = Mine"
    try write(user)
    #expect(try apply([mirror()]).first?.written == [settings])
    #expect(try text() == "# mine\r\n[Settings]\r\ntheme = Dark")
    #expect(try apply([mirror()]).first == MirrorApplier.Result(name: "gtk-files"))
    #expect(try text(told) == "told\n")
    #expect(try apply([mirror()], active: false).first?.written == [settings])
    #expect(try text() == user)
    #expect(try text(told) == "told\ntold\n")
    #expect(try text(record) == nil)
  }

  /// The mirror of `mirror()`, which shows `theme=Usual` to programs before the user's values return.
  private func partingMirror(isSeen: Bool) -> Mirror {
    let (path, settings, told) = (settings, mirror().settings, told)
    @Sendable func tell(_ word: String, _ code: Int = 0) -> Announcement {
      .run(["sh", "-c", "echo \(word) $(grep theme '\(path)') >>\(told); exit \(code)"])
    }
    let last = MirrorSetting(.file(path: path, .ini), .init("Settings", "theme"), "Usual")
    let parting = Mirror.Parting(
      settings: [last],
      announcements: [tell("parting", isSeen ? 0 : 1)],
      restorations: [tell("parted")]
    )
    return Mirror(
      "gtk-files",
      "a settings file",
      .notTried,
      evidence: { _ in [path] },
      isWanted: { _ in true },
      settings: settings,
      announcements: { _ in [tell("set")] },
      restorations: { _ in [tell("back")] },
      parting: { _ in parting }
    )
  }

  @Test(
    "A parting is written and seen before the user's text returns, or is followed by the usual end",
    arguments: [true, false]
  )
  func parting(isSeen: Bool) throws {
    let user = "# mine\n[Settings]\na=1\n"
    try write(user)
    let mirror = partingMirror(isSeen: isSeen)
    _ = try apply([mirror])
    let result = try #require(try apply([mirror], active: false).first)
    #expect(result == MirrorApplier.Result(name: "gtk-files", written: [settings]))
    #expect(try text() == user)
    #expect(
      try text(told) == "set theme=Dark\nparting theme=Usual\n\(isSeen ? "parted" : "back")\n"
    )
    #expect(try text(record) == nil)
    // A mirror without a record has no parting.
    _ = try apply([mirror], active: false)
    #expect(try text(told)?.split(separator: "\n").count == 3)
  }

  @Test(
    "What an editor saves between the plan and the write is kept, and restored later",
    arguments: [true, false]
  )
  func savedMeanwhile(isRename: Bool) throws {
    try write("[Settings]\ntheme=Mine\n")
    // All files are planned before the first store is read, and the store's program saves the file.
    let saved = "[Settings]\n# saved\ntheme=Other\n"
    let save = isRename ? ">\(settings).save; mv \(settings).save" : ">"
    let script = "printf '\(saved.replacing("\n", with: "\\n"))' \(save) \(settings); false"
    let commands = SettingsCommands(read: ["sh", "-c", script], write: ["true"])
    let setting = MirrorSetting(.commands(commands), .init("", "key"), "value")
    let store = Mirror(
      "xfconf",
      "a store",
      .notTried,
      evidence: { _ in [] },
      isWanted: { _ in true },
      settings: { _ in [setting] }
    )
    let results = try apply([mirror(), store])
    #expect(results.first == MirrorApplier.Result(name: "gtk-files", written: [settings]))
    #expect(try text() == saved.replacing("Other", with: "Dark"))
    _ = try apply([mirror()], active: false)
    #expect(try text() == saved)
  }

  @Test("A program that nightd started is ended, even if no file has a value of nightd's any more")
  func program() throws {
    let (path, told) = (settings, told)
    let mirror = Mirror(
      "gtk-files",
      "a settings file",
      .notTried,
      evidence: { _ in [path] },
      isWanted: { _ in true },
      hasProgram: { _ in access(told, F_OK) != 0 },
      settings: { _ in [] },
      restorations: { _ in [.run(["sh", "-c", "echo ended >>\(told)"])] }
    )
    for _ in 0..<2 {
      #expect(
        try apply([mirror], active: false) == [MirrorApplier.Result(name: "gtk-files")]
      )
      #expect(try text(told) == "ended\n")
      #expect(try text(record) == nil)
    }
  }

  @Test("nightd's own file stays while a settings file that may not be written names it")
  func named() throws {
    let colors = home + "/colours"
    try write("[Settings]\n")
    let plain = mirror()
    let mirror = Mirror(
      "gtk-files",
      "a settings file",
      .notTried,
      evidence: plain.evidence,
      isWanted: plain.isWanted,
      files: { _ in [ColorFile(colors, "dark")] },
      settings: plain.settings
    )
    _ = try apply([mirror])
    // nightctl does not replace a file with a second name.
    try #require(link(settings, home + "/second") == 0)
    let refused = try #require(try apply([mirror], active: false).first)
    #expect(refused.notes.count == 1 && refused.written == [], "\(refused)")
    #expect(try text(colors) == "dark")
    try #require(unlink(home + "/second") == 0)
    _ = try apply([mirror], active: false)
    #expect(try text(colors) == nil)
    #expect(try text(record) == nil)
  }

  @Test("A file that a mirror made is removed, with its folders")
  func made() throws {
    _ = try apply([mirror()])
    #expect(try text() == "[Settings]\ntheme=Dark\n")
    _ = try apply([mirror()], active: false)
    #expect(access(home + "/.config", F_OK) != 0)
    #expect(access(home + "/.local/state/nightd/mirrors", F_OK) != 0)
  }

  @Test("Without evidence of its own value, a mirror that is not active writes nothing")
  func nothing() throws {
    #expect(try apply([mirror()], active: false) == [MirrorApplier.Result(name: "gtk-files")])
    #expect(access(home + "/.local", F_OK) != 0)
  }

  @Test("What a killed nightctl left beside a file is removed, unless a nightctl still writes it")
  func leftovers() throws {
    try write("[Settings]\ntheme=Mine\n")
    let folder = home + "/.config/gtk-3.0"
    for name in ["killed", "writes"] { try write("[Sett", "\(folder)/.nightctl-new-000000\(name)") }
    let writer = Glibc.open(folder + "/.nightctl-new-000000writes", O_RDONLY | O_CLOEXEC)
    defer { close(writer) }
    // A program that another test starts may hold the file for a moment.
    try #require(flock(writer, LOCK_EX) == 0)
    _ = try apply([mirror()])
    #expect(ProgramFinder.names(in: folder) == [".nightctl-new-000000writes", "settings.ini"])
  }

  @Test("If the record cannot be stored, no file is written")
  func noRecord() throws {
    try write("[Settings]\ntheme=Mine\n")
    try write("", home + "/.local")
    #expect(throws: Failure.self) { try apply([mirror()]) }
    #expect(try text() == "[Settings]\ntheme=Mine\n")
  }

  @Test("A damaged record is kept aside, and nothing is written until somebody removes it")
  func damaged() throws {
    try write("[Settings]\ntheme=Mine\n")
    for damage in ["", "{", "{}", #"{"files":{"/x":{}},"keys":[]}"#] {
      try write(damage, record)
      for _ in 0..<2 {
        #expect(throws: Failure.self) { try apply([mirror()]) }
        #expect(try text(record + ".aside-1") == damage)
      }
      unlink(record + ".aside-1")
    }
    #expect(try text() == "[Settings]\ntheme=Mine\n")
    _ = try apply([mirror()])
    #expect(try text() == "[Settings]\ntheme=Dark\n")
  }

  @Test(
    "A file that is no text, or too large, is left alone with a sentence",
    arguments: [[0x5B, 0xFF], [0x5B, 0], [UInt8](repeating: 10, count: (1 << 20) + 1)]
  )
  func strange(bytes: [UInt8]) throws {
    _ = try UserFile(path: settings).write(bytes)
    let result = try #require(try apply([mirror()]).first)
    #expect(result.written == [] && result.problems == [])
    #expect(result.notes.count == 1)
    #expect(try UserFile(path: settings).bytes() == bytes)
    #expect(try text(record) == nil)
  }

  @Test("A link is followed; a link without a target is left alone")
  func links() throws {
    try write("theme=x\n", home + "/dotfiles/settings.ini")
    try write("", home + "/.config/gtk-3.0/other")
    try #require(symlink(home + "/dotfiles/settings.ini", settings) == 0)
    _ = try apply([mirror()])
    #expect(try text(home + "/dotfiles/settings.ini") == "theme=x\n\n[Settings]\ntheme=Dark\n")
    _ = try apply([mirror()], active: false)
    #expect(try text(home + "/dotfiles/settings.ini") == "theme=x\n")
    unlink(home + "/dotfiles/settings.ini")
    let result = try #require(try apply([mirror()]).first)
    #expect(
      result.notes == ["\(settings) is left alone: it is a link to a file that does not exist"]
    )
  }

  @Test("A file that is open in an editor is left alone")
  func open() throws {
    try write("a=1\n")
    try write("", home + "/.config/gtk-3.0/.settings.ini.swp")
    #expect(try apply([mirror()]).first?.notes.count == 1)
    #expect(try text() == "a=1\n")
  }

  @Test("A value that another program wrote since is the user's")
  func foreign() throws {
    try write("[Settings]\ntheme=Mine\n")
    _ = try apply([mirror()])
    try write("[Settings]\ntheme=Theirs\n")
    _ = try apply([mirror(["theme": "Light"])])
    #expect(try text() == "[Settings]\ntheme=Light\n")
    _ = try apply([mirror()], active: false)
    #expect(try text() == "[Settings]\ntheme=Theirs\n")
  }

  @Test(
    "A key of a store gets nightd's value, and then the user's again",
    arguments: ["Mine", nil]
  )
  func store(user: String?) throws {
    let path = home + "/store-theme"
    if let user { try write(user + "\n", path) }
    #expect(try apply([storeMirror("Dark")]).first?.written == ["theme"])
    #expect(try text(path) == "Dark\n")
    #expect(try apply([storeMirror("Dark")]).first?.written == [])
    #expect(try apply([storeMirror("Light")]).first?.written == ["theme"])
    _ = try apply([storeMirror("Dark")], active: false)
    #expect(try text(path) == user.map { $0 + "\n" })
    #expect(try text(record) == nil)
  }

  @Test("A key that cannot be removed is a problem, and stays recorded")
  func noReset() throws {
    _ = try apply([storeMirror("Dark", canReset: false)])
    let result = try apply([storeMirror("Dark", canReset: false)], active: false).first
    #expect(
      result?.problems == ["theme had no value before, and its program cannot remove a value"]
    )
    #expect(try text(record) != nil)
  }

  @Test("The key and the value are put into the arguments once")
  func arguments() {
    #expect(
      SettingsStore.fill(["p", "-k{}", "{=}", "{}{=}"], .init("", "a{=}"), "b{}")
        == ["p", "-ka{=}", "b{}", "a{=}b{}"]
    )
  }
}
