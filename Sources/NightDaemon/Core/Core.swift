import NightBus
import NightContract
import NightCore

/// Hands events to the Keeper, and carries out the Keeper's decisions with the bus, disk and clock.
///
/// Parts do all other tasks of the daemon; the core notifies them of each step (an event and the
/// Keeper's decision about it).
///
/// Use the core only on the loop's thread.
package final class Core {
  /// How many values the arguments of a call may contain.
  ///
  /// No call needs this many values; the limit protects memory.
  private static let callValues = 4_096
  /// How many callers may wait for the desktop's first report; further callers get a reply at once.
  private static let mostReaders = 64
  /// How many callers may wait until themes have been read.
  ///
  /// Further callers get a reply without the themes that have not been read yet.
  private static let mostThemeReaders = 256

  private(set) var keeper: Keeper
  let connection: Connection
  let loop: Loop
  let clock: WallClock
  let log: Log
  /// Finds the names of the processes that call the daemon.
  let callers: Callers
  /// The work that must finish before the daemon ends.
  let work: PendingWork
  let store: StoreLink
  private let timer: WallTimer
  private(set) var parts: [any Part] = []
  /// The last step, if some of its signals are still unsent.
  var unfinished = UnfinishedStep()
  /// The calls that wait for a reply.
  var pending = PendingReplies()
  var awaitingDesktop = AwaitingDesktop()
  /// True once the daemon accepts no new requests and only finishes pending work.
  var isClosing = false
  /// Reads the themes in use, announces their changes, and then calls `then`.
  var readThemes: (_ then: @escaping () -> Void) -> Void = { $0() }
  /// The number of callers that wait until an application's own themes have been read.
  var themeReaders = 0
  /// Called if a signal could not be sent; clients then have outdated values.
  var onFault: (String) -> Void = { _ in }

  private var lastValues: (snapshot: Snapshot, values: [BusValue])?

  /// Lets the handler of `timer` find the core, which is created after the handler.
  private final class CoreReference { weak var core: Core? }

  init(
    _ keeper: Keeper,
    _ writer: StoreWriter,
    on connection: Connection,
    _ loop: Loop,
    clock: WallClock,
    log: Log
  ) throws(BusError) {
    let reference = CoreReference()
    timer = try WallTimer(on: loop) { reference.core?.handle(.moment) }
    work = PendingWork()
    store = StoreLink(writer, work, log: log)
    callers = Callers(on: connection, work)
    self.keeper = keeper
    self.connection = connection
    self.loop = loop
    self.clock = clock
    self.log = log
    reference.core = self
    awaitingDesktop.demands.timer = loop.timer { [unowned self] in
      awaitingDesktop.demands.isOver = true
      askDeferred()
    }
    awaitingDesktop.readers.timer = loop.timer { [unowned self] in
      awaitingDesktop.readers.isOver = true
      replyToReaders()
    }
    unfinished.timer = loop.timer { [unowned self] in continueStep() }
    store.onEvent = { [unowned self] event in handle(event) }
  }

  /// Adds the interfaces of the core and of the parts to the bus.
  ///
  /// From now on, the core notifies the parts of each step, in the order of `parts`.
  func begin(_ parts: [any Part]) {
    self.parts = parts
    connection.server.callValues = Self.callValues
    connection.server.unreadRefusal = .unread
    connection.server.beforeCall = { [unowned self] interface in
      if interface != .style { finishStep() }
    }
    connection.server.export(Self.styleInterface, self, at: .nightd)
    connection.server.export(Self.changers, self, at: .nightd)
    for part in parts { part.export(on: &connection.server) }
    handle(.moment)
  }

  func beginParts() { for part in parts { part.begin() } }

  /// Tells the parts that the daemon is about to give up its name.
  func withdraw() { for part in parts { part.withdraw() } }

  /// Tells the parts that the daemon is ending.
  ///
  /// From now on the daemon accepts no new requests, but still finishes pending work.
  func leave() {
    isClosing = true
    finishStep()
    replyToReaders()
    for part in parts { part.leave() }
  }

  /// Releases the parts, which also stops the programs that they run.
  func dropParts() { parts = [] }

  var snapshot: Snapshot { keeper.snapshot }
  var now: Instant { Instant(microseconds: clock.microseconds()) }

  /// The style that the schedule requires now, and the schedule's next change.
  func planned() -> (Style, Transition?) { keeper.planned(at: now) }

  /// Calls `reply` now or, if the daemon has just started, after the desktop's first report.
  ///
  /// If the desktop reports nothing, `reply` is called after one second.
  func awaitDesktop(_ reply: @escaping () -> Void) {
    guard !keeper.isDesktopKnown, !isClosing, !awaitingDesktop.readers.isOver,
      awaitingDesktop.readers.count < Self.mostReaders
    else { return reply() }
    awaitingDesktop.readers.add(reply, work)
  }

  /// Calls `reply` as soon as the application's own themes have been read; usually they already
  /// have been.
  func awaitThemes(of application: String, _ reply: @escaping () -> Void) {
    guard !keeper.noteAsking(application) else { return reply() }
    guard !isClosing, themeReaders < Self.mostThemeReaders else {
      _ = keeper.noteAsking(application, isLast: true)
      return reply()
    }
    themeReaders += 1
    readThemes { [weak self] in
      guard let self else { return }
      themeReaders -= 1
      // The reply depends on preferences, so first send the signals of changed preferences.
      finishStep()
      _ = keeper.noteAsking(application, isLast: true)
      reply()
    }
  }

  func replyToReaders() {
    let (replies, piece) = awaitingDesktop.readers.removeAll()
    for reply in replies { reply() }
    piece?.end()
  }

  func prepare(for event: Event) {
    for part in parts { part.prepare(for: event) }
  }

  /// Hands an event to the Keeper; only `handle` calls this function, because `handle` performs the
  /// effects.
  func decide(_ event: Event) -> [Effect] { keeper.handle(event, at: now) }

  func arm(_ moment: Instant?) { timer.arm(atMicroseconds: moment?.microseconds) }

  /// The D-Bus values of a snapshot of the appearance, cached because each change sends them in
  /// several messages.
  func values(of snapshot: Snapshot) -> [BusValue] {
    if let lastValues, lastValues.snapshot == snapshot { return lastValues.values }
    let values = snapshot.values
    lastValues = (snapshot, values)
    return values
  }

  /// Replies with the appearance in `snapshot`; most methods reply with an appearance.
  func answer(_ answer: Responder<Snapshot>, _ snapshot: Snapshot) {
    pending.answer(answer, snapshot, values(of: snapshot))
  }
}
