import Glibc
import NightCore
import NightPrograms
import Testing

@testable import nightctl

/// Writes settings to real files in a temporary folder.
@Suite("How nightctl writes the settings of programs")
final class SettingsApplierTests {
  private var home: String
  private var settings: String { home + "/.config/gtk-3.0/settings.ini" }
  private var record: String { home + "/.local/state/nightd/programs/record.json" }
  private var told: String { home + "/told" }

  init() throws {
    var template = Array("/tmp/nightctl-settings-XXXXXX".utf8CString)
    home = String(cString: try #require(mkdtemp(&template)))
  }

  deinit { _ = system("rm -rf \(home)") }

  /// A program that follows automatically and for which no settings are wanted yet.
  private func follower(_ name: String = "gtk") -> WantedProgram {
    let text =
      #"{ title: "made up", programs: ["sh"], follows: "by itself", tell: [{ run: ["true"] }] }"#
    let program = try? ProgramReader.read(name, in: "/share", Array(text.utf8)) { _ in nil }
    var wanted = WantedProgram(program.flatMap(\.self) ?? Program(unreadable: name))
    wanted.isWanted = true
    return wanted
  }

  private func setting(_ value: String) -> Setting {
    Setting(.file(path: settings, .ini), .init("Settings", "theme"), value)
  }

  private func run(_ script: String) -> Announcement { .run(["sh", "-c", script]) }

  /// A program with one value in GTK's settings file; each announcement adds a line to `told`.
  private func program(_ value: String = "Dark") -> WantedProgram {
    var program = follower()
    program.settings = [setting(value)]
    program.announcements = [run("echo told >>\(told)")]
    program.restorations = program.announcements
    return program
  }

  /// A program with a value in a store; shell commands keep the store's values in files.
  private func storeProgram(_ value: String, canReset: Bool = true) -> WantedProgram {
    let commands = SettingsCommands(
      read: ["sh", "-c", "cat \(home)/store-{}"],
      write: ["sh", "-c", "printf '%s\\n' '{=}' >\(home)/store-{}"],
      reset: canReset ? ["rm", "\(home)/store-{}"] : nil
    )
    var program = follower("xfconf")
    program.settings = [Setting(.commands(commands), .init("", "theme"), value)]
    return program
  }

  private var context: ProgramContext {
    let home = home
    let scheme = ColorScheme(
      style: .dark,
      theme: "midnight",
      isHighContrast: false,
      accent: nil,
      roles: [:]
    )
    return ProgramContext(scheme, BaseFolders { $0 == "HOME" ? home : nil })
  }

  private func apply(
    _ programs: [WantedProgram],
    active: Bool = true
  ) throws -> [ProgramApplier.Result] {
    let path = home + "/bin:/usr/bin:/bin"
    let finder = ProgramFinder(environment: { $0 == "PATH" ? path : nil })
    let file = try RecordFile<ProgramRecord>(context.folders, keepsAside: true)
    try file.requireWhole()
    let applier = ProgramApplier(context, finder, stamps: ProgramStamps(in: nil), file)
    return try applier.apply(
      .init(programs: active ? programs : [], others: active ? [] : programs)
    ).map { result in
      var result = result
      // Most tests count the notifications themselves, so clear this flag in the results.
      result.isAnnounced = false
      return result
    }
  }

  private func write(_ text: String, _ path: String? = nil) throws {
    _ = try UserFile(path: path ?? settings).write(Array(text.utf8))
  }

  private func text(_ path: String? = nil) throws -> String? {
    try UserFile(path: path ?? settings).bytes().map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "A file that cannot be restored yet is reported each time, even if its program is switched off"
  )
  func notYetRestored() throws {
    try write("[Settings]\ntheme = Mine\n")
    _ = try apply([program()])
    try #require(link(settings, settings + "-too") == 0)
    for _ in 0..<2 {
      let result = try #require(try apply([]).first)
      #expect(result.name == "gtk" && result.notes.count == 1, "\(result)")
    }
  }

  @Test("If an editor has written only half of a text, the text is not treated as the user's")
  func halfWritten() throws {
    let user = "[Settings]\ntheme = Mine\nfont = Sans\n"
    try write(user)
    _ = try apply([program()])
    let saved = try #require(try text()) + "# more\n"
    let editor = try #require(fopen(settings, "w"))
    fputs(String(saved.prefix(11)), editor)
    fflush(editor)
    let notes = try apply([program("Night")]).first?.notes
    #expect(notes?.first?.contains("has it open for writing") == true, "\(notes ?? [])")
    fputs(String(saved.dropFirst(11)), editor)
    fclose(editor)
    _ = try apply([program("Night")])
    #expect(try text() == saved.replacing("Dark", with: "Night"))
    _ = try apply([program("Night")], active: false)
    #expect(try text() == user + "# more\n")
  }

  @Test("If the user moves a file to the program's other path, `off` restores the user's values")
  func movedFile() throws {
    try write("[Settings]\ntheme = Mine\nfont = Sans\n")
    _ = try apply([program()])
    let other = home + "/.config/other.ini"
    try #require(rename(settings, other) == 0)
    var moved = program("Light")
    moved.settings = [Setting(.file(path: other, .ini), .init("Settings", "theme"), "Light")]
    _ = try apply([moved])
    #expect(try text(other) == "[Settings]\ntheme = Light\nfont = Sans\n")
    _ = try apply([moved], active: false)
    #expect(try text(other) == "[Settings]\ntheme = Mine\nfont = Sans\n")
    #expect(try text() == nil)
  }

  @Test(
    "If somebody removes a file that nightd has replaced, `off` restores it with its mode",
    arguments: [0o600, 0o644] as [mode_t]
  )
  func mode(_ mode: mode_t) throws {
    try write("mine\n")
    try #require(chmod(settings, mode) == 0)
    var whole = program()
    let key = SettingPlace.Key("", "value")
    whole.settings = [Setting(.file(path: settings, .whole), key, "nightd's\n")]
    _ = try apply([whole])
    #expect(try text() == "nightd's\n")
    try #require(unlink(settings) == 0)
    _ = try apply([whole], active: false)
    #expect(try text() == "mine\n")
    #expect(UserFile(path: settings).mode == mode)
  }

  @Test("If a program needs a setting only for dark, `off` removes it even after a change to light")
  func onlyDark() throws {
    try write("[Settings]\ntheme = Mine\n")
    _ = try apply([program()])
    let dark = try #require(try text())
    _ = try apply([follower()])
    #expect(try text() == "[Settings]\ntheme = Mine\n")
    // A settings program that was opened while the style was dark now saves its values.
    try write(dark)
    _ = try apply([follower()], active: false)
    #expect(try text() == "[Settings]\ntheme = Mine\n")
    #expect(try text(record)?.contains("settings.ini") != true)
  }

  @Test("nightctl writes settings and notifies the program once, and later restores each byte")
  func both() throws {
    let user = "# mine\r\n[Settings]\r\ntheme = Mine"
    try write(user)
    #expect(try apply([program()]).first?.written == [settings])
    #expect(try text() == "# mine\r\n[Settings]\r\ntheme = Dark")
    #expect(try apply([program()]).first == ProgramApplier.Result(name: "gtk"))
    #expect(try text(told) == "told\n")
    #expect(try apply([program()], active: false).first?.written == [settings])
    #expect(try text() == user)
    #expect(try text(told) == "told\ntold\n")
    #expect(try text(record) == nil)
  }

  @Test("If the home folder has been renamed, nightctl still restores each byte in it")
  func renamedHome() throws {
    let user = "[Settings]\ntheme=Mine\n"
    try write(user)
    _ = try apply([program()])
    let new = home + "-renamed"
    try #require(rename(home, new) == 0)
    home = new
    #expect(try text() == "[Settings]\ntheme=Dark\n")
    #expect(try apply([program()], active: false).first?.written == [settings])
    #expect(try text() == user)
    #expect(try text(record) == nil)
  }

  @Test("If a temporary file cannot be removed, this is reported, and the next run removes it")
  func stuckLeftover() throws {
    let user = "[Settings]\ntheme=Mine\n"
    try write(user)
    _ = try apply([program()])
    let letters = "abcdefghijkl"
    let name = ".nightctl-new-\(letters)-\(Fingerprint.of(Array(letters.utf8)))"
    let leftover = home + "/.config/gtk-3.0/" + name
    try write("", leftover)
    // A file that another process has locked stays, as if the disk refused its removal.
    let file = Glibc.open(leftover, O_RDONLY | O_CLOEXEC)
    #expect(file >= 0 && flock(file, LOCK_EX) == 0)
    let problems = try apply([program()], active: false).first?.problems ?? []
    #expect(problems.count == 1 && problems[0].contains(".nightctl-new-"), "\(problems)")
    #expect(try text() == user)
    close(file)
    _ = try apply([program()], active: false)
    #expect(try text(leftover) == nil)
    #expect(try text() == user)
    #expect(try text(record) == nil)
  }

  /// Like `program()`, but the program gets a parting value: it must see `theme=Usual` before the
  /// user's values are restored.
  private func partingProgram(isSeen: Bool) -> WantedProgram {
    func tell(_ word: String, _ code: Int = 0) -> Announcement {
      run("echo \(word) $(grep theme '\(settings)') >>\(told); exit \(code)")
    }
    var program = program()
    program.announcements = [tell("set")]
    program.restorations = [tell("back")]
    program.parting = Parting(
      settings: [setting("Usual")],
      announcements: [tell("parting", isSeen ? 0 : 1)],
      restorations: [tell("parted")]
    )
    return program
  }

  @Test(
    "`off` sends a program a last value; if this fails, it sends the user's values to the program",
    arguments: [true, false]
  )
  func parting(isSeen: Bool) throws {
    let user = "# mine\n[Settings]\na=1\n"
    try write(user)
    let program = partingProgram(isSeen: isSeen)
    _ = try apply([program])
    let result = try #require(try apply([program], active: false).first)
    #expect(result == ProgramApplier.Result(name: "gtk", written: [settings]))
    #expect(try text() == user)
    #expect(
      try text(told) == "set theme=Dark\nparting theme=Usual\n\(isSeen ? "parted" : "back")\n"
    )
    #expect(try text(record) == nil)
    // Without a record of the user's values, nightctl writes no last value before it stops.
    _ = try apply([program], active: false)
    #expect(try text(told)?.split(separator: "\n").count == 3)
  }

  @Test(
    "If an editor saves a text just before nightctl writes, this text is kept, and restored later",
    arguments: [true, false]
  )
  func savedMeanwhile(isRename: Bool) throws {
    try write("[Settings]\ntheme=Mine\n")
    // The stub that reads the store also saves the settings file. When the stub saves the file,
    // nightctl has already planned all files.
    let saved = "[Settings]\n# saved\ntheme=Other\n"
    let save = isRename ? ">\(settings).save; mv \(settings).save" : ">"
    let script = "printf '\(saved.replacing("\n", with: "\\n"))' \(save) \(settings); false"
    let commands = SettingsCommands(read: ["sh", "-c", script], write: ["true"])
    var store = follower("xfconf")
    store.settings = [Setting(.commands(commands), .init("", "key"), "value")]
    let results = try apply([program(), store])
    #expect(results.first == ProgramApplier.Result(name: "gtk", written: [settings]))
    #expect(try text() == saved.replacing("Other", with: "Dark"))
    _ = try apply([program()], active: false)
    #expect(try text() == saved)
  }

  @Test("`off` restores a program that nightd started, even if no file has nightd's value")
  func started() throws {
    for _ in 0..<2 {
      var program = follower()
      program.hasProgram = access(told, F_OK) != 0
      program.restorations = [run("echo ended >>\(told)")]
      #expect(try apply([program], active: false) == [ProgramApplier.Result(name: "gtk")])
      #expect(try text(told) == "ended\n")
      #expect(try text(record) == nil)
    }
  }

  @Test("nightd's own file stays while a settings file that cannot be written refers to it")
  func named() throws {
    let colors = home + "/colours"
    try write("[Settings]\n")
    var program = program()
    program.files = [ColorFile(colors, "dark")]
    _ = try apply([program])
    // nightctl does not replace a file that has a second hard link.
    try #require(link(settings, home + "/second") == 0)
    let refused = try #require(try apply([program], active: false).first)
    #expect(refused.notes.count == 1 && refused.written == [], "\(refused)")
    #expect(try text(colors) == "dark")
    try #require(unlink(home + "/second") == 0)
    _ = try apply([program], active: false)
    #expect(try text(colors) == nil)
    #expect(try text(record) == nil)
  }

  /// The other program read nightd's values in the moment between nightctl's write and its check.
  @Test(
    "If a program saves nightd's values while nightctl writes, the user's values are still restored"
  )
  func savedWhileSeen() throws {
    let wanted = WantedSettingsFile(
      format: .ini,
      programs: ["gtk"],
      settings: [.init(.init("Settings", "theme"), "Dark")]
    )
    let first = try #require(
      SettingsFileWrite(settings, "[Settings]\ntheme=Mine\n", wanted, nil)
    )
    let again = try #require(first.again(for: "# new\n[Settings]\ntheme=Dark\n"))
    #expect(!again.plan.writes)
    #expect(again.plan.after?.original == "# new\n[Settings]\ntheme=Mine\n")
    let next = try #require(again.again(for: "# newer\n[Settings]\ntheme=Dark\n"))
    #expect(next.plan.after?.original == "# newer\n[Settings]\ntheme=Mine\n")
    // A value that nightd did not write is the user's.
    let own = try #require(first.again(for: "[Settings]\ntheme=Other\n"))
    #expect(own.plan.after?.original == "[Settings]\ntheme=Other\n")
  }

  @Test(
    "If a file replaces the link to a settings file, the user's values are restored in this file",
    arguments: [true, false],
    [true, false]
  )
  func plainLink(isMoved: Bool, isUpdated: Bool) throws {
    let target = home + "/dotfiles.ini"
    try write("[Settings]\ntheme=Mine\n", target)
    try write("", settings)
    unlink(settings)
    try #require(symlink(target, settings) == 0)
    _ = try apply([program()])
    #expect(try text(target) == "[Settings]\ntheme=Dark\n")
    unlink(settings)
    if isMoved {
      try #require(rename(target, settings) == 0)
    } else {
      try write("# copy\n[Settings]\ntheme=Dark\n", settings)
    }
    if isUpdated { _ = try apply([program("Darker")]) }
    _ = try apply([program()], active: false)
    let comment = isMoved ? "" : "# copy\n"
    #expect(try text() == comment + "[Settings]\ntheme=Mine\n")
    #expect(try text(target) == (isMoved ? nil : "[Settings]\ntheme=Mine\n"))
    #expect(try text(record) == nil)
  }

  @Test(
    "If the folder that a link leads to is renamed or copied, the user's values are restored there",
    arguments: ["mv", "cp -r"],
    ["Dark", "Darker", nil]
  )
  func movedFolder(way: String, next: String?) throws {
    let folder = home + "/.config/gtk-3.0"
    try write("[Settings]\ntheme=Mine\n", home + "/dots/settings.ini")
    try write("", settings)
    unlink(settings)
    rmdir(folder)
    try #require(symlink(home + "/dots", folder) == 0)
    _ = try apply([program()])
    #expect(try text(home + "/dots/settings.ini") == "[Settings]\ntheme=Dark\n")
    #expect(system("\(way) \(home)/dots \(home)/new && ln -sfn \(home)/new \(folder)") == 0)
    if let next { _ = try apply([program(next)]) }
    _ = try apply([program()], active: false)
    #expect(try text(home + "/new/settings.ini") == "[Settings]\ntheme=Mine\n")
    let former = way == "mv" ? nil : "[Settings]\ntheme=Mine\n"
    #expect(try text(home + "/dots/settings.ini") == former)
    #expect(try text(record) == nil)
  }

  @Test("If a link now leads to a different file of the user, `off` leaves this file alone")
  func otherTarget() throws {
    let (one, two) = (home + "/one.ini", home + "/two.ini")
    try write("[Settings]\ntheme=Mine\n", one)
    try write("# two\n[Settings]\ntheme=Dark\n", two)
    try write("", settings)
    unlink(settings)
    try #require(symlink(one, settings) == 0)
    _ = try apply([program()])
    unlink(settings)
    try #require(symlink(two, settings) == 0)
    _ = try apply([program()], active: false)
    #expect(try text(two) == "# two\n[Settings]\ntheme=Dark\n")
    #expect(try text(one) == "[Settings]\ntheme=Mine\n")
  }

  @Test("If nightctl made a file, the file is removed together with the folders made for it")
  func made() throws {
    _ = try apply([program()])
    #expect(try text() == "[Settings]\ntheme=Dark\n")
    _ = try apply([program()], active: false)
    #expect(access(home + "/.config", F_OK) != 0)
    #expect(access(record, F_OK) != 0)
  }

  @Test(
    "Even if nightctl was killed before it wrote a file, the folders made for this file are removed"
  )
  func killedBeforeWrite() throws {
    let applier = SettingsApplier(
      ProgramFinder { _ in nil },
      try RecordFile(context.folders, keepsAside: false),
      context.folders
    )
    _ = try applier.prepare([program()], context)
    for folder in [".config", ".config/gtk-3.0"] { mkdir("\(home)/\(folder)", 0o700) }
    _ = try apply([program()], active: false)
    #expect(access(home + "/.config", F_OK) != 0)
    #expect(try text(record) == nil)
  }

  @Test("If a program is switched off and has no record, nothing is written")
  func nothing() throws {
    #expect(try apply([program()], active: false) == [ProgramApplier.Result(name: "gtk")])
    #expect(access(home + "/.local", F_OK) != 0)
  }

  @Test(
    "A killed nightctl's temporary file is removed, but not a file that another nightctl is writing"
  )
  func leftovers() throws {
    try write("[Settings]\ntheme=Mine\n")
    let folder = home + "/.config/gtk-3.0"
    let names = ["killed", "writes"].map {
      ".nightctl-new-000000\($0)-\(Fingerprint.of("000000\($0)"))"
    }
    for name in names { try write("[Sett", "\(folder)/\(name)") }
    let writer = Glibc.open("\(folder)/\(names[1])", O_RDONLY | O_CLOEXEC)
    defer { close(writer) }
    // A program that another test is starting may keep the file open for a moment.
    try #require(flock(writer, LOCK_EX) == 0)
    _ = try apply([program()])
    #expect(ProgramFinder.names(in: folder) == [names[1], "settings.ini"])
  }

  @Test("If the record cannot be stored, no file is written")
  func noRecord() throws {
    try write("[Settings]\ntheme=Mine\n")
    try write("", home + "/.local")
    #expect(throws: Failure.self) { try apply([program()]) }
    #expect(try text() == "[Settings]\ntheme=Mine\n")
  }

  @Test("A damaged record is moved aside, and nothing is written until it has been removed")
  func damaged() throws {
    try write("[Settings]\ntheme=Mine\n")
    for damage in ["", "{", #"{"version":1,"files":{"/x":{}},"keys":[]}"#] {
      try write(damage, record)
      for _ in 0..<2 {
        #expect(throws: Failure.self) { try apply([program()]) }
        #expect(try text(record + ".aside-1") == damage)
      }
      unlink(record + ".aside-1")
    }
    #expect(try text() == "[Settings]\ntheme=Mine\n")
    _ = try apply([program()])
    #expect(try text() == "[Settings]\ntheme=Dark\n")
  }

  @Test(
    "If a file is not text or is too large, it is left alone, and the reason is given",
    arguments: [[0x5B, 0xFF], [0x5B, 0], [UInt8](repeating: 10, count: (1 << 20) + 1)]
  )
  func strange(bytes: [UInt8]) throws {
    _ = try UserFile(path: settings).write(bytes)
    let result = try #require(try apply([program()]).first)
    #expect(result.written == [] && result.problems == [])
    #expect(result.notes.count == 1)
    #expect(try UserFile(path: settings).bytes() == bytes)
    #expect(try text(record) == nil)
  }

  @Test("A link to a settings file is followed, and a link that has no target is left alone")
  func links() throws {
    try write("theme=x\n", home + "/dotfiles/settings.ini")
    try write("", home + "/.config/gtk-3.0/other")
    try #require(symlink(home + "/dotfiles/settings.ini", settings) == 0)
    _ = try apply([program()])
    #expect(try text(home + "/dotfiles/settings.ini") == "theme=x\n\n[Settings]\ntheme=Dark\n")
    _ = try apply([program()], active: false)
    #expect(try text(home + "/dotfiles/settings.ini") == "theme=x\n")
    unlink(home + "/dotfiles/settings.ini")
    let result = try #require(try apply([program()]).first)
    #expect(
      result.notes == ["\(settings) is left alone: it is a link to a file that does not exist"]
    )
  }

  @Test("A file that is open in an editor is left alone")
  func open() throws {
    try write("a=1\n")
    try write("", home + "/.config/gtk-3.0/.settings.ini.swp")
    #expect(try apply([program()]).first?.notes.count == 1)
    #expect(try text() == "a=1\n")
  }

  @Test("If another program overwrote nightd's value, the new value is treated as the user's")
  func foreign() throws {
    try write("[Settings]\ntheme=Mine\n")
    _ = try apply([program()])
    try write("[Settings]\ntheme=Theirs\n")
    _ = try apply([program("Light")])
    #expect(try text() == "[Settings]\ntheme=Light\n")
    _ = try apply([program()], active: false)
    #expect(try text() == "[Settings]\ntheme=Theirs\n")
  }

  @Test(
    "A key of a settings store gets nightd's value, and `off` restores the user's value",
    arguments: ["Mine", nil]
  )
  func store(user: String?) throws {
    let path = home + "/store-theme"
    if let user { try write(user + "\n", path) }
    #expect(try apply([storeProgram("Dark")]).first?.written == ["theme"])
    #expect(try text(path) == "Dark\n")
    #expect(try apply([storeProgram("Dark")]).first?.written == [])
    #expect(try apply([storeProgram("Light")]).first?.written == ["theme"])
    _ = try apply([storeProgram("Dark")], active: false)
    #expect(try text(path) == user.map { $0 + "\n" })
    #expect(try text(record) == nil)
  }

  @Test(
    "If someone resets a key while its program is on, the key's earlier value does not return",
    arguments: [true, false]
  )
  func resetKey(isUpdated: Bool) throws {
    let path = home + "/store-theme"
    try write("Mine\n", path)
    _ = try apply([storeProgram("Dark")])
    unlink(path)
    if isUpdated {
      #expect(try apply([storeProgram("Light")]).first?.written == ["theme"])
      #expect(try text(path) == "Light\n")
    }
    _ = try apply([storeProgram("Dark")], active: false)
    #expect(try text(path) == nil)
    #expect(try text(record) == nil)
  }

  @Test("If xfconfd cannot start, the user's value of a key stays in the record")
  func silentXfconf() throws {
    let path = home + "/bin/xfconf-query"
    try write(
      """
      #!/bin/sh
      [ ! -e '\(home)/dead' ] || { echo 'Property does not exist.' >&2; exit 1; }
      if [ "$1" = -s ]; then echo "$2" >'\(home)/value'; else cat '\(home)/value'; fi
      """,
      path
    )
    #expect(chmod(path, 0o755) == 0)
    var program = follower("xfconf")
    let commands = SettingsCommands(read: ["xfconf-query"], write: ["xfconf-query", "-s", "{=}"])
    program.settings = [Setting(.commands(commands), .init("", "theme"), "Dark")]
    try write("Mine\n", home + "/value")
    _ = try apply([program])
    try write("", home + "/dead")
    #expect(try apply([program], active: false).first?.problems.count == 1)
    unlink(home + "/dead")
    _ = try apply([program], active: false)
    #expect(try text(home + "/value") == "Mine\n")
    #expect(try text(record) == nil)
  }

  @Test("If a program reads only nightd's own files, it is notified before settings are written")
  func order() throws {
    let gate = home + "/gate"
    try #require(mkfifo(gate, 0o600) == 0)
    let text = #"{ title: "made up", programs: ["sh"], tell: [{ run: ["true"] }] }"#
    let program = try ProgramReader.read("foot", in: "/share", Array(text.utf8)) { _ in nil }
    var early = WantedProgram(try #require(program))
    early.announcements = [run("echo >'\(gate)'")]
    var late = storeProgram("Dark")
    // The write to the store ends only after the other program was notified.
    let commands = SettingsCommands(
      read: ["sh", "-c", "cat \(home)/store-{}"],
      write: ["sh", "-c", "read line <'\(gate)' && echo '{=}' >\(home)/store-{}"]
    )
    late.settings = [Setting(.commands(commands), .init("", "theme"), "Dark")]
    let results = try apply([late, early])
    #expect(results.map(\.problems) == [[], []])
    #expect(try self.text(home + "/store-theme") == "Dark\n")
  }

  @Test("If a key cannot be removed, this is reported as a problem, and the record keeps the key")
  func noReset() throws {
    _ = try apply([storeProgram("Dark", canReset: false)])
    let result = try apply([storeProgram("Dark", canReset: false)], active: false).first
    #expect(
      result?.problems == [
        "theme had no value before nightd set it, and the program that stores it cannot remove a value"
      ]
    )
    #expect(try text(record) != nil)
  }

  @Test(
    "Placeholders in a command are replaced only once, even if a replacement contains placeholders"
  )
  func arguments() {
    #expect(
      SettingsStore.fill(["p", "-k{}", "{=}", "{}{=}"], .init("", "a{=}"), "b{}")
        == ["p", "-ka{=}", "b{}", "a{=}b{}"]
    )
  }
}
