/// The stored form of the place that was found last: `place.json`.
package enum PlaceFile {
  /// The format that this version writes, and the newest that it reads.
  package static let format: Int64 = 1

  /// What a file of ours never comes to.
  package static let bytes = 4 << 10

  /// Why a file's bytes are no place.
  ///
  /// It never quotes them: they may say where somebody lives.
  package enum Flaw: Error, Equatable, Sendable {
    case empty
    case broken(Position, String)
    /// Written by a version that knows more.
    case newer(format: Int64)
  }

  private enum Key {
    static let format = "format"
    static let latitude = "latitude"
    static let longitude = "longitude"
    static let when = "when"
  }

  package static func bytes(_ place: Place, at when: Instant) -> [UInt8] {
    let place = place.rounded
    let file = JSON.object([
      .init(name: Key.format, value: .integer(format)),
      .init(name: Key.latitude, value: .double(place.latitude)),
      .init(name: Key.longitude, value: .double(place.longitude)),
      .init(name: Key.when, value: .string(when.iso)),
    ])
    return Array(file.text(pretty: true).utf8)
  }

  /// Reads a place; since when it is known is for people, and not asked for.
  package static func place(_ bytes: [UInt8]) throws(Flaw) -> Place {
    let root: JSONNode
    do throws(JSONError) {
      root = try JSONReader.read(bytes)
    } catch {
      if error.kind == .empty { throw .empty }
      throw .broken(error.position, "this is no JSON")
    }
    // Judged first: a newer form may differ in everything else.
    guard case .integer(let format)? = root[Key.format]?.value, format > 0 else {
      throw .broken(root.position, "an object with a whole number as “\(Key.format)” was expected")
    }
    guard format <= Self.format else { throw .newer(format: format) }
    guard
      let place = Place(
        latitude: try degrees(root, Key.latitude),
        longitude: try degrees(root, Key.longitude)
      )
    else { throw .broken(root.position, "there is no such place") }
    return place
  }

  private static func degrees(_ root: JSONNode, _ key: String) throws(Flaw) -> Double {
    switch root[key]?.value {
    case .double(let degrees): return degrees
    case .integer(let degrees): return Double(degrees)
    default: throw .broken(root.position, "a number was expected for “\(key)”")
    }
  }
}
