package import NightBus
import NightContract
package import NightCore

/// Follows the style through every change, restart and absence of the daemon.
///
/// Works on the loop that its connection is attached to. It waits for the bus to say that there is
/// a daemon, and asks that one until it answers.
package final class Follower {
  package enum News {
    /// The style as it is now; the first news of each daemon, and each change. Something that
    /// looks the same as what was told before is not told again.
    case style(Standing)
    /// There is no daemon; what was told last is all that is known.
    case absent
    /// Something went wrong that following outlives; for a log.
    case trouble(ClientError)
  }

  private let tell: (News) -> Void
  private var inquiry: Inquiry?
  /// Numbers are comparable only under one owner.
  private var lastSerial: UInt64?
  private var lastTold: Appearance?

  package init(
    on connection: Connection,
    _ starting: Client.Starting,
    _ tell: @escaping (News) -> Void
  ) throws(ClientError) {
    self.tell = tell
    let inquiry = try Inquiry(
      on: connection,
      starting,
      .init(interface: .style, member: "Subscribe"),
      .init(
        ownerChanged: { [weak self] in self?.lastSerial = nil },
        answered: { [weak self] in self?.heard($0) ?? true },
        absent: { tell(.absent) },
        trouble: { tell(.trouble($0)) }
      )
    )
    self.inquiry = inquiry
    try inquiry.hear(.style, "Changed") { [weak self] in _ = self?.heard($0) }
  }

  /// Answers whether it could be read.
  private func heard(_ values: [BusValue]) -> Bool {
    guard let standing = Standing(values) else { return false }
    if let lastSerial, standing.serial <= lastSerial { return true }
    lastSerial = standing.serial
    if let lastTold, lastTold.paintsLike(standing.appearance) { return true }
    lastTold = standing.appearance
    tell(.style(standing))
    return true
  }
}
