import NightCore

/// A moment from which on a rule wants its style.
struct Edge {
  let style: Style
  /// Where the clock or the sun has it, before offset and limits.
  let natural: Instant
  /// When it is.
  var moment: Instant
  /// The date and time that clocks were to show then; they may have jumped over it.
  var shown: CivilTime
  /// Of an event of the sun.
  let side: SunEvent.Side?
  /// Tells the order of what falls on one moment: by the course of a day, then by the list of rules.
  let rank: [Int]

  /// Whether it comes before another one, if nothing moves either.
  func comesNaturally(before other: Edge) -> Bool {
    guard natural == other.natural else { return natural < other.natural }
    return rank.lexicographicallyPrecedes(other.rank)
  }

  func comes(before other: Edge) -> Bool {
    guard moment == other.moment else { return moment < other.moment }
    guard shown == other.shown else { return shown < other.shown }
    return comesNaturally(before: other)
  }

  /// Whether the window that it would begin is empty, since its end was moved before its beginning.
  func isOvertaken(by other: Edge) -> Bool {
    guard let side, let otherSide = other.side, side != otherSide else { return false }
    return comesNaturally(before: other) && other.moment <= moment
  }
}
