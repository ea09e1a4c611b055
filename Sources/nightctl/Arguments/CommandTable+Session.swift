import NightCore

/// The commands for inhibitors, contrast, accent, motion and programs.
extension CommandTable {
  static let sessionCommands: [CommandEntry] = [
    CommandEntry(
      name: "inhibit",
      summary: "run a command, and prevent automatic changes while it runs",
      operands: Operand.call,
      options: [.why],
      notes: """
        While the command runs, neither the schedule nor the desktop nor the end of a hold changes
        the style; nightctl set, toggle and resume still do. A change that was due happens when the
        command ends.

        The exit code is that of the command: 127 if the command does not exist, 126 if it cannot be
        run. Without nightd it is 3, and the command does not run. If nightd restarts meanwhile, the
        command goes on, and the new nightd is asked again.
        """,
      run: Nightctl.inhibit
    ),
    CommandEntry(
      name: "run",
      summary: "run a program that is always light or always dark",
      forms: [
        .init(needs: [.forceLight], operands: Operand.call),
        .init(needs: [.forceDark], operands: Operand.call),
      ],
      notes: """
        It sets NIGHTD_FORCE_STYLE, which NightKit, libnightkit, nightctl get and nightctl watch obey,
        and variables for GTK, libadwaita and Qt Quick. With --dark, it gives --force-dark-mode to
        Chromium and to programs made with Electron, if it knows their file names. It needs neither
        nightd nor a bus. nightctl-scripts(7) lists what cannot be forced.

        COMMAND replaces nightctl. The exit code is 127 if COMMAND does not exist, and 126 if it
        cannot be run. Programs that COMMAND starts get the same style. A window that COMMAND opens in
        a program that already runs does not.
        """,
      run: Nightctl.run
    ),
    CommandEntry(
      name: "contrast",
      summary: "set or show whether contrast is high",
      operands: [.setting(ContrastPreference.allCases.map(\.rawValue))],
      options: [.json],
      notes: "With “system”, the desktop decides. Without an argument, it prints the value.",
      run: Nightctl.contrast
    ),
    CommandEntry(
      name: "accent",
      summary: "set or show the accent colour",
      operands: [Operand(name: "COLOUR|none|system|theme", kind: .accent, count: .optional)],
      options: [.json],
      notes: """
        A colour is #RRGGBB, rgb(), hsl(), oklch() or a CSS name, and is opaque. Put it in quotation
        marks or omit the #, which begins a comment in a shell. With system, the desktop decides;
        with theme, the theme in use. Without an argument, it prints the value in force.
        """,
      run: Nightctl.accent
    ),
    CommandEntry(
      name: "motion",
      summary: "set or show whether motion is reduced",
      operands: [.setting(MotionPreference.allCases.map(\.rawValue))],
      options: [.json],
      notes: "With “system”, the desktop decides. Without an argument, it prints the value.",
      run: Nightctl.motion
    ),
  ]
}

extension Operand {
  /// The command line of another program.
  static let call = [
    Operand(name: "COMMAND", kind: .program), Operand(name: "ARG", kind: .file, count: .any),
  ]

  static func setting(_ keywords: [String]) -> Operand {
    Operand(name: "VALUE", kind: .keywords(keywords), count: .optional)
  }
}

extension Option {
  static let forceLight = Option(name: "--light", summary: "make the program light")
  static let forceDark = Option(name: "--dark", summary: "make the program dark")
  static let why = Option(
    name: "--why",
    value: "TEXT",
    summary: "the reason that nightctl status shows (default: “COMMAND runs”)"
  )
}

/// The command that finds out why applications do not follow the style.
extension CommandTable {
  static let doctorCommand = CommandEntry(
    name: "doctor",
    summary: "show why applications do not follow the style, and how to fix that",
    forms: [
      .init(options: [.json]),
      .init(needs: [.fix], options: [.fixTrial, .json]),
    ],
    notes: """
      The worst problem comes first. Each comes with an explanation and with the one command to
      run, or the file to write, that fixes it. If there is no problem, it prints one line and
      exits with 0, otherwise with 1. It also says which running programs change with the style, and
      which you must restart; that alone leaves the exit code 0. It starts no other program.
      nightctl-doctor(7) lists everything that the doctor can find.

      --fix writes only your own files. It writes each file whole or not at all, and leaves alone a
      file that has changed since it was read. It prints what is left to do, such as restarting the
      portal.
      """,
    run: Nightctl.doctor
  )
}
