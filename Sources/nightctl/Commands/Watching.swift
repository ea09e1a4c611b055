import Glibc
import NightBus
import NightClient

/// Follows something and prints it until there is a reason to end.
final class Watching {
  let loop: Loop
  private let connection: Connection
  private let output: Output
  private var failure: Failure?
  /// Whether the first answer has come; what goes wrong before is the end.
  var isUnderWay = false
  private var signals: SignalWatch?
  private var reader: Watch?
  /// Whoever follows; it is let go before the connection is.
  private var follower: AnyObject?

  init(
    _ client: Client,
    _ output: Output,
    _ follow: (Connection, Watching) throws(ClientError) -> AnyObject
  ) throws(ClientError) {
    connection = try client.connect()
    try client.throwIfHung()
    self.output = output
    do throws(BusError) {
      loop = try Loop()
      signals = try loop.signals([SIGINT, SIGTERM, SIGHUP]) { [unowned self] _ in end(nil) }
      // A reader that leaves is noticed at once and not only at the next change.
      reader = loop.watch(output.descriptor, events: Int16(POLLERR)) { [unowned self] _ in
        end(nil)
      }
      connection.onLost = { [unowned self] in end(.client(.noBus(Words.busLost))) }
      try connection.attach(to: loop)
    } catch {
      throw ClientError(error)
    }
    follower = try follow(connection, self)
  }

  /// Returns when it has come to its end; throws where that was no good one.
  func run() throws(Failure) {
    do throws(BusError) { try loop.run() } catch { throw .client(ClientError(error)) }
    follower = nil
    connection.close()
    if let failure { throw failure }
  }

  func print(_ work: (Output) throws(Failure) -> Void) {
    do throws(Failure) { try work(output) } catch { end(readerLeft(error) ? nil : error) }
    isUnderWay = true
  }

  /// Something that following outlives.
  func trouble(_ error: ClientError) {
    guard isUnderWay else { return end(.client(error)) }
    output.complain("nightctl: " + Words.sentence(error))
  }

  private func end(_ why: Failure?) {
    failure = failure ?? why
    loop.stop()
  }

  private func readerLeft(_ failure: Failure) -> Bool {
    if case .output(code: EPIPE) = failure { true } else { false }
  }
}
