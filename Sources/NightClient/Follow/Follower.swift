package import NightBus
import NightContract
package import NightCore
import NightValues

/// Follows the desktop's style through every change, restart and absence of the daemon.
///
/// Runs on the loop that its connection is attached to. It waits until the bus reports a daemon, and asks
/// that daemon until it answers.
package final class Follower {
  package enum News {
    /// The present style: the first answer of each daemon, and each change.
    ///
    /// A value that equals the last reported one, as far as the interest goes, is not reported again.
    case style(Snapshot)
    /// There is no daemon; the last reported style stays.
    case absent
    /// A problem that following survives, for a log.
    case trouble(ClientError)
  }

  /// Which changes are reported.
  package enum Interest {
    /// Changes that an application would paint.
    case painted
    /// Changes of any part of the appearance.
    case everything
  }

  private let report: (News) -> Void
  private let interest: Interest
  private var inquiry: Inquiry?
  /// The last serial of the present owner; serials of different owners cannot be compared.
  private var lastSerial: UInt64?
  private var lastReported: Appearance?

  package init(
    on connection: Connection,
    _ starting: Client.Starting,
    _ interest: Interest = .painted,
    _ report: @escaping (News) -> Void
  ) throws(ClientError) {
    self.report = report
    self.interest = interest
    let inquiry = try Inquiry(
      on: connection,
      starting,
      .init(Request.subscribe.with(())),
      .init(
        ownerChanged: { [weak self] in self?.lastSerial = nil },
        answered: { [weak self] in self?.received($0) ?? true },
        absent: { report(.absent) },
        trouble: { report(.trouble($0)) }
      )
    )
    self.inquiry = inquiry
    try inquiry.subscribe(.style, "Changed") { [weak self] in _ = self?.received($0) }
    guard interest == .everything else { return }
    try inquiry.subscribe(.properties, "PropertiesChanged", of: .style) { [weak self] in
      self?.receivedProperties($0)
    }
  }

  /// Handles a reply or a signal, and returns whether it could be read.
  private func received(_ message: borrowing Message) -> Bool {
    guard let values = try? message.values(), let snapshot = Snapshot(values) else { return false }
    if let lastSerial, snapshot.serial <= lastSerial { return true }
    lastSerial = snapshot.serial
    consider(snapshot)
    return true
  }

  /// Handles a change of what is not painted; `Changed`, which comes first, reports the rest.
  private func receivedProperties(_ message: borrowing Message) {
    // Ignore it until this daemon has answered: there is nothing to compare with.
    guard let lastSerial, let lastReported, let values = try? message.values(), values.count == 3,
      let members = values[1].asOptions,
      let appearance = members["Appearance"]
    else { return }
    let serial = members["Serial"]?.asUInt64 ?? lastSerial
    let style = members["Style"] ?? .string(lastReported.style.rawValue)
    guard serial == lastSerial, let snapshot = Snapshot([style, .uint64(serial), appearance])
    else { return }
    consider(snapshot)
  }

  private func consider(_ snapshot: Snapshot) {
    if let lastReported, isSame(lastReported, snapshot.appearance) { return }
    lastReported = snapshot.appearance
    report(.style(snapshot))
  }

  private func isSame(_ old: Appearance, _ new: Appearance) -> Bool {
    switch interest {
    case .painted: old.paintsLike(new)
    case .everything: old == new
    }
  }
}
