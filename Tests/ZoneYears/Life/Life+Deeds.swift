import NightCore

/// What people and machines do.
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
      deed = "a restart"
      restart()
      settle()
    }
  }
}

// MARK: - People

extension Life {
  private mutating func set(_ style: Style, until term: Term?, _ isToggle: Bool = false) {
    deed = isToggle ? "a toggle" : "set \(style)"
    if let term { deed += " until \(term)" }
    let isTaken = world.set(style, until: term, at: now)
    let demand: Demand =
      isToggle ? .toggle(until: term?.words) : .style(style, until: term?.words)
    if ask(demand) != isTaken {
      find("it was \(isTaken ? "refused" : "taken")", at: now)
    }
    settle()
  }

  private mutating func resume() {
    deed = "resume"
    world.resume(at: now)
    if !ask(.resume) { find("it was refused", at: now) }
    settle()
  }

  private mutating func choose(_ choice: Choice) {
    deed = "set \(choice)"
    world.choose(choice, at: now)
    if !ask(.choose(choice)) { find("it was refused", at: now) }
    settle()
  }

  /// Nil takes the rules back, so that the registered ones serve.
  mutating func change(to schedule: Schedule?) {
    deed = "new rules"
    world.schedule = schedule ?? .registered
    prefer([(PreferenceTable.schedule, schedule?.value)])
  }

  mutating func move(to place: Place?) {
    deed = "a new place"
    world.place = place
    prefer([
      (PreferenceTable.latitude, (place?.latitude).map(PreferenceValue.double)),
      (PreferenceTable.longitude, (place?.longitude).map(PreferenceValue.double)),
    ])
  }

  private mutating func prefer(_ values: [(name: String, value: PreferenceValue?)]) {
    do throws(PreferenceKey.Flaw) {
      let edits = try values.map { name, value throws(PreferenceKey.Flaw) in
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
    deed = "a new zone"
    do {
      let surroundings = try zones.surroundings(chance.one(of: zones.names))
      // To be where one was is no news, and a timer that is late stays so.
      guard surroundings != world.surroundings else { return }
      world.surroundings = surroundings
      // Nobody watches the zone before it was ever needed.
      if keeper.surroundings != nil { handle(.surroundings(world.surroundings)) }
      settle()
    } catch {
      find("no zone: \(error)", at: now)
    }
  }

  /// The timer of a machine that slept goes off as it wakes.
  private mutating func sleep() {
    deed = "a sleep"
    let length =
      chance.once(in: 6)
      ? chance.long(1...90 * Self.day) : chance.long(1...16 * Self.hour)
    now = now.adding(microseconds: length)
    if let armed, armed <= now { handle(.moment) }
    settle()
  }

  private mutating func step(by change: Int64) {
    deed = "a step of the clock by \(change / Self.second) s"
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
    deed = "a start with a wrong clock"
    restart()
    settle()
  }

  private mutating func putClockRight() { step(by: -error) }
}
