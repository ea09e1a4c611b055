package import NightBus
import NightCore
package import NightStore
package import NightTime

/// Finds out where this is, from GeoClue on the machine's bus, for as long as that is allowed.
///
/// Nothing of it is there before it is allowed, and nothing is left once it is not any more. Where
/// it cannot be found out that is said once and not tried again, but for a GeoClue that ends while
/// it is followed, and one that starts anew. No line of the log says where this is.
package final class Locating {
  /// Called on the loop, and not while `isAllowed` is set: the place of an earlier time, then those
  /// that are told; nil when it is not allowed any more.
  package var onChange: (FoundPlace?) -> Void = { _ in }

  /// Whether the person lets nightd ask; taken back, the kept place is taken away as well.
  package var isAllowed = false {
    didSet {
      guard isAllowed != oldValue else { return }
      if isAllowed { begin() } else { end() }
    }
  }

  package private(set) var state = LocatingState.off

  /// A shorter way than this changes a sunset by less than a minute, and is none.
  private static let nearKilometres = 10.0
  /// Who was followed for so long without an end may end again as if for the first time.
  private static let steadyNanoseconds: UInt64 = 600_000_000_000
  /// Such moments may come many times a second, and each time a service or a thread would start.
  private static let askAgainNanoseconds: UInt64 = 60_000_000_000

  private let loop: Loop
  private let address: String
  private let kept: KeptPlace
  private let log: Log
  private let pace: LocatingPace
  private var geoClue: GeoClue?
  private var told: FoundPlace?
  private var isOpening = false
  private var patience: Timer?
  private var agentPatience: Timer?
  private var again: Timer?
  private var isWaiting = false
  private var endings = 0
  private var foundAt: UInt64?
  private var farewell: Timer?
  private var askedAgainAt: UInt64?
  private var said: Set<LocatingState> = []

  package init(
    on loop: Loop,
    address: String,
    _ store: LastPlace,
    clock: WallClock,
    log: Log,
    pace: LocatingPace = .standard
  ) {
    self.loop = loop
    self.address = address
    self.log = log
    self.pace = pace
    kept = KeptPlace(store, on: loop, clock: clock, log: log)
    patience = loop.timer { [unowned self] in
      if state == .searching { enter(awaitsAgent ? .agentless : .silent) }
    }
    agentPatience = loop.timer { [unowned self] in
      if state == .searching, awaitsAgent { enter(.agentless) }
    }
    again = loop.timer { [unowned self] in take() }
    farewell = loop.timer { [unowned self] in if !isAllowed { onChange(nil) } }
  }

  /// What stands in the way of knowing where this is, for people; nil where nothing does.
  package var flaw: String? { Messages.flaw(state) }

  /// Asks anew where that was given up, for moments at which something may be another.
  package func askAgain() {
    guard isAllowed, !isOpening, !isWaiting, geoClue?.isFollowed != true else { return }
    let now = Timer.now()
    if let askedAgainAt, now - askedAgainAt < Self.askAgainNanoseconds { return }
    askedAgainAt = now
    take()
  }

  /// Takes away at the start what was kept while it was allowed, where it is not any more.
  package func forgetLeft() { if !isAllowed { kept.forgetNow() } }

  private func begin() {
    said = []
    endings = 0
    kept.read { [unowned self] place in
      guard told == nil else { return }
      tell(FoundPlace(place, isFresh: false))
    }
    take()
  }

  private func end() {
    geoClue?.leave()
    geoClue = nil
    patience?.stop()
    agentPatience?.stop()
    again?.stop()
    isWaiting = false
    told = nil
    foundAt = nil
    askedAgainAt = nil
    state = .off
    kept.forget()
    farewell?.set(milliseconds: 0)
  }

  /// Takes GeoClue up, over a new connection where there is none.
  private func take() {
    isWaiting = false
    enter(.searching)
    patience?.set(milliseconds: pace.first)
    agentPatience?.set(milliseconds: pace.agent)
    if let geoClue, geoClue.isConnected { return geoClue.begin() }
    // One that hangs is not left alone with the next one.
    guard !isOpening else { return }
    do throws(BusError) {
      isOpening = true
      try Connection.open(address: address, on: loop, milliseconds: pace.greeting) {
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
      geoClue.onEvent = { [weak self] in self?.happened($0) }
      self.geoClue = geoClue
      geoClue.begin()
    } catch {
      enter(.unreachable)
    }
  }

  private func happened(_ event: GeoClue.Event) {
    switch event {
    case .told(let fix): found(fix)
    case .accepted: agentCame()
    case .nonsense: enter(.nonsense)
    case .failed(.absent): enter(.absent)
    case .failed(.denied): enter(.denied)
    case .failed(.agentless): enter(.agentless)
    case .failed(.useless): enter(.nonsense)
    case .lost, .came: takeAgain(after: event)
    }
  }

  private var awaitsAgent: Bool { geoClue?.awaitsAgent ?? false }

  /// What is waited for from now on is a place.
  private func agentCame() {
    guard state == .agentless else { return }
    enter(.searching)
    patience?.set(milliseconds: pace.first)
  }

  /// One that ended by itself is started again a few times; one that others start, each time.
  private func takeAgain(after event: GeoClue.Event) {
    if let foundAt, Timer.now() - foundAt > Self.steadyNanoseconds { endings = 0 }
    foundAt = nil
    guard !isWaiting else { return }
    guard event == .came || endings < pace.again.count else { return enter(.absent) }
    let wait = pace.again[min(endings, pace.again.count - 1)]
    endings = min(endings + 1, pace.again.count)
    isWaiting = true
    again?.set(milliseconds: wait)
  }

  private func found(_ fix: Fix) {
    let isFirst = foundAt == nil
    if isFirst { foundAt = Timer.now() }
    patience?.stop()
    enter(.found)
    let near = max(Self.nearKilometres, fix.accuracy)
    var found = FoundPlace(fix.place, isFresh: true)
    // The same place as before, so that each start and each turn gives the same times.
    if let told, told.place.kilometres(to: fix.place) < near { found.place = told.place }
    if isFirst || found.place != told?.place { kept.write(found.place) }
    if found != told { tell(found) }
  }

  private func tell(_ place: FoundPlace) {
    told = place
    onChange(place)
  }

  private func enter(_ next: LocatingState) {
    guard next != state else { return }
    state = next
    // What goes wrong after that is another matter.
    if next == .found { said.formIntersection([.found]) }
    guard said.insert(next).inserted, let line = Messages.line(next) else { return }
    switch next {
    // An agent may only start later than nightd.
    case .found, .silent, .agentless: log.info(line)
    default: log.warning(line)
    }
  }
}
