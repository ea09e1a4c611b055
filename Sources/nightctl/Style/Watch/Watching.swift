import Glibc
import NightBus
import NightClient

/// Follows values and prints them until a signal, a lost bus or a closed pipe ends the watch.
final class Watching {
  let loop: Loop
  /// The connection to the bus; nil if the values come from a file.
  private let connection: Connection?
  private let output: Output
  private var failure: Failure?
  /// Whether the first value has arrived.
  ///
  /// Until the first value has arrived, an error ends the command.
  var isUnderWay = false
  private var signals: SignalWatch?
  private var reader: Watch?
  /// The object that receives the changes of the followed values.
  ///
  /// This object must be released before the connection is closed.
  private var follower: AnyObject?
  private var isOver = false
  /// Finishes pending work before the watch ends, and then calls the given closure.
  var finish: ((@escaping () -> Void) -> Void)?

  convenience init(
    _ client: Client,
    _ output: Output,
    _ follow: (Connection, Watching) throws(ClientError) -> AnyObject
  ) throws(ClientError) {
    let connection = try client.connect()
    try client.throwIfHung()
    try self.init(output, connection) { (watching) throws(ClientError) in
      try follow(connection, watching)
    }
  }

  init(
    _ output: Output,
    _ connection: Connection? = nil,
    _ follow: (Watching) throws(ClientError) -> AnyObject
  ) throws(ClientError) {
    self.connection = connection
    self.output = output
    do throws(BusError) {
      loop = try Loop()
      signals = try loop.signals([SIGINT, SIGTERM, SIGHUP]) { [unowned self] _ in end(nil) }
      // Notice immediately that the reader of the output has closed its pipe, without waiting for
      // the next change of the style.
      reader = loop.watch(output.descriptor, events: Int16(POLLERR)) { [unowned self] _ in
        end(nil)
      }
      connection?.onLost = { [unowned self] in end(.client(.noBus(Messages.busLost))) }
      try connection?.attach(to: loop)
    } catch {
      throw ClientError(error)
    }
    follower = try follow(self)
  }

  /// Runs until a signal arrives or the reader of the output closes its pipe.
  ///
  /// Throws if an error ends the watch.
  func run() throws(Failure) {
    // The watch may already be over, because the first value can end it.
    if !isOver {
      do throws(BusError) { try loop.run() } catch { throw .client(ClientError(error)) }
    }
    follower = nil
    connection?.close()
    if let failure { throw failure }
  }

  func print(_ work: (Output) throws(Failure) -> Void) {
    // If the reader does not read, Ctrl-C must still end the command.
    guard signals?.waitUntilWritable(output.descriptor) != false else { return }
    do throws(Failure) { try work(output) } catch { end(readerLeft(error) ? nil : error) }
    isUnderWay = true
  }

  /// Prints an error and continues.
  ///
  /// If no value has arrived yet, the error ends the command.
  func trouble(_ error: ClientError) {
    guard isUnderWay else { return end(.client(error)) }
    output.complain("nightctl: " + Messages.sentence(error))
  }

  func end(_ why: Failure?) {
    failure = failure ?? why
    // Stop watching the output's pipe, because a closed pipe would wake the loop again and again.
    reader = nil
    let stop = { [unowned self] in
      isOver = true
      loop.stop()
    }
    if let finish { finish(stop) } else { stop() }
  }

  private func readerLeft(_ failure: Failure) -> Bool {
    if case .output(code: EPIPE) = failure { true } else { false }
  }
}
