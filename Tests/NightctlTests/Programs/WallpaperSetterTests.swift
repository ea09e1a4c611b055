import Glibc
import NightCore
import NightPrograms
import NightStore
import TestSupport
import Testing

@testable import nightctl

/// Wallpapers in the settings of desktops; stub programs keep these settings in files.
@Suite("Wallpaper images of desktops")
struct WallpaperSetterTests {
  private let home: TemporaryFolder
  private let setter: WallpaperSetter
  private let picture: String

  init() throws {
    let home = try TemporaryFolder()
    self.home = home
    try home.write("", to: "dark.png")
    picture = home.file("dark.png")
    // Each stub prints the value from the file that is named after the stub, or stores its last
    // argument there.
    let programs = [
      "swww": """
      if [ "$1" = query ]; then echo "eDP-1: 10x10, currently displaying: image: $(cat "$0.txt")"
      else printf '%s' "$4" > "$0.txt"; fi
      """,
      // This stub lists a screen's wallpaper, and also a setting that is not a wallpaper.
      "xfconf-query": """
      case "$3" in
      -l) echo /backdrop/last-image; echo /backdrop/style ;;
      *) if [ "$5" = -s ]; then printf '%s' "$6" > "$0.txt"; else cat "$0.txt"; fi ;;
      esac
      """,
      "hyprctl": """
      case "$2" in
      listactive) echo "DP-1 = $(cat "$0.txt")" ;;
      wallpaper) [ "${3%%,*}" = DP-1 ] && printf '%s' "${3#*,}" > "$0.txt" ;;
      *) exit 1 ;;
      esac
      """,
      // This stub of plasmashell has only screen 7; it receives a script that contains a JSON
      // object.
      "dbus-send": #"""
      case "$6" in
      *print*) echo "   7 $(cat "$0.txt")" ;;
      *'{"7":"'*) json=${6#*'{"7":"'}; printf '%s' "${json%%\"\}*}" > "$0.txt" ;;
      esac
      """#.replacing(#"\\"#, with: #"\"#),
      "gsettings": """
      if [ "$1" = get ]; then cat "${0%/*}/$3"; exit; fi
      [ ! -e "${0%/*}/broken" ] || exit 1
      printf '%s' "$4" > "${0%/*}/$3"
      """,
    ]
    for (name, script) in programs {
      try home.write("#!/bin/sh\n" + script, to: "bin/" + name)
      #expect(chmod(home.file("bin/" + name), 0o755) == 0)
    }
    let variables = [
      "PATH": home.file("bin") + ":/usr/bin:/bin", "HOME": home.path,
      "XDG_STATE_HOME": home.file("state"), "XDG_RUNTIME_DIR": home.file("run"),
    ]
    let scheme = ColorScheme(
      style: .dark,
      theme: "night",
      isHighContrast: false,
      accent: nil,
      roles: [:]
    )
    setter = WallpaperSetter(
      ProgramContext(scheme, BaseFolders { variables[$0] }, environment: { variables[$0] }),
      ProgramFinder(environment: { variables[$0] }, processes: home.file("proc")),
      try Self.stores()
    )
    try home.write("/own.png", to: "bin/swww.txt")
    try home.write("'file:///own-light.png'", to: "bin/picture-uri")
    try home.write("'file:///own-dark.png'", to: "bin/picture-uri-dark")
  }

  private static func stores() throws -> [PictureStore] {
    let folder = "\(Built.sourceRoot)/data/programs/wallpaper"
    let text = try TextFile("\(folder)/program.json5").lines.joined(separator: "\n")
    let program = try ProgramReader.read("wallpaper", in: folder, Array(text.utf8)) { _ in nil }
    return try #require(program).pictures
  }

  private func run(_ program: String) throws {
    try home.write(program + "\n", to: "proc/4711/comm")
  }

  private func set(_ picture: String?) {
    let wallpaper = picture.map { Wallpaper(style: .dark, light: nil, dark: $0) }
    #expect(setter.set(wallpaper) == [])
  }

  @Test("If several desktops exist, each gets its own earlier wallpaper back")
  func several() throws {
    try run("swww-daemon")
    set(picture)
    #expect(home.text("bin/swww.txt") == picture)
    try run("gnome-shell")
    set(picture)
    #expect(home.text("bin/picture-uri-dark") == "'file://\(picture)'")
    set(nil)
    #expect(home.text("bin/picture-uri") == "'file:///own-light.png'")
    #expect(home.text("bin/picture-uri-dark") == "'file:///own-dark.png'")
    #expect(home.text("bin/swww.txt") == "/own.png")
    #expect(home.text("state/nightd/programs/wallpaper.json") == nil)
  }

  @Test(
    "A desktop shows nightd's wallpaper, and later its own wallpaper again",
    arguments: [
      ("swww-daemon", "swww.txt", "/own.png", "%"),
      ("xfdesktop", "xfconf-query.txt", "/own.png", "%"),
      ("hyprpaper", "hyprctl.txt", "/own.png", "%"),
      ("plasmashell", "dbus-send.txt", "org.kde.color it's", "org.kde.image file://%"),
    ]
  )
  func desktop(program: String, file: String, own: String, shown: String) throws {
    try home.write(own, to: "bin/" + file)
    try run(program)
    set(picture)
    let parts = shown.split(separator: "%", omittingEmptySubsequences: false)
    #expect(home.text("bin/" + file) == parts[0] + picture)
    set(nil)
    #expect(home.text("bin/" + file) == own)
  }

  @Test(
    "The wallpapers of swww and awww are read from the lines that they print",
    arguments: [
      ("eDP-1: 10x10, scale: 1, currently displaying: image: /a b.png", ["eDP-1": "/a b.png"]),
      (": eDP-1: 10x10, currently displaying: image: /a.png", ["eDP-1": "/a.png"]),
      ("eDP-1: 10x10, currently displaying: color: 000000", ["eDP-1": ""]),
      (
        "A: 10x10, image: /a.png\r\nB: 10x10, image: /b.png\r\n", ["A": "/a.png", "B": "/b.png"]
      ),
    ]
  )
  func lines(text: String, values: [String: String]) throws {
    let stores = try Self.stores().filter { $0.name.hasSuffix("ww") }
    #expect(stores.map { $0.values(in: text) } == [values, values])
  }

  @Test("If nightd's wallpaper cannot be shown, `off` still restores the user's wallpaper")
  func interrupted() throws {
    try run("gnome-shell")
    set(picture)
    try home.write("", to: "other.png")
    try home.write("", to: "bin/broken")
    let other = Wallpaper(style: .dark, light: nil, dark: home.file("other.png"))
    #expect(setter.set(other).count == 1)
    #expect(setter.set(other).count == 1)
    unlink(home.file("bin/broken"))
    set(nil)
    #expect(home.text("bin/picture-uri-dark") == "'file:///own-dark.png'")
    #expect(home.text("state/nightd/programs/wallpaper.json") == nil)
  }

  @Test(
    "If the user chooses a wallpaper while nightd's wallpaper is shown, the user's choice is kept"
  )
  func chosen() throws {
    try run("gnome-shell")
    set(picture)
    try home.write("'file:///new.png'", to: "bin/picture-uri-dark")
    set(nil)
    #expect(home.text("bin/picture-uri-dark") == "'file:///new.png'")
  }

  @Test(
    "A picture that the user chooses stays after `off`, even if nightd shows it for the other style",
    arguments: [
      ("xfdesktop", "xfconf-query.txt", "%"), ("gnome-shell", "picture-uri", "'file://%'"),
    ]
  )
  func otherStyle(program: String, file: String, form: String) throws {
    try home.write("", to: "light.png")
    let chosen = form.replacing("%", with: picture)
    for isFirst in [true, false] {
      try home.write(isFirst ? chosen : form.replacing("%", with: "/own.png"), to: "bin/" + file)
      try run(program)
      for style in [Style.dark, .light] {
        let both = Wallpaper(style: style, light: home.file("light.png"), dark: picture)
        #expect(setter.set(both) == [])
      }
      #expect(home.text("bin/" + file) == form.replacing("%", with: home.file("light.png")))
      if !isFirst { try home.write(chosen, to: "bin/" + file) }
      set(nil)
      #expect(home.text("bin/" + file) == chosen)
    }
  }

  @Test(
    "An empty wallpaper setting is restored; if the user empties the setting, it stays empty",
    arguments: [("", nil, ""), ("/own.png", "", ""), ("", "/new.png", "/new.png")]
  )
  func empty(own: String, chosen: String?, restored: String) throws {
    let file = "bin/xfconf-query.txt"
    try home.write(own, to: file)
    try run("xfdesktop")
    set(picture)
    #expect(home.text(file) == picture)
    if let chosen { try home.write(chosen, to: file) }
    set(nil)
    #expect(home.text(file) == restored)
    #expect(home.text("state/nightd/programs/wallpaper.json") == nil)
  }

  @Test("A desktop that is not running gets its wallpaper back, and a store's refusal is reported")
  func notRunning() throws {
    try run("gnome-shell")
    set(picture)
    try run("sh")
    let gsettings = try #require(home.text("bin/gsettings"))
    try home.write(gsettings.replacing("> \"${0%/*}/$3\"", with: ""), to: "bin/gsettings")
    let key = "picture-uri-dark"
    #expect(setter.set(nil) == ["\(key) did not become 'file:///own-dark.png'"])
    #expect(home.text("bin/\(key)") == "'file://\(picture)'")
    try home.write(gsettings, to: "bin/gsettings")
    set(nil)
    #expect(home.text("bin/\(key)") == "'file:///own-dark.png'")
    #expect(home.text("state/nightd/programs/wallpaper.json") == nil)
  }

  @Test(
    "`off` reports the wallpaper of a disconnected screen, and restores those of other screens"
  )
  func screenGone() throws {
    try run("swww-daemon")
    let swww = try #require(home.text("bin/swww"))
    let screens = swww.replacing(
      "then echo",
      with: "then echo 'DP-2: 10x10, image: /far.png'; echo"
    )
    try home.write(screens, to: "bin/swww")
    set(picture)
    try home.write(swww, to: "bin/swww")
    let message = "DP-2 does not exist now, so your wallpaper there was not restored: /far.png"
    #expect(setter.set(nil) == [message])
    #expect(home.text("bin/swww.txt") == "/own.png")
    set(nil)
  }

  @Test(
    "A single colour, which swww shows after its restart, does not replace the recorded picture"
  )
  func restarted() throws {
    try run("swww-daemon")
    set(picture)
    let swww = try #require(home.text("bin/swww"))
    try home.write(swww.replacing("image: $(cat", with: "color: $(: "), to: "bin/swww")
    #expect(setter.set(Wallpaper(style: .dark, light: nil, dark: picture)) == [])
    try home.write(swww, to: "bin/swww")
    set(nil)
    #expect(home.text("bin/swww.txt") == "/own.png")
  }
}
