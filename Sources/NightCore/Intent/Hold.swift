/// A style set for a while over any choice.
package struct Hold: Equatable, Sendable {
  package enum End: Equatable, Sendable {
    case at(Instant)
    /// When whoever decides under `system` next changes its mind.
    case sourceChange
  }

  package var style: Style
  /// Set where a theme was asked for and not only a style.
  package var theme: String?
  package var since: Instant
  package var end: End

  package init(style: Style, theme: String? = nil, since: Instant, end: End) {
    self.style = style
    self.theme = theme
    self.since = since
    self.end = end
  }

  package func isOver(at now: Instant) -> Bool {
    switch end {
    case .at(let end): end <= now
    case .sourceChange: false
    }
  }
}
