import NightCore

/// The commands that ask the terminal instead of nightd.
extension Nightctl {
  func getFromTerminal(_ invocation: Invocation) throws(Failure) {
    let answers = try Terminal(environment).askOnce()
    guard let style = answers.style else { throw .terminal(Messages.unanswered(answers)) }
    guard !invocation.has(.json) else { return try output.json(style.json) }
    try output.line(style.style.rawValue)
  }

  func watchTerminal(_ invocation: Invocation) throws(Failure) {
    let isJSON = invocation.has(.json)
    try TerminalWatch(try Terminal(environment), output, isJSON: isJSON).run()
  }
}
