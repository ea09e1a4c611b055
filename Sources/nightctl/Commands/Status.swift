import NightClient
import NightCore

extension Nightctl {
  func status(_ invocation: Invocation) throws(Failure) {
    let (standing, store, findings) = try ask {
      (client) throws(ClientError) -> (Standing, String, [PreferenceFinding]?) in
      (try client.get(.forbidden), try client.store(), try check(client))
    }
    guard !invocation.has(.json) else {
      var more: [JSON.Member] = [.init(name: "store", value: .string(store))]
      if let findings { more.append(.findings(findings)) }
      return try output.json(standing.json(more))
    }
    let appearance = standing.appearance
    let below = findings.map { $0.isEmpty ? "" : "\n" + Words.lines($0) } ?? ""
    try output.text(
      """
      style    \(appearance.style.rawValue)
      since    \(LocalTime(appearance.since).text)
      why      \(Words.why(appearance))
      decides  \(Words.decides(appearance))
      kept in  \(store)
      \(below)
      """
    )
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
