import Glibc
import NightBus
import NightContract
import TestSupport
import Testing

/// KDE's settings, with stand-ins for Plasma's own programs.
@Suite("KDE's settings")
struct KdeTests {
  private static let settings = ".config/kdeglobals"
  private let programs: FollowerDesk
  private var desk: Desk { programs.desk }

  init() throws {
    programs = try FollowerDesk(try Desk())
    for (name, color) in [("BreezeLight", "255,255,255"), ("BreezeDark", "20,22,24")] {
      try desk.home.write(
        "[Colors:View]\nBackgroundNormal=\(color)\n",
        to: ".local/share/color-schemes/\(name).colors"
      )
    }
  }

  private func has(_ scheme: String) -> Bool {
    desk.home.text(Self.settings)?.contains("ColorScheme=\(scheme)\n") == true
  }

  @Test(
    "If KDE reports the colour scheme that nightd wrote, this is not treated as a person's choice"
  )
  func echo() throws {
    let user = "[General]\nColorScheme=BreezeLight\n"
    try desk.home.write(user, to: Self.settings)
    try #require(mkfifo(desk.home.file("gate"), 0o600) == 0)
    // nightctl runs as long as this xrdb waits.
    try desk.home.write("*background: #fff\n", to: ".Xresources")
    try programs.addProgram("xrdb", "read line <'\(desk.home.file("gate"))'\n")
    programs.variables["DISPLAY"] = ":9999"
    // This backend stands in for Plasma's, which reports the scheme in kdeglobals.
    let plasma = try MadeUpDesktop(desk, "kde", [("color-scheme", .uint32(2))])
    try programs.startDaemon()
    let caller = try Caller(desk)
    func reported() throws -> String? { try caller.desktop()["style"]?.asString }
    try programs.until {
      try caller.desktop()["source"]?.asString == "kde" && reported() == "light"
    }
    // If the program `xsettings` followed nightd, nightctl would signal the real xsettingsd of
    // another test.
    try programs.nightctl("programs", "off", "xsettings")
    try programs.nightctl("prefs", "write", "programs", "xresources")
    try programs.nightctl("set", "dark", "--always")
    try programs.until { has("BreezeDark") }
    try programs.nightctl("set", "light", "--always")
    // When this report of the first write arrives, the choice has already changed again.
    plasma.tell("color-scheme", .uint32(1))
    try programs.until { try reported() == "dark" }
    #expect(try programs.nightctl("get").output == "light\n")
    let gate = open(desk.home.file("gate"), O_RDWR | O_CLOEXEC)
    defer { close(gate) }
    try #require(write(gate, "\n\n\n\n", 4) == 4)
    try programs.until { has("BreezeLight") }
    plasma.tell("color-scheme", .uint32(2))
    try programs.until { try reported() == "light" }
    #expect(try programs.nightctl("get").output == "light\n")
    #expect(try caller.history(100).allSatisfy { $0["by"]?.asString == "caller" })
  }

  /// Adds a stub of plasma-apply-colorscheme, which records its argument and writes only the
  /// scheme's name, and what the commands of sed in `colors` change.
  private func addStubOfPlasma(_ colors: String = "") throws {
    let (calls, file) = (desk.home.file("calls"), desk.home.file(Self.settings))
    try programs.addProgram(
      "plasma-apply-colorscheme",
      "echo \"$1\" >>'\(calls)'\nsed -i \"\(colors)s/^ColorScheme=.*/ColorScheme=$1/\" '\(file)'\n"
    )
    programs.variables["XDG_CURRENT_DESKTOP"] = "KDE"
  }

  @Test(
    "If Plasma's own day and night switching is on, nightd writes nothing, and `programs` says so"
  )
  func automatic() throws {
    let user = "[General]\nColorScheme=BreezeLight\n\n[KDE]\nAutomaticLookAndFeel=true\n"
    try desk.home.write(user, to: Self.settings)
    try addStubOfPlasma()
    try programs.startDaemon()
    try programs.nightctl("set", "dark")
    let caller = try Caller(desk)
    try programs.until {
      try caller.reactions().contains {
        $0["name"]?.asString == "programs" && $0["running"]?.asBool == false
      }
    }
    #expect(desk.home.text("calls") == nil)
    #expect(desk.home.text(Self.settings) == user)
    let line = try programs.line("kde") ?? ""
    #expect(line.contains(" by itself, left alone: "))
    let found = try desk.nightctl(["doctor"], adding: programs.variables).output
    #expect(found.contains("Plasma switches styles by itself; to let nightd decide"), "\(found)")
    #expect(try programs.nightctl("programs", "--json").output.contains("\"released\":true"))
  }

  @Test(
    "plasma-apply-colorscheme sets nightd's scheme on Plasma; `off` restores the user's scheme"
  )
  func applied() throws {
    let user = "[General]\nColorScheme=BreezeLight\n\n[KDE]\nAutomaticLookAndFeel=false\n"
    try desk.home.write(user, to: Self.settings)
    try addStubOfPlasma()
    try programs.startDaemon()
    try programs.nightctl("set", "dark")
    try programs.until { has("BreezeDark") }
    #expect(desk.home.text("calls") == "BreezeDark\n")
    #expect(try programs.line("kde")?.contains(" by itself: ") == true)
    try programs.nightctl("programs", "off", "kde")
    try programs.until { desk.home.text(Self.settings) == user }
    #expect(desk.home.text("calls") == "BreezeDark\nBreezeLight\n")
  }

  @Test(
    "In another desktop, a scheme that nightd set is not treated as the scheme of the user",
    arguments: ["KDE sway", "sway KDE", "KDE sway KDE", "sway KDE sway"]
  )
  func desktops(words: String) throws {
    let desktops = words.split(separator: " ").map(String.init)
    let user = """
      [Colors:View]
      BackgroundNormal=255,255,255

      [General]
      ColorScheme=BreezeLight
      font=Mono

      """
    try desk.home.write(user, to: Self.settings)
    try addStubOfPlasma("s/^BackgroundNormal=.*/BackgroundNormal=$1/; ")
    for (index, desktop) in desktops.enumerated() {
      programs.variables["XDG_CURRENT_DESKTOP"] = desktop
      let daemon = try programs.startDaemon()
      try programs.nightctl("set", "light", "--always")
      try programs.until { has("BreezeLight") }
      try programs.nightctl("set", "dark", "--always")
      try programs.until { has("BreezeDark") }
      guard index == desktops.count - 1 else {
        daemon.send(signal: SIGTERM)
        _ = try daemon.wait()
        continue
      }
      try programs.nightctl("undo")
      try programs.until { has("BreezeLight") }
    }
    try programs.until { desk.home.text(Self.settings) == user }
  }

  @Test("If Plasma's program cannot set the user's scheme, `off` restores it without that program")
  func schemeGone() throws {
    let user = "[General]\nColorScheme=Mine\n"
    try desk.home.write(user, to: Self.settings)
    try addStubOfPlasma()
    let script = try #require(desk.home.text("bin/plasma-apply-colorscheme"))
    try desk.home.write(
      script.replacing("#!/bin/sh\n", with: "#!/bin/sh\n[ $1 = Mine ] && exit 1\n"),
      to: "bin/plasma-apply-colorscheme"
    )
    try programs.startDaemon()
    try programs.nightctl("prefs", "write", "kde-scheme.dark", "BreezeDark")
    try programs.nightctl("set", "dark")
    try programs.until { has("BreezeDark") }
    try programs.nightctl("programs", "off", "kde")
    try programs.until { desk.home.text(Self.settings) == user }
  }

  @Test(
    "If the user restores a backup with nightd's scheme, `undo` still restores the user's scheme"
  )
  func backup() throws {
    let user = "[General]\nColorScheme=BreezeLight\n"
    try desk.home.write(user, to: Self.settings)
    try addStubOfPlasma()
    try programs.startDaemon()
    try programs.nightctl("set", "dark")
    try programs.until { has("BreezeDark") }
    try programs.nightctl("programs", "apply")
    let saved = try #require(desk.home.text(Self.settings))
    try programs.nightctl("set", "light")
    try programs.until { has("BreezeLight") }
    try programs.nightctl("programs", "apply")
    try desk.home.write(saved, to: Self.settings)
    try programs.nightctl("undo")
    try programs.until { desk.home.text(Self.settings) == user }
  }
}
