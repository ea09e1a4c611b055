/// The command that says what keeps applications from following.
extension CommandTable {
  static let doctorCommand = CommandEntry(
    name: "doctor",
    summary: "show why applications do not follow, and how to fix it",
    forms: [
      .init(options: [.json]),
      .init(needs: [.fix], options: [.fixTrial, .json]),
    ],
    notes: """
      What hurts most comes first, each with what it means and the one command or file that mends
      it. It exits with 1 where anything is found, prints one line where nothing is, and starts
      nothing. docs/doctor.md lists all that it can find.

      --fix writes files of your own alone, each whole or not at all, and none that changed since it
      was read; it prints what is left to do, such as to restart the portal.
      """,
    run: { (invocation, nightctl) throws(Failure) in try nightctl.doctor(invocation) }
  )
}
