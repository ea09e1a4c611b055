import NightClient
import NightCore

/// A request to nightd to inhibit automatic changes, for example during a presentation.
///
/// The inhibition ends when you call ``end()``, when you release this object or its `Night`, or
/// when the program ends. If nightd restarts, the inhibition applies to the new daemon too.
public final class Inhibition: Sendable {
  private let cancellation: Cancellation

  init(_ cancellation: Cancellation) { self.cancellation = cancellation }

  deinit { end() }

  /// Ends the inhibition; if nightd has postponed a change, nightd makes that change now.
  public func end() { cancellation.cancel() }
}

extension Night {
  /// Asks nightd to inhibit automatic changes of the desktop's style, as `nightctl inhibit` does.
  ///
  /// Changes that users make themselves still take effect.
  ///
  /// ```swift
  /// let inhibition = try await night.inhibit(why: "shows slides")
  /// ```
  ///
  /// - Parameter why: A one-line reason for users, such as “shows slides”; `nightctl status` prints
  ///   it.
  /// - Returns: The inhibition, after nightd has granted it; keep it as long as you need it.
  /// - Throws: A `NightError`: `refused` if `why` is too long or is not exactly one line, or if
  ///   there are too many inhibitions.
  public func inhibit(why: String) async throws(NightError) -> Inhibition {
    let cancellation = Cancellation()
    let inhibition = Inhibition(cancellation)
    if let previewDaemon {
      try await previewDaemon.answer { $0.status.isInhibited = true }
      cancellation.whenCancelled { [weak previewDaemon] in
        previewDaemon?.change { $0.status.isInhibited = false }
      }
      return inhibition
    }
    let shared = try shared()
    // Send `Get` first to start the daemon, because an inhibition request does not start the
    // daemon.
    _ = try await shared.ask { client, then in client.startGet(then: then) }
    try await shared.answer { deliver in
      shared.inhibit(values.application, why: why, cancellation, report: deliver)
    }
    return inhibition
  }
}
