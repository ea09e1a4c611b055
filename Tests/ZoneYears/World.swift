import NightCore

/// The style that a user expects, based only on the user's choices and on the surroundings.
///
/// `World` applies the rules of holds itself, gets the schedule from `Reference`, and never asks
/// the Keeper.
struct World {
  struct Held: Equatable {
    var style: Style
    var end: Instant
  }

  var choice = Choice.schedule
  var held: Held?
  var schedule: Schedule { didSet { reference = makeReference() } }
  /// The coordinates that the user has set.
  var place: Place? { didSet { reference = makeReference() } }
  var surroundings: Surroundings { didSet { reference = makeReference() } }
  private(set) var reference: Reference

  init(_ schedule: Schedule, _ place: Place?, _ surroundings: Surroundings) {
    self.schedule = schedule
    self.place = place
    self.surroundings = surroundings
    reference = Reference(schedule, surroundings.zone, place ?? surroundings.zonePlace)
  }

  private func makeReference() -> Reference {
    Reference(schedule, surroundings.zone, place ?? surroundings.zonePlace)
  }

  private static let day: Int64 = 86_400_000_000
}

// MARK: - Now and next

extension World {
  func style(at now: Instant) -> Style { hold(at: now)?.style ?? chosen(at: now) }

  /// The next change of the style, if the user makes no request before it.
  func next(after now: Instant) -> Transition? {
    guard let held = hold(at: now) else { return nextChosen(after: now) }
    let style = chosen(at: held.end)
    return style == held.style
      ? nextChosen(after: held.end) : Transition(held.end, style)
  }

  /// The hold in effect; a hold that would end too far ahead was made on a wrong clock, so it does
  /// not count.
  func hold(at now: Instant) -> Held? {
    guard let held, now < held.end, held.end <= now.adding(microseconds: 401 * Self.day) else {
      return nil
    }
    return held
  }

  /// The style of the choice, as if there were no hold.
  func chosen(at now: Instant) -> Style {
    choice == .schedule ? reference.style(at: now) : choice.fixed ?? .light
  }

  private func nextChosen(after now: Instant) -> Transition? {
    choice == .schedule ? reference.next(after: now) : nil
  }
}

// MARK: - Requests

extension World {
  /// Sets or toggles the style according to the rules of holds; returns false if the request must
  /// be refused.
  mutating func set(_ style: Style, until term: Term?, at now: Instant) -> Bool {
    if let term { return hold(style, until: term, at: now) }
    guard choice == .schedule, style == chosen(at: now) || isNextInReach(of: now) else {
      choose(style == .light ? .light : .dark, at: now)
      return true
    }
    guard style == chosen(at: now) else { return hold(style, until: .next, at: now) }
    resume(at: now)
    return true
  }

  /// Whether the schedule changes within the longest possible hold; if not, a hold until then would
  /// not end.
  private func isNextInReach(of now: Instant) -> Bool {
    guard let next = nextChosen(after: now)?.instant else { return false }
    return next <= now.adding(microseconds: 400 * Self.day)
  }

  mutating func choose(_ choice: Choice, at now: Instant) {
    if choice != self.choice { held = nil }
    self.choice = choice
    resume(at: now)
  }

  /// Ends a hold, even one that is hidden until the clock is corrected.
  ///
  /// An expired hold stays stored, and takes effect again if the clock is set back to before its
  /// end.
  mutating func resume(at now: Instant) {
    if let held, now < held.end { self.held = nil }
  }

  private mutating func hold(_ style: Style, until term: Term, at now: Instant) -> Bool {
    guard let end = end(of: term, at: now), end > now,
      end <= now.adding(microseconds: 400 * Self.day)
    else { return false }
    held = Held(style: style, end: end)
    return true
  }

  private func end(of term: Term, at now: Instant) -> Instant? {
    switch term {
    case .next: nextChosen(after: now)?.instant
    case .seconds(let seconds): now.adding(microseconds: seconds * 1_000_000)
    case .clock(let clock): reference.moments(clock, near: now).first { $0 > now }
    case .tomorrow(let clock): reference.tomorrow(clock, after: now)
    case .event(let event): reference.first(event, after: now)
    }
  }
}

/// The end of a hold, in the form of a request.
enum Term {
  case next
  case seconds(Int64)
  case clock(ClockTime)
  case tomorrow(ClockTime)
  case event(SunEvent)

  /// The end of the hold, in the type that the Keeper accepts.
  var holdTerm: HoldTerm {
    switch self {
    case .next: .next
    case .seconds(let seconds): .seconds(UInt64(seconds))
    case .clock(let clock): .clock(clock)
    case .tomorrow(let clock): .tomorrow(clock)
    case .event(let event): .sun(event)
    }
  }
}
