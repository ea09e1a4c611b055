import NightCore

enum CommandTable {
  static let commands: [CommandEntry] = [
    CommandEntry(
      name: "get",
      summary: "print the style that is in effect",
      options: [.json],
      run: { (invocation, nightctl) throws(Failure) in try nightctl.get(invocation) }
    ),
    CommandEntry(
      name: "set",
      summary: "choose light or dark",
      operand: .init(name: "STYLE", words: Style.allCases.map(\.rawValue), alternative: .byClock),
      options: [.byClock, .json],
      notes: """
        The choice stays until you make another one. When this ends, it is on disk.

        --by-clock leaves alone what it should not touch: it acts on a choice of light or dark,
        or where nobody ever chose and nothing else decides, and never during a hold.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.set(invocation) }
    ),
    CommandEntry(
      name: "toggle",
      summary: "choose the other one and print it",
      options: [.json],
      run: { (invocation, nightctl) throws(Failure) in try nightctl.toggle(invocation) }
    ),
    CommandEntry(
      name: "status",
      summary: "say what is in effect, since when, why, and where it is kept",
      options: [.json],
      notes: "It never starts the daemon.",
      run: { (invocation, nightctl) throws(Failure) in try nightctl.status(invocation) }
    ),
    CommandEntry(
      name: "watch",
      summary: "print the style, and then each change on a line",
      options: [.json],
      notes: """
        It ends on Ctrl-C, when its reader leaves, or with the bus. A daemon that is restarted
        is followed; a line comes only if the style differs.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.watch(invocation) }
    ),
    CommandEntry(
      name: "introspect",
      summary: "print the daemon's D-Bus interfaces as XML",
      options: [.json],
      run: { (invocation, nightctl) throws(Failure) in try nightctl.introspect(invocation) }
    ),
  ]

  static func command(named word: String) throws(Failure) -> CommandEntry {
    if let command = commands.first(where: { $0.name == word }) { return command }
    let isOption = word.utf8.first == UInt8(ascii: "-")
    let known = isOption ? ["--help", "--version"] : commands.map(\.name) + ["help"]
    throw .usage(Words.unknown(word, isOption: isOption, known), help: nil)
  }
}
