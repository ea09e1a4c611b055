import Glibc
import NightBus
import TestSupport
import Testing

/// Desktop shells with a switch of their own.
///
/// A script replaces each shell, and writes its arguments into a file. The commands are those in
/// the shell's own sources, or those that its users publish.
@Suite("Desktop shells", .serialized)
struct ShellProgramTests {
  private let programs: FollowerDesk
  private var desk: Desk { programs.desk }

  init() throws {
    programs = try FollowerDesk(try Desk())
    programs.variables["DISPLAY"] = ":99"
  }

  /// Makes the script that replaces the shell.
  ///
  /// Like the shell itself, it waits if it has no arguments. It does not tell its mode.
  private func addStandIn(_ path: String) throws {
    let script = """
      [ $# -gt 0 ] || read line
      case "$*" in *[gG]et*) exit 1 ;; esac
      echo "$@" >>'\(desk.home.file("calls"))'

      """
    try desk.home.write("#!/bin/sh\n" + script, to: path)
    try #require(chmod(desk.home.file(path), 0o755) == 0)
    programs.variables["PATH"] = desk.home.file("bin") + ":" + Tool.searchPath
  }

  @Test(
    "nightd runs the desktop shell's own command after each style change, but not after `off`",
    arguments: [
      ("dms", "bin/dms", "bin/dms", "ipc call theme"),
      ("noctalia", "bin/noctalia", "bin/noctalia", "msg theme-mode-set"),
      (
        "end-4", ".config/quickshell/ii/scripts/colors/switchwall.sh", "bin/quickshell", "--mode"
      ),
    ]
  )
  func told(name: String, command: String, process: String, words: String) throws {
    try addStandIn(command)
    if process != command { try programs.addProgram("quickshell", "read line\n") }
    let shell = try Program.start(
      desk.home.file(process),
      [],
      environment: programs.environment,
      input: .pipe
    )
    try programs.startDaemon()
    try programs.nightctl("set", "light")
    // The doctor mentions a shell that runs without being switched on.
    func doctor() throws -> String {
      try desk.nightctl(["doctor"], adding: programs.variables).output
    }
    #expect(try doctor().contains("nightctl programs on \(name)\n"))
    try programs.nightctl("programs", "on", name)
    #expect(try !doctor().contains("nightctl programs on \(name)\n"))
    try programs.nightctl("set", "dark")
    let end = name == "end-4" ? " --noswitch" : ""
    let wanted = ["light", "dark"].map { "\(words) \($0)\(end)\n" }.joined()
    try programs.until {
      desk.home.text("calls") == wanted
    } facts: {
      desk.home.text("calls") ?? ""
    }
    try programs.nightctl("programs", "off", name)
    #expect(desk.home.text("calls") == wanted)
    #expect(shell.exit == nil)
  }

  @Test(
    "If the desktop shell starts after nightd, it gets the style as soon as it serves notifications"
  )
  func startsLater() throws {
    try addStandIn("bin/noctalia")
    try programs.startDaemon()
    try programs.nightctl("programs", "on", "noctalia")
    try programs.nightctl("set", "dark")
    try programs.until { try programs.line("noctalia")?.contains(" on") == true }
    let shell = try Program.start(
      desk.home.file("bin/noctalia"),
      [],
      environment: programs.environment,
      input: .pipe
    )
    #expect(desk.home.text("calls") == nil)
    let caller = try Caller(desk)
    _ = try caller.connection.request("org.freedesktop.Notifications", milliseconds: 10_000)
    try programs.until { desk.home.text("calls") == "msg theme-mode-set dark\n" }
    #expect(shell.exit == nil)
  }

  /// Starts a shell with a mode of its own, which it also writes into GNOME's settings.
  private func startShell() throws -> Program {
    try addStandIn("bin/noctalia")
    let mode = desk.home.file("mode")
    try desk.home.write(
      """
      #!/bin/sh
      case $2 in
      '') read line ;;
      theme-mode-get) cat '\(mode)' ;;
      theme-mode-set)
        echo "$3" >'\(mode)'
        gsettings set org.gnome.desktop.interface color-scheme "prefer-$3"
        echo "$3" >>'\(desk.home.file("calls"))' ;;
      esac

      """,
      to: "bin/noctalia"
    )
    programs.variables["GSETTINGS_BACKEND"] = "keyfile"
    programs.variables["XDG_DATA_DIRS"] = "/usr/share"
    let shell = try Program.start(
      desk.home.file("bin/noctalia"),
      [],
      environment: programs.environment,
      input: .pipe
    )
    try programs.startDaemon()
    try programs.nightctl("programs", "on", "noctalia")
    return shell
  }

  @Test(
    "A click on the shell's own switch is the user's choice, even right after two changes",
    .enabled(if: GnomeWriterTests.hasSettings, GnomeWriterTests.missing)
  )
  func clicked() throws {
    let shell = try startShell()
    func facts() throws -> String {
      try programs.nightctl("history").output + programs.nightctl("status").output
        + (desk.home.text("calls") ?? "")
    }
    try programs.nightctl("set", "light")
    try programs.until { desk.home.text("calls") == "light\n" }
    for _ in 0..<3 {
      for style in ["dark", "light"] {
        try programs.nightctl("set", style)
        try programs.until { desk.home.text("calls")?.hasSuffix(style + "\n") == true }
      }
      let click = ["msg", "theme-mode-set", "dark"]
      let clicked = try Program.run(
        desk.home.file("bin/noctalia"),
        click,
        environment: programs.environment
      )
      try #require(clicked.exit == .exited(0), "\(clicked)")
      try programs.until {
        try desk.nightctl("get").output == "dark\n"
      } facts: {
        try facts()
      }
      #expect(desk.home.text("mode") == "dark\n")
      try programs.nightctl("set", "light")
      try programs.until {
        desk.home.text("mode") == "light\n"
          && desk.home.text("calls")?.hasSuffix("light\n") == true
      } facts: {
        try facts()
      }
    }
    #expect(shell.exit == nil)
  }

  @Test("If a desktop shell restarts in the wrong mode, `programs apply` sends the style again")
  func restarted() throws {
    let shell = try startShell()
    // No X server runs, so each update would start xsettingsd again.
    try programs.nightctl("programs", "off", "xsettings")
    try programs.nightctl("set", "dark")
    try programs.until { desk.home.text("calls")?.hasSuffix("dark\n") == true }
    #expect(try programs.nightctl("programs", "apply").output.contains("Nothing had to change"))
    try desk.home.write("light\n", to: "mode")
    let told = desk.home.text("calls")
    try programs.nightctl("programs", "apply")
    #expect(desk.home.text("mode") == "dark\n")
    #expect(desk.home.text("calls") == (told ?? "") + "dark\n")
    // A shell that does not tell its mode is left alone.
    try desk.home.write("auto\n", to: "mode")
    #expect(try programs.nightctl("programs", "apply").output.contains("Nothing had to change"))
    #expect(shell.exit == nil)
  }
}
