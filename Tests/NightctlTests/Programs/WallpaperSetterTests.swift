import Glibc
import NightCore
import NightPrograms
import NightStore
import NightThemes
import NightValues
import TestSupport
import Testing

@testable import nightctl

/// Pictures as settings of desktops, with programs that keep them in a file.
@Suite("Wallpapers of desktops")
struct WallpaperSetterTests {
  private let home: TemporaryFolder
  private let setter: WallpaperSetter
  private let picture: String

  init() throws {
    let home = try TemporaryFolder()
    self.home = home
    try home.write("", to: "dark.png")
    picture = home.file("dark.png")
    // Each prints the value in the file that is called like the program, or stores its last argument.
    let programs = [
      "swww": """
      if [ "$1" = query ]; then echo "eDP-1: 10x10, currently displaying: image: $(cat "$0.txt")"
      else printf '%s' "$4" > "$0.txt"; fi
      """,
      "gsettings": """
      if [ "$1" = get ]; then cat "${0%/*}/$3"; else printf '%s' "$4" > "${0%/*}/$3"; fi
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
      ProgramFinder(environment: { variables[$0] }, processes: home.file("proc"))
    )
    try home.write("/own.png", to: "bin/swww.txt")
    try home.write("'file:///own-light.png'", to: "bin/picture-uri")
    try home.write("'file:///own-dark.png'", to: "bin/picture-uri-dark")
  }

  private func run(_ program: String) throws {
    try home.write(program + "\n", to: "proc/4711/comm")
  }

  private func set(_ picture: String?) {
    let wallpaper = picture.map { Wallpaper(style: .dark, light: nil, dark: $0) }
    #expect(setter.set(wallpaper) == [])
  }

  @Test("Each desktop gets its own picture back")
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
    #expect(home.text("bin/swww.txt") == picture)
    try run("swww-daemon")
    set(nil)
    #expect(home.text("bin/swww.txt") == "/own.png")
    #expect(home.text("state/nightd/programs/wallpaper.json") == nil)
  }

  @Test("A picture that the user chose while nightd's was shown stays")
  func chosen() throws {
    try run("gnome-shell")
    set(picture)
    try home.write("'file:///new.png'", to: "bin/picture-uri-dark")
    set(nil)
    #expect(home.text("bin/picture-uri-dark") == "'file:///new.png'")
  }
}
