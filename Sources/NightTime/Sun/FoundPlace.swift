package import NightValues

/// A place that GeoClue reported to this daemon or to an earlier run of the daemon.
package struct FoundPlace: Equatable, Sendable {
  package var place: Place
  /// Whether GeoClue reported the place since the daemon started.
  package var isFresh: Bool

  package init(_ place: Place, isFresh: Bool) {
    self.place = place
    self.isFresh = isFresh
  }

  package var origin: PlaceOrigin { isFresh ? .geoclue : .last }
}

/// The source of the place for sunrise and sunset; the cases are ordered from best to worst.
package enum PlaceOrigin: String, Wire, CaseIterable, Sendable {
  /// The user set the coordinates.
  case set
  /// GeoClue reported the place after nightd started.
  case geoclue
  /// GeoClue reported the place to an earlier run of nightd.
  case last
  /// The place is the main place of the time zone.
  case zone
  /// No place is known: sunset and sunrise are fixed clock times.
  case none
}

/// The file `place.json`, which stores the last place that GeoClue reported.
package enum PlaceFile {
  /// The number of the format that this version writes; newer formats cannot be read.
  package static let format: Int64 = 1

  /// A limit in bytes; a file that nightd wrote is always smaller.
  package static let bytes = 4 << 10

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

  /// Reads a place; ignores the time in the file, which is meant only for people.
  ///
  /// A flaw never quotes the file, because its text may reveal where somebody lives.
  package static func place(_ bytes: [UInt8]) throws(Flaw) -> Place {
    let root: JSONNode
    do throws(Flaw) {
      root = try JSONReader.read(bytes)
    } catch {
      throw Flaw("this is not JSON", at: error.position, kind: error.kind)
    }
    // Check the format first, because a newer format may differ in everything else.
    guard case .integer(let format)? = root[Key.format]?.value, format > 0 else {
      throw Flaw("expected an object with a whole number as “\(Key.format)”", at: root.position)
    }
    guard format <= Self.format else {
      throw Flaw("a newer version wrote it", at: root.position, kind: .newer(format: format))
    }
    guard
      let place = Place(
        latitude: try degrees(root, Key.latitude),
        longitude: try degrees(root, Key.longitude)
      )
    else { throw Flaw("this place does not exist", at: root.position) }
    return place
  }

  private static func degrees(_ root: JSONNode, _ key: String) throws(Flaw) -> Double {
    switch root[key]?.value {
    case .double(let degrees): return degrees
    case .integer(let degrees): return Double(degrees)
    default: throw Flaw("expected a number as “\(key)”", at: root.position)
    }
  }
}

/// The program that grants or denies GeoClue requests on behalf of the user.
///
/// GNOME and Phosh have their own agents. GeoClue has a demo agent for all other desktops.
/// Desktops with XDG autostart run the demo agent, but sway, Hyprland and niri do not.
package enum GeoClueAgent {
  /// The paths at which distributions install the demo agent: first Debian's, then Arch's.
  static let programs = [
    "/usr/libexec/geoclue-2.0/demos/agent", "/usr/lib/geoclue-2.0/demos/agent",
  ]

  /// Returns advice for the user, as a part of a sentence.
  ///
  /// `isProgram` returns whether a path is an executable file.
  package static func advice(_ isProgram: (String) -> Bool) -> String {
    guard let program = programs.first(where: isProgram) else {
      return "install GeoClue's demo agent (geoclue-2.0/demos/agent) and start it with the session"
    }
    return "start \(program) with the session (in sway's configuration: exec \(program))"
  }
}
