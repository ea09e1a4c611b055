import NightBus
import NightClient
import NightCore

/// What carries out a command of nightctl, or several commands that share their steps.
///
/// A row of the table of commands names the method that does it.
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
  /// If the client throws an error, this error becomes the failure of the command.
  func ask<Answer>(_ requests: (Client) throws(ClientError) -> Answer) throws(Failure) -> Answer {
    try ask(try client(), requests)
  }

  /// Sends requests to the daemon over a client that exists already.
  func ask<Answer>(
    _ client: Client,
    _ requests: (Client) throws(ClientError) -> Answer
  ) throws(Failure) -> Answer {
    do throws(ClientError) { return try requests(client) } catch { throw .client(error) }
  }
}
