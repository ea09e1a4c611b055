import Glibc
import NightBus
import NightCore

/// The command `run`.
struct RunCommand: Command {
  let nightctl: Nightctl

  static let row = CommandEntry(
    name: "run",
    summary: "run a program, and keep it always light or always dark",
    forms: [
      .init(needs: [.forceLight], operands: Operand.call),
      .init(needs: [.forceDark], operands: Operand.call),
    ],
    notes: """
      nightctl run sets variables for GTK, libadwaita and Qt Quick. It also sets NIGHTD_FORCE_STYLE,
      which NightKit, libnightkit, nightctl get and nightctl watch obey. With --dark, it adds the
      option --force-dark-mode to the arguments of Chromium and of programs made with Electron, if
      it knows their file names. nightctl run needs neither nightd nor a bus. nightctl-scripts(7)
      lists the programs whose style cannot be forced.

      COMMAND replaces nightctl in the same process. The exit code is 127 if COMMAND does not exist,
      and 126 if it cannot be run. Programs that COMMAND starts get the same style. If COMMAND opens
      a window in a program that was already running, the window has that program's style.
      """,
    run: RunCommand.run
  )

  /// Replaces this process with a command, and keeps that command always light or always dark.
  func run(_ invocation: Invocation) throws(Failure) {
    guard let command = invocation.operand else { return }
    guard invocation.has(.forceLight) || invocation.has(.forceDark) else {
      throw invocation.usage("run needs --light or --dark")
    }
    let program = ForcedProgram(command, invocation.has(.forceLight) ? .light : .dark)
    for (name, value) in program.variables { setenv(name, value, 1) }
    throw .notRun(
      ProcessReplacement.run(last: invocation.operands.count, inserting: program.switches)
    )
  }
}

/// The variables and switches that make one program light or dark, whatever the desktop's style.
struct ForcedProgram {
  let command: String
  let style: Style

  init(_ command: String, _ style: Style) {
    self.command = command
    self.style = style
  }

  private var isDark: Bool { style == .dark }

  /// The environment variables that toolkits and nightd's own libraries read.
  var variables: [String: String] {
    let word = isDark ? "Dark" : "Light"
    return [
      ForcedStyle.variable: style.rawValue,
      // GTK 3 and GTK 4 read the theme from GTK_THEME instead of from the desktop's settings.
      "GTK_THEME": isDark ? "Adwaita:dark" : "Adwaita",
      // With this variable, libadwaita uses the given style instead of the desktop's style.
      "ADW_DEBUG_COLOR_SCHEME": isDark ? "prefer-dark" : "prefer-light",
      // Qt Quick has several styles, but only Material and Universal read a variable that makes
      // them light or dark.
      "QT_QUICK_CONTROLS_MATERIAL_THEME": word,
      "QT_QUICK_CONTROLS_UNIVERSAL_THEME": word,
    ]
  }

  /// The switches of Chromium and of programs made with Electron.
  ///
  /// Chromium has a switch for dark, but none for light.
  var switches: [String] {
    let name = command.fileName
    return isDark && Self.chromiums.contains(name) ? ["--force-dark-mode"] : []
  }

  /// The file names of browsers based on Chromium, and of programs made with Electron.
  static let chromiums: Set<String> = [
    "brave", "brave-browser", "chromium", "chromium-browser", "code", "code-oss", "codium",
    "discord", "electron", "element-desktop", "google-chrome", "google-chrome-beta",
    "google-chrome-stable", "google-chrome-unstable", "microsoft-edge", "microsoft-edge-stable",
    "obsidian", "opera", "signal-desktop", "slack", "vivaldi", "vivaldi-stable",
  ]
}

extension Option {
  static let forceLight = Option(name: "--light", summary: "make the program light")
  static let forceDark = Option(name: "--dark", summary: "make the program dark")
}
