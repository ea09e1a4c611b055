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
  private let start: () throws(Failure) -> Child
  private var signals: SignalWatch?
  private var inhibition: Inhibition?
  private var child: Child?
  private var end: Result<Int32, Failure>?

  init(
    _ client: Client,
    _ output: Output,
    _ application: String,
    why: String,
    start: @escaping () throws(Failure) -> Child
  ) throws(ClientError) {
    connection = try client.connect()
    self.output = output
    self.start = start
    do throws(BusError) {
      loop = try Loop()
      // Whoever started us may have it ignored, and then no child could be waited for.
      signal(SIGCHLD, SIG_DFL)
      signals = try loop.arrivals(of: [SIGCHLD] + Self.passedOn) { [unowned self] in arrived($0) }
      connection.onLost = { [unowned self] in trouble(.noBus(Words.busLost)) }
      try connection.attach(to: loop)
    } catch {
      throw ClientError(error)
    }
    inhibition = try Inhibition(on: connection, application, why: why) { [unowned self] in
      heard($0)
    }
  }

  private static let passedOn = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Returns the command's exit code, or what a shell makes of the signal that ended it.
  func run() throws(Failure) -> Int32 {
    do throws(BusError) { try loop.run() } catch { throw .client(ClientError(error)) }
    inhibition = nil
    connection.close()
    return try end?.get() ?? ExitCode.done
  }

  private func heard(_ news: Inhibition.News) {
    switch news {
    case .granted: if child == nil { begin() }
    // The next daemon is asked when it comes.
    case .absent: if child == nil { trouble(.noDaemon(Words.gone)) }
    case .trouble(let error): trouble(error)
    }
  }

  private func begin() {
    do throws(Failure) { child = try start() } catch { finish(.failure(error)) }
  }

  /// Once the command runs it goes on, come what may.
  private func trouble(_ error: ClientError) {
    guard child != nil else { return finish(.failure(.client(error))) }
    output.complain("nightctl: " + Words.notInhibited(Words.sentence(error)))
  }

  private func arrived(_ signal: SignalArrival) {
    guard let child else {
      if signal.number != SIGCHLD { finish(.success(Child.code(ofSignal: signal.number))) }
      return
    }
    if signal.number == SIGCHLD {
      if let code = child.ended() { finish(.success(code)) }
    } else if signal.isSent {
      // A terminal's signals reach the command by themselves.
      child.send(signal.number)
    }
  }

  private func finish(_ how: Result<Int32, Failure>) {
    end = end ?? how
    loop.stop()
  }
}
