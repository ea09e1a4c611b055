/// The moment at which the sun's centre passes an elevation, on its way up or down.
package struct SunEvent: Hashable, Sendable {
  package enum Side: Hashable, Sendable {
    case rising
    case falling
  }

  package let side: Side
  /// The elevation in degrees above the horizon; below the horizon, it is negative.
  ///
  /// The elevation is geometric, without refraction. At sunrise and sunset, the air lifts the sun
  /// by 34 arc minutes, and the sun's rim is 16 arc minutes above its centre. Sunrise and sunset
  /// therefore have the elevation -50 arc minutes.
  package let elevation: Double

  /// Creates an event; clamps the elevation to ±90 and rounds it to four decimals, as `name` does.
  package init(_ side: Side, elevation: Double) {
    let known = elevation.isNaN ? 0 : min(max(elevation, -90), 90)
    self.side = side
    self.elevation = Degrees.rounded(known, decimals: Self.decimals)
  }

  package static let sunrise = SunEvent(.rising, elevation: -0.8333)
  package static let sunset = SunEvent(.falling, elevation: -0.8333)
  package static let civilDawn = SunEvent(.rising, elevation: -6)
  package static let civilDusk = SunEvent(.falling, elevation: -6)
  package static let nauticalDawn = SunEvent(.rising, elevation: -12)
  package static let nauticalDusk = SunEvent(.falling, elevation: -12)
  package static let astronomicalDawn = SunEvent(.rising, elevation: -18)
  package static let astronomicalDusk = SunEvent(.falling, elevation: -18)

  static let decimals = 4
}

extension SunEvent {
  /// The names of the common events, such as `civil-dusk`.
  ///
  /// Other elevations have names such as `dawn@3.5` or `dusk@-4`.
  package static let names = named.map(\.name)

  /// Reads the name of an event; `dusk@-6` means the same as `civil-dusk`.
  ///
  /// Rounds the elevation to four decimals. Returns nil if the text is not the name of an event.
  package init?(name: String) {
    if let known = Self.named.first(where: { $0.name == name }) {
      self = known.event
      return
    }
    // No event has such a long name, so do not parse the string.
    guard name.utf8.count <= 32 else { return nil }
    let parts = name.split(separator: "@", omittingEmptySubsequences: false)
    guard
      parts.count == 2,
      let side = Self.sides.first(where: { $0.word == parts[0] })?.side,
      let elevation = Degrees.number(parts[1].utf8, plus: false),
      (-90...90).contains(elevation)
    else { return nil }
    self.init(side, elevation: elevation)
  }

  package var name: String {
    if let known = Self.named.first(where: { $0.event == self }) { return known.name }
    let word = side == .rising ? "dawn" : "dusk"
    return word + "@" + Degrees.text(elevation, decimals: Self.decimals)
  }

  private static let named: [(name: String, event: SunEvent)] = [
    ("sunrise", .sunrise),
    ("sunset", .sunset),
    ("civil-dawn", .civilDawn),
    ("civil-dusk", .civilDusk),
    ("nautical-dawn", .nauticalDawn),
    ("nautical-dusk", .nauticalDusk),
    ("astronomical-dawn", .astronomicalDawn),
    ("astronomical-dusk", .astronomicalDusk),
  ]

  private static let sides: [(word: Substring, side: Side)] = [
    ("dawn", .rising), ("dusk", .falling),
  ]
}

/// The moment of a sun event on a solar day, or a substitute if the event does not happen.
package struct SunMoment: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The sun passes the elevation.
    case real
    /// The sun stays above the elevation in this half of the day, so the substitute is midnight.
    case staysAbove
    /// The sun stays below the elevation in this half of the day, so the substitute is noon.
    case staysBelow
  }

  package let instant: Instant
  package let kind: Kind

  package init(instant: Instant, kind: Kind) {
    self.instant = instant
    self.kind = kind
  }
}
