/// A style set for a while over any choice.
package struct Hold: Equatable, Sendable {
  package enum End: Equatable, Sendable {
    case at(Instant)
    /// When the desktop asks for another style than this.
    case sourceChange(from: Style)
  }

  package var style: Style
  /// Set where a theme was asked for and not only a style.
  package var theme: String?
  package var since: Instant
  package var end: End
  /// Whether the desktop's own switch asked for it.
  package var isByDesktop: Bool

  /// Nothing is held for longer.
  package static let mostDays: Int64 = 400

  package init(
    style: Style,
    theme: String? = nil,
    since: Instant,
    end: End,
    isByDesktop: Bool = false
  ) {
    self.style = style
    self.theme = theme
    self.since = since
    self.end = end
    self.isByDesktop = isByDesktop
  }

  /// What the desktop says ends one too, and that is not judged here.
  package func isOver(at now: Instant) -> Bool {
    switch end {
    case .at(let end): end <= now
    case .sourceChange: false
    }
  }

  /// From when on it counts.
  ///
  /// One that ends further ahead never came from here, or the clock is wrong; it stays stored, since
  /// the clock may be put right. A day more, since the clock may also be set back a little.
  var beginning: Instant? {
    guard case .at(let end) = end else { return nil }
    return end.adding(days: -(Self.mostDays + 1))
  }
}
