import Glibc
import NightBus
import NightClient
import NightContract
import NightCore

/// The command `inhibit`.
struct InhibitCommand: Command {
  let nightctl: Nightctl

  static let row = CommandEntry(
    name: "inhibit",
    summary: "run a command, and prevent automatic changes while it runs",
    operands: Operand.call,
    options: [.why],
    notes: """
      While the command runs, the schedule, the desktop and the end of a hold do not change the
      style, but nightctl set, toggle and resume do. If a change becomes due meanwhile, it happens
      when the command ends.

      The exit code is the command's own, or 127 if the command does not exist, or 126 if it cannot
      be run. If nightctl cannot reach nightd, the exit code is 3 and the command does not run. If
      nightd restarts while the command runs, the command continues, and nightctl repeats its
      request to the new nightd.
      """,
    run: InhibitCommand.inhibit
  )

  /// Prevents automatic changes of the style while a command runs.
  ///
  /// The command replaces this process.
  func inhibit(_ invocation: Invocation) throws(Failure) {
    guard let command = invocation.operand else { return }
    let name = InhibitMessages.fitting(command.fileName)
    if let why = invocation.value(of: .why), why.unicodeScalars.contains(where: \.isLineEnd) {
      throw invocation.usage("--why must be one line")
    }
    let why = invocation.value(of: .why) ?? InhibitMessages.runs(name)
    let inhibiting = try ask { (client) throws(ClientError) in
      // This request starts the daemon if necessary, and throws if the daemon cannot start.
      _ = try client.get()
      let count = invocation.operands.count
      return try Inhibiting(client, output, name, why: why, argumentCount: count)
    }
    try inhibiting.run()
  }
}

extension Unicode.Scalar {
  fileprivate var isLineEnd: Bool { Character(self).isNewline }
}

/// Replaces this process with the command as soon as nightd has granted the inhibition.
///
/// A second process, with a connection of its own, holds the inhibition until the command ends. If
/// a new daemon starts meanwhile, the second process requests the inhibition from the new daemon
/// too. The second process need not ask the daemon to end the inhibition, because the bus tells the
/// daemon when the connection is closed.
final class Inhibiting {
  private let loop: Loop
  private let connection: Connection
  private let output: Output
  private let argumentCount: Int
  private var inhibition: Inhibition?
  /// The watcher that tells the second process when the command ends; nil until the command begins.
  private var watcher: DetachedWatcher?
  private var failure: Failure?

  init(
    _ client: Client,
    _ output: Output,
    _ application: String,
    why: String,
    argumentCount: Int
  ) throws(ClientError) {
    connection = try client.connect()
    self.output = output
    self.argumentCount = argumentCount
    do throws(BusError) {
      loop = try Loop()
      connection.onLost = { [unowned self] in trouble(.noBus(Messages.busLost)) }
      try connection.attach(to: loop)
    } catch {
      throw ClientError(error)
    }
    inhibition = try Inhibition(on: connection, application, why: why) { [unowned self] in
      handle($0)
    }
  }

  /// Returns in the second process, after the command has ended.
  ///
  /// Throws if no command was started.
  func run() throws(Failure) {
    do throws(BusError) { try loop.run() } catch { throw .client(ClientError(error)) }
    inhibition = nil
    connection.close()
    if let failure { throw failure }
  }

  private func handle(_ news: Inhibition.News) {
    switch news {
    case .granted: if watcher == nil { begin() }
    // While the command runs, a missing daemon is no error, because the next daemon gets the
    // request when it starts.
    case .absent: if watcher == nil { trouble(.noDaemon("it ended")) }
    case .trouble(let error): trouble(error)
    }
  }

  private func begin() {
    do throws(BusError) {
      watcher = try DetachedWatcher(
        runningLast: argumentCount,
        on: loop,
        // The connection now belongs to the second process, so this process must not send messages
        // over it.
        onFailure: { [output] error in
          let failure = Failure.notRun(error)
          output.complain("nightctl: " + failure.sentence)
          _exit(failure.exitCode)
        },
        onEnd: { [loop] in loop.stop() }
      )
    } catch {
      fail(.notRun(error))
    }
  }

  /// Prints the error if the command is already running; otherwise throws the error.
  private func trouble(_ error: ClientError) {
    guard watcher != nil else { return fail(.client(error)) }
    output.complain("nightctl: " + InhibitMessages.notInhibited(Messages.sentence(error)))
  }

  private func fail(_ failure: Failure) {
    self.failure = self.failure ?? failure
    loop.stop()
  }
}

extension Failure {
  /// The failure that is reported if the command could not be started.
  ///
  /// The exit codes are those of shells: 127 if the command does not exist, and 126 for any other
  /// reason.
  static func notRun(_ error: BusError) -> Failure {
    guard case .system(let name, let code) = error else { return .client(ClientError(error)) }
    let why = "cannot run \(Excerpt(name)): \(SystemError.message(code))"
    return .notRun(why, code: code == ENOENT ? 127 : 126)
  }
}

extension Option {
  static let why = Option(
    name: "--why",
    value: "TEXT",
    summary: "the reason that nightctl status shows (default: “COMMAND runs”)"
  )
}

extension Operand {
  /// The operands that form the command line of another program.
  static let call = [
    Operand(name: "COMMAND", kind: .program), Operand(name: "ARG", kind: .file, count: .any),
  ]
}

/// Sentences about inhibitors and the changes that they prevent.
enum InhibitMessages {
  /// The name of the inhibitor's application or, if that is unknown, of its process.
  static func name(_ inhibitor: Inhibitor) -> String {
    let names = [inhibitor.application, inhibitor.process?.name ?? ""]
    return names.first { !$0.isEmpty }.map(Messages.plain) ?? "a program"
  }

  static func runs(_ name: String) -> String { "\(name) runs" }

  /// Removes control characters from a name, and cuts it to the length that the daemon allows.
  static func fitting(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars where scalar.properties.generalCategory != .control {
      guard text.utf8.count + UTF8.width(scalar) <= Contract.applicationBytes else { break }
      text.unicodeScalars.append(scalar)
    }
    return text.isEmpty ? "nightctl" : text
  }

  static func notInhibited(_ why: String) -> String {
    "automatic style changes are no longer prevented: \(why)"
  }

  /// The text for an inhibitor, such as `“film” (sh)`; only the name if the reason adds no
  /// information.
  private static func shown(_ inhibitor: Inhibitor) -> String {
    let name = name(inhibitor)
    guard !inhibitor.why.isEmpty, inhibitor.why != runs(name) else { return name }
    return "\(Excerpt(inhibitor.why)) (\(name))"
  }

  /// The text for several inhibitors, such as `“film” (sh) and 2 others`.
  private static func holders(_ inhibitors: [Inhibitor]) -> String {
    guard let first = inhibitors.first else { return "a program that prevents changes" }
    switch inhibitors.count - 1 {
    case 0: return shown(first)
    case 1: return "\(shown(first)) and another one"
    case let others: return "\(shown(first)) and \(others) others"
    }
  }

  static func heldBack(_ inhibitors: [Inhibitor]) -> String {
    holders(inhibitors) + (inhibitors.count > 1 ? " run" : " runs")
  }

  /// A clause that says that the inhibitors have ended, as in `“film” (sh) has ended`.
  static func release(_ inhibitors: [Inhibitor]) -> String {
    holders(inhibitors) + (inhibitors.count > 1 ? " have ended" : " has ended")
  }

  /// The end of a sentence about a change, as in `, but not before “film” (sh) has ended`; empty if
  /// no inhibitor prevents changes.
  static func notBefore(_ reasoning: Reasoning) -> String {
    guard reasoning.appearance.isInhibited else { return "" }
    return ", but not before " + release(reasoning.inhibitors)
  }

  /// A clause about the change that follows when the inhibitors end.
  static func afterRelease(_ reasoning: Reasoning) -> String {
    let end = reasoning.inhibitors.count > 1 ? "when they end" : "when that ends"
    guard let style = reasoning.coming?.rawValue else {
      return "\(end), any pending change takes effect"
    }
    let now =
      reasoning.layers.lock == nil ? ". To make the change now, run nightctl set \(style)" : ""
    return "\(end), it turns \(style)\(now)"
  }

  static func why(_ inhibitor: Inhibitor) -> String {
    inhibitor.why.isEmpty ? "it gives no reason" : "\(Excerpt(inhibitor.why))"
  }
}
