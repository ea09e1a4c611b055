import Glibc
import NightBus
import NightClient
import NightCore
import NightPrograms

/// One run of nightctl, from its arguments to its exit code.
struct Nightctl {
  let environment: (String) -> String?
  let clock: WallClock
  var output: Output
  let silent = SilentPrograms()

  func run() -> Int32 {
    let code = exitCode()
    if environment(RunnerProtocol.variable) == RunnerProtocol.daemon {
      try? output.line("\(RunnerProtocol.ended) \(code)")
    }
    return code
  }

  private func exitCode() -> Int32 {
    do throws(Failure) {
      try perform(try RawArguments.all())
      return ExitCode.done
    } catch {
      if case .output(code: EPIPE) = error { return ExitCode.readerLeft }
      if case .reported(let code) = error { return code }
      output.complain("nightctl: " + error.sentence + explanation(of: error))
      // nightd stores nightctl's standard output, so that `nightctl programs` and `nightctl doctor`
      // can show this error.
      if environment(RunnerProtocol.variable) == RunnerProtocol.daemon {
        try? output.line(error.sentence)
      }
      return error.exitCode
    }
  }

  /// A hint for a user who tries to reach another user's session bus; empty for any other error.
  ///
  /// sudo removes the session's environment, and su keeps the address of a bus that does not admit
  /// this user.
  private func explanation(of error: Failure) -> String {
    guard case .client(.noBus) = error else { return "" }
    if geteuid() == 0, let user = environment("SUDO_USER"), !user.isEmpty, user != "root" {
      return Messages.withoutSudo(user)
    }
    guard let owner = busOwner, owner != geteuid() else { return "" }
    return Messages.otherUsersBus(owner, geteuid())
  }

  /// The owner of the session bus's socket; nil if no environment variable leads to a socket.
  ///
  /// A session bus accepts connections only from the user who owns it.
  private var busOwner: uid_t? {
    let named = environment("DBUS_SESSION_BUS_ADDRESS").flatMap(FactGatherer.path)
    let path = named ?? environment("XDG_RUNTIME_DIR").map { $0 + "/bus" }
    return path.flatMap(FactGatherer.owner)
  }

  private func perform(_ arguments: [String]) throws(Failure) {
    guard !arguments.isEmpty else { return try show(HelpText.all) }
    let (options, rest) = CommandTable.leadingOptions(arguments)
    guard let first = rest.first else { throw .usage(ArgumentMessages.commandMissing, help: nil) }
    switch first {
    case "--help", "-h", "help": try help(Array(rest.dropFirst()))
    case "--version", "-V":
      guard rest.count == 1 else { throw .usage("\(first) takes no further argument", help: nil) }
      try output.line("nightctl \(Contract.version)")
    case "complete": try Completion(nightctl: self).complete(Array(rest.dropFirst()))
    default:
      if rest.count == 2, ["--help", "-h"].contains(rest[1]), let group = CommandTable.group(first)
      {
        return try show(HelpText.group(group))
      }
      let (command, own) = try CommandTable.command(rest)
      let invocation = try Invocation(of: command, options + own)
      guard !invocation.has(.help) else { return try show(HelpText.command(command)) }
      guard command.finishes else { return try command.run(self, invocation) }
      let deferredError = DeferredError()
      var nightctl = self
      nightctl.output.deferredError = deferredError
      try command.run(nightctl, invocation)
      try deferredError.rethrow()
    }
  }

  private func help(_ arguments: [String]) throws(Failure) {
    guard let first = arguments.first,
      !["help", "--help", "-h"].contains(first) || arguments.count > 1
    else { return try show(HelpText.all) }
    if arguments.count == 1, let group = CommandTable.group(first) {
      return try show(HelpText.group(group))
    }
    let (command, rest) = try CommandTable.command(arguments)
    guard rest.isEmpty else { throw .usage("help takes the name of one command", help: nil) }
    try show(HelpText.command(command))
  }

  private func show(_ help: [HelpBlock]) throws(Failure) {
    try output.show(help.flatMap { $0.lines(within: output.format.width) }, isExact: true)
  }
}

/// A type that carries out one command of nightctl, or several commands that share their steps.
///
/// The table of commands says which method runs each command.
protocol Command: SendableMetatype {
  /// The run of nightctl that the command belongs to.
  var nightctl: Nightctl { get }

  init(nightctl: Nightctl)
}

extension Command {
  var environment: (String) -> String? { nightctl.environment }
  var output: Output { nightctl.output }
  var now: Instant { Instant(microseconds: nightctl.clock.microseconds()) }

  /// A client for the session bus.
  ///
  /// The client connects to the bus when it sends its first request.
  func client() throws(Failure) -> Client {
    do throws(ClientError) {
      return try Client(environment: environment, ConnectTimeout.opening)
    } catch { throw .client(error) }
  }

  /// Sends requests to the daemon over a new client.
  ///
  /// If the client throws an error, the command fails with that error.
  func ask<Answer>(_ requests: (Client) throws(ClientError) -> Answer) throws(Failure) -> Answer {
    try ask(try client(), requests)
  }

  /// Sends requests to the daemon over the given client.
  func ask<Answer>(
    _ client: Client,
    _ requests: (Client) throws(ClientError) -> Answer
  ) throws(Failure) -> Answer {
    do throws(ClientError) { return try requests(client) } catch { throw .client(error) }
  }
}

/// The exit codes of nightctl.
enum ExitCode {
  static let done: Int32 = 0
  static let refused: Int32 = 1
  static let usage: Int32 = 2
  static let absent: Int32 = 3
  static let output: Int32 = 4
  /// The exit code that shells report for a program killed by SIGPIPE: 128 plus the signal's
  /// number.
  static let readerLeft: Int32 = 141
}

/// The reason why a command failed.
enum Failure: Error {
  /// The arguments are wrong, so `see nightctl HELP --help` is added to the message.
  case usage(String, help: String?)
  case client(ClientError)
  /// The terminal cannot answer queries, or did not answer.
  case terminal(String)
  /// Writing to standard output failed, with this errno.
  case output(code: Int32)
  case system(String)
  /// The command that the user gave, for example to `nightctl inhibit`, could not be run. `code` is
  /// the exit code.
  case notRun(String, code: Int32)
  /// The command has already printed the message to standard output.
  case reported(Int32)

  var exitCode: Int32 {
    switch self {
    case .usage: ExitCode.usage
    case .client(.denied), .client(.refused), .client(.garbled),
      .client(.forged), .system:
      ExitCode.refused
    case .client, .terminal: ExitCode.absent
    case .output: ExitCode.output
    case .notRun(_, let code), .reported(let code): code
    }
  }

  var sentence: String {
    switch self {
    case .usage(let why, let command):
      why + "; see nightctl " + (command.map { $0 + " --help" } ?? "--help")
    case .client(let error): Messages.sentence(error)
    case .output(let code): "cannot write to standard output: \(SystemError.message(code))"
    case .system(let why), .terminal(let why), .notRun(let why, _): why
    case .reported: ""
    }
  }
}
