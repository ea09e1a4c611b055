package import NightBus
package import NightCore
package import NightStore

/// Finds the place of this machine, from GeoClue on the system bus, as long as the user allows it.
///
/// Without permission, nightd neither connects to GeoClue nor stores a place. When the permission
/// ends, nightd closes the connection and removes the stored place. nightd logs a failure of the
/// search only once. After a failure, nightd asks again in three cases: GeoClue ended while nightd
/// followed it, GeoClue starts, or somebody calls `retryIfGivenUp`. The log never contains the
/// place of this machine.
package final class PlaceFinder {
  /// Places within this distance are treated as the same place: their sunsets differ by less than a
  /// minute.
  private static let nearKilometres = 10.0
  /// How many nanoseconds GeoClue must serve nightd before nightd forgets how often GeoClue has
  /// ended.
  private static let steadyNanoseconds: UInt64 = 600_000_000_000
  /// The minimum time between two retries; a limit is needed because each retry starts a service or
  /// a thread.
  private static let retryNanoseconds: UInt64 = 60_000_000_000

  /// Called with each place: first with the stored place, then with each place that GeoClue
  /// reports.
  ///
  /// Called with nil when the user no longer lets nightd ask GeoClue. `onChange` is called on the
  /// loop's thread, but never while `isAllowed` is being set.
  package var onChange: (FoundPlace?) -> Void = { _ in }

  /// Whether the user lets nightd ask GeoClue; setting false also removes the stored place.
  package var isAllowed = false {
    didSet {
      guard isAllowed != oldValue else { return }
      if isAllowed { begin() } else { end() }
    }
  }

  package private(set) var state = State.off

  private let loop: Loop
  private let address: String
  private let cache: PlaceCache
  private let log: Log
  private let delays: Delays
  private var geoClue: GeoClue?
  /// The place that was reported last.
  private var place: FoundPlace?
  private var isOpening = false
  private var timers = Timers()
  private var restart = Restart()
  /// The time at which `retryIfGivenUp` last asked GeoClue.
  private var retriedAt: UInt64?
  /// The states of the search that are already in the log.
  private var logged: Set<State> = []

  private struct Timers {
    var answer: Timer?
    var agent: Timer?
    var restart: Timer?
    /// The timer that reports that the user no longer lets nightd ask GeoClue.
    var end: Timer?
  }

  /// What nightd remembers about its retries after GeoClue has ended.
  private struct Restart {
    var isWaiting = false
    var ends = 0
    /// The time of GeoClue's first report after GeoClue last ended.
    var foundAt: UInt64?
  }

  package init(
    on loop: Loop,
    address: String,
    _ lastPlace: LastPlace,
    clock: WallClock,
    log: Log,
    delays: Delays = .standard
  ) {
    self.loop = loop
    self.address = address
    self.log = log
    self.delays = delays
    cache = PlaceCache(lastPlace, on: loop, clock: clock, log: log)
    timers.answer = loop.timer { [unowned self] in
      if state == .searching { enter(awaitsAgent ? .agentless : .silent) }
    }
    timers.agent = loop.timer { [unowned self] in
      if state == .searching, awaitsAgent { enter(.agentless) }
    }
    timers.restart = loop.timer { [unowned self] in ask() }
    timers.end = loop.timer { [unowned self] in if !isAllowed { onChange(nil) } }
  }

  /// The message about the problem that keeps nightd from finding this machine's place; nil if
  /// there is no problem.
  package var flaw: String? { Messages.flaw(state) }

  /// Asks GeoClue again if nightd had given up asking.
  ///
  /// Call this function when GeoClue may answer differently now.
  package func retryIfGivenUp() {
    guard isAllowed, !isOpening, !restart.isWaiting, geoClue?.isFollowed != true else { return }
    let now = Timer.now()
    if let retriedAt, now - retriedAt < Self.retryNanoseconds { return }
    retriedAt = now
    ask()
  }

  /// Removes a place that an earlier daemon stored, if the user does not let nightd ask GeoClue
  /// now.
  package func removeLeftover() { if !isAllowed { cache.removeNow() } }

  private func begin() {
    logged = []
    restart.ends = 0
    cache.read { [weak self] place in
      guard let self, self.place == nil else { return }
      report(FoundPlace(place, isFresh: false))
    }
    ask()
  }

  private func end() {
    geoClue?.leave()
    geoClue = nil
    timers.answer?.stop()
    timers.agent?.stop()
    timers.restart?.stop()
    restart.isWaiting = false
    restart.foundAt = nil
    place = nil
    retriedAt = nil
    state = .off
    cache.remove()
    timers.end?.set(milliseconds: 0)
  }

  /// Asks GeoClue, and opens a new connection if none is open.
  private func ask() {
    restart.isWaiting = false
    enter(.searching)
    timers.answer?.set(milliseconds: delays.first)
    timers.agent?.set(milliseconds: delays.agent)
    if let geoClue, geoClue.isConnected { return geoClue.begin() }
    // Do not open a second connection while one hangs, because the second one would hang too.
    guard !isOpening else { return }
    do throws(BusError) {
      isOpening = true
      try Connection.open(address: address, on: loop, milliseconds: delays.greeting) {
        [weak self] in self?.opened($0)
      }
    } catch {
      opened(.failure(error))
    }
  }

  private func opened(_ result: Result<Connection, BusError>) {
    isOpening = false
    guard isAllowed else { return }
    do throws(BusError) {
      let geoClue = try GeoClue(on: try result.get())
      geoClue.onEvent = { [weak self] in self?.handle($0) }
      self.geoClue = geoClue
      geoClue.begin()
    } catch {
      enter(.unreachable)
    }
  }

  private func handle(_ event: GeoClue.Event) {
    switch event {
    case .located(let location): update(location)
    case .accepted: agentCame()
    case .nonsense: enter(.nonsense)
    case .failed(.absent): enter(.absent)
    case .failed(.denied): enter(.denied)
    case .failed(.agentless): enter(.agentless)
    case .failed(.useless): enter(.nonsense)
    case .lost, .appeared: askAgain(after: event)
    }
  }

  private var awaitsAgent: Bool { geoClue?.awaitsAgent ?? false }

  /// Stops waiting for an agent; from now on, nightd waits only until GeoClue reports the place.
  private func agentCame() {
    guard state == .agentless else { return }
    enter(.searching)
    timers.answer?.set(milliseconds: delays.first)
  }

  /// Asks GeoClue again after a delay; if GeoClue has ended too often, asks only when GeoClue has
  /// started again.
  private func askAgain(after event: GeoClue.Event) {
    if let foundAt = restart.foundAt, Timer.now() - foundAt > Self.steadyNanoseconds {
      restart.ends = 0
    }
    restart.foundAt = nil
    guard !restart.isWaiting else { return }
    guard event == .appeared || restart.ends < delays.again.count else { return enter(.absent) }
    let wait = delays.again[min(restart.ends, delays.again.count - 1)]
    restart.ends = min(restart.ends + 1, delays.again.count)
    restart.isWaiting = true
    timers.restart?.set(milliseconds: wait)
  }

  private func update(_ location: GeoClueLocation) {
    let isFirst = restart.foundAt == nil
    if isFirst { restart.foundAt = Timer.now() }
    timers.answer?.stop()
    enter(.found)
    let near = max(Self.nearKilometres, location.accuracy)
    var found = FoundPlace(location.place, isFresh: true)
    // If the place is near the last one, keep the last one, so that sunrise and sunset stay the
    // same when nightd restarts.
    if let place, place.place.kilometres(to: location.place) < near { found.place = place.place }
    if isFirst || found.place != place?.place { cache.write(found.place) }
    if found != place { report(found) }
  }

  private func report(_ place: FoundPlace) {
    self.place = place
    onChange(place)
  }

  private func enter(_ next: State) {
    guard next != state else { return }
    state = next
    // If GeoClue fails again after a success, the failure is logged again.
    if next == .found { logged.formIntersection([.found]) }
    guard logged.insert(next).inserted, let line = Messages.line(next) else { return }
    switch next {
    // Do not warn: GeoClue may still answer, because an agent may start after nightd.
    case .found, .silent, .agentless: log.info(line)
    default: log.warning(line)
    }
  }
}

extension PlaceFinder {
  /// The state of the search for this machine's place.
  package enum State: String, CaseIterable, Sendable {
    /// The user does not allow nightd to ask GeoClue.
    case off
    /// GeoClue was asked and has not answered yet.
    case searching
    /// GeoClue reported a place.
    case found
    /// The system bus cannot be reached.
    case unreachable
    /// GeoClue is not installed, or does not keep running.
    case absent
    /// GeoClue denies nightd access to this machine's place, for example because the user did.
    case denied
    /// GeoClue does not answer until the session runs an agent for GeoClue.
    case agentless = "no-agent"
    /// GeoClue has not answered for a while, but may still answer.
    case silent
    /// GeoClue's answer is malformed.
    case nonsense
  }

  /// The time limits of the search for a place, and the delays before GeoClue is asked again, in
  /// milliseconds.
  package struct Delays: Sendable {
    /// The time limit for the bus to accept the connection.
    package var greeting: Int
    /// The time after which a missing place is logged; a place that comes later is still used.
    package var first: Int
    /// The time after which a missing reply to the first call is logged as a missing agent.
    package var agent: Int
    /// The delays before nightd asks again after GeoClue has ended once, twice and so on; the last
    /// delay repeats.
    package var again: [Int]

    /// Makes delays; if `agent` is nil, the value of `first` is used instead.
    package init(greeting: Int, first: Int, again: [Int], agent: Int? = nil) {
      self.greeting = greeting
      self.first = first
      self.again = again
      self.agent = agent ?? first
    }

    package static let standard = Delays(
      greeting: 30_000,
      first: 30_000,
      again: [1_000, 10_000, 60_000, 600_000],
      agent: 5_000
    )
  }
}
