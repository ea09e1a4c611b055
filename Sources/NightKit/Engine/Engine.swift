import Glibc
import NightBus
import NightClient
import NightCore
import Synchronization

/// The bus thread and the state shared with it; the thread ends when the engine is released.
final class Engine: Sendable {
  /// A pinned style or theme; all callers that pin the same style or theme share one `Night`.
  struct Pin {
    let channel: AppearanceChannel
    let main: MainDelivery<Appearance>
    let fading: FaderSource
    /// The `Night` that all callers share; only these callers keep it alive.
    weak var night: Night?

    init(_ appearance: Appearance, _ loop: OwnLoop?) {
      channel = AppearanceChannel(appearance: appearance)
      main = MainDelivery(channel, loop)
      fading = FaderSource(channel, main, loop)
    }
  }

  let shared: SharedState
  let limit: WaitLimit
  /// The style that `NIGHTD_FORCE_STYLE` forces on this program; nil if the variable has no valid
  /// value.
  let forced: Style?
  private let pins = Mutex<[Subject: Pin]>([:])
  /// A latch that opens when the bus thread has closed its descriptors.
  private let threadEnd = Latch()

  init(_ limit: WaitLimit, log: @escaping @Sendable (String) -> Void) {
    let shared = SharedState(limit, log: log)
    self.limit = limit
    self.shared = shared
    // Read the environment on the caller's thread. If another thread read the environment, the
    // program could change a variable at the same moment.
    let environment = { (name: String) in getenv(name).map { String(cString: $0) } }
    forced = ForcedStyle.read(environment).map(Style.init)
    do throws(ClientError) {
      let address = try Client.address(environment: environment)
      let threadEnd = threadEnd
      let isStarted = Worker.start {
        BusThread.run(shared, address)
        threadEnd.open()
      }
      if isStarted { return }
      shared.end(.noBus("the system could not start a thread to follow the style"))
    } catch {
      shared.end(error)
    }
    threadEnd.open()
  }

  deinit { shared.close() }

  /// Ends the bus thread, and waits at most `timeout` for the thread to close its descriptors.
  ///
  /// If the thread is still connecting to a bus that does not answer, this call may return before
  /// the thread has ended.
  func close(_ timeout: Duration) {
    shared.close()
    _ = threadEnd.wait(timeout)
  }

  /// Returns the subject to follow: the forced style, or else the application, or else the desktop.
  func subject(of application: String?) -> Subject {
    if let forced { return .style(forced.core) }
    return application.map(Subject.application) ?? .desktop
  }

  /// Returns a channel for the subject that `subject(of:)` returns; the channel begins with the
  /// appearance that is known without the bus.
  func firstChannel(of application: String?) -> AppearanceChannel {
    // Only the desktop's appearance is published; an application's own choice must be read over the
    // bus.
    let isPublished = application == nil || forced != nil
    return AppearanceChannel(isPublished ? PublishedAppearance() : nil, forced: forced)
  }

  /// Returns the `Night` that is pinned to `subject`; it shows `appearance` until the daemon
  /// answers.
  func pinned(_ subject: Subject, _ appearance: Appearance, of night: Night) -> Night {
    let (pinned, isNew) = pins.withLock { pins in
      if let known = pins[subject]?.night { return (known, false) }
      let known = pins[subject]
      var pin = known ?? Pin(appearance.from(.nobody), night.loop)
      let pinned = Night(pin, of: night)
      pin.night = pinned
      pins[subject] = pin
      return (pinned, known == nil)
    }
    if isNew { shared.follow(subject, pinned.channel) }
    return pinned
  }
}

/// The thread that follows the bus; when a session with the bus ends, the thread opens the next
/// one.
final class BusThread {
  /// The first pause, in milliseconds, before a new attempt to reach the bus; each later pause is
  /// twice as long.
  private static let firstPause = 100
  private static let longestPause = 5_000

  private let shared: SharedState
  private let address: String
  private let loop: Loop
  private var session: Session?
  private var parting: Timer?
  private var retry: Timer?
  private var pause = BusThread.firstPause
  /// The reason why no session exists now.
  private var absence = ClientError.noBus("the bus has not been reached yet")

  /// Follows the bus until the shared state is closed; called on a thread of its own.
  static func run(_ shared: SharedState, _ address: String) {
    // Block all signals on this thread, so that the program's own threads receive them.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    do throws(BusError) {
      try BusThread(shared, address).run()
    } catch {
      shared.end(ClientError(error))
    }
  }

  private init(_ shared: SharedState, _ address: String) throws(BusError) {
    self.shared = shared
    self.address = address
    loop = try Loop()
    loop.onRing = { [unowned self] in attend() }
    parting = loop.timer { [unowned self] in part() }
    retry = loop.timer { [unowned self] in connect() }
    shared.opened(loop.mailbox)
  }

  private func run() throws(BusError) {
    defer { session?.close() }
    if shared.hasEnded { return }
    connect()
    try loop.run()
  }

  private func connect() {
    do throws(ClientError) {
      // Reset the retry pause only after an answer from the bus. Otherwise the pause would stay
      // short for a bus that accepts connections but never answers.
      session = try Session(
        shared,
        address,
        loop,
        onAnswered: { [unowned self] in pause = Self.firstPause },
        onLost: { [unowned self] in lost() }
      )
      attend()
    } catch {
      absence = error
      missed()
    }
  }

  private func lost() {
    absence = ClientError(.disconnected)
    // The session's connection is calling this function, so close the session only after it
    // returns.
    parting?.set(milliseconds: 0)
  }

  private func part() {
    session?.close()
    session = nil
    missed()
  }

  private func missed() {
    shared.showAll(.nobody) { $1 }
    shared.markKnown()
    attend()
    retry?.set(milliseconds: pause)
    pause = min(pause * 2, Self.longestPause)
  }

  /// Handles the subjects and requests that the program's threads have added to the shared state.
  private func attend() {
    if shared.hasEnded { return loop.stop() }
    session?.follow(shared.subjects, preferencesOf: shared.applications)
    session?.inhibit(shared.inhibitors)
    // Without a bus, a new channel gets no first value, so do not let anyone wait for that value.
    if session == nil { shared.markKnown() }
    for request in shared.removeRequests() {
      if let session { session.run(request) } else { request.refuse(absence) }
    }
  }
}
