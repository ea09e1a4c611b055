package import NightBus
import NightContract

/// Asks each daemon that comes that nothing changes by itself, for as long as it is kept.
///
/// Works on the loop that its connection is attached to. It starts no daemon, and it is over when
/// that connection is.
package final class Inhibition {
  package enum News {
    /// The present daemon has it; told again for each one that comes.
    case granted
    case absent
    case trouble(ClientError)
  }

  private let inquiry: Inquiry

  package init(
    on connection: Connection,
    _ application: String,
    why: String,
    _ tell: @escaping (News) -> Void
  ) throws(ClientError) {
    inquiry = try Inquiry(
      on: connection,
      // What is asked twice, of a name and of its owner, would be granted twice.
      .forbidden,
      .init(
        interface: .inhibit,
        member: "Inhibit",
        arguments: [.string(application), .string(why)]
      ),
      .init(
        ownerChanged: {},
        answered: { answer in
          guard answer.read({ $0.uint64() }) != nil else { return false }
          tell(.granted)
          return true
        },
        absent: { tell(.absent) },
        trouble: { tell(.trouble($0)) }
      )
    )
  }
}
