import Glibc
import NightBus
import NightClient

/// Runs a command once nightd lets nothing change by itself, and has it so until the command ends.
///
/// A daemon that comes meanwhile is asked anew. The bus tells the daemon when this process is gone,
/// however it went, so that nothing need be taken back.
final class Inhibiting {
  private let loop: Loop
  private let connection: Connection
  private let output: Output
  private let wordCount: Int
  private var signals: SignalWatch?
  private var inhibition: Inhibition?
  private var command: ForegroundProcess?
  private var end: Result<Int32, Failure>?

  init(
    _ client: Client,
    _ output: Output,
    _ application: String,
    why: String,
    wordCount: Int
  ) throws(ClientError) {
    connection = try client.connect()
    self.output = output
    self.wordCount = wordCount
    do throws(BusError) {
      loop = try Loop()
      signals = try loop.arrivals(of: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) { [unowned self] in
        arrived($0)
      }
      connection.onLost = { [unowned self] in trouble(.noBus(Words.busLost)) }
      try connection.attach(to: loop)
    } catch {
      throw ClientError(error)
    }
    inhibition = try Inhibition(on: connection, application, why: why) { [unowned self] in
      heard($0)
    }
  }

  /// Returns the command's exit code, or what a shell makes of the signal that ended it.
  func run() throws(Failure) -> Int32 {
    do throws(BusError) { try loop.run() } catch { throw .client(ClientError(error)) }
    inhibition = nil
    connection.close()
    return try end?.get() ?? ExitCode.done
  }

  private func heard(_ news: Inhibition.News) {
    switch news {
    case .granted: if command == nil { begin() }
    // The next daemon is asked when it comes.
    case .absent: if command == nil { trouble(.noDaemon(Words.gone)) }
    case .trouble(let error): trouble(error)
    }
  }

  private func begin() {
    do throws(BusError) {
      command = try ForegroundProcess(lastWords: wordCount, on: loop) { [unowned self] end in
        finish(.success(Self.code(end)))
      }
    } catch {
      finish(.failure(Self.failure(error)))
    }
  }

  /// Once the command runs it goes on, come what may.
  private func trouble(_ error: ClientError) {
    guard command != nil else { return finish(.failure(.client(error))) }
    output.complain("nightctl: " + Words.notInhibited(Words.sentence(error)))
  }

  private func arrived(_ signal: SignalArrival) {
    guard let command else { return finish(.success(Self.code(.killed(signal: signal.number)))) }
    // A terminal's signals reach the command by themselves.
    if signal.isSent { command.send(signal: signal.number) }
  }

  private func finish(_ how: Result<Int32, Failure>) {
    end = end ?? how
    loop.stop()
  }

  // MARK: - As shells have it

  private static func code(_ end: ChildProcess.End) -> Int32 {
    switch end {
    case .exited(let code): code
    case .killed(let signal): 128 + signal
    case .unknown: ExitCode.refused
    }
  }

  private static func failure(_ error: BusError) -> Failure {
    guard case .system(let name, let code) = error else { return .client(ClientError(error)) }
    let why = Words.cannotRun(name, SystemError.words(code))
    return .notRun(why, code: code == ENOENT ? 127 : 126)
  }
}
