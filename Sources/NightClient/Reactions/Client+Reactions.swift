import NightBus
import NightContract
package import NightCore

/// Asking what became of what nightd does elsewhere.
extension Client {
  /// In the order in which they ran first.
  package func reactions(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [ReactionReport] {
    guard case .array(_, let rows)? = try call(.control, "Reactions", [], starting).first else {
      throw .unreadable("Reactions")
    }
    return rows.compactMap(ReactionReport.init)
  }
}
