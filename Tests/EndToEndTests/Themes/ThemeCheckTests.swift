import Glibc
import TestSupport
import Testing

/// Checks of theme files, without a daemon and without a bus.
@Suite("nightctl theme check and path")
struct ThemeCheckTests {
  private static let folder = ".local/share/nightd/themes"
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func nightctl(_ words: String...) throws -> Finished {
    try Program.run(
      Built.nightctl,
      ["theme"] + words,
      environment: ["LANG": "C.UTF-8", "HOME": home.path, "XDG_DATA_DIRS": home.file("system")],
      folder: home.path
    )
  }

  private func theme(_ name: String, _ text: String) throws {
    try home.write(text, to: "\(Self.folder)/\(name)")
  }

  private func path(_ name: String) -> String { home.file("\(Self.folder)/\(name)") }

  @Test("If no theme has a mistake, `theme check` says so")
  func order() throws {
    for words in [[], ["midnight"], ["Daylight"], ["night-vision"]] {
      let finished = try Program.run(
        Built.nightctl,
        ["theme", "check"] + words,
        environment: ["LANG": "C.UTF-8", "HOME": home.path]
      )
      #expect(finished.exit == .exited(0))
      #expect(finished.output == "no theme has a mistake\n")
    }
  }

  @Test("`theme check` exits with 1 for an error and 0 for a warning, and prints their positions")
  func findings() throws {
    try theme(
      "pale.json5",
      "{ style: 'light', parent: 'daylight',\n  colors: { onSurface: '#ccc' } }"
    )
    let pale = try nightctl("check")
    #expect(pale.exit == .exited(0))
    #expect(
      pale.output == "\(path("pale.json5")):2:24: warning: onSurface on surface is hard to read: "
        + "their contrast is 1.60, and text needs 4.50\n"
    )
    try theme("torn.json5", "{ style: 'dark', colors: { a: '#12', b: 'nvay' } }")
    try theme("child.json5", "{ style: 'dark', parent: 'torn' }")
    let torn = try nightctl("check", "torn", "child")
    #expect(torn.exit == .exited(1))
    #expect(torn.errors == "nightctl: 2 mistakes found\n")
    // The error in the parent is printed only once.
    #expect(torn.output.split(separator: "\n").count == 2)
    #expect(torn.output.hasPrefix("\(path("torn.json5")):1:33: error: expected 3, 4, 6 or 8 "))
    let json = try nightctl("check", "--json")
    #expect(json.exit == .exited(1))
    #expect(
      json.output.contains(
        #"{"severity":"error","file":"\#(path("torn.json5"))","line":1,"column":33,"message":"#
      )
    )
  }

  @Test("`theme check` accepts any file or folder, and also checks the theme's name and images")
  func files() throws {
    let text = "{ style: 'dark', parent: 'midnight', images: { logo: 'a.png' } }"
    try home.write(text, to: "draft/sea/theme.json5")
    for word in ["draft/sea/theme.json5", "draft/sea/", "./draft/sea", home.file("draft/sea")] {
      let finished = try nightctl("check", word)
      #expect(finished.exit == .exited(1))
      #expect(
        finished.output
          == "\(home.file("draft/sea/theme.json5")):1:54: error: there is no file “a.png” in the "
          + "theme's folder\n"
      )
    }
    try home.write("x", to: "draft/sea/a.png")
    #expect(try nightctl("check", "draft/sea/theme.json5").output == "no theme has a mistake\n")
    try home.write(text, to: "draft/midnight.json5")
    #expect(
      try nightctl("check", "draft/midnight.json5").output.hasPrefix(
        "\(home.file("draft/midnight.json5")): error: the theme cannot have this name: "
          + "a built-in theme has this name and cannot be replaced\n"
      )
    )
    let missing = try nightctl("check", "draft/nothing.json5")
    #expect(missing.exit == .exited(1))
    #expect(missing.errors == "nightctl: there is no file “draft/nothing.json5”\n")
    #expect(
      try nightctl("check", "midnihgt").errors
        == "nightctl: there is no theme “midnihgt”; did you mean “midnight”?\n"
    )
  }

  @Test("The examples in docs/themes.md are valid themes")
  func manual() throws {
    let manual = try Program.run("/bin/cat", [Built.sourceRoot + "/docs/themes.md"]).output
    let blocks = manual.split(separator: "\n", omittingEmptySubsequences: false)
      .split { !$0.hasPrefix("    ") }
    let themes = blocks.map { $0.joined(separator: "\n") }.filter { $0.contains("style:") }
    #expect(themes.count == 2)
    for (name, text) in zip(["lagoon", "dusk"], themes) { try theme("\(name).json5", text) }
    let finished = try nightctl("check", "lagoon", "dusk")
    #expect(finished.exit == .exited(0), "\(finished.errors)")
    #expect(finished.output == "no theme has a mistake\n")
  }

  @Test(
    "`theme check` reports files that it ignores because of their names, and themes with two files"
  )
  func names() throws {
    try theme("midnight.json5", "{}")
    try theme("dark.json5", "{}")
    try theme(".hidden.json5", "{}")
    try theme("sea.json5", "{ style: 'dark', parent: 'midnight' }")
    try theme("sea/theme.json5", "{ style: 'dark', parent: 'midnight' }")
    let finished = try nightctl("check")
    #expect(finished.exit == .exited(1))
    #expect(
      finished.output == """
        \(path("dark.json5")): warning: it is ignored: a theme's name may not be a word \
        that means something else to nightctl
        \(path("midnight.json5")): warning: it is ignored: a built-in theme has this name and \
        cannot be replaced
        \(path("sea.json5")): error: it exists twice: the folder sea beside it also has this theme

        """
    )
    #expect(
      try nightctl("remove", "sea").errors
        == "nightctl: cannot remove “sea”: it exists twice, as sea.json5 and as the folder sea; "
        + "remove one of them by hand\n"
    )
  }

  @Test("If the file of a theme is ignored, `theme check` says why")
  func passedOver() throws {
    try theme("daylight.json5", "{}")
    try theme("next.json5", "{}")
    let daylight = try nightctl("check", "daylight")
    #expect(daylight.exit == .exited(0))
    #expect(
      daylight.output == "\(path("daylight.json5")): warning: it is ignored: a built-in theme "
        + "has this name and cannot be replaced\n"
    )
    let next = try nightctl("check", "next")
    #expect(next.exit == .exited(0))
    #expect(next.output.hasPrefix("\(path("next.json5")): warning: it is ignored: "))
    #expect(try nightctl("check", "previous").exit == .exited(1))
    #expect(try nightctl("check", "midnight").output == "no theme has a mistake\n")
  }

  @Test("`theme check` reports all mistakes and all references to missing names in one run")
  func once() throws {
    try theme("lagoon.json5", "{ style: 'dark', parent: 'midnight' }")
    try theme("a.json5", "{ style: 'dark', colors: { a: 1, b: '@none' } }")
    try theme("b.json5", "{ style: 'dark', parent: 'lagon' }")
    #expect(
      try nightctl("check").output == """
        \(path("a.json5")):1:31: error: expected a colour in quotes, such as "#1f5fc4"
        \(path("a.json5")):1:37: error: the palette has no colour “none”
        \(path("b.json5")):1:26: error: its parent “lagon” does not exist (did you mean lagoon?)

        """
    )
  }

  @Test("`theme check` reports an image that is a link")
  func linkedImage() throws {
    try theme("sea/theme.json5", "{ style: 'dark', parent: 'midnight', images: { a: 'a.png' } }")
    let script = "ln -s /etc/hostname '\(path("sea/a.png"))'"
    #expect(try Program.run("/bin/sh", ["-c", script]).exit == .exited(0))
    #expect(
      try nightctl("check", "sea").output
        == "\(path("sea/theme.json5")):1:51: error: “a.png” is a link, and links are not followed\n"
    )
  }

  @Test("`theme path` and `theme remove` need no daemon")
  func paths() throws {
    #expect(try nightctl("path").output == home.file(Self.folder) + "\n")
    try theme("Sea.json5", "{ style: 'dark' }")
    #expect(try nightctl("path", "sea").output == path("Sea.json5") + "\n")
    #expect(
      try nightctl("path", "midnight").errors
        == "nightctl: midnight is built in and has no file; to print it as a file, run nightctl theme export midnight\n"
    )
    #expect(try nightctl("remove", "sea").output == "Sea: removed \(path("Sea.json5"))\n")
    #expect(
      try nightctl("remove", "sea").errors
        == "nightctl: there is no theme “sea”; to list all themes, run nightctl theme list\n"
    )
  }

  @Test("`theme remove` deletes a link in the themes folder, but not the link's target")
  func links() throws {
    try theme("sea/theme.json5", "{ style: 'dark' }")
    try theme("sea/images/deep/a.png", "x")
    try home.write("mine", to: "precious/file")
    try home.write("{ style: 'dark' }", to: "elsewhere/theme.json5")
    let script = """
      ln -s '\(home.file("precious"))' '\(path("sea/images/out"))' &&
      ln -s '\(home.file("elsewhere"))' '\(path("linked"))'
      """
    #expect(try Program.run("/bin/sh", ["-c", script]).exit == .exited(0))
    #expect(try nightctl("remove", "sea").exit == .exited(0))
    #expect(try nightctl("remove", "linked").exit == .exited(0))
    #expect(home.list(Self.folder) == [])
    #expect(home.text("precious/file") == "mine")
    #expect(home.list("elsewhere") == ["theme.json5"])
  }

  @Test(
    "If a themes folder cannot be read, nightctl reports an error and does not treat it as empty"
  )
  func unread() throws {
    let folder = home.file(Self.folder)
    try home.makeFolder(".local/share/nightd")
    // Even root cannot read a symbolic link that points to itself.
    #expect(symlink("themes", folder) == 0)
    let why = "\(folder): error: it cannot be read: Too many levels of symbolic links\n"
    let checked = try nightctl("check")
    #expect(checked.exit == .exited(1))
    #expect(checked.output == why)
    try home.write("{ style: 'dark' }", to: "sea.json5")
    let imported = try nightctl("import", "sea.json5")
    #expect(imported.exit == .exited(1))
    #expect(imported.errors.hasPrefix(why))
  }

  @Test("If part of a theme's folder cannot be deleted, `theme remove` still succeeds and says so")
  func rest() throws {
    try theme("sea/theme.json5", "{ style: 'dark' }")
    // A file whose name is not UTF-8 is not listed.
    let script = "touch \"$0/$(printf 'a\\377')\""
    #expect(try Program.run("/bin/sh", ["-c", script, path("sea")]).exit == .exited(0))
    let removed = try nightctl("remove", "sea")
    #expect(removed.exit == .exited(0))
    #expect(removed.output == "sea: removed \(path("sea"))\n")
    let hidden = try #require(home.list(Self.folder).first)
    #expect(
      removed.errors
        == "nightctl: “sea” is removed, but \(path(hidden)) could not be deleted: "
        + "Directory not empty\n"
    )
  }

  @Test(
    "If `theme import` cannot write a file, the error shows the file's path",
    .disabled(if: Built.isSanitized, "a sanitizer writes files of its own")
  )
  func full() throws {
    try home.write("{ style: 'dark' }", to: "big.json5")
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" theme import big.json5"
    let finished = try Program.run(
      "/bin/sh",
      ["-c", script, Built.nightctl],
      environment: ["LANG": "C.UTF-8", "HOME": home.path],
      folder: home.path
    )
    #expect(finished.exit == .exited(1))
    let start = "nightctl: cannot import “big”: \(home.file(Self.folder))/.nightctl-"
    #expect(finished.errors.hasPrefix(start), "\(finished.errors)")
    #expect(finished.errors.hasSuffix(": File too large\n"))
    #expect(home.list(Self.folder) == [])
  }
}
