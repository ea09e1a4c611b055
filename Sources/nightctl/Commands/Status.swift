import NightClient
import NightCore

extension Nightctl {
  func status(_ invocation: Invocation) throws(Failure) {
    let (standing, store, layers, findings) = try ask {
      (client) throws(ClientError) -> (Standing, String, ChoiceLayers, [PreferenceFinding]?) in
      (try client.get(.forbidden), try client.store(), try choiceLayers(client), try check(client))
    }
    guard !invocation.has(.json) else {
      var more: [JSON.Member] = [.init(name: "store", value: .string(store))]
      if let findings { more.append(.findings(findings)) }
      return try output.json(standing.json(more + layers.json))
    }
    let appearance = standing.appearance
    let below = findings.map { $0.isEmpty ? "" : "\n" + Words.lines($0) } ?? ""
    try output.text(
      """
      style    \(appearance.style.rawValue)
      since    \(LocalTime(appearance.since).text)
      why      \(Words.why(appearance, layers))
      decides  \(Words.decides(appearance, layers))
      \(Words.locked(layers))kept in  \(store)
      \(below)
      """
    )
  }

  /// Nothing from a daemon that knows of no layers.
  private func choiceLayers(_ client: Client) throws(ClientError) -> ChoiceLayers {
    do throws(ClientError) {
      return ChoiceLayers(try client.explainChoice())
    } catch .refused {
      return ChoiceLayers()
    }
  }

  /// Nothing from a daemon that knows of no findings.
  private func check(_ client: Client) throws(ClientError) -> [PreferenceFinding]? {
    do throws(ClientError) {
      return try client.check(.forbidden)
    } catch .refused {
      return nil
    }
  }
}
