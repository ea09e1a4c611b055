import TestSupport
import Testing

@Suite(.enabled(if: Tool.path("systemd-analyze") != nil, "there is no systemd on this machine"))
struct InstallationTests {
  private static let units = [
    "nightd.service", "nightd-plain.service", "night-switch.service", "night-switch.timer",
  ]

  @Test("systemd finds nothing to say about the installed units")
  func verify() throws {
    let installation = try Installation(prefix: "/.local")
    let verified = try analyze(
      ["verify", "--man=no"]
        + Self.units.map { installation.folder.file(".local/share/systemd/user/\($0)") },
      home: installation.folder
    )
    #expect(verified.exit == .exited(0))
    #expect(verified.errors.isEmpty)
  }

  @Test("systemd counts the exposure of the service as no more than 1.4")
  func exposure() throws {
    let installation = try Installation(prefix: "/.local")
    let file = installation.folder.file(".local/share/systemd/user/nightd.service")
    let words = ["security", "--offline=true", "--no-pager", "--threshold=14", file]
    let counted = try analyze(words, home: installation.folder)
    #expect(counted.exit == .exited(0), "\(counted.output.suffix(100))")
  }

  // What is shown for the daemon's unit is so shown for these.
  @Test(
    "a unit that must run without a namespace has those lines that need none",
    arguments: ["nightd-plain.service", "night-switch.service"]
  )
  func plain(name: String) throws {
    let unit = try UnitFile(name)
    let lines = Restriction.plain.sorted()
    #expect(unit.lines(of: lines) == (try UnitFile("nightd.service").lines(of: lines)))
    let others = Restriction.others.union(["ExecCondition"])
    #expect(unit.directives.subtracting(others) == Restriction.plain)
  }

  // The bus looks there for its services, too: one that names a unit which nobody finds could
  // not be started at all.
  @Test("what is installed below ~/.local is where the user's manager looks")
  func ownFolder() throws {
    let installation = try Installation(prefix: "/.local")
    let folder = ".local/share/systemd/user"
    #expect(installation.folder.list(folder) == Self.units.sorted())
    let paths = try analyze(["unit-paths"], home: installation.folder).output
    #expect(paths.split(separator: "\n").contains { $0 == installation.folder.file(folder) })
    #expect(
      installation.folder.list(".local/share/dbus-1/services") == ["org.nightd.Night1.service"]
    )
  }

  @Test("the installed files name the installed programs")
  func paths() throws {
    let installation = try Installation(prefix: "/.local")
    let program = installation.folder.file(".local/bin")
    for (file, line) in [
      ("systemd/user/nightd.service", "ExecStart=\(program)/nightd\n"),
      ("systemd/user/nightd-plain.service", "ExecStart=\(program)/nightd\n"),
      ("systemd/user/night-switch.service", "ExecStart=\(program)/nightctl set "),
      ("dbus-1/services/org.nightd.Night1.service", "Exec=\(program)/nightd\n"),
    ] {
      #expect(installation.folder.text(".local/share/\(file)")?.contains(line) == true)
    }
  }

  @Test("a folder with a blank in its name is installed into, and emptied again")
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
    }
  }

  @Test(
    "a prefix that the service files cannot carry is refused",
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
