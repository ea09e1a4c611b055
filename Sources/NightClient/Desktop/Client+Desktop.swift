import NightBus
import NightContract
package import NightCore

/// Asking what the desktop's own settings say.
extension Client {
  package func desktop(_ starting: Starting = .allowed) throws(ClientError) -> DesktopView {
    let values = try call(.desktop, "Read", [], starting)
    guard let facts = values.first.flatMap(DesktopView.init) else { throw .unreadable("Read") }
    return facts
  }
}
