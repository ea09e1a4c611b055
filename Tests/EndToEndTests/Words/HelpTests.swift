import TestSupport
import Testing

/// The version, help and settings that both programs print; Tests/golden/help.txt has nightctl's
/// help.
@Suite struct HelpTests {
  /// The general help of nightctl.
  static let all = try? Program.run(Built.nightctl, ["--help"]).output

  @Test("nightctl and nightd print their version", arguments: ["--version", "-V"])
  func version(word: String) throws {
    #expect(try Program.run(Built.nightctl, [word]).output == "nightctl 0.1.0\n")
    #expect(try Program.run(Built.nightd, [word]).output == "nightd 0.1.0\n")
  }

  @Test("nightd prints its help without a bus", arguments: ["--help", "-h"])
  func nightd(word: String) throws {
    let finished = try Program.run(Built.nightd, [word])
    #expect(finished.exit == .exited(0))
    #expect(finished.errors == "")
    #expect(
      finished.output == """
        nightd - owns the light or dark style of this session

        usage: nightd [--help | --version | --print-config]

        Usually D-Bus or systemd starts nightd. It then runs until somebody stops it.
        Use nightctl to see or change the style.

        options:
          --help          print this text
          --version       print the version
          --print-config  print which bus and which files nightd would use, and start nothing

        files:
          $XDG_STATE_HOME/nightd/intent.json    your choice and the stored preferences; written by nightd
          $XDG_CONFIG_HOME/nightd/config.json5  your preferences; written by hand
          nightd/config.json5, nightd/locks     the system's preferences and locks, in each folder of
                                                $XDG_CONFIG_DIRS, and last in /etc/xdg

        exit codes: 0 ended on request, 1 failure, 2 wrong use, 3 another nightd is running

        """
    )
  }

  @Test("`nightd --print-config` prints its settings and writes no file")
  func printConfig() throws {
    let home = try TemporaryFolder()
    let finished = try Program.run(
      Built.nightd,
      ["--print-config"],
      environment: ["HOME": home.path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]
    )
    #expect(finished.exit == .exited(0))
    #expect(
      finished.output == """
        version = 0.1.0
        bus = unix:path=/nowhere
        name = org.nightd.Night1
        state = \(home.path)/.local/state/nightd/intent.json
        config = \(home.path)/.config/nightd/config.json5
        system = /etc/xdg/nightd
        choice = system
        fade = 300

        """
    )
    #expect(home.list() == [])
  }

  @Test("If no bus can be found, `nightd --print-config` says so")
  func printConfigWithoutBus() throws {
    let finished = try Program.run(
      Built.nightd,
      ["--print-config"],
      environment: ["XDG_STATE_HOME": "/state"]
    )
    #expect(finished.exit == .exited(0))
    #expect(finished.output.contains("\nbus = none\n"))
    #expect(finished.output.contains("\nstate = /state/nightd/intent.json\nconfig = none\n"))
  }

  @Test(
    "`nightd --print-config` lists the system folders in order, and the compiled-in folder last"
  )
  func printSystemFolders() throws {
    let finished = try Program.run(
      Built.nightd,
      ["--print-config"],
      environment: ["HOME": "/home/ada", "XDG_CONFIG_DIRS": "/etc/xdg:/opt/xdg:/usr/xdg/"]
    )
    let lines = finished.output.split(separator: "\n").filter { $0.hasPrefix("system = ") }
    #expect(
      lines == [
        "system = /opt/xdg/nightd", "system = /usr/xdg/nightd", "system = /etc/xdg/nightd",
      ]
    )
  }
}
