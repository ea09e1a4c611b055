/// The entries of the command table for `programs`.
enum ProgramTopic {
  static let rows: [CommandEntry] = [
    CommandEntry(
      name: "programs",
      summary: "list the programs to which nightd can give the style and the colours in use",
      options: [.listAll, .json],
      notes: """
        The list begins with the updates that nightd made, such as gnome, which updates GNOME's
        settings. For each update, it shows the last result and, if the update failed, the error.
        Then come the installed programs, and whether each is on. Desktops and toolkits follow by
        themselves once you have chosen a style. Below a desktop or toolkit, the list names the
        files and keys that contain nightd's values now. If a program is on, but does not use
        nightd's colours, the list says why, and what to do. --all lists all programs that nightd
        knows; JSON output always contains all of them. The command never starts the daemon. If the
        daemon does not run, the list has no results of updates, because only the daemon's memory
        contains them.
        """,
      run: ProgramCommands.programs
    ),
    CommandEntry(
      name: "programs on",
      summary: "let a program follow the style and the theme",
      operands: [.programName(.any)],
      options: [.onlyPrint, .all],
      notes: """
        For most programs, nightd writes a file with colours, and your configuration gets one line
        that includes this file. The command prints each line and file before it writes. If your
        configuration cannot be changed, the command prints the line for you to add. A running
        program gets the colours at once, if it can reload them.

        If the program keeps its own colours, the command prints the reason and exits with 1. For
        example, your configuration may still lack the line, or may set colours after it. The
        command does not switch on a program that cannot use the colours, such as mako 1.7.

        A program that follows by itself, such as kde, needs this command only after nightctl
        programs off.

        --all switches on each installed program, except “terminals”, which sends escape sequences
        to every terminal. --dry-run only prints what the command would write; nightctl programs
        show NAME prints the same as a diff.
        """,
      finishes: true,
      run: SwitchProgramsOn.switchProgramsOn
    ),
    CommandEntry(
      name: "programs off",
      summary: "restore your own values, and remove the line and the files that nightd wrote",
      operands: [.programName(.any)],
      options: [.allOn, .again, .onlyPrint],
      notes: """
        --again is for a program that was still open when you switched it off, and has saved nightd's
        values since then. If you have chosen these values yourself, do not use --again, because it
        replaces them by your earlier values.

        A program that follows the style by itself, such as kde or gnome, stays off until you run
        nightctl programs on. Until then, its name is in the preference programs-off.

        If one of your files is missing or empty, the command says so and exits with 1, because the
        file may come back with nightd's changes. Run the command again when the file is back. If
        the file is still missing then, nightd forgets what it changed there.
        """,
      finishes: true,
      run: SwitchProgramsOff.switchProgramsOff
    ),
    CommandEntry(
      name: "programs apply",
      summary: "give the colours in use to all programs that are on, or to those that you name",
      operands: [.programName(.any)],
      notes: """
        nightd runs this command after each change. Without a NAME, the command skips each program
        that already has these colours. If a desktop shell such as noctalia can report its style and
        reports the wrong one, the command tells it the style again.
        """,
      finishes: true,
      run: ProgramCommands.applyPrograms
    ),
    CommandEntry(
      name: "programs show",
      summary: "print a diff of what nightctl programs on would write",
      operands: [.programName(.one)],
      notes: """
        The command also shows how a running program is notified of new colours. It writes nothing.
        """,
      run: OwnProgramCommands.showProgram
    ),
    CommandEntry(
      name: "programs new",
      summary: "create your own description of a program, and print its folder",
      operands: [Operand(name: "NAME", kind: .value)],
      notes: """
        The new folder contains a description with comments, and a template. If nightd already has a
        description of NAME, the new folder is a copy of it, and nightd uses the copy instead. The
        command does not switch the program on. nightd-programs(7) explains what a description can
        contain.
        """,
      run: OwnProgramCommands.newProgram
    ),
    CommandEntry(
      name: "programs check",
      summary: "find mistakes in descriptions of programs",
      operands: [.programName(.any)],
      notes: """
        Without a NAME, the command checks your own descriptions. A NAME with a / is the path of a
        folder. The command fills in each template in both styles, and exits with 1 if it finds a
        mistake.
        """,
      run: OwnProgramCommands.checkPrograms
    ),
    CommandEntry(
      name: "programs schema",
      summary: "print the JSON Schema of descriptions, for editors",
      run: OwnProgramCommands.programSchema
    ),
    CommandEntry(
      name: "programs mode",
      summary: "print the style that a running desktop shell shows",
      notes: """
        nightd runs this command if the desktop's switch has a style that either a desktop shell or
        a person may have set. The command prints “mode” and then the style, “light” or “dark”. In
        place of the style, it prints “unknown” if no running desktop shell reports its style, and
        “none” if no running desktop shell gets its style from nightd through a command.
        """,
      run: ModeCommand.printMode
    ),
    CommandEntry(
      name: "programs gnome",
      summary: "write GNOME's settings as nightd orders",
      operands: [Operand(name: "ORDER", kind: .value, count: .any)],
      notes: """
        nightd runs this command after a change. An ORDER is “write KEY VALUE”, “pair KEY STYLE”,
        “leave KEY” or “restore KEY VALUE”; VALUE has the form that gsettings prints. For each key
        that no ORDER mentions, the command restores your own value. Before it writes, the command
        prints “may-write” and the values, and reads “yes” or “no”.

        The command has exit codes of its own: 3 if the library libgio-2.0.so.0 is missing, 4 if
        GNOME's schema is missing, 5 if a key could not be written, 6 if your own values could not
        be stored first, 7 if a newer style was set meanwhile.
        """,
      finishes: true,
      run: GnomeCommand.writeGnomeSettings
    ),
  ]
}

extension Operand {
  fileprivate static func programName(_ count: Operand.Count) -> Operand {
    Operand(name: "NAME", kind: .programName, count: count)
  }
}

extension Option {
  static let all = Option(name: "--all", summary: "switch on each program that is installed")
  static let allOn = Option(name: "--all", summary: "switch off each program that you switched on")
  static let again = Option(
    name: "--again",
    summary: "restore your values also in files that have nightd's values again"
  )
  static let listAll = Option(name: "--all", summary: "list all programs that nightd knows")
  static let onlyPrint = Option(
    name: "--dry-run",
    summary: "print what the command would do, and change nothing"
  )
}
