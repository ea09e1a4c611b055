import NightBus
import NightContract
package import NightCore

/// Asking who wants that nothing changes by itself.
extension Client {
  /// The first one first.
  package func inhibitors(_ starting: Starting = .allowed) throws(ClientError) -> [Inhibitor] {
    guard case .array(_, let rows)? = try call(.inhibit, "List", [], starting).first else {
      throw .unreadable("List")
    }
    return rows.compactMap(Inhibitor.init)
  }
}
