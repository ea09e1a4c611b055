import Glibc
import NightBus
import NightContract
import NightCore
import NightStore

/// One run of the daemon, which serves requests until a signal or a failure ends the run.
final class Daemon {
  /// How long pending work, such as a write that hangs, may delay the daemon's end.
  private static let endMilliseconds = 5_000
  private static let releaseMilliseconds = 1_000
  /// How long a daemon on another bus may delay this daemon's end by holding the store's lock.
  private static let lockMilliseconds = 500
  private static let flushMilliseconds = 100
  /// How long the daemon keeps running after it has lost the bus.
  ///
  /// The daemon must outlive the bus. If a unit ends before the bus does, the user manager of a
  /// systemd older than 262 contacts the bus again, and blocks for 90 s (systemd#21177).
  private static let busLossMilliseconds = 300
  /// How long nightd waits before it frees memory; by then, the start's work is usually done.
  private static let startMilliseconds = 2_000
  private static let nameMilliseconds = 10_000

  private let loop: Loop
  private let connection: Connection
  private let core: Core
  private let log: Log
  /// Receives the signals SIGTERM, SIGINT and SIGHUP.
  private var signals: SignalWatch?
  private let portal: Portal
  private var endTimer: Timer?
  private var busLossTimer: Timer?
  private var startTimer: Timer?
  private var state = State.serving

  private enum State: Equatable {
    case serving
    /// The daemon was told to end, but still serves calls that are already on the way.
    case leaving
    /// The daemon no longer gets new calls, and waits until its pending work is done.
    case finishing(code: Int32)
    case ended(code: Int32)
  }

  init(
    _ loop: Loop,
    _ connection: Connection,
    _ core: Core,
    _ portal: Portal,
    log: Log
  ) {
    self.loop = loop
    self.connection = connection
    self.core = core
    self.portal = portal
    self.log = log
    core.work.onNone = { [unowned self] in endIfDone() }
    core.onFault = { [unowned self] why in fail(why) }
    connection.onLost = { [unowned self] in busLost() }
    connection.onNameLost = { [unowned self] name in nameLost(name) }
    portal.onFault = { [unowned self] why in fail(why) }
    portal.connection.onLost = { [unowned self] in busLost() }
    portal.connection.onNameLost = { [unowned self] name in nameLost(name) }
  }

  /// Serves requests until the daemon ends; returns the exit code.
  func run() -> Int32 {
    log.info(Messages.ready(core.snapshot.appearance))
    core.beginParts()
    giveStartMemoryBack()
    do throws(BusError) {
      try loop.run()
    } catch {
      log.error("\(error)")
      return DaemonExit.fault
    }
    // Clear `onNone` now, because it would be called when the pending work is released below.
    core.work.onNone = {}
    core.dropParts()
    for connection in [portal.connection, connection] {
      connection.flush(milliseconds: Self.flushMilliseconds)
      connection.close()
    }
    guard case .ended(let code) = state else { return DaemonExit.fault }
    return code
  }

  /// Some time after the start, frees the memory that only the start needed.
  private func giveStartMemoryBack() {
    startTimer = loop.timer { [unowned self] in
      startTimer = nil
      loop.giveMemoryBack()
      loop.giveMemoryBackAtRest()
    }
    startTimer?.set(milliseconds: Self.startMilliseconds)
  }

  /// Ends in order: releases the bus name, serves the calls sent before the release, and exits.
  ///
  /// The next daemon may get the name while this one is still writing the last changes. Without the
  /// store's lock, the next daemon could then toggle the style in a file that lacks these changes.
  /// So this daemon holds the store's lock until it exits, and the next daemon waits for the lock.
  func leave() {
    guard state == .serving else { return }
    state = .leaving
    limitEnd()
    core.store.keepLock(milliseconds: Self.lockMilliseconds) { [weak self] in self?.release() }
  }

  private func release() {
    guard state == .leaving else { return }
    // Send the last signals now, because clients ignore signals sent after the name is released.
    core.finishStep()
    core.withdraw()
    do throws(BusError) {
      // When the bus confirms the release, all calls that were sent to the name have arrived.
      try connection.release(.nightd, milliseconds: Self.releaseMilliseconds) { [unowned self] in
        finish(code: DaemonExit.done)
      }
    } catch {
      finish(code: DaemonExit.done)
    }
  }

  private func nameLost(_ name: BusName) {
    // Check the state, because the bus also sends NameLost when the daemon itself releases the
    // name.
    guard [.nightd, .portalBackend].contains(name), state == .serving else { return }
    fail(Messages.nameLost(name))
  }

  private func busLost() {
    busLossTimer = loop.timer { [unowned self] in
      busLossTimer = nil
      endIfDone()
    }
    busLossTimer?.set(milliseconds: Self.busLossMilliseconds)
    fail(Messages.busLost)
  }

  private func fail(_ why: String) {
    switch state {
    case .serving, .leaving:
      log.error(why)
      limitEnd()
      finish(code: DaemonExit.fault)
    case .finishing, .ended: break
    }
  }

  private func finish(code: Int32) {
    state = .finishing(code: code)
    core.withdraw()
    core.leave()
    endIfDone()
  }

  private func endIfDone() {
    guard case .finishing(let code) = state, core.work.isEmpty, busLossTimer == nil else { return }
    end(code: code)
  }

  private func end(code: Int32) {
    state = .ended(code: code)
    loop.stop()
  }

  /// Sets a time limit, after which the daemon ends even if work is still pending.
  private func limitEnd() {
    endTimer = loop.timer { [unowned self] in
      log.error(Messages.stopTimedOut)
      end(code: DaemonExit.fault)
    }
    endTimer?.set(milliseconds: Self.endMilliseconds)
  }
}

package enum DaemonExit {
  package static let done: Int32 = 0
  package static let fault: Int32 = 1
  package static let usage: Int32 = 2
  /// The exit code if another daemon is running; the unit does not restart nightd after this code,
  /// because a retry would fail too.
  package static let alreadyRunning: Int32 = 3
}

/// Why the daemon did not start, as a message.
struct StartFailure: Error {
  let message: String
  var exitCode = DaemonExit.fault

  init(_ message: String) { self.message = message }
  init(_ error: BusError) { message = "\(error)" }

  fileprivate init(taken name: BusName, by process: UInt32?) {
    message = Messages.nameTaken(name, by: process, called: process.flatMap(ProgramName.of))
    exitCode = DaemonExit.alreadyRunning
  }
}

extension Daemon {
  /// Prepares everything that a daemon needs before it can serve calls.
  static func start(_ configuration: RunConfiguration, log: Log) throws(StartFailure) -> Daemon {
    // Ignore SIGXFSZ and SIGPIPE, so that write(2) returns an error if a file is at its size limit
    // or if the reader of a stream has left.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    let connection = try connect(to: configuration.busAddress)
    do throws(BusError) {
      let loop = try Loop()
      let reference = DaemonReference()
      let signals = try loop.signals([SIGTERM, SIGINT, SIGHUP]) { _ in reference.daemon?.leave() }
      try connection.attach(to: loop)
      let (core, portal) = try makeParts(on: connection, loop, configuration, log: log)
      let daemon = Daemon(loop, connection, core, portal, log: log)
      daemon.signals = signals
      reference.daemon = daemon
      return daemon
    } catch {
      throw StartFailure(error)
    }
  }

  /// Connects to the bus and requests nightd's name; only the name's owner may touch the files on
  /// disk.
  ///
  /// A call that arrives before the loop runs stays in the queue until then.
  private static func connect(to address: String) throws(StartFailure) -> Connection {
    let connection: Connection
    let request: Connection.NameRequest
    do throws(BusError) {
      connection = try Connection(address: address)
      request = try connection.request(.nightd, milliseconds: nameMilliseconds)
    } catch {
      throw StartFailure(error)
    }
    if case .taken(let process) = request { throw StartFailure(taken: .nightd, by: process) }
    return connection
  }

  /// Lets the signal handler find the daemon, which is created after the handler.
  private final class DaemonReference { weak var daemon: Daemon? }
}
