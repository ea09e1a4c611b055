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
    /// is the same as what was told before, as far as it is wanted, is not told again.
    case style(Standing)
    /// There is no daemon; what was told last is all that is known.
    case absent
    /// Something went wrong that following outlives; for a log.
    case trouble(ClientError)
  }

  /// What is news.
  package enum Interest {
    /// What an application would paint otherwise.
    case painted
    /// Whatever of the appearance is another than before.
    case everything
  }

  private let tell: (News) -> Void
  private let interest: Interest
  private var inquiry: Inquiry?
  /// Numbers are comparable only under one owner.
  private var lastSerial: UInt64?
  private var lastTold: Appearance?

  package init(
    on connection: Connection,
    _ starting: Client.Starting,
    _ interest: Interest = .painted,
    _ tell: @escaping (News) -> Void
  ) throws(ClientError) {
    self.tell = tell
    self.interest = interest
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
    guard interest == .everything else { return }
    try inquiry.hear(.properties, "PropertiesChanged", of: .style) { [weak self] in
      self?.heardProperties($0)
    }
  }

  /// Answers whether it could be read.
  private func heard(_ message: borrowing Message) -> Bool {
    guard let values = try? message.values(), let standing = Standing(values) else { return false }
    if let lastSerial, standing.serial <= lastSerial { return true }
    lastSerial = standing.serial
    consider(standing)
    return true
  }

  /// What is painted is told by the other signal, which comes before this one.
  private func heardProperties(_ message: borrowing Message) {
    // Before the present daemon has answered nothing is known that could be another now.
    guard let lastSerial, let lastTold, let values = try? message.values(), values.count == 3,
      let members = values[1].asOptions,
      let appearance = members["Appearance"]
    else { return }
    let serial = members["Serial"]?.asUInt64 ?? lastSerial
    let style = members["Style"] ?? .string(lastTold.style.rawValue)
    guard serial == lastSerial, let standing = Standing([style, .uint64(serial), appearance])
    else { return }
    consider(standing)
  }

  private func consider(_ standing: Standing) {
    if let lastTold, isSame(lastTold, standing.appearance) { return }
    lastTold = standing.appearance
    tell(.style(standing))
  }

  private func isSame(_ old: Appearance, _ new: Appearance) -> Bool {
    switch interest {
    case .painted: old.paintsLike(new)
    case .everything: old == new
    }
  }
}
