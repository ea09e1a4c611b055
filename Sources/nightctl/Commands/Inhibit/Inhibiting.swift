import Glibc
import NightBus
import NightClient

/// Becomes a command once nightd lets nothing change by itself, and has it so until that ends, in a
/// process beside it.
///
/// A daemon that comes meanwhile is asked anew. The bus tells the daemon when this process is gone,
/// however it went, so that nothing need be taken back.
final class Inhibiting {
  private let loop: Loop
  private let connection: Connection
  private let output: Output
  private let wordCount: Int
  private var inhibition: Inhibition?
  private var watcher: DetachedWatcher?
  private var failure: Failure?

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
      connection.onLost = { [unowned self] in trouble(.noBus(Words.busLost)) }
      try connection.attach(to: loop)
    } catch {
      throw ClientError(error)
    }
    inhibition = try Inhibition(on: connection, application, why: why) { [unowned self] in
      heard($0)
    }
  }

  /// Returns in the process beside the command, once that has ended; throws where there was none.
  func run() throws(Failure) {
    do throws(BusError) { try loop.run() } catch { throw .client(ClientError(error)) }
    inhibition = nil
    connection.close()
    if let failure { throw failure }
  }

  private func heard(_ news: Inhibition.News) {
    switch news {
    case .granted: if watcher == nil { begin() }
    // The next daemon is asked when it comes.
    case .absent: if watcher == nil { trouble(.noDaemon(Words.gone)) }
    case .trouble(let error): trouble(error)
    }
  }

  private func begin() {
    do throws(BusError) {
      watcher = try DetachedWatcher(
        runningLast: wordCount,
        on: loop,
        // The connection is the other process's by now, and nothing may be said over it here.
        onFailure: { [output] error in
          let failure = Self.failure(error)
          output.complain("nightctl: " + failure.sentence)
          _exit(failure.exitCode)
        },
        onEnd: { [loop] in loop.stop() }
      )
    } catch {
      fail(Self.failure(error))
    }
  }

  /// Once the command runs it goes on, come what may.
  private func trouble(_ error: ClientError) {
    guard watcher != nil else { return fail(.client(error)) }
    output.complain("nightctl: " + Words.notInhibited(Words.sentence(error)))
  }

  private func fail(_ failure: Failure) {
    self.failure = self.failure ?? failure
    loop.stop()
  }

  /// As shells have it.
  private static func failure(_ error: BusError) -> Failure {
    guard case .system(let name, let code) = error else { return .client(ClientError(error)) }
    let why = Words.cannotRun(name, SystemError.message(code))
    return .notRun(why, code: code == ENOENT ? 127 : 126)
  }
}
