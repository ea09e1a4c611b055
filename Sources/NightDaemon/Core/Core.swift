import NightBus
import NightContract
import NightCore
import NightTime
import NightValues

/// Hands events to the Keeper and carries out its decisions: on the bus, on the disk, on the clock.
///
/// Parts do everything else that the daemon does; the core notifies them of each step.
/// Confined to the loop's thread.
package final class Core {
  /// The most values in one call: far more than any call needs, and too few to need much memory.
  private static let callValues = 4_096
  /// The most readers that wait for the desktop's first report; any other gets its reply at once.
  private static let mostReaders = 64

  private(set) var keeper: Keeper
  let connection: Connection
  let loop: Loop
  let clock: WallClock
  let log: Log
  /// Names the processes of callers.
  let callers: Callers
  /// What the end of the daemon waits for.
  let work: PendingWork
  let store: StoreLink
  private let timer: WallTimer
  private(set) var parts: [any Part] = []
  /// The last step, while some of its signals are left to send.
  var unfinished = UnfinishedStep()
  /// The calls that wait for a reply.
  var pending = PendingReplies()
  /// A toggle, which needs the desktop's first report, and the requests that come after it.
  var deferred = DeferredRequests<(demand: Demand, reply: PendingReply)>(milliseconds: 250)
  /// Replies that contain the desktop's first report.
  private var readers = DeferredRequests<() -> Void>(milliseconds: 1_000)
  /// True once the daemon serves nothing new and only finishes pending work.
  var isClosing = false
  /// Called when a signal cannot be sent: a client that misses one would be wrong for ever.
  var onFault: (String) -> Void = { _ in }

  /// The timer's handler exists before the core that it calls.
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
    deferred.timer = loop.timer { [unowned self] in
      deferred.isOver = true
      askDeferred()
    }
    readers.timer = loop.timer { [unowned self] in
      readers.isOver = true
      replyToReaders()
    }
    unfinished.timer = loop.timer { [unowned self] in continueStep() }
    store.onEvent = { [unowned self] event in handle(event) }
  }

  /// Exports the parts on the bus and stores them in the order in which a step notifies them.
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

  /// Lets the parts end.
  ///
  /// From now on nothing new is served; pending work is still finished.
  func leave() {
    isClosing = true
    finishStep()
    replyToReaders()
    for part in parts { part.leave() }
  }

  /// Releases the parts, and with them the programs that they run.
  func dropParts() { parts = [] }

  var standing: Standing { keeper.standing }
  var now: Instant { Instant(microseconds: clock.microseconds()) }

  /// The schedule's style now, and its next change.
  func planned() -> (Style, Transition?) { keeper.planned(at: now) }

  /// Replies now, but right after the start only once the desktop has reported, or after a moment.
  func awaitDesktop(_ reply: @escaping () -> Void) {
    guard !keeper.isDesktopKnown, !isClosing, !readers.isOver, readers.count < Self.mostReaders
    else { return reply() }
    readers.add(reply, work)
  }

  func replyToReaders() {
    let (replies, piece) = readers.removeAll()
    for reply in replies { reply() }
    piece?.end()
  }

  func prepare(for event: Event) {
    for part in parts { part.prepare(for: event) }
  }

  /// Only for `handle`, which carries out the effects.
  func decide(_ event: Event) -> [Effect] { keeper.handle(event, at: now) }

  func arm(_ moment: Instant?) { timer.arm(atMicroseconds: moment?.microseconds) }

  /// Replies with the appearance in effect, as most methods do.
  func answer(_ answer: Answer<Standing>, _ standing: Standing) {
    pending.answer(answer, standing)
  }
}
