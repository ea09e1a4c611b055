import TestSupport
import Testing

/// The exact help of both programs.
@Suite struct HelpTests {
  static let all = """
    nightctl - see and change the light or dark style of this session

    usage: nightctl COMMAND [OPTION...]

    commands:
      get                                  print the style that is in effect
      set light|dark|schedule|system|NAME  choose light or dark, a theme, or what decides
      toggle                               switch between light and dark, and print the new style
      resume                               end a hold (set --for or --until) at once
      status                               show the style, how long it lasts, why, and where it is stored
      why                                  explain in sentences why it is light or dark
      doctor                               show why applications do not follow the style, and how to fix that
      history                              print past changes, and who made them
      watch                                print the style, then a line for each change
      schedule [COMMAND]                   see and change when it is light and when it is dark
      location [LAT,LON|auto|zone|show]    set or show the place for which sunrise and sunset are computed
      inhibit -- COMMAND [ARG...]          run a command, and prevent automatic changes while it runs
      run -- COMMAND [ARG...]              run a program that is always light or always dark
      contrast [high|normal|system]        set or show whether contrast is high
      accent [COLOUR|none|system|theme]    set or show the accent colour
      motion [reduced|full|system]         set or show whether motion is reduced
      undo                                 restore everything that nightd changed in other programs' settings
      programs [COMMAND]                   let other programs follow the style and the theme
      hooks [COMMAND]                      run programs of your own after a change
      theme COMMAND                        see, choose, check, import and export themes
      prefs COMMAND                        read and change preferences
      apps                                 list the applications that have a style or theme of their own
      apps remove ID                       remove an application's own style and themes
      introspect                           print the daemon's D-Bus interfaces as XML
      help [COMMAND]                       print this text, or the help for a command

    options:
      --help     print this text
      --version  print the version

    nightctl COMMAND --help explains one command.

    exit codes: 0 done, 1 refused, 2 wrong usage, 3 no daemon, no bus or no answer from the
    terminal, 4 the output could not be written, 141 the reader closed the pipe. The commands
    inhibit, run, watch --exec and programs gnome have more: see their help.

    """

  private static let applicationOptions = """
    options:
      --app ID  for one application instead of the desktop
      --json    print JSON, one object on one line
      --help    print this text

    """

  private static let plainOptions = """
    options:
      --json  print JSON, one object on one line
      --help  print this text

    """

  static let commands: [(name: String, help: String)] = [
    (
      "get",
      """
      nightctl get - print the style that is in effect

      usage: nightctl get [--app ID] [--bus] [--json]
             nightctl get --terminal [--json]

      options:
        --terminal  ask the terminal instead of nightd
        --app ID    for one application instead of the desktop
        --bus       ask the daemon, not the state that it published
        --json      print JSON, one object on one line
        --help      print this text

      It reads the state that the daemon publishes in the runtime folder. If no daemon publishes
      there, it asks over the bus, which starts one. With --app, it always asks over the bus.

      --terminal prints the style of the terminal that this command runs in. It needs no nightd
      and no bus, and takes at most 200 ms. nightctl-scripts(7) says which terminals answer.

      """
    ),
    (
      "status",
      """
      nightctl status - show the style, how long it lasts, why, and where it is stored

      usage: nightctl status [--app ID] [--json]

      \(applicationOptions)
      If preference files have mistakes, they are listed at the end.

      """
    ),
    (
      "watch",
      """
      nightctl watch - print the style, then a line for each change

      usage: nightctl watch [--app ID] [--json]
             nightctl watch --format FORMAT [--file]
             nightctl watch --exec [--file] -- COMMAND [ARG...]
             nightctl watch --file [--json]
             nightctl watch --terminal [--json]

      options:
        --format FORMAT  print lines for a status bar, or lines that you lay out
        --exec           run COMMAND now and after each change, instead of printing
        --file           follow the state that the daemon publishes, without a bus
        --terminal       ask the terminal instead of nightd
        --app ID         for one application instead of the desktop
        --json           print JSON, one object on one line
        --help           print this text

      It exits with 0 on Ctrl-C or when the reader closes the pipe, and with 3 if the bus is lost.
      It continues when the daemon restarts. It prints a line only if the style changes; with
      --json, also if anything else changes, such as the reason, but not for the serial alone.

      --file needs no bus, so it also works in a container that shares the runtime folder. It never
      starts the daemon, but waits for it. If several changes come within a few milliseconds, it
      may print only the last.

      FORMAT is waybar, polybar, i3blocks, i3status, plain or a text with placeholders: {style},
      {previous}, {theme}, {reason}, {contrast}, {accent}, {next}, {next-style}, {color.ROLE}; {{
      and }} are braces. It prints a line whenever the line changes. i3status changes the lines of
      i3status on standard input. nightd-bars(7) has a module for each bar.

      --exec runs COMMAND with the state in NIGHTD_STYLE, NIGHTD_PREVIOUS, NIGHTD_THEME and more
      (man nightctl-scripts). It runs once at a time; for changes that come meanwhile, it runs once
      afterwards. If COMMAND cannot be run, the exit code is 127 or 126.

      --terminal prints the style of the terminal that this command runs in, then a line for each
      change. It exits with 3 if the terminal does not report changes. What you type meanwhile has no
      effect, except for keys such as Ctrl-C and Ctrl-Z.

      """
    ),
    (
      "introspect",
      """
      nightctl introspect - print the daemon's D-Bus interfaces as XML

      usage: nightctl introspect [--json]

      \(plainOptions)
      """
    ),
  ]

  @Test("nightctl help help prints the general help", arguments: ["help", "--help", "-h"])
  func help(of word: String) throws {
    let finished = try Program.run(Built.nightctl, ["help", word])
    #expect(finished.exit == .exited(0))
    #expect(finished.output == Self.all)
  }

  @Test("nightctl prints its help without a bus", arguments: ["--help", "-h", "help"])
  func all(word: String) throws {
    let finished = try Program.run(Built.nightctl, [word])
    #expect(finished.exit == .exited(0))
    #expect(finished.output == Self.all)
    #expect(finished.errors == "")
  }

  private static let explained: [(name: String, help: String)] = [
    commands, ChangeHelp.commands, SessionHelp.commands, ScheduleHelp.commands, ThemeHelp.commands,
    PreferenceHelp.commands, ProgramHelp.commands,
  ].flatMap(\.self)

  @Test(
    "Each command prints its help, in each way to ask for it",
    arguments: explained
  )
  func command(name: String, help: String) throws {
    let words = name.split(separator: " ").map(String.init)
    let ways = [words + ["--help"], words + ["-h"], ["help"] + words, ["--help"] + words]
    for way in ways {
      let finished = try Program.run(Built.nightctl, way)
      #expect(finished.exit == .exited(0))
      #expect(finished.output == help, "\(way)")
      #expect(finished.errors == "")
    }
  }

  @Test("Each command in the general help has its own help")
  func completeness() {
    let listed = Self.all.split(separator: "\n").drop { $0 != "commands:" }.dropFirst()
      .prefix { $0.hasPrefix("  ") }
      .map { $0.split(separator: "  ").first.map(String.init) ?? "" }
    let told = Self.commands + ChangeHelp.commands + SessionHelp.commands
    let names = told.map(\.name) + ["apps", "apps remove", "undo"]
    let lines = listed.map { line in
      names.last { line == $0 || line.hasPrefix($0 + " ") } ?? line
    }
    #expect(
      lines.sorted()
        == (names + [
          "prefs COMMAND", "theme COMMAND", "schedule [COMMAND]", "programs [COMMAND]",
          "hooks [COMMAND]", "help [COMMAND]",
        ])
        .sorted()
    )
  }

  @Test("A group of commands lists its commands", arguments: ["--help", "-h"])
  func group(word: String) throws {
    let groups = [
      ("schedule", ScheduleHelp.group), ("theme", ThemeHelp.group),
      ("prefs", PreferenceHelp.group),
    ]
    for (name, help) in groups {
      for words in [[name, word], ["help", name]] {
        let finished = try Program.run(Built.nightctl, words)
        #expect(finished.exit == .exited(0))
        #expect(finished.output == help)
        #expect(finished.errors == "")
      }
      let commands = ScheduleHelp.commands + ThemeHelp.commands + PreferenceHelp.commands
      for (command, _) in commands where command.hasPrefix(name + " ") {
        #expect(help.contains("\n  \(command) "))
      }
    }
  }

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

        It runs until it is told to end, and is usually started by D-Bus or systemd.
        To see or change the style use nightctl.

        options:
          --help          print this text
          --version       print the version
          --print-config  print which bus and which files it would use, and start nothing

        files:
          $XDG_STATE_HOME/nightd/intent.json    what was chosen and set; written by nightd
          $XDG_CONFIG_HOME/nightd/config.json5  your preferences; written by hand
          nightd/config.json5, nightd/locks     the system's preferences and locks, in each folder of
                                                $XDG_CONFIG_DIRS, and last in /etc/xdg

        exit codes: 0 told to end, 1 a fault, 2 wrong use, 3 another nightd is running

        """
    )
  }

  @Test("nightd --print-config prints its settings and writes no file")
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

  @Test("nightd --print-config says that no bus can be found")
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

  @Test("nightd --print-config lists the system's folders in order; the compiled-in one comes last")
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
