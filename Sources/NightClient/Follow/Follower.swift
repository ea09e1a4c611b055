package import NightBus
import NightContract
package import NightCore

/// Reports the desktop's style and every change of the style.
///
/// The follower continues when the daemon restarts or ends. The follower runs on the event loop of
/// its connection. When a daemon appears on the bus, the follower asks that daemon for the style.
package final class Follower {
  package enum News {
    /// The present style; reported after each daemon's first answer, and after each change.
    ///
    /// The follower's `Interest` limits which changes are reported.
    case style(Snapshot)
    /// No daemon is running; the last reported style is still valid.
    case absent
    /// A problem that should be logged; the follower continues to run.
    case trouble(ClientError)
  }

  /// Which changes a follower reports.
  package enum Interest {
    /// Only changes that make an application look different.
    case painted
    /// All changes of the appearance.
    case everything
  }

  private let report: (News) -> Void
  private let interest: Interest
  private var inquiry: Inquiry?
  /// The serial of the last message from the present daemon.
  ///
  /// The serials of different daemons cannot be compared.
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
      Request.subscribe.with(()).request,
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

  /// Handles a reply or a signal; returns whether the message could be read.
  private func received(_ message: borrowing Message) -> Bool {
    guard let values = try? message.values(), let snapshot = Snapshot(values) else { return false }
    if let lastSerial, snapshot.serial <= lastSerial { return true }
    lastSerial = snapshot.serial
    consider(snapshot)
    return true
  }

  /// Handles a change that does not affect how applications paint.
  ///
  /// Changes that do affect painting come earlier, in the signal `Changed`.
  private func receivedProperties(_ message: borrowing Message) {
    // Before the daemon's first answer, there is no serial to compare, so ignore this signal.
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
