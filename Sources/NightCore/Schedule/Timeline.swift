/// From when on the style becomes another one.
package struct Transition: Equatable, Sendable {
  package let instant: Instant
  package let style: Style

  package init(_ instant: Instant, _ style: Style) {
    self.instant = instant
    self.style = style
  }
}

/// What a schedule says of every moment, in one zone and at one place.
package struct Timeline: Equatable, Sendable {
  package let schedule: Schedule
  package let zone: Zone
  /// Nil where nobody knows; then the sun sets and rises by the clock.
  package let place: Place?

  /// At the poles, where half a year passes between two, none is missed.
  static let mostDays: Int64 = 800

  package init(_ schedule: Schedule, _ zone: Zone, _ place: Place?) {
    self.schedule = schedule
    self.zone = zone
    self.place = place
  }

  /// The style at the first moment, and each change after it up to the second, which is included.
  package struct Stretch: Equatable, Sendable {
    package let style: Style
    package let transitions: [Transition]

    package init(style: Style, transitions: [Transition]) {
      self.style = style
      self.transitions = transitions
    }
  }

  package func stretch(from: Instant, to: Instant) -> Stretch {
    var style: Style?
    var transitions: [Transition] = []
    for edge in Edges(of: self).within(from, to) {
      if edge.instant <= from {
        style = edge.style
      } else if edge.instant > to {
        break
      } else if edge.style != (transitions.last?.style ?? style) {
        if style == nil { style = edge.style.opposite }
        transitions.append(Transition(edge.instant, edge.style))
      }
    }
    return Stretch(style: style ?? .light, transitions: transitions)
  }

  package func style(at instant: Instant) -> Style {
    stretch(from: instant, to: instant).style
  }

  /// The first change after a moment; nil where there is none in two years.
  package func next(after instant: Instant) -> Transition? {
    var from = instant
    var days: Int64 = 2
    while from < instant.adding(days: Self.mostDays) {
      let to = from.adding(days: days)
      if let first = stretch(from: from, to: to).transitions.first { return first }
      from = to
      days = min(days * 4, 64)
    }
    return nil
  }

  /// The last change at or before a moment and after another one; nil where there is none in two
  /// years.
  package func last(upTo instant: Instant, after bound: Instant) -> Transition? {
    var to = instant
    var days: Int64 = 2
    let first = max(bound, instant.adding(days: -Self.mostDays))
    while to > first {
      let from = max(first, to.adding(days: -days))
      if let last = stretch(from: from, to: to).transitions.last { return last }
      to = from
      days = min(days * 4, 64)
    }
    return nil
  }
}

extension Instant {
  package func adding(days: Int64) -> Instant { adding(microseconds: days * 86_400_000_000) }
}
