import NightBus
import NightContract
import NightCore
import NightTime
import NightValues

/// Hands events to the Keeper and carries out what it decides: on the bus, on the disk, on the clock.
///
/// What the daemon does besides is done by parts, which are told of each step.
/// Confined to the loop's thread.
package final class Core {
  /// Far more than any call here takes, and too few to need much memory.
  private static let callValues = 4_096
  /// So many readers wait for the desktop's first word; more have their reply at once.
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
  var unfinished: UnfinishedStep?
  private(set) var stepTimer: Timer?
  /// The calls that wait for a reply.
  var owed = OwedReplies()
  /// A toggle, which needs the desktop's first word, and the requests that come after it.
  var deferral = Deferral<(demand: Demand, reply: OwedReply)>(milliseconds: 250)
  /// Replies that tell the desktop's first word.
  private var readers = Deferral<() -> Void>(milliseconds: 1_000)
  /// The reply to most calls, written once for each standing: many callers may wait for one commit.
  private var written: (standing: Standing, body: Body)?
  /// Set once the daemon only finishes what it owes.
  var isClosing = false
  /// Called when a change cannot be told: clients that miss one would be wrong for ever.
  var onFault: (String) -> Void = { _ in }

  /// The timer and the store call back into a core that is made after them.
  private final class Back { weak var core: Core? }

  init(
    _ keeper: Keeper,
    _ storing: Storing,
    on connection: Connection,
    _ loop: Loop,
    clock: WallClock,
    log: Log
  ) throws(BusError) {
    let back = Back()
    timer = try WallTimer(on: loop) { back.core?.handle(.moment) }
    work = PendingWork()
    store = StoreLink(storing, work, log: log)
    callers = Callers(on: connection, work)
    self.keeper = keeper
    self.connection = connection
    self.loop = loop
    self.clock = clock
    self.log = log
    back.core = self
    deferral.timer = loop.timer { [unowned self] in
      deferral.isOver = true
      askDeferred()
    }
    readers.timer = loop.timer { [unowned self] in
      readers.isOver = true
      replyToReaders()
    }
    stepTimer = loop.timer { [unowned self] in continueStep() }
    store.onEvent = { [unowned self] event in handle(event) }
  }

  /// Takes up the parts, in the order in which they are told of a step.
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
  /// Nothing is served any more; what is owed is still done.
  func leave() {
    isClosing = true
    finishStep()
    replyToReaders()
    for part in parts { part.leave() }
  }

  /// Lets go of the parts, and with them of the programs that they run.
  func dropParts() { parts = [] }

  var standing: Standing { keeper.standing }
  var now: Instant { Instant(microseconds: clock.microseconds()) }

  /// What the schedule gives now, and its next change.
  func planned() -> (Style, Transition?) { keeper.planned(at: now) }

  /// Replies now, but right after the start only once the desktop's first word came, or after a moment.
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

  /// Only for `handle`, which carries out what is decided.
  func decide(_ event: Event) -> [Effect] { keeper.handle(event, at: now) }

  func arm(_ moment: Instant?) { timer.arm(atMicroseconds: moment?.microseconds) }

  /// Replies with what is in effect, as most methods do.
  func answer(_ answer: Answer<Standing>, _ standing: Standing) {
    if let written, written.standing == standing { return answer.call.answer(written.body) }
    guard let body = try? Body(standing.values) else { return answer(standing) }
    written = (standing, body)
    answer.call.answer(body)
  }
}
