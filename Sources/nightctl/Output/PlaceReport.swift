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
  /// How the question where this is stands with GeoClue; empty where that is not known.
  let geoClue: String

  init(
    _ origin: PlaceOrigin,
    _ place: Place?,
    zone: String,
    layer: LayerPlace? = nil,
    geoClue: String = ""
  ) {
    self.origin = origin
    self.place = place
    self.zone = zone
    self.layer = layer
    self.geoClue = geoClue
  }

  init(
    _ client: Client,
    zone: String,
    _ starting: Client.Starting = .allowed
  ) throws(ClientError) {
    self.zone = zone
    (origin, place) = try client.place(starting)
    geoClue = try client.geoClueState(starting)
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
    if !geoClue.isEmpty, geoClue != "off" {
      members.append(.init(name: "geoclue", value: .string(geoClue)))
    }
    if let place {
      members.append(.init(name: "latitude", value: .double(place.latitude)))
      members.append(.init(name: "longitude", value: .double(place.longitude)))
    }
    return members
  }
}
