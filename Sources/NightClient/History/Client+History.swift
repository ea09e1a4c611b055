import NightBus
import NightContract
package import NightCore

/// Asking what changed, and who asked for it.
extension Client {
  /// The newest first; so many at most.
  package func history(
    _ count: Int,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [HistoryEntry] {
    let values = try call(.control, "History", [.uint32(UInt32(clamping: count))], starting)
    guard case .array(_, let rows)? = values.first else { throw .unreadable("History") }
    return rows.compactMap(HistoryEntry.init)
  }
}
