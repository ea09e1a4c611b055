import NightCore

/// Which layer a value in force comes from.
struct LayerPlace {
  let layer: PreferenceOrigin
  /// `FILE:LINE:COLUMN`; empty where it stands in no file.
  let place: String

  init(_ answer: (origin: PreferenceOrigin, place: String)) {
    layer = answer.origin
    place = answer.place
  }

  var json: [JSON.Member] {
    let own: [JSON.Member] = [.init(name: "origin", value: .string(layer.rawValue))]
    return place.isEmpty ? own : own + [.init(name: "place", value: .string(place))]
  }
}
