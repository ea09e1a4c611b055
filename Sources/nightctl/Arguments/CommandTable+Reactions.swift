import NightReactions

/// The commands for other programs: ready reactions and hooks.
extension CommandTable {
  static let reactionCommands: [CommandEntry] = [
    CommandEntry(
      name: "reactions",
      summary: "list the programs to which nightd can give the colours in use",
      options: [.json],
      notes: """
        First come the updates that nightd makes by itself, such as gsettings, which updates GNOME's
        settings: each with its last result and, if it failed, the error. Then come the ready
        reactions, one for each program, and whether it is on. It never starts the daemon, which
        keeps the results only in memory.
        """,
      run: Nightctl.reactions
    ),
    CommandEntry(
      name: "reactions on",
      summary: "let a program follow the style and the theme",
      operands: [.reaction],
      options: [.dryRun],
      notes: """
        For most programs, nightd writes a file with colours, and your configuration gets one line
        that includes this file. The command prints each line and file before it writes. If your
        configuration cannot be changed, it prints the line for you to add. A running program gets
        the colours at once, if it can.

        --dry-run only prints what the command would write.
        """,
      run: Nightctl.switchReactionsOn
    ),
    CommandEntry(
      name: "reactions off",
      summary: "remove the line and the files that reactions on wrote",
      operands: [.reaction],
      options: [.dryRun],
      run: Nightctl.switchReactionsOff
    ),
    CommandEntry(
      name: "reactions apply",
      summary: "give the colours in use to the programs that are on, or to those named",
      operands: [Operand(name: "NAME", kind: .keywords(Operand.reactionNames), count: .any)],
      notes: """
        nightd runs this command after each change. Without a NAME, a program that already has these
        colours is left alone.
        """,
      run: Nightctl.applyReactions
    ),
  ]
}

extension Operand {
  static var reactionNames: [String] { ReadyReactions.all.map(\.name) }

  static var reaction: Operand {
    Operand(name: "NAME", kind: .keywords(reactionNames), count: .some)
  }
}
