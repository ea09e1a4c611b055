/// A place that GeoClue reported to this daemon or an earlier one.
package struct FoundPlace: Equatable, Sendable {
  package var place: Place
  /// Whether GeoClue reported the place to this daemon, rather than to an earlier daemon.
  package var isFresh: Bool

  package init(_ place: Place, isFresh: Bool) {
    self.place = place
    self.isFresh = isFresh
  }

  package var origin: PlaceOrigin { isFresh ? .geoclue : .last }
}

/// The source of the place for sunrise and sunset; the first source in this list that knows a place
/// is used.
package enum PlaceOrigin: String, Wire, CaseIterable, Sendable {
  /// The user set the coordinates.
  case set
  /// GeoClue reported the place after nightd started.
  case geoclue
  /// GeoClue reported the place to an earlier run of nightd.
  case last
  /// The place is the main place of the time zone.
  case zone
  /// No place is known, so sunset and sunrise are at fixed clock times.
  case none
}

/// The file `place.json`, which stores the last place that GeoClue reported.
package enum PlaceFile {
  /// The format that this version writes, and the newest format that it reads.
  package static let format: Int64 = 1

  /// The largest file size that is read, in bytes; nightd writes smaller files.
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

  /// Reads a place; ignores `when`, the time of GeoClue's report, which the file contains only for
  /// people.
  ///
  /// A flaw never quotes the file, because the file can tell where somebody lives.
  package static func place(_ bytes: [UInt8]) throws(Flaw) -> Place {
    let root: JSONNode
    do throws(Flaw) {
      root = try JSONReader.read(bytes)
    } catch {
      throw Flaw("this is not JSON", at: error.position, kind: error.kind)
    }
    // Check the format first, because everything else may be different in a newer format.
    guard case .integer(let format)? = root[Key.format]?.value, format > 0 else {
      throw Flaw("expected an object with a whole number as “\(Key.format)”", at: root.position)
    }
    guard format <= Self.format else {
      throw Flaw(
        "a newer version of nightd wrote it",
        at: root.position,
        kind: .newer(format: format)
      )
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

/// GeoClue's agent: the program with which the user allows or refuses access to the location.
///
/// GNOME and Phosh have their own agents. For desktops without an agent of their own, GeoClue has a
/// demo agent. Desktops with XDG autostart run the demo agent, but sway, Hyprland and niri do not.
package enum GeoClueAgent {
  /// The path of the demo agent on Debian, and then its path on Arch.
  static let programs = [
    "/usr/libexec/geoclue-2.0/demos/agent", "/usr/lib/geoclue-2.0/demos/agent",
  ]

  /// Returns advice on how to start GeoClue's agent, as part of a longer sentence.
  ///
  /// `isProgram` tells whether a path is an executable file.
  package static func advice(_ isProgram: (String) -> Bool) -> String {
    guard let program = programs.first(where: isProgram) else {
      return "install GeoClue's demo agent (geoclue-2.0/demos/agent) and start it with the session"
    }
    return "start \(program) with the session (in sway's configuration: exec \(program))"
  }
}
