package import NightBus
import NightContract

/// Asks every daemon that starts not to change anything by itself.
///
/// The inhibition lasts until this object is released or its connection closes. This object never
/// starts a daemon. It runs on the loop that its connection is attached to.
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
      // If the request may start a daemon, it is sent twice: to the well-known name and to its
      // owner. The daemon would grant both.
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
