/// The exact help of the commands for other programs: what follows, and hooks.
enum ProgramHelp {
  static let commands: [(name: String, help: String)] = [
    (
      "undo",
      """
      nightctl undo - restore everything that nightd changed in other programs' settings

      usage: nightctl undo [--dry-run]

      options:
        --dry-run  print what the command would do, and do nothing
        --help     print this text

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

      """
    ),
    (
      "programs",
      """
      nightctl programs - let other programs follow the style and the theme

      usage: nightctl programs [--all] [--json]
             nightctl programs COMMAND [OPTION...]

      options:
        --all   list all programs that nightd knows
        --json  print JSON, one object on one line
        --help  print this text

      commands:
        programs on [NAME...]      let a program follow the style and the theme
        programs off NAME...       restore your own values, and remove the line and the files that nightd wrote
        programs apply [NAME...]   give the colours in use to the programs that are on, or to those named
        programs show NAME         print what programs on would write, as a diff
        programs new NAME          make a description of a program of your own, and print its folder
        programs check [NAME...]   find mistakes in descriptions of programs
        programs schema            print the JSON Schema of descriptions, for editors
        programs gnome [ORDER...]  write GNOME's settings as nightd orders

      First come the updates that nightd made, such as gnome, which updates GNOME's settings: each
      with its last result and, if it failed, the error. Then come the programs that are here, and
      whether each is on. Desktops and toolkits follow by themselves once you have chosen a style;
      below each are the files and keys that have nightd's values now. For a program that is on
      without effect, the list says why, and what to do. --all lists all programs that nightd knows;
      JSON always has them all. The command never starts the daemon, which keeps the results only in
      memory.

      nightctl programs COMMAND --help explains one command.

      """
    ),
    (
      "programs on",
      """
      nightctl programs on - let a program follow the style and the theme

      usage: nightctl programs on [NAME...] [--dry-run] [--all]

      options:
        --dry-run  print what the command would do, and do nothing
        --all      switch on each program that is installed
        --help     print this text

      For most programs, nightd writes a file with colours, and your configuration gets one line
      that includes this file. The command prints each line and file before it writes. If your
      configuration cannot be changed, it prints the line for you to add. A running program gets
      the colours at once, if it can.

      It exits with 1 if the program keeps its own colours, and says why: your configuration still
      lacks the line, or sets colours after it. A program that cannot take the colours here, such
      as a Hyprland that reads hyprland.lua, is not switched on.

      A program that follows by itself, such as kde, needs this only after programs off.

      --all means each program that is installed, except terminals, which sends escape sequences to
      every terminal. --dry-run only prints what the command would write; programs show NAME prints
      it as a diff.

      """
    ),
    (
      "programs off",
      """
      nightctl programs off - restore your own values, and remove the line and the files that nightd wrote

      usage: nightctl programs off NAME... [--dry-run]

      options:
        --dry-run  print what the command would do, and do nothing
        --help     print this text

      A program that follows by itself, such as kde or gnome, stays off until programs on: the
      preference programs-off has its name.

      """
    ),
    (
      "programs apply",
      """
      nightctl programs apply - give the colours in use to the programs that are on, or to those named

      usage: nightctl programs apply [NAME...]

      options:
        --help  print this text

      nightd runs this command after each change. Without a NAME, a program that already has these
      colours is left alone.

      """
    ),
    (
      "programs gnome",
      """
      nightctl programs gnome - write GNOME's settings as nightd orders

      usage: nightctl programs gnome [ORDER...]

      options:
        --help  print this text

      nightd runs this command after a change. An ORDER is write KEY VALUE, pair KEY STYLE, leave KEY
      or restore KEY VALUE; VALUE has the form that gsettings prints. Keys that no ORDER names get your
      own values back. Before it writes, the command prints may-write and the values, and reads yes
      or no.

      It has exit codes of its own: 3 no library libgio-2.0.so.0, 4 no schema of GNOME's, 5 a key
      could not be written, 6 your own values could not be stored first, 7 a newer style was set meanwhile.

      """
    ),
    (
      "hooks",
      """
      nightctl hooks - run programs of your own after a change

      usage: nightctl hooks [--json]
             nightctl hooks COMMAND [OPTION...]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      commands:
        hooks run [NAME...]  run hooks now, with the style in effect
        hooks log NAME       show how a hook went last, and the last 20 lines that it printed
        hooks check          find hooks that are not run, and say why
        hooks new NAME       make a hook from a template, and print its path

      Hooks are executable files in ~/.config/nightd/hooks.d. darkman's folders work as well.
      nightd-hooks(7) says when hooks run, and what they get.

      nightctl hooks COMMAND --help explains one command.

      """
    ),
    (
      "hooks run",
      """
      nightctl hooks run - run hooks now, with the style in effect

      usage: nightctl hooks run [NAME...]

      options:
        --help  print this text

      Without a NAME, it runs all hooks that are for this style, as nightd does after a change. With
      a NAME, it runs that hook whatever its comments say, and exits with 1 if the hook does not run
      or fails. The hooks' output goes to standard error.

      """
    ),
    (
      "hooks log",
      """
      nightctl hooks log - show how a hook went last, and the last 20 lines that it printed

      usage: nightctl hooks log NAME

      options:
        --help  print this text

      """
    ),
    (
      "hooks check",
      """
      nightctl hooks check - find hooks that are not run, and say why

      usage: nightctl hooks check

      options:
        --help  print this text

      It exits with 1 if it finds a problem.

      """
    ),
    (
      "hooks new",
      """
      nightctl hooks new - make a hook from a template, and print its path

      usage: nightctl hooks new NAME

      options:
        --help  print this text

      """
    ),
  ]
}
