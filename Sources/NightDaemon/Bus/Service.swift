import NightBus
import NightContract
import NightCore
import NightStore

/// Carries out what the Keeper decides: on the bus, on the disk, on the clock.
///
/// Confined to the loop's thread.
package final class Service {
  /// Far more than any call here takes, and too few to cost memory worth speaking of.
  private static let callValues = 4_096

  private(set) var keeper: Keeper
  let connection: Connection
  let layering: Layering
  let zoning: Zoning
  let theming: Theming
  let callers: Callers
  let inhibitors: Inhibitors
  let past: History
  private let keptDesktop: KeptDesktop
  /// What was in effect before the last change.
  var remembered: Appearance
  private let storing: Storing
  let loop: Loop
  private let clock: WallClock
  let log: Log
  private let timer: WallTimer
  /// The timer calls back into a service that is made after it.
  private final class Back { weak var service: Service? }

  /// A call that waits for the disk, and how it is answered then.
  struct Owed {
    typealias Answer = (Service, Call, Standing) -> Void

    let call: Call
    let answer: Answer
  }
  var waiting: [Ticket: Owed] = [:]
  /// Those who asked to toggle before it was known what the desktop says, and all who asked after them.
  var deferred: [(demand: Demand, owed: Owed)] = []
  var deferral: Timer?
  var isDeferralOver = false
  /// What was said of themes that are in use where they cannot serve.
  var saidMisplaced: Set<String> = []
  /// Which demand for a style or a theme came last.
  var lastTurn = 0
  /// How many wait for themes to be read.
  var themeReaders = 0
  /// How many named themes and wait for them to be in effect.
  var awaitingThemes = 0
  /// Those who wait for the history to be read, and how much of it.
  var readers: [(call: Call, count: Int)] = []
  /// Those who wait for the hand-written files to be read.
  var checks: [Call] = []
  private var lastTicket: UInt64 = 0
  /// Written once for each standing, since most calls ask for nothing else, and many may wait for
  /// one commit.
  private var written: (standing: Standing, body: Body)?
  private var lastFailure = ""
  var ahead: Ahead?
  /// Set while what stands on disk may be gone after a power cut: the same set again is a write.
  private var isInDoubt = false
  /// Set once the end waits only for what is owed already.
  var isClosing = false
  /// Called when nothing is being stored and nobody is owed an answer any more.
  var onIdle: () -> Void = {}
  /// Called after something paintable changed.
  var onChanged: () -> Void = {}
  /// Called with what is in effect when anything about it is another, before anything else is told.
  var onAppearance: (Appearance) -> Void = { _ in }
  private var shown: Appearance
  /// Called after anything was told that mirrors go by.
  var onTold: () -> Void = {}
  /// Called when what was mirrored is to be mirrored anew.
  var onMirrorAgain: () -> Void = {}
  /// Called before a demand for a style is made.
  var onDemand: () -> Void = {}
  /// Called when preferences changed, for those who follow something only where it is wanted.
  var onPreferences: (Preferences) -> Void = { _ in }
  /// How the question where this is stands with GeoClue.
  var locatingState: () -> LocatingState = { .off }
  /// What became of what was done elsewhere.
  var reactionReports: () -> [ReactionReport] = { [] }
  /// Called when a change cannot be told: clients that miss one would be wrong for ever.
  var onFault: (String) -> Void = { _ in }

  var standing: Standing { keeper.standing }
  var isBusy: Bool {
    keeper.isBusy || !checks.isEmpty || !deferred.isEmpty || !readers.isEmpty || past.isWriting
      || themeReaders > 0 || awaitingThemes > 0 || callers.isSettling || keptDesktop.isWriting
  }
  /// Told to those who may change only: it names the user's home.
  var storePath: String { storing.path }

  init(
    on connection: Connection,
    _ loop: Loop,
    _ store: IntentStore,
    _ files: LayerFiles,
    _ zones: ZoneFiles,
    _ themes: ThemeFolders,
    _ history: HistoryFile,
    _ lastPlace: LastPlace,
    _ lastDesktop: LastDesktop,
    clock: WallClock,
    log: Log
  ) throws(BusError) {
    self.loop = loop
    storing = Storing(store, on: loop, log: log)
    let loaded = storing.load()
    loaded.notes.forEach { log.warning(Words.note($0)) }
    let back = Back()
    timer = try WallTimer(on: loop) { back.service?.momentCame() }
    layering = Layering(files, on: loop, log: log)
    let zoning = Zoning(zones, on: loop, log: log)
    self.zoning = zoning
    let theming = Theming(themes, on: loop, log: log)
    self.theming = theming
    keeper = Keeper(
      loaded.intent,
      layering.load(),
      isStored: loaded.isStored,
      isDesktopKnown: false,
      at: Instant(microseconds: clock.microseconds()),
      in: { zoning.load() },
      dressed: { theming.load($0) },
      found: { lastPlace.read().place },
      remembering: lastDesktop.read()
    )
    remembered = keeper.standing.appearance
    shown = remembered
    self.connection = connection
    callers = Callers(on: connection)
    inhibitors = Inhibitors(on: connection, callers)
    past = History(history, on: loop)
    keptDesktop = KeptDesktop(lastDesktop, on: loop, log: log)
    self.clock = clock
    self.log = log
    back.service = self
    deferral = loop.timer { [unowned self] in
      isDeferralOver = true
      makeDeferred()
    }
    past.onIdle = { [unowned self] in if !isBusy { onIdle() } }
    keptDesktop.onIdle = { [unowned self] in if !isBusy { onIdle() } }
    callers.onSettled = { [unowned self] in if !isBusy { onIdle() } }
    storing.onTouched = { [unowned self] in handle(.storeTouched) }
    storing.onForeignChange = { [unowned self] contents in noticed(contents) }
    layering.onChange = { [unowned self] layers in learn(layers) }
    inhibitors.onChange = { [unowned self] in inhibitorsChanged() }
    theming.onChange = { [unowned self] themes in learn(themes) }
    theming.onSetChange = { [unowned self] in themesChanged() }
    zoning.onChange = { [unowned self] surroundings in learn(surroundings) }
    theming.wear(shown)
    sayMisplaced()
    (keeper.preferences.findings + zoneFindings).forEach { log.warning(Words.finding($0)) }
    connection.server.callValues = Self.callValues
    connection.server.export(styleInterface, self, at: .nightd)
    connection.server.export(preferencesInterface, self, at: .nightd)
    connection.server.export(scheduleInterface, self, at: .nightd)
    connection.server.export(themesInterface, self, at: .nightd)
    connection.server.export(desktopInterface, self, at: .nightd)
    connection.server.export(inhibitInterface, self, at: .nightd)
    connection.server.export(controlInterface, self, at: .nightd)
    handle(.moment)
  }

  /// Whoever has the name next begins with what is stored last here.
  func keepStore(milliseconds: Int, then done: @escaping () -> Void) {
    storing.keepLock(milliseconds: milliseconds, then: done)
  }

  /// What the schedule gives now, and its next change.
  func planned() -> (Style, Transition?) { keeper.planned(at: now) }

  func newTicket() -> Ticket {
    lastTicket += 1
    return Ticket(lastTicket)
  }

  var now: Instant { Instant(microseconds: clock.microseconds()) }

  func handle(_ event: Event) {
    if keeper.mustKnowSurroundings(for: event) { learnSurroundings() }
    let wasStoring = keeper.isBusy
    let effects = keeper.handle(event, at: now)
    // First, for most windows hear of it this way, and by one program more than those who ask here.
    if standing.appearance != shown {
      shown = standing.appearance
      theming.wear(shown)
      onAppearance(shown)
    }
    for effect in effects { perform(effect) }
    // After those who wait for it.
    for case .changed(let standing) in effects {
      log.info(Words.changed(standing.appearance))
      onChanged()
    }
    if effects.contains(where: \.isTold) {
      theming.use(keeper.themeNames)
      sayMisplaced()
      onTold()
    } else if wasStoring, !keeper.isBusy {
      // Mirrors wait for what is being stored, also if nothing comes of it.
      onTold()
    }
    // Who listens may have something to say at once.
    if effects.contains(where: \.isOfPreferences) { onPreferences(keeper.preferences) }
    if !isBusy { onIdle() }
  }

  /// The time has come, or the clock was set, as on waking from sleep.
  private func momentCame() {
    handle(.moment)
    // What changed where no watch sees it, such as under a mount, counts from here on.
    if keeper.surroundings != nil { zoning.look() }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .commit(let edits):
      storing.commit(edits, onto: { [unowned self] in keeper.durable }) { [unowned self] outcome in
        stored(outcome)
      }
      // While the disk works.
      findAsker()
    case .changed(let standing):
      remember(standing)
      tell { () throws(BusError) in
        try connection.server.signal("Changed", of: .style, at: .nightd, standing.values)
      }
    case .propertiesChanged(let properties):
      let names = properties.map { MemberName(unchecked: $0.rawValue) }
      tell { () throws(BusError) in
        try connection.server.propertiesChanged(names, of: .style, at: .nightd)
      }
    case .preferencesChanged(let changes): tell(changes)
    case .applicationChanged(let application, let choice):
      tell { () throws(BusError) in
        try connection.server.signal(
          "AppChanged",
          of: .style,
          at: .nightd,
          [.string(application), .string(choice.rawValue)]
        )
      }
    case .desktopChanged:
      tell { () throws(BusError) in
        try connection.server.signal("Changed", of: .desktop, at: .nightd, [])
      }
    case .remember(let memory): keptDesktop.write(memory)
    case .mirrorAgain: onMirrorAgain()
    case .quarrelLost(let source): log.warning(Words.quarrelLost(source))
    case .scheduleChanged:
      tell { () throws(BusError) in
        try connection.server.signal("Changed", of: .schedule, at: .nightd, [])
      }
    case .answer(let ticket, let standing):
      guard let owed = waiting.removeValue(forKey: ticket) else { return }
      callers.settle(owed.call.sender) { [unowned self] in
        owed.answer(self, owed.call, standing)
      }
    case .refuse(let ticket, let fault, let why):
      waiting.removeValue(forKey: ticket)?.call.refuse(Refusal(fault, why))
    case .arm(let moment): timer.arm(atMicroseconds: moment?.microseconds)
    }
  }

  /// Answers with what is in effect, as most methods do.
  func answer(_ call: Call, _ standing: Standing) {
    if let written, written.standing == standing { return call.answer(written.body) }
    guard let body = try? Body(standing.values) else { return call.answer(standing.values) }
    written = (standing, body)
    call.answer(body)
  }

  func tell(_ signal: () throws(BusError) -> Message?) {
    do throws(BusError) {
      guard let message = try signal() else { return }
      try connection.send(message)
    } catch .disconnected {
      // The end is under way already.
    } catch {
      onFault(Words.notTold(error))
    }
  }
}

// MARK: - The store's answers

extension Service {
  private func stored(_ outcome: Result<IntentStore.Committed, StoreFailure>) {
    switch outcome {
    case .success(let committed):
      lastFailure = ""
      isInDoubt = false
      committed.notes.forEach { log.warning(Words.note($0)) }
      handle(.committed(committed.intent))
      keptDesktop.writeAgain()
    case .failure(let failure):
      let why = Words.notDurable(failure)
      // Once, however often it is tried.
      if why != lastFailure { log.error(why) }
      lastFailure = why
      handle(.commitFailed(why))
      guard case .unsettled = failure else { return }
      isInDoubt = true
      handle(.storeLost)
    }
  }

  private func noticed(_ contents: IntentStore.Contents) {
    switch contents {
    case .intent(let intent, _):
      handle(.found(intent))
      if isInDoubt { handle(.storeLost) }
    case .missing: handle(.storeLost)
    case .flawed(let flaw):
      log.warning(Words.foundFlawed(storing.path, flaw))
      handle(.storeLost)
    }
  }
}
