extension SunEvent {
  /// The events that have a name of their own.
  ///
  /// Any other elevation is written `dawn@3.5` or `dusk@-4`.
  package static let names = named.map(\.name)

  /// Reads what `name` writes, and `dusk@-6` for `civil-dusk`; nil for anything else.
  ///
  /// More than four decimals are rounded.
  package init?(name: String) {
    if let known = Self.named.first(where: { $0.name == name }) {
      self = known.event
      return
    }
    // No event's name is as long as this; what is longer is not looked through.
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
