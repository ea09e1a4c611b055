/// The commands for other programs: what follows, and hooks.
extension CommandTable {
  static let programCommands: [CommandEntry] =
    [
      CommandEntry(
        name: "undo",
        summary: "restore everything that nightd changed in other programs' settings",
        options: [.onlyPrint],
        notes: """
          It stores all in the list programs-off and empties the list programs, so that nightd
          changes nothing more. Then it restores GNOME's settings and those of other toolkits, and
          removes the lines and files that nightd and nightctl doctor --fix wrote for other programs. It
          prints each of them first, and at the end the commands that switch them on again. Your choice,
          themes, hooks and all other preferences stay, and a wallpaper stays until you set another. If
          it is interrupted, run it again. Use it before you remove nightd.

          If a line is left for you to remove, the command prints it, keeps the file that it names, and
          exits with 1. It also exits with 1 if something else could not be restored, such as a file that
          you have made read-only. It only names a portals.conf that mentions nightd, because that file
          may be yours.

          --dry-run only prints what the command would restore.
          """,
        run: Nightctl.undo
      ),
      CommandEntry(
        name: "programs",
        summary: "list the programs to which nightd can give the style and the colours in use",
        options: [.listAll, .json],
        notes: """
          First come the updates that nightd made, such as gnome, which updates GNOME's settings: each
          with its last result and, if it failed, the error. Then come the programs that are here, and
          whether each is on. Desktops and toolkits follow by themselves once you have chosen a style;
          below each are the files and keys that have nightd's values now. For a program that is on
          without effect, the list says why, and what to do. --all lists all programs that nightd knows;
          JSON always has them all. The command never starts the daemon, which keeps the results only in
          memory.
          """,
        run: Nightctl.programs
      ),
      CommandEntry(
        name: "programs on",
        summary: "let a program follow the style and the theme",
        operands: [.programName(.any)],
        options: [.onlyPrint, .all],
        notes: """
          For most programs, nightd writes a file with colours, and your configuration gets one line
          that includes this file. The command prints each line and file before it writes. If your
          configuration cannot be changed, it prints the line for you to add. A running program gets
          the colours at once, if it can.

          It exits with 1 if the program keeps its own colours, and says why: your configuration still
          lacks the line, or sets colours after it. A program that cannot take the colours here, such
          as a Hyprland that reads hyprland.lua, is not switched on.

          A program that follows by itself, such as kde, needs this only after “programs off”.

          --all means each program that is installed, except terminals, which sends escape sequences to
          every terminal. --dry-run only prints what the command would write; programs show NAME prints
          it as a diff.
          """,
        run: Nightctl.switchProgramsOn
      ),
      CommandEntry(
        name: "programs off",
        summary: "restore your own values, and remove the line and the files that nightd wrote",
        operands: [.programName(.some)],
        options: [.onlyPrint],
        notes: """
          A program that follows by itself, such as kde or gnome, stays off until programs on: the
          preference programs-off has its name.
          """,
        run: Nightctl.switchProgramsOff
      ),
      CommandEntry(
        name: "programs apply",
        summary: "give the colours in use to the programs that are on, or to those named",
        operands: [.programName(.any)],
        notes: """
          nightd runs this command after each change. Without a NAME, a program that already has these
          colours is left alone.
          """,
        run: Nightctl.applyPrograms
      ),
    ] + ownProgramCommands + [gnomeCommand] + hookCommands

  private static let gnomeCommand = CommandEntry(
    name: "programs gnome",
    summary: "write GNOME's settings as nightd orders",
    operands: [Operand(name: "ORDER", kind: .value, count: .any)],
    notes: """
      nightd runs this command after a change. An ORDER is write KEY VALUE, pair KEY STYLE, leave KEY
      or restore KEY VALUE; VALUE has the form that gsettings prints. Keys that no ORDER names get your
      own values back. Before it writes, the command prints “may-write” and the values, and reads yes
      or no.

      It has exit codes of its own: 3 no library libgio-2.0.so.0, 4 no schema of GNOME's, 5 a key
      could not be written, 6 your own values could not be stored first, 7 a newer style was set meanwhile.
      """,
    run: Nightctl.writeGnomeSettings
  )

  private static let hookCommands: [CommandEntry] = [
    CommandEntry(
      name: "hooks",
      summary: "list the hooks in the order in which they run, and how each went last",
      options: [.json],
      notes: """
        Hooks are executable files in ~/.config/nightd/hooks.d. darkman's folders work as well.
        nightd-hooks(7) says when hooks run, and what they get.
        """,
      run: Nightctl.hooks
    ),
    CommandEntry(
      name: "hooks run",
      summary: "run hooks now, with the style in effect",
      operands: [.hook(.any)],
      notes: """
        Without a NAME, it runs all hooks that are for this style, as nightd does after a change. With
        a NAME, it runs that hook whatever its comments say, and exits with 1 if the hook does not run
        or fails. The hooks' output goes to standard error.
        """,
      run: Nightctl.runHooks
    ),
    CommandEntry(
      name: "hooks log",
      summary: "show how a hook went last, and the last 20 lines that it printed",
      operands: [.hook(.one)],
      run: Nightctl.hookLog
    ),
    CommandEntry(
      name: "hooks check",
      summary: "find hooks that are not run, and say why",
      notes: "It exits with 1 if it finds a problem.",
      run: Nightctl.checkHooks
    ),
    CommandEntry(
      name: "hooks new",
      summary: "make a hook from a template, and print its path",
      operands: [Operand(name: "NAME", kind: .value)],
      run: Nightctl.newHook
    ),
  ]
}

extension Operand {
  static func hook(_ count: Operand.Count) -> Operand {
    Operand(name: "NAME", kind: .hook, count: count)
  }

  static func programName(_ count: Operand.Count) -> Operand {
    Operand(name: "NAME", kind: .programName, count: count)
  }
}

extension Option {
  static let onlyPrint = Option(
    name: "--dry-run",
    summary: "print what the command would do, and do nothing"
  )
}
