import NightCore

/// The commands on how things look besides the style, and the one that keeps it as it is.
extension CommandTable {
  static let sessionCommands: [CommandEntry] = [
    CommandEntry(
      name: "inhibit",
      summary: "run a command, and let nothing change by itself meanwhile",
      operands: [
        Operand(name: "COMMAND", kind: .program), Operand(name: "ARG", kind: .file, count: .any),
      ],
      options: [.why],
      notes: """
        Neither the schedule nor the desktop nor the end of a hold changes the style then; nightctl
        set, toggle and resume do. What was due happens once, when the command ends.

        It becomes the command, and so ends as that does; it exits with 127 where there is no
        such command, and 126 where it cannot be run. Without nightd it exits with 3, and runs
        nothing. If nightd ends meanwhile the command goes on, and the next nightd is asked anew.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.inhibit(invocation) }
    ),
    CommandEntry(
      name: "contrast",
      summary: "set or show whether contrast is high",
      operands: [.wish(ContrastWish.allCases.map(\.rawValue))],
      options: [.json],
      notes: "system leaves it to the desktop. Without a word it prints what is in force.",
      run: { (invocation, nightctl) throws(Failure) in try nightctl.contrast(invocation) }
    ),
    CommandEntry(
      name: "accent",
      summary: "set or show the accent colour",
      operands: [Operand(name: "COLOUR|none|system|theme", kind: .accent, count: .optional)],
      options: [.json],
      notes: """
        A colour is #RRGGBB, rgb(), hsl(), oklch() or a name of CSS, and is opaque. It stands in
        quotation marks, or without its #, which begins a comment in a shell. system leaves it to the
        desktop, theme to the theme in use. Without a word it prints what is in force.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.accent(invocation) }
    ),
    CommandEntry(
      name: "motion",
      summary: "set or show whether movement is reduced",
      operands: [.wish(MotionWish.allCases.map(\.rawValue))],
      options: [.json],
      notes: "system leaves it to the desktop. Without a word it prints what is in force.",
      run: { (invocation, nightctl) throws(Failure) in try nightctl.motion(invocation) }
    ),
    CommandEntry(
      name: "reactions",
      summary: "say what became of what nightd last did elsewhere",
      options: [.json],
      notes: """
        A line for each, such as gsettings, which has GNOME's settings say the same; what one that
        failed said stands below it. It never starts the daemon, which keeps these in memory alone.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.reactions(invocation) }
    ),
  ]
}

extension Operand {
  static func wish(_ words: [String]) -> Operand {
    Operand(name: "WISH", kind: .words(words), count: .optional)
  }
}

extension Option {
  static let why = Option(
    name: "--why",
    value: "TEXT",
    summary: "what nightctl status says of it, instead of COMMAND runs"
  )
}
