import Glibc
import NightBus
import NightClient
import NightCore

/// One run of nightctl, from its words to its exit code.
struct Nightctl {
  let environment: (String) -> String?
  let clock: WallClock
  let output: Output

  func run() -> Int32 {
    do throws(Failure) {
      try perform(try RawWords.all())
      return ExitCode.done
    } catch {
      if case .output(code: EPIPE) = error { return ExitCode.readerLeft }
      output.complain("nightctl: " + error.sentence + explanation(of: error))
      return error.exitCode
    }
  }

  /// Why another user has no bus: sudo takes the session's environment away, and su keeps that of a bus
  /// which does not let this user in.
  private func explanation(of error: Failure) -> String {
    guard case .client(.noBus) = error else { return "" }
    if geteuid() == 0, let user = environment("SUDO_USER"), !user.isEmpty, user != "root" {
      return Words.withoutSudo(user)
    }
    guard let owner = busOwner, owner != geteuid() else { return "" }
    return Words.otherUsersBus(owner, geteuid())
  }

  /// Whose the session bus's socket is; nil if nothing says where it is.
  ///
  /// A bus lets in its user alone.
  private var busOwner: uid_t? {
    let prefix = "unix:path="
    let address = environment("DBUS_SESSION_BUS_ADDRESS") ?? ""
    let named = address.split { $0 == "," || $0 == ";" }.first.flatMap { part in
      part.hasPrefix(prefix) ? String(part.dropFirst(prefix.count)) : nil
    }
    guard let path = named ?? environment("XDG_RUNTIME_DIR").map({ $0 + "/bus" }) else {
      return nil
    }
    var facts = stat()
    return stat(path, &facts) == 0 ? facts.st_uid : nil
  }

  private func perform(_ arguments: [String]) throws(Failure) {
    guard !arguments.isEmpty else { return try output.text(HelpText.all) }
    let (options, words) = CommandTable.leadingOptions(arguments)
    guard let first = words.first else { throw .usage(Words.commandMissing, help: nil) }
    switch first {
    case "--help", "-h", "help": try help(Array(words.dropFirst()))
    case "--version", "-V":
      guard words.count == 1 else { throw .usage(Words.standsAlone(first), help: nil) }
      try output.line("nightctl \(Contract.version)")
    case "complete": try complete(Array(words.dropFirst()))
    default:
      if let group = CommandTable.groups.first(where: { $0.name == first }),
        words.count == 2, ["--help", "-h"].contains(words[1])
      {
        return try output.text(HelpText.group(group))
      }
      let (command, rest) = try CommandTable.command(words)
      let invocation = try Invocation(of: command, options + rest)
      guard !invocation.has(.help) else { return try output.text(HelpText.command(command)) }
      try command.run(invocation, self)
    }
  }

  private func help(_ words: [String]) throws(Failure) {
    guard let word = words.first, !["help", "--help", "-h"].contains(word) || words.count > 1 else {
      return try output.text(HelpText.all)
    }
    if words.count == 1, let group = CommandTable.groups.first(where: { $0.name == word }) {
      return try output.text(HelpText.group(group))
    }
    let (command, rest) = try CommandTable.command(words)
    guard rest.isEmpty else { throw .usage(Words.helpTakesOneCommand, help: nil) }
    try output.text(HelpText.command(command))
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
