import NightBus
import NightCore
import NightTime

/// What GeoClue says of one location.
struct Fix: Equatable {
  let place: Place
  /// In kilometres around the place; 0 where it does not know.
  let accuracy: Double

  /// Reads the properties of a location object; nil where they are no place on earth.
  init?(_ answer: borrowing Message) {
    guard
      case .dictionary(_, _, let entries)? = try? answer.values(most: 256).first,
      let latitude = Self.number("Latitude", in: entries),
      let longitude = Self.number("Longitude", in: entries),
      let accuracy = Self.number("Accuracy", in: entries),
      let place = Place(latitude: latitude, longitude: longitude)
    else { return nil }
    self.place = place.rounded
    // GeoClue says -1 for what it does not know.
    self.accuracy = accuracy.isFinite ? max(accuracy / 1_000, 0) : 0
  }

  private static func number(_ name: String, in entries: [BusValue.Entry]) -> Double? {
    guard
      case .variant(.double(let number))? = entries.first(where: { $0.key == .string(name) })?.value
    else { return nil }
    return number
  }
}
