import NightClient
import NightCore

/// Enough to find the one that the style began with, colours between them or not.
private let changeCount = 64

extension Nightctl {
  /// Asks for it; no daemon is started, and what an older one cannot tell is left out.
  func reasoning(
    _ client: Client,
    _ standing: Standing
  ) throws(ClientError) -> Reasoning {
    func told<Fact>(_ ask: () throws(ClientError) -> Fact) throws(ClientError) -> Fact? {
      do throws(ClientError) { return try ask() } catch .refused { return nil }
    }
    var reasoning = Reasoning(standing.appearance, at: now)
    let rows = try told { () throws(ClientError) in try client.explainChoice() }
    reasoning.layers = ChoiceLayers(rows ?? [])
    if standing.appearance.choice == .schedule {
      reasoning.schedule = try told { () throws(ClientError) in
        try client.scheduleFacts(.forbidden)
      }
      reasoning.place = try told { () throws(ClientError) in
        try PlaceReport(client, zone: reasoning.schedule?.zone ?? "", .forbidden)
      }
    }
    reasoning.desktop = try told { () throws(ClientError) in try client.desktop(.forbidden) }
    if standing.appearance.isInhibited {
      reasoning.inhibitors =
        try told { () throws(ClientError) in try client.inhibitors(.forbidden) } ?? []
    }
    reasoning.changes =
      try told { () throws(ClientError) in try client.history(changeCount, .forbidden) } ?? []
    return reasoning
  }
}
