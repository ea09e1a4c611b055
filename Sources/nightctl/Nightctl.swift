import NightBus
import NightClient
import NightCore

/// One run of nightctl, from its words to its exit code.
struct Nightctl {
  let environment: (String) -> String?
  let clock: WallClock
  let output: Output

  func run(_ words: [String]) -> Int32 {
    do throws(Failure) {
      try perform(words)
      return ExitCode.done
    } catch {
      output.complain("nightctl: " + error.sentence)
      return error.exitCode
    }
  }

  private func perform(_ words: [String]) throws(Failure) {
    guard let first = words.first else { throw .usage(Words.commandMissing, help: nil) }
    switch first {
    case "--help", "-h", "help": try help(Array(words.dropFirst()))
    case "--version", "-V":
      guard words.count == 1 else { throw .usage(Words.standsAlone(first), help: nil) }
      try output.line("nightctl \(Contract.version)")
    default:
      let command = try CommandTable.command(named: first)
      let invocation = try Invocation(of: command, Array(words.dropFirst()))
      guard !invocation.has(.help) else { return try output.text(HelpText.command(command)) }
      try command.run(invocation, self)
    }
  }

  private func help(_ words: [String]) throws(Failure) {
    guard words.count <= 1 else { throw .usage(Words.helpTakesOneCommand, help: nil) }
    guard let word = words.first, !["help", "--help", "-h"].contains(word) else {
      return try output.text(HelpText.all)
    }
    try output.text(HelpText.command(try CommandTable.command(named: word)))
  }

  /// For the session bus; it connects with the first thing that is done with it.
  func client() throws(Failure) -> Client {
    try answer { () throws(ClientError) in
      try Client(environment: environment, Patience.opening)
    }
  }

  /// Asks the daemon; what it refuses is this command's failure.
  func ask<Answer>(
    _ question: (Client) throws(ClientError) -> Answer
  ) throws(Failure) -> Answer {
    let client = try client()
    return try answer { () throws(ClientError) in try question(client) }
  }

  func answer<Answer>(_ question: () throws(ClientError) -> Answer) throws(Failure) -> Answer {
    do throws(ClientError) { return try question() } catch { throw .client(error) }
  }

  var now: Instant { Instant(microseconds: clock.microseconds()) }
}
