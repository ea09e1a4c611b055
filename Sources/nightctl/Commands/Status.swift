import NightClient
import NightCore

extension Nightctl {
  func status(_ invocation: Invocation) throws(Failure) {
    let (standing, store, layers, findings, ground) = try ask {
      (client) throws(ClientError) -> (
        Standing, String, ChoiceLayers, [PreferenceFinding]?, (ScheduleFacts, PlaceReport)?
      ) in
      let standing = try client.get(.forbidden)
      return (
        standing, try client.store(), try choiceLayers(client), try check(client),
        standing.appearance.choice == .schedule ? try scheduleGround(client) : nil
      )
    }
    guard !invocation.has(.json) else {
      var more: [JSON.Member] = [.init(name: "store", value: .string(store))]
      if let findings { more.append(.findings(findings)) }
      return try output.json(standing.json(more + layers.json + (ground?.1.json ?? [])))
    }
    let appearance = standing.appearance
    let below = findings.map { $0.isEmpty ? "" : "\n" + Words.lines($0) } ?? ""
    try output.text(
      """
      style    \(appearance.style.rawValue)
      since    \(LocalTime(appearance.since).text)
      \(Words.ahead(appearance, at: LocalTime(now)))why      \(Words.why(appearance, layers))
      decides  \(Words.decides(appearance, layers))
      \(ground.map(Words.surroundings) ?? "")\(Words.locked(layers))kept in  \(store)
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

  /// Nothing from a daemon that knows of no schedule.
  private func scheduleGround(_ client: Client) throws(ClientError) -> (ScheduleFacts, PlaceReport)?
  {
    do throws(ClientError) {
      let facts = try client.scheduleFacts(.forbidden)
      return (facts, try PlaceReport(client, zone: facts.zone, .forbidden))
    } catch .refused {
      return nil
    }
  }
}
