import NightCore

/// Simulates a year of a Keeper in some zone, with everything that can happen to clocks and timers.
///
/// After each event, and at moments in between, the Keeper's style is compared with the style that
/// `World` expects.
struct Life {
  let zones: ZoneFolder
  var chance: Chance
  var keeper: Keeper
  var world: World
  /// The time that the clock shows.
  var now: Instant
  /// How many microseconds the clock is ahead of the true time.
  var error: Int64 = 0
  /// The moment at which the timer is due.
  private(set) var armed: Instant?
  private var lastReplyID: UInt64 = 0
  /// How often styles were compared.
  private(set) var comparisons = 0
  /// The deviations that were found, each as a sentence.
  private(set) var findings: [String] = []
  /// The last action, which messages about deviations name.
  var action = "start"

  init(number: Int, seed: UInt64, in zones: ZoneFolder) throws {
    self.zones = zones
    chance = Chance(seed: seed, number: number)
    var (name, year) = (chance.one(of: zones.names), chance.number(1990...2060))
    if chance.once(in: 25) { (name, year) = chance.one(of: Self.odd) }
    var first = CivilDate(year: year, month: 1, day: 1) ?? CivilDate(daysSince1970: 0)
    let isMidnightJump = chance.once(in: 10)
    if isMidnightJump { (name, first) = chance.midnightJump() }
    let surroundings = try zones.surroundings(name)
    now = surroundings.zone.beginning(of: first)
    world = World(.default, nil, surroundings)
    var intent = Intent()
    intent.decision = .init(choice: .schedule, since: now)
    keeper = Keeper(intent, at: now) { surroundings }
    handle(.moment)
    // The place is set by the user, comes from the zone, or is unknown.
    change(to: isMidnightJump ? chance.midnightSchedule() : chance.schedule())
    if chance.once(in: 3) { move(to: chance.place()) }
  }

  /// Runs the simulation until a year of true time has passed.
  mutating func run() {
    let end = now.adding(microseconds: 365 * Self.day)
    while now.adding(microseconds: -error) < end, findings.isEmpty {
      let gap = chance.once(in: 3) ? chance.long(1...Self.hour) : chance.long(1...14 * Self.day)
      wait(until: now.adding(microseconds: gap))
      act()
    }
  }

  /// Years in which a zone skips a whole day or has the same midnight twice.
  private static let odd = [
    ("Pacific/Apia", 2011), ("Pacific/Fakaofo", 2011), ("Pacific/Kwajalein", 1993),
    ("Pacific/Kiritimati", 1994), ("America/St_Johns", 2010), ("Antarctica/Casey", 2010),
  ]

  static let second: Int64 = 1_000_000
  static let hour: Int64 = 3_600 * second
  static let day: Int64 = 24 * hour
}

// MARK: - Time passes

extension Life {
  /// Waits for the timer, which may fire on time, too late, or (after a clock change) too early.
  private mutating func wait(until moment: Instant) {
    while now < moment, findings.isEmpty {
      var next = armed ?? moment
      switch chance.number(0...9) {
      case 0: next = next.adding(microseconds: chance.long(1...Self.second))
      case 1: next = next.adding(microseconds: chance.long(1...3 * Self.hour))
      case 2 where next > now: next = now.adding(microseconds: chance.long(1...2 * Self.hour))
      default: break
      }
      let isTimer = next < moment
      next = min(next, moment)
      watch(until: next)
      now = next
      guard isTimer else { return }
      action = "the timer"
      handle(.moment)
      settle()
    }
  }

  /// Checks a copy of the Keeper every minute within two hours of a change, and every full hour at
  /// other times.
  private mutating func watch(until end: Instant) {
    var probe = keeper
    var changes = Changes(of: world, from: now, to: end)
    while let moment = changes.sample(), findings.isEmpty {
      let before = probe.snapshot
      let effects = probe.handle(.moment, at: moment)
      comparisons += 1
      check(probe, before, effects, at: moment)
      // If a choice was made while the clock was ahead, no signal is expected when the clock
      // reaches the time of the choice.
      var signalled = probe.snapshot
      signalled.appearance.since = keeper.snapshot.appearance.since
      guard let armed, moment < armed, signalled != keeper.snapshot else { continue }
      find("it signalled a change before its timer, \(armed.iso)", at: moment)
    }
  }
}

// MARK: - Events

extension Life {
  /// Sends an event to the Keeper.
  ///
  /// Like the daemon, this function reads the zone files only when the Keeper needs them.
  mutating func handle(_ event: Event) {
    if keeper.mustKnowSurroundings(for: event) { send(.surroundings(world.surroundings)) }
    send(event)
  }

  private mutating func send(_ event: Event) {
    let before = keeper.snapshot
    if case .moment = event { armed = nil }
    let effects = keeper.handle(event, at: now)
    for case .arm(let moment) in effects { armed = moment }
    checkChanges(keeper, before, effects, at: now)
    // Every commit succeeds at once, because `World` expects its result immediately.
    for case .commit(let edits) in effects {
      var intent = keeper.durable.applying(edits)
      intent.revision += 1
      send(.committed(intent))
    }
  }

  /// Makes a request; returns whether it was accepted with a reply that has the new state.
  mutating func ask(_ demand: Demand) -> Bool {
    lastReplyID += 1
    let replyID = ReplyID(lastReplyID)
    let event = Event.asked(demand, replyID)
    if keeper.mustKnowSurroundings(for: event) { send(.surroundings(world.surroundings)) }
    let before = keeper.snapshot
    var effects = keeper.handle(event, at: now)
    checkChanges(keeper, before, effects, at: now)
    if let edits = effects.lazy.compactMap({
      if case .commit(let edits) = $0 { edits } else { nil }
    })
    .first {
      let between = keeper.snapshot
      var intent = keeper.durable.applying(edits)
      intent.revision += 1
      let more = keeper.handle(.committed(intent), at: now)
      checkChanges(keeper, between, more, at: now)
      effects += more
    }
    for case .arm(let moment) in effects { armed = moment }
    return effects.contains(.answer(replyID, keeper.snapshot))
  }

  /// Replaces the daemon with a new one, which loads the stored state.
  mutating func restart() {
    do {
      let intent = try IntentFile.intent(IntentFile.bytes(keeper.durable))
      let surroundings = world.surroundings
      keeper = Keeper(intent, at: now) { surroundings }
      armed = nil
      handle(.moment)
    } catch {
      find("the stored state cannot be read: \(error)", at: now)
    }
  }
}

// MARK: - Checks

extension Life {
  /// Checks the style, the next change and the timer after each action.
  mutating func settle() {
    let appearance = keeper.snapshot.appearance
    comparisons += 1
    checkStyle(keeper, at: now)
    let next = world.next(after: now)
    if appearance.next != next?.instant || appearance.nextStyle != next?.style {
      find(
        "next is \(appearance.nextStyle?.rawValue ?? "-") \(appearance.next?.iso ?? "never"), not "
          + "\(next?.style.rawValue ?? "-") \(next?.instant.iso ?? "never")",
        at: now
      )
    }
    // While the clock is wrong, a hold may be hidden; it can take effect later.
    let hidden = world.held.map { $0.end.adding(microseconds: -401 * Self.day) }
    let known = [next?.instant, world.hold(at: now)?.end, hidden]
    let isIdle = armed.map { $0 > now.adding(microseconds: 1_000 * 365 * Self.day) } ?? true
    // If the schedule has no next change, the Keeper still sets a timer to search again later.
    let isLook = next == nil && world.choice == .schedule
    if isIdle
      ? next != nil
      : !isLook && !known.contains(armed) || next.map({ $0.instant < armed ?? now }) ?? false
    {
      find("the timer is set for \(armed?.iso ?? "never")", at: now)
    }
  }

  private mutating func check(
    _ keeper: Keeper,
    _ before: Snapshot,
    _ effects: [Effect],
    at moment: Instant
  ) {
    checkChanges(keeper, before, effects, at: moment)
    checkStyle(keeper, at: moment)
  }

  private mutating func checkStyle(_ keeper: Keeper, at moment: Instant) {
    let (found, expected) = (keeper.snapshot.appearance.style, world.style(at: moment))
    if found != expected { find("it is \(found), not \(expected)", at: moment) }
  }

  /// Checks that a changed style was signalled exactly once, and an unchanged style not at all.
  private mutating func checkChanges(
    _ keeper: Keeper,
    _ before: Snapshot,
    _ effects: [Effect],
    at moment: Instant
  ) {
    var signals = 0
    for effect in effects { if case .changed = effect { signals += 1 } }
    let isOther = keeper.snapshot.appearance.style != before.appearance.style
    if signals != (isOther ? 1 : 0) {
      find("\(signals) changes were signalled from \(before.appearance.style)", at: moment)
    }
  }

  mutating func find(_ sentence: String, at moment: Instant) {
    let held = world.held.map { ", held \($0.style) until \($0.end.iso)" } ?? ""
    findings.append(
      "after \(action), at \(moment.iso) in \(world.surroundings.zone.name) "
        + "(\(world.reference.place?.text ?? "no place")): \(sentence); "
        + "\(world.choice)\(held), \(world.schedule.texts)"
    )
  }
}
