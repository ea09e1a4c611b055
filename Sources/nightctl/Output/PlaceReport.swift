import NightClient
import NightCore

/// For which place the sun is reckoned, and who says so.
struct PlaceReport {
  let origin: PlaceOrigin
  let place: Place?
  /// Empty where the zone has no name.
  let zone: String
  /// The layer of a place that was set, and where that stands if in a file.
  let layer: LayerPlace?

  init(
    _ client: Client,
    zone: String,
    _ starting: Client.Starting = .allowed
  ) throws(ClientError) {
    self.zone = zone
    (origin, place) = try client.place(starting)
    guard origin == .set, let key = try? PreferenceKey(PreferenceTable.latitude) else {
      layer = nil
      return
    }
    do throws(ClientError) {
      layer = LayerPlace(try client.origin(of: key, starting))
    } catch .refused(.notSet, _) {
      // Taken back meanwhile.
      layer = nil
    }
  }

  var json: [JSON.Member] {
    var members: [JSON.Member] = [
      .init(name: "zone", value: .string(zone)),
      .init(name: "place-from", value: .string(origin.rawValue)),
    ]
    if let place {
      members.append(.init(name: "latitude", value: .double(place.latitude)))
      members.append(.init(name: "longitude", value: .double(place.longitude)))
    }
    return members
  }
}
