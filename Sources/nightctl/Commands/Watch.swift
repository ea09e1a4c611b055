import Glibc
import NightBus
import NightClient
import NightCore

extension Nightctl {
  func watch(_ invocation: Invocation) throws(Failure) {
    let watching = try ask { (client) throws(ClientError) in
      try Watching(client, isJSON: invocation.has(.json), output)
    }
    try answer { () throws(ClientError) in try watching.run() }
    if let failure = watching.failure { throw failure }
  }
}

/// Prints each change until there is a reason to end.
private final class Watching {
  private let loop: Loop
  private let connection: Connection
  private let isJSON: Bool
  private let output: Output
  private(set) var failure: Failure?
  private var hasPrinted = false
  private var signals: SignalWatch?
  private var reader: Watch?
  private var follower: Follower?

  init(_ client: Client, isJSON: Bool, _ output: Output) throws(ClientError) {
    connection = try client.connect()
    self.isJSON = isJSON
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
    follower = try Follower(on: connection, .allowed) { [unowned self] in heard($0) }
  }

  func run() throws(ClientError) {
    do throws(BusError) { try loop.run() } catch { throw ClientError(error) }
    follower = nil
    connection.close()
  }

  private func end(_ why: Failure?) {
    failure = failure ?? why
    loop.stop()
  }

  private func heard(_ news: Follower.News) {
    switch news {
    case .style(let standing):
      do throws(Failure) { try print(standing) } catch { end(readerLeft(error) ? nil : error) }
      hasPrinted = true
    // Who watches a daemon that ends waits for the next one.
    case .absent: break
    case .trouble(let error):
      guard hasPrinted else { return end(.client(error)) }
      output.complain("nightctl: " + Words.sentence(error))
    }
  }

  private func print(_ standing: Standing) throws(Failure) {
    if isJSON {
      try output.json(standing.json())
    } else {
      try output.line(standing.appearance.style.rawValue)
    }
  }

  private func readerLeft(_ failure: Failure) -> Bool {
    if case .output(code: EPIPE) = failure { true } else { false }
  }
}
