/// How clocks of a zone stand to UTC for a while, and what that time is called.
struct LocalTime: Hashable, Sendable {
  /// Seconds east of UTC.
  let offset: Int
  let abbreviation: String

  /// As far as RFC 9636 lets clocks stand from UTC; no zone comes near.
  static let offsets = -89_999...93_599
}
