import Glibc
import TestSupport
import Testing

@Suite("nightctl undo")
struct UndoTests {
  private static let kitty = ".config/kitty/kitty.conf"
  private static let gtk = ".config/gtk-3.0/settings.ini"
  private static let dropIn = ".config/systemd/user/xdg-desktop-portal.service.d/nightd.conf"
  private static let portals = ".local/share/nightd/portals"
  private static let conf = ".config/xdg-desktop-portal/sway-portals.conf"
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.home.write("font_size 9", to: Self.kitty)
    try desk.home.write("# mine\n[Settings]\ngtk-theme-name=Mine\n", to: Self.gtk)
    for name in ["Mine", "Mine-dark"] {
      try desk.home.write("", to: ".local/share/themes/\(name)/gtk-3.0/gtk.css")
    }
    try desk.startDaemon()
  }

  private func change() throws {
    try desk.nightctl("programs", "on", "kitty")
    try desk.nightctl("set", "dark")
    try #require(
      becomesTrue { desk.home.text(Self.gtk)?.contains("gtk-theme-name=Mine-dark") == true }
    )
    try #require(desk.home.text(Self.kitty)?.contains("include") == true)
  }

  private func expectOwnFiles() {
    #expect(desk.home.text(Self.kitty) == "font_size 9")
    #expect(desk.home.text(Self.gtk) == "# mine\n[Settings]\ngtk-theme-name=Mine\n")
    #expect(desk.home.text(".local/state/nightd/programs/record.json") == nil)
  }

  @Test("`undo` restores other programs' files, and later changes of the style do not touch them")
  func files() throws {
    try change()
    let undone = try desk.nightctl("undo")
    #expect(undone.exit == .exited(0), "\(undone)")
    #expect(undone.output.contains("Restores your values in \(desk.home.file(Self.gtk))\n"))
    #expect(undone.output.contains("Removes from \(desk.home.file(Self.kitty)):"))
    expectOwnFiles()
    try desk.nightctl("set", "light")
    try desk.nightctl("programs", "apply")
    expectOwnFiles()
    #expect(try desk.nightctl("get").output == "light\n")
    let again = try desk.nightctl("undo")
    #expect(again.exit == .exited(0))
    #expect(again.output.hasPrefix("nightd's records list nothing that is left to restore.\n\n"))
  }

  @Test(
    "If a link points to another file after nightd's edit, `undo` restores the file that was edited"
  )
  func linkChanged() throws {
    let texts = [Self.kitty: "font_size 9", Self.gtk: "# mine\n[Settings]\ngtk-theme-name=Mine\n"]
    func lead(_ path: String, to profile: String, _ text: String) throws {
      try desk.home.write(text, to: "\(profile)/\(path)")
      unlink(desk.home.file(path))
      try #require(symlink(desk.home.file("\(profile)/\(path)"), desk.home.file(path)) == 0)
    }
    for (path, text) in texts { try lead(path, to: "work", text) }
    try change()
    for (path, text) in texts { try lead(path, to: "home", text + "# at home\n") }
    try desk.nightctl("set", "light")
    #expect(try desk.nightctl("undo").exit == .exited(0))
    for (path, text) in texts {
      #expect(desk.home.text("work/\(path)") == text)
      #expect(desk.home.text("home/\(path)") == text + "# at home\n")
    }
  }

  @Test("If `undo` cannot remove a line, it fails, and a second `undo` removes the line")
  func lineLeft() throws {
    try change()
    // nightctl does not replace a file with a second hard link. Removing permissions would not be
    // enough here, because root ignores them.
    let name = desk.home.file("second-name")
    try #require(link(desk.home.file(Self.kitty), name) == 0)
    let undone = try desk.nightctl("undo")
    #expect(undone.exit == .exited(1), "\(undone)")
    #expect(undone.errors == "nightctl: 1 line is left for you to remove: see above\n")
    #expect(undone.output.contains("Remove this line from \(desk.home.file(Self.kitty)) yourself"))
    #expect(!undone.output.contains("nightd changes no other program's settings any more"))
    try #require(unlink(name) == 0)
    #expect(try desk.nightctl("undo").exit == .exited(0))
    expectOwnFiles()
  }

  @Test("If `undo` cannot write its output, it still restores everything, and then fails")
  func unreadOutput() throws {
    try change()
    let full = try desk.shell("$NIGHTCTL undo >/dev/full")
    #expect(full.exit == .exited(4), "\(full)")
    expectOwnFiles()
    try desk.nightctl("prefs", "delete", "programs-off")
    try change()
    // Pause the bus, so that `undo` prints nothing before the reader of its output has gone.
    try desk.bus.pause()
    let unread = try desk.start("undo")
    unread.closeOutput()
    desk.bus.resume()
    #expect(try unread.wait() == .exited(141))
    expectOwnFiles()
  }

  @Test(
    "If the user added a line that uses nightd's colours, `undo` reports this line until it is gone"
  )
  func addedLine() throws {
    let colors = ".local/state/nightd/programs/kitty.conf"
    try desk.home.write("include ${HOME}/\(colors)\n", to: Self.kitty)
    try desk.nightctl("programs", "on", "kitty")
    for _ in 0..<2 {
      #expect(try desk.nightctl("undo").exit == .exited(1))
      #expect(desk.home.text(colors) != nil)
    }
    try desk.home.write("", to: Self.kitty)
    #expect(try desk.nightctl("undo").exit == .exited(0))
    #expect(desk.home.text(colors) == nil)
    #expect(desk.home.list(".local/state/nightd/programs").filter { $0 != "record.json" } == [])
  }

  @Test(
    "At its end, `undo` prints commands that switch everything on again, and these commands work"
  )
  func wayBack() throws {
    try change()
    try desk.nightctl("programs", "off", "kde", "gtk2")
    let undone = try desk.nightctl("undo")
    let prefix =
      "nightd changes no other program's settings any more. To let nightd change them again, run: "
    let line = undone.output.split(separator: "\n").first { $0.hasPrefix(prefix) }
    let commands = String(try #require(line, "\(undone)").dropFirst(prefix.count))
    #expect(
      commands == "nightctl prefs write programs-off -array kde gtk2 && nightctl programs on kitty"
    )
    for command in commands.split(separator: "&") {
      let words = command.split(separator: " ").dropFirst().map(String.init)
      #expect(try desk.nightctl(words).exit == .exited(0))
    }
    try #require(
      becomesTrue { desk.home.text(Self.gtk)?.contains("gtk-theme-name=Mine-dark") == true }
    )
    #expect(desk.home.text(Self.kitty)?.contains("include") == true)
    #expect(try desk.nightctl("prefs", "read", "programs-off").output == "[\"kde\",\"gtk2\"]\n")
  }

  @Test("If the records are lost, `undo` lists the lines and files that it cannot restore")
  func recordsGone() throws {
    try change()
    try desk.nightctl("prefs", "delete", "programs")
    // The nightctl that nightd runs stores its record once more when it ends.
    #expect(try desk.nightctl("programs", "apply").exit == .exited(0))
    for record in ["programs/record.json", "programs/kitty.conf"] {
      unlink(desk.home.file(".local/state/nightd/" + record))
    }
    let undone = try desk.nightctl("undo")
    #expect(undone.exit == .exited(1), "\(undone)")
    let line = "Remove this line from \(desk.home.file(Self.kitty)) yourself, because nightd has no"
    #expect(undone.output.contains(line), "\(undone)")
    #expect(undone.errors.hasSuffix("1 line is left for you to remove: see above\n"), "\(undone)")
    let file = "\(desk.home.file(Self.gtk)) has the values that nightd would write, but"
    #expect(undone.output.contains(file), "\(undone)")
    #expect(!undone.output.contains("left to restore"), "\(undone)")
    try desk.home.write("font_size 9\n", to: Self.kitty)
    #expect(try desk.nightctl("undo").exit == .exited(0))
  }

  @Test("If all records are lost, `undo` lists each line that still refers to nightd's files")
  func folderGone() throws {
    let settings = ".config/qt5ct/qt5ct.conf"
    try desk.home.write("[Appearance]\nstyle=Fusion\n", to: settings)
    try desk.nightctl("set", "dark")
    try #require(becomesTrue { desk.home.text(settings)?.contains("color_scheme_path") == true })
    // The nightctl that nightd runs keeps its record locked until it ends.
    #expect(try desk.nightctl("programs", "apply").exit == .exited(0))
    for name in desk.home.list(".local/state/nightd/programs") {
      unlink(desk.home.file(".local/state/nightd/programs/" + name))
    }
    for words in [["undo", "--dry-run"], ["undo"], ["undo"]] {
      let undone = try desk.nightctl(words)
      let line = "Remove this line from \(desk.home.file(settings)) yourself, because nightd has no"
      #expect(undone.output.contains(line), "\(undone)")
      #expect(!undone.output.contains("left to restore"), "\(undone)")
      guard words.count == 1 else { continue }
      #expect(undone.exit == .exited(1), "\(undone)")
      #expect(undone.errors.hasSuffix("1 line is left for you to remove: see above\n"), "\(undone)")
    }
    try desk.home.write("[Appearance]\nstyle=Fusion\n", to: settings)
    let last = try desk.nightctl("undo")
    #expect(last.exit == .exited(0), "\(last)")
  }

  @Test("If no record is left at all, `undo` also lists the values that name nightd's themes")
  func namesGone() throws {
    let files = [
      (".config/micro/settings.json", "{\n  \"colorscheme\": \"nightd\"\n}\n"),
      (".config/geany/geany.conf", "[geany]\ncolor_scheme=nightd.conf\n"),
      (".config/helix/config.toml", "theme = \"nightd\"\n"),
    ]
    for (path, text) in files { try desk.home.write(text, to: path) }
    let undone = try desk.nightctl("undo")
    #expect(undone.exit == .exited(1), "\(undone)")
    for (path, text) in files {
      let line = "Remove this line from \(desk.home.file(path)) yourself, because nightd has no"
      #expect(undone.output.contains(line), "\(undone)")
      #expect(desk.home.text(path) == text)
      unlink(desk.home.file(path))
    }
    #expect(try desk.nightctl("undo").exit == .exited(0))
  }

  @Test(
    "If a user's file is named like one of nightd's temporary files, it is reported once and kept",
    arguments: [["programs", "off", "gtk"], ["undo"]]
  )
  func beside(_ words: [String]) throws {
    try change()
    let mine = ".config/gtk-3.0/.nightctl-new-abcdef123456"
    try desk.home.write("mine\n", to: mine)
    let done = try desk.nightctl(words)
    #expect(done.exit == .exited(0), "\(done)")
    let parts = done.output.split(
      separator: "\(desk.home.file(mine)) has ",
      omittingEmptySubsequences: false
    )
    #expect(parts.count == 2, "\(done)")
    #expect(desk.home.text(mine) == "mine\n")
  }

  @Test("`undo` does not query a settings store, because a query would start the store's service")
  func asksNoStore() throws {
    let programs = try FollowerDesk(desk)
    try programs.addProgram("xfconf-query", "echo \"$@\" >> ~/calls\nexit 1\n")
    let undone = try programs.nightctl("undo")
    #expect(undone.output.contains("left to restore"), "\(undone)")
    #expect(desk.home.text("calls") == nil)
  }

  @Test("If the user's own values in a file equal nightd's, `undo` does not mention the file")
  func sameValues() throws {
    let own = "[Settings]\ngtk-application-prefer-dark-theme=1\ngtk-theme-name=Mine-dark\n"
    try desk.home.write(own, to: Self.gtk)
    try desk.nightctl("set", "dark")
    #expect(try desk.nightctl("programs", "apply").exit == .exited(0))
    let undone = try desk.nightctl("undo")
    #expect(undone.exit == .exited(0), "\(undone)")
    #expect(!undone.output.contains(desk.home.file(Self.gtk)), "\(undone)")
    #expect(desk.home.text(Self.gtk) == own)
  }

  @Test("If nightctl has no permission to write a file, `undo` does not claim to restore the file")
  func notRestored() throws {
    try change()
    let name = desk.home.file("second-name")
    try #require(link(desk.home.file(Self.gtk), name) == 0)
    let planned = try desk.nightctl("undo", "--dry-run")
    #expect(!planned.output.contains("Restores your values in \(desk.home.file(Self.gtk))"))
    #expect(planned.output.contains("\(desk.home.file(Self.gtk)) is left alone"), "\(planned)")
    let undone = try desk.nightctl("undo")
    #expect(undone.exit == .exited(1))
    #expect(!undone.output.contains(desk.home.file(Self.gtk)))
    #expect(undone.errors.contains("\(desk.home.file(Self.gtk)) is left alone"), "\(undone)")
  }

  @Test("If `off` leaves a settings file alone, the palette to which the file refers stays")
  func palette() throws {
    let settings = ".config/qt5ct/qt5ct.conf"
    try desk.home.write("[Appearance]\nstyle=Fusion\n", to: settings)
    try desk.nightctl("set", "dark")
    #expect(try desk.nightctl("programs", "apply").exit == .exited(0))
    let text = desk.home.text(settings)
    try #require(text?.contains("color_scheme_path") == true)
    try #require(link(desk.home.file(settings), desk.home.file("second-name")) == 0)
    for words in [["programs", "off", "qt5ct"], ["undo"]] {
      let done = try desk.nightctl(words)
      #expect(done.exit == .exited(1), "\(done)")
      #expect(!done.output.contains("qt5ct/colors/nightd-"), "\(done)")
      #expect(desk.home.text(settings) == text)
      let palettes = desk.home.list(".config/qt5ct/colors").filter {
        $0.hasPrefix("nightd-")
      }
      #expect(palettes.count == 1)
    }
  }

  @Test("`undo --dry-run` prints the same lines as `undo` and changes nothing")
  func dryRun() throws {
    try change()
    let texts = [Self.kitty, Self.gtk].map { desk.home.text($0) }
    let printed = try desk.nightctl("undo", "--dry-run")
    #expect(printed.output.contains("Restores your values in \(desk.home.file(Self.gtk))\n"))
    #expect(printed.output.contains("Removes from \(desk.home.file(Self.kitty)):"))
    #expect([Self.kitty, Self.gtk].map { desk.home.text($0) } == texts)
    #expect(try desk.nightctl("prefs", "read", "programs-off").output == "[]\n")
  }

  @Test(
    "`off` and `on` list the files of a program that follows by default, also with --dry-run"
  )
  func follower() throws {
    try change()
    let path = desk.home.file(Self.gtk)
    let text = desk.home.text(Self.gtk)
    for more in [["--dry-run"], []] {
      #expect(desk.home.text(Self.gtk) == text)
      let off = try desk.nightctl(["programs", "off", "gtk"] + more)
      #expect(off.exit == .exited(0) && off.errors.isEmpty, "\(off)")
      #expect(off.output.hasPrefix("Restores your values in \(path)\n"), "\(off)")
    }
    try #require(becomesTrue { desk.home.text(Self.gtk)?.contains("Mine-dark") == false })
    let on = try desk.nightctl("programs", "on", "gtk", "--dry-run")
    #expect(on.output.hasPrefix("Writes \(path)\n"), "\(on)")
    #expect(desk.home.text(Self.gtk)?.contains("Mine-dark") == false)
  }

  @Test("If a portals.conf has exactly the doctor's text, `undo` removes it and its empty folder")
  func portalsConf() throws {
    let text = "[preferred]\norg.freedesktop.impl.portal.Settings=nightd;gtk\n"
    try desk.home.write(text, to: Self.conf)
    #expect(
      try desk.nightctl("undo", "--dry-run").output.contains("Removes \(desk.home.file(Self.conf))")
    )
    #expect(desk.home.text(Self.conf) == text)
    let undone = try desk.nightctl("undo")
    #expect(undone.exit == .exited(0), "\(undone)")
    #expect(access(desk.home.file(".config/xdg-desktop-portal"), F_OK) != 0)
    // Besides nightd's line, the user's file has only lines of the desktop's own file.
    let desktops = "[preferred]\ndefault=gtk\n"
    try desk.home.write(desktops, to: "share/xdg-desktop-portal/sway-portals.conf")
    try desk.home.write(
      "[preferred]\norg.freedesktop.impl.portal.Settings=nightd;gtk\ndefault=gtk\n",
      to: Self.conf
    )
    try desk.nightctl(["undo"], adding: ["XDG_DATA_DIRS": desk.home.file("share")])
    #expect(desk.home.text(Self.conf) == nil)
  }

  @Test(
    "`undo` removes the doctor's files, but only reports a portals.conf that the user has changed"
  )
  func fixes() throws {
    let folder = desk.home.file(Self.portals)
    let text = "[Service]\nEnvironment=XDG_DESKTOP_PORTAL_DIR=\(folder)\n"
    try desk.home.write(text, to: Self.dropIn)
    try desk.home.write("[portal]\n", to: Self.portals + "/00-nightd.portal")
    let conf = "[preferred]\norg.freedesktop.impl.portal.Settings=nightd;gtk;\n"
    try desk.home.write(conf, to: Self.conf)
    let undone = try desk.nightctl("undo")
    #expect(undone.exit == .exited(0), "\(undone)")
    #expect(desk.home.text(Self.dropIn) == nil)
    for folder in [".local/share/nightd", ".config/systemd"] {
      #expect(access(desk.home.file(folder), F_OK) != 0, "\(folder)")
    }
    #expect(desk.home.text(Self.conf) == conf)
    #expect(undone.output.contains("\(desk.home.file(Self.conf)) differs from what"))
    // The session has no systemd, so the bus starts the portal, and still has the variable.
    #expect(
      undone.output.contains(
        "run: dbus-update-activation-environment XDG_DESKTOP_PORTAL_DIR=/usr/share/xdg-desktop-portal"
      ),
      "\(undone)"
    )
  }

  @Test(
    "If the preference programs-off is locked, `undo` reports this and restores everything else"
  )
  func locked() throws {
    try desk.home.write("programs-off\n", to: "system/config/nightd/locks")
    try change()
    try #require(
      becomesTrue {
        try desk.nightctl("prefs", "explain", "programs-off").output.contains("locked")
      }
    )
    let undone = try desk.nightctl("undo")
    #expect(undone.exit == .exited(1))
    #expect(undone.errors.contains("programs-off"), "\(undone)")
    #expect(desk.home.text(Self.kitty) == "font_size 9")
    #expect(try desk.nightctl("prefs", "read", "programs-off").output == "[]\n")
  }

  @Test("`programs off` and `programs on` change the files before the commands return")
  func atOnce() throws {
    try change()
    #expect(try desk.nightctl("programs", "off", "gtk").exit == .exited(0))
    #expect(desk.home.text(Self.gtk) == "# mine\n[Settings]\ngtk-theme-name=Mine\n")
    #expect(try desk.nightctl("programs", "on", "gtk").exit == .exited(0))
    #expect(desk.home.text(Self.gtk)?.contains("gtk-theme-name=Mine-dark") == true)
    #expect(try desk.nightctl("programs", "off", "gtk-files").exit == .exited(2))
  }

  @Test("Without a bus, `undo` prints an error that says how to run it with a bus")
  func noBus() throws {
    let undone = try desk.nightctl(
      ["undo"],
      adding: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"]
    )
    #expect(undone.exit == .exited(3))
    #expect(undone.errors.contains("dbus-run-session nightctl undo"), "\(undone)")
  }

  @Test("If the user changed a drop-in of the doctor, `undo` reports the file and leaves it alone")
  func changedDropIn() throws {
    try desk.home.write("[Service]\nEnvironment=A=b\n", to: Self.dropIn)
    let undone = try desk.nightctl("undo")
    #expect(desk.home.text(Self.dropIn) == "[Service]\nEnvironment=A=b\n")
    #expect(undone.output.contains("\(desk.home.file(Self.dropIn)) differs from what"))
  }
}
