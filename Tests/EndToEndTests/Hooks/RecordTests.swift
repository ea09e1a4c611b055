import Glibc
import TestSupport
import Testing

/// The records of nightd's changes to the user's files, and the locks on these records.
@Suite("Records and locks")
struct RecordTests {
  private static let kitty = ".config/kitty/kitty.conf"
  private static let state = ".local/state/nightd/"
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.home.write("font_size 9\n", to: Self.kitty)
    try desk.startDaemon()
  }

  @Test("`undo` restores other programs' files even if the record of GNOME's settings is damaged")
  func damagedOthers() throws {
    try desk.nightctl("programs", "on", "kitty")
    for name in ["gsettings.json"] {
      try desk.home.write("{", to: Self.state + name)
    }
    let undone = try desk.nightctl("undo")
    #expect(undone.exit == .exited(1), "\(undone)")
    for name in ["gsettings.json"] {
      let path = desk.home.file(Self.state + name)
      // The daemon's nightctl may have moved the damaged record aside before undo reads it.
      let said = ["\(path) is damaged", "\(path).aside-1 is a damaged record"]
      #expect(said.contains(where: undone.errors.contains), "\(undone)")
    }
    #expect(desk.home.text(Self.kitty) == "font_size 9\n")
    let doctor = try desk.nightctl("doctor").output
    #expect(doctor.contains("gsettings.json"), "\(doctor)")
  }

  @Test(
    "If the record of changes is damaged, `off` removes nightd's line, keeps the record and fails"
  )
  func damagedPrograms() throws {
    try desk.nightctl("programs", "on", "kitty")
    try desk.home.write("{", to: Self.state + "programs/record.json")
    let on = try desk.nightctl("programs", "on", "btop")
    #expect(on.exit == .exited(1))
    let off = try desk.nightctl("programs", "off", "kitty")
    #expect(off.exit == .exited(1), "\(off)")
    #expect(off.errors.contains("record.json.aside-1 is a damaged record"), "\(off)")
    #expect(desk.home.text(Self.kitty) == "font_size 9\n")
    #expect(desk.home.text(Self.state + "programs/record.json.aside-1") == "{")
    #expect(try desk.nightctl("programs", "apply").exit == .exited(1))
    unlink(desk.home.file(Self.state + "programs/record.json.aside-1"))
    #expect(try desk.nightctl("undo").exit == .exited(0))
  }

  @Test(
    "If the record of changes is damaged, `off` and `undo` keep colours that programs still use",
    arguments: [["programs", "off", "qt5ct"], ["undo"]]
  )
  func damagedFollower(_ words: [String]) throws {
    let settings = ".config/qt5ct/qt5ct.conf"
    try desk.home.write("[Appearance]\nstyle=Fusion\n", to: settings)
    try desk.nightctl("set", "dark")
    try #require(becomesTrue { desk.home.text(settings)?.contains("color_scheme_path") == true })
    // The nightctl that nightd runs holds the lock until it ends.
    #expect(try desk.nightctl("programs", "apply").exit == .exited(0))
    let colors = desk.home.list(".config/qt5ct/colors").filter { $0.hasPrefix("nightd-") }
    try #require(colors.count == 1)
    let text = desk.home.text(settings)
    try desk.home.write("{", to: Self.state + "programs/record.json")
    let done = try desk.nightctl(words)
    #expect(done.exit == .exited(1), "\(done)")
    #expect(desk.home.text(settings) == text)
    #expect(desk.home.list(".config/qt5ct/colors") == colors, "\(done)")
  }

  @Test(
    "If a link is in place of the record of changes, commands refuse it and leave its target alone"
  )
  func linked() throws {
    try desk.nightctl("programs", "on", "kitty")
    let path = Self.state + "programs/record.json"
    let text = try #require(desk.home.text(path))
    try desk.home.write(text, to: "mine.json")
    unlink(desk.home.file(path))
    try #require(symlink(desk.home.file("mine.json"), desk.home.file(path)) == 0)
    for words in [["off", "kitty"], ["on", "btop"], ["apply"]] {
      let done = try desk.nightctl(["programs"] + words)
      #expect(done.exit == .exited(1), "\(done)")
      let why = "cannot read “\(desk.home.file(path))”: it is a link, which nightd does not follow"
      #expect(done.errors.contains(why), "\(done)")
    }
    #expect(try desk.nightctl("undo").exit == .exited(1))
    #expect(try desk.nightctl("doctor").output.contains("record.json”: it is a link"))
    #expect(desk.home.text("mine.json") == text)
    #expect(desk.home.text(Self.kitty)?.contains("include") == true)
    try #require(rename(desk.home.file("mine.json"), desk.home.file(path)) == 0)
    #expect(try desk.nightctl("programs", "off", "kitty").exit == .exited(0))
    #expect(desk.home.text(Self.kitty) == "font_size 9\n")
  }

  @Test("If `on` is killed at any sync, `undo` removes the files that `on` wrote", arguments: 1...8)
  func killed(sync: Int) throws {
    let theme = ".config/btop/themes/nightd.theme"
    _ = try Program.run(
      "strace",
      [
        "-qq", "-o", "/dev/null", "-e", "trace=fsync",
        "-e", "inject=fsync:signal=KILL:when=\(sync)", Built.nightctl, "programs", "on", "btop",
      ],
      environment: desk.environment
    )
    #expect(try desk.nightctl("undo").exit == .exited(0))
    #expect(desk.home.text(theme) == nil)
  }

  @Test("If the record of GNOME's settings is damaged, `programs off` reports the record and fails")
  func damagedGnome() throws {
    try desk.home.write("{", to: Self.state + "gsettings.json")
    let off = try desk.nightctl("programs", "off", "gnome")
    #expect(off.exit == .exited(1), "\(off)")
    #expect(off.errors.contains("gsettings.json"), "\(off)")
  }

  @Test(
    "A record that states no version is treated as damaged, so `undo` reports it and fails",
    arguments: ["{}", "{ }\n"]
  )
  func withoutVersion(text: String) throws {
    try desk.home.write(
      "[Settings]\ngtk-theme-name=HighContrast\n",
      to: ".config/gtk-3.0/settings.ini"
    )
    try desk.home.write(text, to: Self.state + "programs/record.json")
    let undo = try desk.nightctl("undo")
    #expect(undo.exit == .exited(1), "\(undo)")
    #expect(undo.errors.contains("record.json"), "\(undo)")
  }

  @Test(
    "A command that waits for a suspended nightctl gives up, and says how to continue that process"
  )
  func stopped() throws {
    // The other nightctl is stopped as soon as it has written who holds the lock.
    try desk.nightctl("programs", "on", "kitty")
    let holder = try Program.start(
      "strace",
      [
        "-qq", "-o", "/dev/null", "-e", "trace=pwrite64",
        "-e", "inject=pwrite64:signal=STOP:when=1", Built.nightctl, "programs", "apply",
      ],
      environment: desk.environment
    )
    defer { holder.killGroup() }
    try #require(
      becomesTrue { (try? desk.nightctl("doctor").output.contains("lock-held")) == true }
    )
    let off = try desk.nightctl("programs", "off", "kitty")
    #expect(off.exit == .exited(1))
    #expect(off.errors.contains("nightctl (process "), "\(off)")
    #expect(off.errors.contains("has been changing programs' files since"), "\(off)")
    #expect(off.errors.contains("and is stopped; continue it with kill -CONT "), "\(off)")
    #expect(try desk.nightctl("undo", "--dry-run").exit == .exited(0))
  }
}
