/// A style set for a while over any choice.
package struct Hold: Equatable, Sendable {
  package var style: Style
  /// Set if a theme was asked for and not only a style.
  package var theme: String?
  package var since: Instant
  package var end: Instant
  /// Whether the desktop's own switch asked for it.
  package var isByDesktop: Bool

  /// No hold lasts longer.
  package static let maximumDays: Int64 = 400

  package init(
    style: Style,
    theme: String? = nil,
    since: Instant,
    end: Instant,
    isByDesktop: Bool = false
  ) {
    self.style = style
    self.theme = theme
    self.since = since
    self.end = end
    self.isByDesktop = isByDesktop
  }

  package func isOver(at now: Instant) -> Bool { end <= now }

  /// Whether it is in force.
  func isActive(at now: Instant) -> Bool { !isOver(at: now) && beginning <= now }

  /// From when on it counts.
  ///
  /// One that ends further ahead never came from here, or the clock is wrong; it stays stored, since
  /// the clock may be put right. A day more, since the clock may also be set back a little.
  var beginning: Instant { end.adding(days: -(Self.maximumDays + 1)) }
}
