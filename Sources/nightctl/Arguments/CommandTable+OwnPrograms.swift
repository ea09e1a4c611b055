/// The commands for descriptions of programs.
extension CommandTable {
  static let ownProgramCommands: [CommandEntry] = [
    CommandEntry(
      name: "programs show",
      summary: "print what programs on would write, as a diff",
      operands: [.programName(.one)],
      notes: "It also says how a running program learns of new colours. It writes nothing.",
      run: Nightctl.showProgram
    ),
    CommandEntry(
      name: "programs new",
      summary: "make a description of a program of your own, and print its folder",
      operands: [Operand(name: "NAME", kind: .value)],
      notes: """
        The folder has a description with comments and a template. If nightd describes NAME already,
        the new folder is a copy, which replaces nightd's. Nothing is switched on.
        nightd-programs(7) says what a description can have.
        """,
      run: Nightctl.newProgram
    ),
    CommandEntry(
      name: "programs check",
      summary: "find mistakes in descriptions of programs",
      operands: [.programName(.any)],
      notes: """
        Without a NAME, it checks your own descriptions. A NAME with a / is a folder. It fills in each
        template in both styles, and exits with 1 if it finds a mistake.
        """,
      run: Nightctl.checkPrograms
    ),
    CommandEntry(
      name: "programs schema",
      summary: "print the JSON Schema of descriptions, for editors",
      run: Nightctl.programSchema
    ),
  ]
}

extension Option {
  static let all = Option(name: "--all", summary: "switch on each program that is installed")
  static let listAll = Option(name: "--all", summary: "list all programs that nightd knows")
}
