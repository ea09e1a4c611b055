package import NightBus
import NightContract

/// Asks each daemon that appears to change nothing by itself, until this is released.
///
/// Runs on the loop that its connection is attached to. It starts no daemon, and it ends with that
/// connection.
package final class Inhibition {
  package enum News {
    /// The present daemon has granted the inhibition; reported for each new daemon.
    case granted
    case absent
    case trouble(ClientError)
  }

  private let inquiry: Inquiry

  package init(
    on connection: Connection,
    _ application: String,
    why: String,
    _ report: @escaping (News) -> Void
  ) throws(ClientError) {
    inquiry = try Inquiry(
      on: connection,
      // Starting would send the request twice, to the name and to its owner, and both would be granted.
      .forbidden,
      .init(Request.inhibit.with((application, why))),
      .init(
        ownerChanged: {},
        answered: { answer in
          guard answer.read({ $0.uint64() }) != nil else { return false }
          report(.granted)
          return true
        },
        absent: { report(.absent) },
        trouble: { report(.trouble($0)) }
      )
    )
  }
}
