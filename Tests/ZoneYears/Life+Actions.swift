import NightCore

/// The actions of people and of machines.
extension Life {
  mutating func act() {
    if error != 0, chance.once(in: 2) { return putClockRight() }
    if world.choice != .schedule, chance.once(in: 2) { return choose(.schedule) }
    switch chance.number(0...99) {
    case 0...15: set(chance.one(of: Style.allCases), until: nil)
    case 16...25: set(chance.one(of: Style.allCases), until: term())
    case 26...33: set(world.style(at: now).opposite, until: chance.once(in: 3) ? term() : nil, true)
    case 34...41: resume()
    case 42...45: choose(.schedule)
    case 46...49: choose(chance.one(of: Choice.allCases))
    case 50...57: change(to: chance.once(in: 4) ? nil : chance.schedule())
    case 58...63: move(to: chance.once(in: 3) ? nil : chance.place())
    case 64...71: travel()
    case 72...83: sleep()
    case 84...89: step(by: chance.long(-2 * Self.hour...2 * Self.hour))
    case 90...91: startWithWrongClock()
    default:
      action = "a restart"
      restart()
      settle()
    }
  }
}

// MARK: - People

extension Life {
  private mutating func set(_ style: Style, until term: Term?, _ isToggle: Bool = false) {
    action = isToggle ? "a toggle" : "set \(style)"
    if let term { action += " until \(term)" }
    let isAccepted = world.set(style, until: term, at: now)
    let demand: Demand =
      isToggle ? .toggle(until: term?.holdTerm) : .style(style, until: term?.holdTerm)
    if ask(demand) != isAccepted {
      find("it was \(isAccepted ? "refused" : "taken")", at: now)
    }
    settle()
  }

  private mutating func resume() {
    action = "resume"
    world.resume(at: now)
    if !ask(.resume) { find("it was refused", at: now) }
    settle()
  }

  private mutating func choose(_ choice: Choice) {
    action = "set \(choice)"
    world.choose(choice, at: now)
    if !ask(.choose(choice)) { find("it was refused", at: now) }
    settle()
  }

  /// Sets these rules; nil deletes the rules, so that the default rules apply.
  mutating func change(to schedule: Schedule?) {
    action = "new rules"
    world.schedule = schedule ?? .default
    prefer([(PreferenceTable.schedule, schedule?.value)])
  }

  mutating func move(to place: Place?) {
    action = "a new place"
    world.place = place
    prefer([
      (PreferenceTable.latitude, (place?.latitude).map(PreferenceValue.double)),
      (PreferenceTable.longitude, (place?.longitude).map(PreferenceValue.double)),
    ])
  }

  private mutating func prefer(_ values: [(name: String, value: PreferenceValue?)]) {
    do throws(Flaw) {
      let edits = try values.map { name, value throws(Flaw) in
        PreferenceEdit(try PreferenceKey(name), value)
      }
      if !ask(.prefer(edits, ifRevision: nil)) { find("it was refused", at: now) }
      settle()
    } catch {
      find(error.message, at: now)
    }
  }

  private mutating func term() -> Term {
    switch chance.number(0...5) {
    case 0: .next
    case 1: .seconds(chance.long(1...7_200))
    case 2: .seconds(chance.long(1...410 * 86_400))
    case 3: .clock(ClockTime(chance.clock()) ?? .placelessDawn)
    case 4: .tomorrow(ClockTime(chance.clock()) ?? .placelessDawn)
    default: .event(chance.one(of: [.sunrise, .sunset, .civilDawn, .astronomicalDusk]))
    }
  }
}

// MARK: - Machines

extension Life {
  private mutating func travel() {
    action = "a new zone"
    do {
      let surroundings = try zones.surroundings(chance.one(of: zones.names))
      // If the zone stays the same, the Keeper gets no event, so a late timer stays late.
      guard surroundings != world.surroundings else { return }
      world.surroundings = surroundings
      // The daemon watches the zone only after something has needed it.
      if keeper.surroundings != nil { handle(.surroundings(world.surroundings)) }
      settle()
    } catch {
      find("no zone: \(error)", at: now)
    }
  }

  /// Lets the machine sleep; a timer that becomes due fires when the machine wakes up.
  private mutating func sleep() {
    action = "a sleep"
    let length =
      chance.once(in: 6)
      ? chance.long(1...90 * Self.day) : chance.long(1...16 * Self.hour)
    now = now.adding(microseconds: length)
    if let armed, armed <= now { handle(.moment) }
    settle()
  }

  private mutating func step(by change: Int64) {
    action = "a step of the clock by \(change / Self.second) s"
    now = now.adding(microseconds: change)
    error += change
    handle(.moment)
    settle()
  }

  private mutating func startWithWrongClock() {
    let wrong =
      chance.once(in: 3)
      ? -now.microseconds + chance.long(0...Self.day)
      : chance.long(-20_000 * Self.day...20_000 * Self.day)
    now = now.adding(microseconds: wrong)
    error += wrong
    action = "a start with a wrong clock"
    restart()
    settle()
  }

  private mutating func putClockRight() { step(by: -error) }
}

/// The moments at which the style is checked: every minute within two hours of a change, and every
/// full hour at other times.
struct Changes {
  private let world: World
  private let end: Instant
  private var last: Instant
  /// The changes near which every minute is checked, and the moment up to which changes were
  /// searched.
  private var near: [Instant] = []
  private var known: Instant

  private static let minute: Int64 = 60_000_000
  private static let around = 120 * minute

  init(of world: World, from start: Instant, to end: Instant) {
    self.world = world
    self.end = end
    last = start
    known = start.adding(microseconds: -Self.around)
    if let held = world.hold(at: start) { near.append(held.end) }
  }

  /// The next moment to check; nil if it would be after the end.
  mutating func sample() -> Instant? {
    var moment = Self.rounded(last, to: 1)
    if !isNear(moment) {
      let hour = Self.rounded(last, to: 60)
      let change = near.filter { $0 > moment }.min() ?? known
      moment = min(hour, Self.rounded(change.adding(microseconds: -Self.around - 1), to: 1))
      moment = max(moment, Self.rounded(last, to: 1))
    }
    last = moment
    return moment < end ? moment : nil
  }

  private mutating func isNear(_ moment: Instant) -> Bool {
    let from = moment.adding(microseconds: -Self.around)
    let to = moment.adding(microseconds: Self.around)
    near.removeAll { $0 < from }
    while known < to {
      // Changes after the end are not needed, because no later moment is checked.
      guard let next = world.reference.next(after: known), world.choice == .schedule,
        known < end.adding(microseconds: Self.around)
      else {
        known = Instant(microseconds: .max)
        break
      }
      near.append(next.instant)
      known = next.instant
    }
    return near.contains { from <= $0 && $0 <= to }
  }

  /// The first moment after `moment` that is a multiple of `minutes`.
  private static func rounded(_ moment: Instant, to minutes: Int64) -> Instant {
    let length = minutes * minute
    let rest = (moment.microseconds % length + length) % length
    return moment.adding(microseconds: length - rest)
  }
}
