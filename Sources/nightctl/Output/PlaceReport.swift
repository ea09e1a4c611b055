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
  /// Whether GeoClue may be asked.
  let isAuto: Bool

  init(
    _ origin: PlaceOrigin,
    _ place: Place?,
    zone: String,
    layer: LayerPlace? = nil,
    isAuto: Bool = false
  ) {
    self.origin = origin
    self.place = place
    self.zone = zone
    self.layer = layer
    self.isAuto = isAuto
  }

  init(
    _ client: Client,
    zone: String,
    _ starting: Client.Starting = .allowed
  ) throws(ClientError) {
    self.zone = zone
    (origin, place) = try client.place(starting)
    isAuto = try Self.isAuto(client, starting)
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

  /// Not with a daemon that knows of no GeoClue.
  private static func isAuto(
    _ client: Client,
    _ starting: Client.Starting
  ) throws(ClientError) -> Bool {
    guard let key = try? PreferenceKey(PreferenceTable.isLocationAuto) else { return false }
    do throws(ClientError) {
      return try client.read(key, starting).value == .bool(true)
    } catch .refused {
      return false
    }
  }

  var json: [JSON.Member] {
    var members: [JSON.Member] = [
      .init(name: "zone", value: .string(zone)),
      .init(name: "place-from", value: .string(origin.rawValue)),
    ]
    if isAuto { members.append(.init(name: "location-auto", value: .bool(true))) }
    if let place {
      members.append(.init(name: "latitude", value: .double(place.latitude)))
      members.append(.init(name: "longitude", value: .double(place.longitude)))
    }
    return members
  }
}
