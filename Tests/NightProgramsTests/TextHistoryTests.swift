import NightPrograms
import Testing

@Suite("The history of a settings file")
struct TextHistoryTests {
  typealias Value = TextHistory.Value

  private static let theme = SettingPlace.Key("Settings", "theme")
  private static let other = SettingPlace.Key("Settings", "other")
  private static let dark = [Value(theme, "Dark")]
  private static let light = [Value(theme, "Light")]

  /// A file and its stored history; the tests carry out steps on both.
  struct Disk: Equatable {
    var file: String?
    var record: TextHistory?

    /// Carries out a plan, but only its first `steps` steps, as if nightd were killed after them.
    mutating func apply(_ settings: [Value], steps: Int = 3) {
      let isOn = !settings.isEmpty
      guard let plan = TextHistory.plan(for: file, record, settings, .ini, isOn: isOn) else {
        return
      }
      if steps > 0 { record = plan.before }
      if steps > 1, plan.writes { file = plan.text }
      if steps > 2 { record = plan.after }
    }

    var base: String? { TextHistory.base(of: file, record, .ini) }
  }

  static let originals: [String?] = [
    nil, "", "\n", "[Settings]", "[Settings]\n", "[Settings]\ntheme=Mine\n",
    "# mine\r\n[Settings]\r\ntheme = Mine\r\nfont=Sans\r\n", "[Other]\nx=1",
    "[Settings]\ntheme=One\ntheme=Two", "[Settings]\ntheme=Dark\n",
  ]

  @Test("At whatever moment nightd is killed, `off` restores each byte", arguments: originals)
  func kills(original: String?) {
    let wanted = [Self.dark, Self.light, Self.dark + [Value(Self.other, "1")], []]
    for first in wanted {
      for second in wanted {
        for kill in 0...3 {
          for secondKill in 0...3 {
            var disk = Disk(file: original)
            disk.apply(first, steps: kill)
            #expect(disk.base == original, "\(first) killed after \(kill)")
            disk.apply(second, steps: secondKill)
            #expect(disk.base == original, "\(second) killed after \(secondKill)")
            // nightd is killed while it switches the program off; the second run must then finish
            // switching it off.
            disk.apply([], steps: kill)
            disk.apply([])
            #expect(disk.file == original && disk.record == nil)
          }
        }
      }
    }
  }

  @Test(
    "No matter when nightd is killed, a value that another program wrote is treated as the user's",
    arguments: 0...3,
    0...3
  )
  func foreignValue(kill: Int, secondKill: Int) {
    var disk = Disk(file: "[Settings]\ntheme=Mine\nfont=Sans\n")
    disk.apply(Self.dark)
    disk.apply(Self.light, steps: kill)
    disk.file = "[Settings]\ntheme=Theirs\nfont=Mono\n"
    disk.apply(Self.dark, steps: secondKill)
    disk.apply(Self.dark)
    #expect(disk.file == "[Settings]\ntheme=Dark\nfont=Mono\n")
    disk.apply([])
    #expect(disk == Disk(file: "[Settings]\ntheme=Theirs\nfont=Mono\n"))
  }

  @Test(
    "If another program saves nightd's value, the user's value is still restored",
    arguments: 0...3,
    0...3
  )
  func foreignText(kill: Int, secondKill: Int) {
    var disk = Disk(file: "[Settings]\ntheme=Mine\nfont=Sans\n")
    disk.apply(Self.dark)
    disk.apply(Self.light, steps: kill)
    // The program itself changes the font in the file, and keeps everything else that is in the
    // file.
    let found = disk.file ?? ""
    var text = SettingsText(found, .ini)
    text.set(SettingPlace.Key("Settings", "font"), "Mono")
    disk.file = text.text
    #expect(disk.base == "[Settings]\ntheme=Mine\nfont=Mono\n")
    disk.apply(Self.dark, steps: secondKill)
    #expect(disk.base == "[Settings]\ntheme=Mine\nfont=Mono\n")
    disk.apply([], steps: kill)
    disk.apply([])
    #expect(disk == Disk(file: "[Settings]\ntheme=Mine\nfont=Mono\n"))
  }

  @Test(
    "If a program saves an old text after a style change, the record of the user's values stays",
    arguments: [nil, "[Settings]\ntheme=Mine\n", "[Settings]\ntheme=Mine\nfont=Sans\n"],
    [false, true]
  )
  func stale(original: String?, hasFont: Bool) {
    var disk = Disk(file: original)
    for settings in [Self.light, Self.dark] { disk.apply(settings) }
    var text = SettingsText(disk.file ?? "", .ini)
    let font = SettingPlace.Key("Settings", "font")
    if hasFont { text.set(font, "Mono") }
    disk.apply(Self.light)
    disk.apply(Self.light)
    disk.file = text.text
    var users = SettingsText(original ?? "", .ini)
    if hasFont { users.set(font, "Mono") }
    let wanted = original == nil && !hasFont ? nil : users.text
    #expect(disk.base == wanted)
    disk.apply(Self.dark)
    disk.apply(Self.light)
    #expect(disk.base == wanted)
    disk.apply([])
    #expect(disk == Disk(file: wanted))
  }

  @Test(
    "If a program saves nightd's value again after the user's value is back, nightd notices this"
  )
  func staleInOwnStyle() {
    var disk = Disk(file: "[Settings]\ntheme=Light\n")
    disk.apply(Self.dark)
    let saved = disk.file
    disk.apply(Self.light)
    disk.apply(Self.light)
    #expect(disk.record?.isWritten == false)
    disk.file = saved
    #expect(disk.base == "[Settings]\ntheme=Light\n")
    disk.apply([])
    #expect(disk == Disk(file: "[Settings]\ntheme=Light\n"))
  }

  @Test(
    "If nightd once wrote a value to a desktop's own switch, a person can still choose this value"
  )
  func switched() {
    var disk = Disk(file: "[Settings]\ntheme=Mine\n")
    for settings in [Self.dark, Self.light] {
      let plan = TextHistory.plan(
        for: disk.file,
        disk.record,
        settings,
        .ini,
        isOn: true,
        isSwitch: true
      )
      (disk.file, disk.record) = (plan?.text, plan?.after)
    }
    disk.file = "[Settings]\ntheme=Dark\n"
    #expect(disk.base == disk.file)
  }

  @Test("If a lost file returns and also has new lines, the user's values are still restored")
  func backWithChanges() {
    var disk = Disk(file: "[Settings]\ntheme=Mine\nother=2\n")
    disk.apply(Self.dark)
    let saved = disk.file ?? ""
    disk.file = nil
    disk.apply(Self.light)
    disk.apply(Self.dark)
    disk.file = saved + "third=3\n"
    #expect(disk.base == "[Settings]\ntheme=Mine\nother=2\nthird=3\n")
    disk.apply(Self.light)
    disk.apply(Self.dark)
    disk.apply([])
    #expect(disk == Disk(file: "[Settings]\ntheme=Mine\nother=2\nthird=3\n"))
  }

  @Test("If another program adds lines to a file that nightd made, `off` keeps only these lines")
  func extended() {
    var disk = Disk(file: nil)
    disk.apply(Self.dark)
    #expect(disk.file == "[Settings]\ntheme=Dark\n")
    disk.file = "[Settings]\ntheme=Dark\n\n[More]\nx=1\n"
    disk.apply([])
    #expect(disk == Disk(file: "\n[More]\nx=1\n"))
  }

  /// The user's file, the lines that the user inserts while nightd's values are set, and the line
  /// before which they are inserted.
  static let edits: [(text: String, added: String, before: String)] = [
    ("[A]\nx=1\n\n", "y=2\n", "x=1\n"),
    ("[A]\nx=1\n\n\n", "y=2\n", "x=1\n"),
    ("[A]\nx=1\n", "y=2\n", "x=1\n"),
    ("[A]\nx=1", "# mine\n", "[A]\n"),
    ("[A]\nx=1\r\n\r\n[B]\r\ny=1", "# mine\n", "[A]\n"),
  ]

  @Test(
    "The user's blank lines and missing line end stay even if the user edits the file before `off`",
    arguments: edits
  )
  func ends(text: String, added: String, before: String) {
    var disk = Disk(file: text)
    disk.apply(Self.dark + [Value(SettingPlace.Key("New", "a"), "1")])
    disk.apply(Self.light + [Value(SettingPlace.Key("New", "a"), "2")])
    disk.file = disk.file?.replacing(before, with: added + before)
    disk.apply([])
    #expect(disk.file == text.replacing(before, with: added + before))
  }

  @Test(
    "If a file is missing or blank during a style change, `off` restores the user's text later",
    arguments: [nil, "", "\n"],
    ["[Settings]\ntheme=Mine\n", "\n\n"]
  )
  func away(text: String?, original: String) {
    var disk = Disk(file: original)
    disk.apply(Self.dark)
    let saved = disk.file
    disk.file = text
    disk.apply(Self.light)
    disk.file = saved
    disk.apply(Self.dark)
    disk.apply(Self.light)
    disk.apply([])
    #expect(disk == Disk(file: original))
  }

  @Test("If the user removes a file, `off` does not bring back its old contents")
  func removed() {
    var disk = Disk(file: "[Settings]\ntheme=Mine\n")
    disk.apply(Self.dark)
    disk.file = nil
    disk.apply(Self.light)
    #expect(disk.file == "[Settings]\ntheme=Light\n")
    disk.apply([])
    #expect(disk.file == nil)
    // The file was only away.
    disk.file = "[Settings]\ntheme=Dark\n"
    disk.apply([])
    #expect(disk == Disk(file: "[Settings]\ntheme=Mine\n"))
  }

  @Test(
    "If a value is already set, nightd does not write it again, even if it is the user's own value"
  )
  func twice() {
    var disk = Disk(file: "[Settings]\ntheme=Mine\n")
    let mine = [Value(Self.theme, "Mine")]
    #expect(TextHistory.plan(for: disk.file, nil, mine, .ini, isOn: true) == nil)
    #expect(TextHistory.plan(for: disk.file, nil, [], .ini, isOn: false) == nil)
    disk.apply(Self.dark)
    #expect(TextHistory.plan(for: disk.file, disk.record, Self.dark, .ini, isOn: true) == nil)
    disk.apply(mine)
    #expect(disk.file == "[Settings]\ntheme=Mine\n" && disk.record?.isWritten == false)
    #expect(TextHistory.plan(for: disk.file, disk.record, mine, .ini, isOn: true) == nil)
  }

  @Test("Texts that look the same but have different bytes are treated as different")
  func forms() {
    var disk = Disk(file: "[Settings]\ntheme=\u{e9}\n")
    disk.apply(Self.dark)
    disk.file = "[Settings]\ntheme=e\u{301}\n"
    disk.apply(Self.light)
    disk.apply([])
    #expect(disk.file.map { Array($0.utf8) } == Array("[Settings]\ntheme=e\u{301}\n".utf8))
  }

  // MARK: - Keys of stores

  /// A key of a settings store, and its stored history.
  struct Store: Equatable {
    var value: String?
    var record: KeyHistory?

    mutating func apply(_ wanted: Value?, steps: Int = 3) {
      guard let plan = KeyHistory.plan(for: value, record, wanted) else { return }
      if steps > 0 { record = plan.before }
      if steps > 1, plan.writes { value = plan.value }
      if steps > 2 { record = plan.after }
    }
  }

  @Test(
    "At whatever moment nightd is killed, the user's value of a key in a settings store is restored",
    arguments: [nil, "Mine", "Dark", ""],
    0...3
  )
  func keys(original: String?, kill: Int) {
    for wanted in ["Dark", "Light", nil] {
      for secondKill in 0...3 {
        var store = Store(value: original)
        store.apply(Value(Self.theme, "Dark"), steps: kill)
        store.apply(Value(Self.theme, wanted), steps: secondKill)
        #expect(KeyHistory.base(of: store.value, store.record) == original)
        store.apply(nil, steps: kill)
        store.apply(nil)
        #expect(store == Store(value: original))
      }
    }
  }

  @Test(
    "If another program changes a key in a store, the new value is treated as the user's",
    arguments: 0...3
  )
  func foreignKey(kill: Int) {
    var store = Store(value: "Mine")
    store.apply(Value(Self.theme, "Dark"))
    store.apply(Value(Self.theme, "Light"), steps: kill)
    store.value = "Theirs"
    store.apply(Value(Self.theme, "Dark"))
    #expect(store.value == "Dark")
    store.apply(nil)
    #expect(store == Store(value: "Theirs"))
  }

  @Test(
    "In a settings store, the user may choose the value that nightd wrote for the other style",
    arguments: ["Mine", "Light"]
  )
  func otherStyle(original: String) {
    var store = Store(value: original)
    for style in ["Dark", "Light", "Light"] { store.apply(Value(Self.theme, style)) }
    store.value = "Dark"
    #expect(KeyHistory.base(of: store.value, store.record) == "Dark")
    store.apply(Value(Self.theme, "Light"))
    #expect(store.value == "Light")
    store.apply(nil)
    #expect(store == Store(value: "Dark"))
  }

  @Test(
    "If a text is neither nightd's nor the recorded one, it replaces the record of the user's text",
    arguments: [
      ("light\nb\nmore\n", true), ("light\r\nb\r\n", true), ("another\n", true),
      ("light\nb\n", false), ("mine\nb\n", false), ("", false), (" \n", false),
    ]
  )
  func forgotten(now: String, isForgotten: Bool) {
    let history = TextHistory(original: "mine\nb\n", written: ["light\nb\n"])
    #expect(TextHistory.forgotten(now, history) == (isForgotten ? "mine\nb\n" : nil))
    #expect(TextHistory.forgotten(now, .init(original: nil, written: ["light\nb\n"])) == nil)
    #expect(TextHistory.forgotten(now, nil) == nil)
    #expect(TextHistory.forgotten(nil, history) == nil)
  }

  @Test(
    "nightd's value is found even if its line was moved, renamed, rewritten or commented out",
    arguments: [
      ("#[Settings]\ntheme=Dark\n", true), ("[Mine]\ntheme=Dark\n[Settings]\nx=1\n", true),
      ("[Other]\ntheme=Dark\n", true), ("[Settings]\nmytheme=Dark\n", true),
      ("[Settings]\ntheme=\"Dark\"\n", true), ("[Settings]\ntheme=Dark ; mine\n", true),
      ("[Settings]\ntheme=dark;\n", true), ("[Settings]\ntheme=/usr/themes/Dark\n", true),
      ("[Settings]\ntheme=Dark-blue\n", false), ("[Settings]\ntheme=Mine\nx=1\n", false),
      ("[Settings]\n# theme=Dark\n", true), ("[Settings]\ntheme=Dark\nx=1\n", false),
      ("[Settings]\ntheme=Other\n", false), ("[Settings]\nx=1\n", false), ("", false),
    ]
  )
  func moved(now: String, isMoved: Bool) {
    let (mine, nightds) = ("[Settings]\ntheme=Mine\n", "[Settings]\ntheme=Dark\n")
    let history = TextHistory(original: mine, written: [nightds])
    let found = TextHistory.moved(now, history, .ini)
    #expect(found.map(\.key) == (isMoved ? [Self.theme] : []))
    #expect(found.map(\.users) == (isMoved ? ["Mine"] : []))
    #expect(TextHistory.moved(now, nil, .ini).isEmpty)
  }

  @Test(
    "If an old text of nightd's comes back after several changes, `off` restores the user's value"
  )
  func oldText() {
    var disk = Disk(file: "[Settings]\ntheme=Mine\n")
    var texts: [String?] = []
    for theme in ["Dark", "Light", "Night", "Day", "Dusk"] {
      disk.apply([Value(Self.theme, theme)])
      texts.append(disk.file)
    }
    for text in texts {
      for added in ["", "other=1\n"] {
        var disk = disk
        disk.file = text.map { $0 + added }
        disk.apply([])
        #expect(disk.file == "[Settings]\ntheme=Mine\n" + added && disk.record == nil)
      }
    }
  }

  @Test(
    "If another file replaces a settings file for some time, `off` restores the contents of each of the two",
    arguments: 0...3
  )
  func swapped(kill: Int) {
    let (mine, others) = ("[Settings]\ntheme=Mine\n", "[Settings]\nfont=Sans\n")
    var disk = Disk(file: mine)
    disk.apply(Self.dark)
    var away = disk.file
    disk.file = others
    disk.apply(Self.light, steps: kill)
    disk.apply(Self.light)
    for (settings, text) in [(Self.dark, mine), (Self.light, others), (Self.dark, mine)] {
      swap(&disk.file, &away)
      #expect(disk.base == text)
      disk.apply(settings)
    }
    disk.apply([])
    #expect(disk.file == mine && disk.record == nil)
  }

  @Test(
    "If the user adds a second line for a key, `off` changes only lines with nightd's value",
    arguments: [
      ("theme=Mine\n", "theme=Dark\ntheme=New\n", "theme=Mine\ntheme=New\n"),
      ("theme=Mine\n", "theme=New\ntheme=Dark\n", "theme=New\ntheme=Mine\n"),
      ("theme=Mine\n", "theme=Dark\ntheme=Dark\n", "theme=Mine\ntheme=Mine\n"),
      ("", "theme=Dark\ntheme=New\n", "theme=New\n"),
      ("", "theme=Dark\nx=1\ntheme=Dark\n", "x=1\n"),
      (
        "theme=Dark\ntheme=Mine\n", "theme=Dark\ntheme=Dark\nx=1\n", "theme=Dark\ntheme=Mine\nx=1\n"
      ),
      ("theme=Dark\ntheme=Mine\n", "theme=Dark\ntheme=New\n", "theme=Dark\ntheme=New\n"),
    ]
  )
  func secondLine(users: String, now: String, restored: String) {
    let header = "[Settings]\n"
    let written = users.isEmpty ? "theme=Dark\n" : users.replacing("theme=Mine", with: "theme=Dark")
    let history = TextHistory(original: header + users, written: [header + written])
    #expect(TextHistory.base(of: header + now, history, .ini) == header + restored)
  }

  @Test("If nightd wrote one value in two sections, neither line is mistaken for a moved line")
  func repeated() {
    let written = "[Settings]\ntheme=Dark\n[Other]\ntheme=Dark\n"
    let history = TextHistory(original: "", written: [written])
    #expect(TextHistory.moved("[Other]\ntheme=Dark\n", history, .ini).isEmpty)
  }

  @Test("If a settings store does not answer, nightd keeps the recorded value")
  func silence() {
    var store = Store(value: "Mine")
    store.apply(Value(Self.theme, "Dark"))
    #expect(KeyHistory.base(of: nil, store.record) == "Mine")
    // The store also refuses to write, and answers again later.
    for wanted in [Value(Self.theme, "Light"), nil] {
      store.value = nil
      store.apply(wanted, steps: 1)
      store.value = "Dark"
      #expect(KeyHistory.base(of: store.value, store.record) == "Mine")
    }
  }

  @Test("After `off`, nightd recognizes its earlier values if a program saves them again")
  func former() {
    let user = "[Settings]\ntheme=Mine\nfont=Sans\n"
    var disk = Disk(file: user)
    for settings in [Self.dark, Self.light] { disk.apply(settings) }
    let (saved, history) = (disk.file ?? "", disk.record)
    disk.apply([])
    let former = history?.former(disk.file, .ini, after: nil)
    #expect(former?.isFormer == true)
    #expect(former?.returned(in: user, .ini) == [])
    for text in [saved, saved.replacing("Light", with: "Dark")] {
      #expect(former?.returned(in: text, .ini).count == 1)
      let mono = text.replacing("Sans", with: "Mono")
      #expect(
        TextHistory.base(of: mono, former, .ini) == user.replacing("Sans", with: "Mono")
      )
    }
  }

  @Test("A value that the user changed while a program was switched on is not treated as nightd's")
  func changedMeanwhile() {
    let user = "[Settings]\ntheme=Mine\nfont=Sans\n"
    var disk = Disk(file: user)
    disk.apply(Self.dark)
    disk.file = disk.file?.replacing("Sans", with: "Mono")
    let history = disk.record
    disk.apply([])
    #expect(disk.file == user.replacing("Sans", with: "Mono"))
    let former = history?.former(disk.file, .ini, after: nil)
    #expect(former?.older == Self.dark)
  }

  @Test("If nightd set no value of its own in a file, it remembers no earlier values for the file")
  func noFormer() {
    let history = TextHistory(original: "[Settings]\n", written: ["[Settings]\n"])
    #expect(history.former("[Settings]\n", .ini, after: nil) == nil)
    let whole = TextHistory(original: "mine", written: ["nightd's"])
    #expect(whole.former("mine", .whole, after: nil) == nil)
  }

  @Test("A colour in a KDE scheme of another name is not mistaken for a returned value of nightd's")
  func formerScheme() {
    func text(_ name: String, _ link: String) -> String {
      "[Colors:View]\nBackgroundNormal=\(name)\nForegroundLink=\(link)\n\n"
        + "[General]\nColorScheme=\(name)\n"
    }
    let nightds = TextHistory(original: text("Mine", "accent"), written: [text("Dark", "blue")])
    let former = nightds.former(nightds.original, .ini, after: nil)
    #expect(former?.returned(in: text("Dark", "blue"), .ini).count == 3)
    #expect(former?.returned(in: text("Mine", "blue"), .ini) == [])
    let second = TextHistory(original: text("Mine", "blue"), written: [text("Dark", "blue")])
    let later = second.former(second.original, .ini, after: former)
    #expect(later?.original == text("Mine", "blue"))
  }

  @Test(
    "If a text to record has nightd's earlier values, the user's text from before those is recorded"
  )
  func formerAgain() {
    let user = "[Settings]\ntheme=Mine\n"
    let first = TextHistory(original: user, written: ["[Settings]\ntheme=Dark\n"])
    let kept = first.former(user, .ini, after: nil)
    let second = TextHistory(
      original: "[Settings]\ntheme=Dark\nfont=Mono\n",
      written: ["[Settings]\ntheme=Light\nfont=Mono\n"]
    )
    let former = second.former(second.original, .ini, after: kept)
    #expect(former?.original == user + "font=Mono\n")
    #expect(former?.older.map(\.value) == ["Dark", "Light"])
  }

  @Test("The path of a file made by another computer's nightd is not treated as the user's value")
  func otherComputer() {
    let path = SettingPlace.Key("Settings", "path")
    func text(_ path: String) -> String { "[Settings]\nfont=Sans\npath=\(path)\n" }
    let wanted = [Value(path, "/home/me/.config/qt5ct/colors/nightd-0123456789abcdef.conf")]
    let user = "[Settings]\nfont=Sans\n"
    // The other computer's value is there before this computer's nightd first writes, or it
    // replaces the value of this computer's nightd.
    for comesFirst in [true, false] {
      let others = text("/home/you/.config/qt5ct/colors/nightd-edcba9876543210.conf")
      var disk = Disk(file: comesFirst ? others : user)
      disk.apply(wanted)
      #expect(disk.file == text(wanted[0].value ?? ""))
      if !comesFirst { disk.file = text("/home/you/.local/state/nightd/programs/qt5ct.conf") }
      disk.apply([])
      #expect(disk.file == user)
    }
    for own in ["/home/me/nights.conf", "/home/me/nightd-2026.conf", "/home/me/nightd-logo.png"] {
      var mine = Disk(file: text(own))
      mine.apply(wanted)
      mine.apply([])
      #expect(mine.file == text(own))
    }
  }
}
