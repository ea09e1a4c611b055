import Glibc
import TestSupport
import Testing

/// data/run, which `make run` starts after it has built the programs.
@Suite struct RunTests {
  @Test(
    "If there is no session bus, data/run starts one and prints an export line for other shells",
    arguments: ["sh", "bash"]
  )
  func ownBus(shell: String) throws {
    let home = try TemporaryFolder()
    let environment = [
      "PATH": Tool.searchPath, "HOME": home.path, "TMPDIR": try home.makeFolder("a b"),
    ]
    let programs = home.file("it's here")
    try #require(symlink(Built.folder, programs) == 0)
    let run = try Program.start(
      shell,
      [Built.sourceRoot + "/data/run", programs],
      environment: environment
    )
    var line = ""
    while !line.hasPrefix("export ") { line = try run.nextLine() }
    let pasted = try Program.run(
      "/bin/sh",
      ["-c", line + " && nightctl get"],
      environment: environment
    )
    #expect(pasted.output == "dark\n", "\(pasted)")
    run.send(signal: SIGTERM)
    #expect(try run.wait() == .exited(0))
    #expect(home.list("a b") == [])
  }

  /// A stub of gsettings that stores each key in its own file in the home folder.
  private static let gsettings = """
    #!/bin/sh
    case $1 in
    get) cat "$HOME/$3" 2>/dev/null || echo "'usual'" ;;
    set) echo "$4" >"$HOME/$3" ;;
    esac

    """

  @Test(
    "data/run prints which home and bus it uses, and restores GNOME's settings when it ends"
  )
  func settings() throws {
    let home = try TemporaryFolder()
    try home.write(Self.gsettings, to: "bin/gsettings")
    try #require(chmod(home.file("bin/gsettings"), 0o755) == 0)
    try home.write("#!/bin/sh\ncat \"$HOME/${2##*/}\"\n", to: "bin/dconf")
    try #require(chmod(home.file("bin/dconf"), 0o755) == 0)
    try home.write("'prefer-dark'\n", to: "color-scheme")
    let run = try Program.start(
      "sh",
      [Built.sourceRoot + "/data/run", Built.folder],
      environment: ["PATH": home.file("bin") + ":" + Tool.searchPath, "HOME": home.path]
    )
    #expect(
      try run.nextLine() == "This uses your home (\(home.path)) and your session bus: what you set "
        + "stays there."
    )
    #expect(
      try run.nextLine() == "GNOME's settings, if you have them, are put back when it ends."
    )
    var line = ""
    while !line.hasPrefix("export ") { line = try run.nextLine() }
    try home.write("'default'\n", to: "color-scheme")
    run.send(signal: SIGTERM)
    #expect(try run.wait() == .exited(0))
    #expect(home.text("color-scheme") == "'prefer-dark'\n")
    #expect(home.text("gtk-theme") == nil, "an unchanged setting is not written")
  }

  @Test(
    "data/need asks before it installs packages",
    .enabled(if: Tool.path("script") != nil, "there is no script on this machine")
  )
  func asks() throws {
    let home = try TemporaryFolder()
    // This pkg-config always fails, so the script finds a package missing. The script must ask
    // before it installs the package.
    try home.write("#!/bin/sh\nexit 1\n", to: "bin/pkg-config")
    try #require(chmod(home.file("bin/pkg-config"), 0o755) == 0)
    try home.write("#!/bin/sh\necho asked >&2; exit 1\n", to: "bin/apt-get")
    try #require(chmod(home.file("bin/apt-get"), 0o755) == 0)
    // The script asks an ordinary user too, before sudo asks for a password.
    try home.write("#!/bin/sh\necho asked >&2; exit 1\n", to: "bin/sudo")
    try #require(chmod(home.file("bin/sudo"), 0o755) == 0)
    let finished = try Program.run(
      "/bin/sh",
      [
        "-c", "echo n | script -qec \"sh '\(Built.sourceRoot)/data/need' build\" /dev/null",
      ],
      environment: [
        "PATH": home.file("bin") + ":" + Tool.searchPath, "HOME": home.path, "SWIFT": "true",
        "SHELL": "/bin/sh",
      ]
    )
    #expect(finished.output.contains("Install "), "\(finished)")
    #expect(!finished.output.contains("asked"), "\(finished)")
    #expect(finished.exit != .exited(0))
  }
}
