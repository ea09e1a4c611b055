import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: Tool.path("systemd-analyze") != nil, "there is no systemd on this machine"))
struct InstallationTests {
  private static let units = [
    "nightd.service", "nightd-login.service", "night-switch.service", "night-switch.timer",
  ]

  private static let completions = [
    ("bash-completion/completions", "nightctl"), ("zsh/site-functions", "_nightctl"),
    ("fish/vendor_completions.d", "nightctl.fish"),
  ]

  @Test("`systemd-analyze verify` reports nothing about the installed units")
  func verify() throws {
    let installation = try Installation(prefix: "/.local")
    let verified = try analyze(
      ["verify", "--man=no"]
        + Self.units.map { installation.folder.file(".local/share/systemd/user/\($0)") },
      home: installation.folder
    )
    #expect(verified.exit == .exited(0))
    // systemd also reports mistakes in other units of the machine, so keep only the lines about
    // nightd.
    let lines = verified.errors.split(separator: "\n").filter { $0.contains("night") }
    #expect(lines.isEmpty, "\(verified.errors)")
  }

  @Test(
    "`systemd-analyze security` rates the exposure of each service at 1.4 or less",
    arguments: ["nightd.service", "night-switch.service"]
  )
  func exposure(unit: String) throws {
    let installation = try Installation(prefix: "/.local")
    let file = installation.folder.file(".local/share/systemd/user/\(unit)")
    let words = ["security", "--offline=true", "--no-pager", "--threshold=14", file]
    let counted = try analyze(words, home: installation.folder)
    #expect(counted.exit == .exited(0), "\(counted.output.suffix(100))")
  }

  // The two units must have the same restrictions, so that the tests of the daemon's sandbox also
  // cover night-switch.
  @Test("night-switch.service has the daemon's restrictions, and may write to no folder")
  func switched() throws {
    let daemon = try UnitFile("nightd.service")
    let paths: Set = ["ReadWritePaths", "NoExecPaths", "RuntimeDirectory"]
    let closed = Set(Restriction.all.map(\.directive)).subtracting(paths)
    let unit = try UnitFile("night-switch.service")
    #expect(unit.directives == closed.union(["Type", "ExecStart", "ExecStartPre"]))
    #expect(unit.lines(of: closed.sorted()) == daemon.lines(of: closed.sorted()))
  }

  // The bus also finds services in this folder. If the manager did not find such a service's unit,
  // the service could not be started.
  @Test(
    "After an installation below ~/.local, the units are in a folder that the user's systemd reads"
  )
  func ownFolder() throws {
    let installation = try Installation(prefix: "/.local")
    let folder = ".local/share/systemd/user"
    #expect(installation.folder.list(folder) == Self.units.sorted())
    let paths = try analyze(["unit-paths"], home: installation.folder).output
    #expect(paths.split(separator: "\n").contains { $0 == installation.folder.file(folder) })
    #expect(
      installation.folder.list(".local/share/dbus-1/services") == [
        "org.freedesktop.impl.portal.desktop.nightd.service", "org.nightd.Night1.service",
      ]
    )
  }

  @Test("The installed units contain the paths of the installed programs and scripts")
  func paths() throws {
    let installation = try Installation(prefix: "/.local")
    let program = installation.folder.file(".local/bin")
    let script = installation.folder.file(".local/share/nightd/sandbox")
    let login = installation.folder.file(".local/share/nightd/login")
    for file in [script, login] { #expect(access(file, X_OK) == 0, "\(file)") }
    for (file, line) in [
      ("systemd/user/nightd.service", "ExecStart=\(program)/nightd\n"),
      ("systemd/user/night-switch.service", "ExecStart=\(program)/nightctl set "),
      ("systemd/user/nightd.service", "=-+/bin/sh \(script) start %h/.local/state/nightd\n"),
      ("systemd/user/nightd.service", "=-+/bin/sh \(script) ended\n"),
      ("systemd/user/night-switch.service", "=-+/bin/sh \(script) start\n"),
      ("systemd/user/nightd-login.service", "ExecStart=/bin/sh \(login)\n"),
      ("dbus-1/services/org.nightd.Night1.service", "Exec=\(program)/nightd\n"),
    ] {
      #expect(installation.folder.text(".local/share/\(file)")?.contains(line) == true)
    }
  }

  @Test("`make install` and `make uninstall` accept a folder whose name contains a blank")
  func blank() throws {
    let folder = try TemporaryFolder()
    for target in ["install", "uninstall"] {
      let made = try Program.run(
        "make",
        ["-s", target, "RELEASE=\(Built.folder)", "DESTDIR=\(folder.file("a b"))"],
        environment: ["PATH": Tool.searchPath],
        folder: Built.sourceRoot
      )
      #expect(made.exit == .exited(0), "\(made)")
      let isInstalled = target == "install"
      #expect(folder.list("a b/usr/local/bin") == (isInstalled ? ["nightctl", "nightd"] : []))
      #expect(folder.list("a b/usr/local/share/systemd/user").isEmpty != isInstalled)
      for (shell, name) in Self.completions {
        // Without XDG_DATA_DIRS, fish looks only in this folder.
        let data = shell.hasPrefix("fish") ? "usr/share" : "usr/local/share"
        let found = folder.list("a b/\(data)/\(shell)")
        #expect(found == (isInstalled ? [name] : []), "\(shell)")
      }
    }
  }

  @Test(
    "`make install` refuses a prefix that contains a blank, a vertical bar or an ampersand",
    arguments: ["a b", "a|b", "a&b"]
  )
  func prefix(name: String) throws {
    let folder = try TemporaryFolder()
    let made = try Program.run(
      "make",
      ["-s", "install", "RELEASE=\(Built.folder)", "PREFIX=\(folder.file(name))"],
      environment: ["PATH": Tool.searchPath],
      folder: Built.sourceRoot
    )
    #expect(made.exit != .exited(0))
    #expect(
      made.errors.hasPrefix("PREFIX must hold no blank, no | and no &: \(folder.file(name))\n")
    )
    #expect(folder.list().isEmpty)
  }

  private func analyze(_ words: [String], home: TemporaryFolder) throws -> Finished {
    try Program.run(
      "systemd-analyze",
      ["--user"] + words,
      environment: [
        "PATH": Tool.searchPath, "HOME": home.path, "XDG_RUNTIME_DIR": home.makeFolder("run"),
      ]
    )
  }
}
