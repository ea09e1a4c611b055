import Glibc
import NightBus
import NightContract
import NightCore

/// One run of the daemon: serves until it is told to end, or must.
final class Daemon {
  /// How long a write that hangs may hold up the end.
  private static let patienceMilliseconds = 5_000
  private static let releaseMilliseconds = 1_000
  /// How long a twin on another bus may hold up the end with the store's lock.
  private static let lockMilliseconds = 500
  private static let flushMilliseconds = 100
  /// How long the end waits when the bus is gone.
  ///
  /// A user manager of systemd before 262 that hears of a unit's end before the end of the bus goes
  /// to that bus again, and then waits 90 s for it with everything else (systemd#21177).
  private static let mourningMilliseconds = 300
  /// When all that a start asks of the desktop and of its programs has been answered.
  private static let settlingMilliseconds = 2_000

  private let loop: Loop
  private let connection: Connection
  private let core: Core
  private let log: Log
  /// Kept for as long as signals are to be heard.
  var signals: SignalWatch?
  private let portal: Portal
  private var patience: Timer?
  private var mourning: Timer?
  private var settling: Timer?
  private var state = State.serving

  private enum State: Equatable {
    case serving
    /// Told to end; calls that are on their way to us are still served.
    case leaving
    /// Nothing new comes; waits for what is owed.
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

  /// Serves; answers the exit code.
  func run() -> Int32 {
    log.info(Messages.ready(core.standing.appearance))
    core.beginParts()
    settle()
    do throws(BusError) {
      try loop.run()
    } catch {
      log.error("\(error)")
      return ExitCode.fault
    }
    // Work that the end no longer waits for still ends when its last reference goes.
    core.work.onNone = {}
    core.dropParts()
    for connection in [portal.connection, connection] {
      connection.flush(milliseconds: Self.flushMilliseconds)
      connection.close()
    }
    guard case .ended(let code) = state else { return ExitCode.fault }
    return code
  }

  /// What only a start needs is not kept for as long as the session lasts.
  private func settle() {
    settling = loop.timer { [unowned self] in
      settling = nil
      loop.giveMemoryBack()
      loop.giveMemoryBackAtRest()
    }
    settling?.set(milliseconds: Self.settlingMilliseconds)
  }

  /// Ends in order: gives the name back, serves what was sent to us before that, and then goes.
  ///
  /// The next daemon may have the name while the last changes are still being written here. It
  /// would judge a toggle against an older file, so it waits for the lock that is kept until then.
  func leave() {
    guard state == .serving else { return }
    state = .leaving
    beginPatience()
    core.store.keepLock(milliseconds: Self.lockMilliseconds) { [unowned self] in release() }
  }

  private func release() {
    guard state == .leaving else { return }
    // Clients ignore signals that come after the name has lost its owner.
    core.finishStep()
    do throws(BusError) {
      // The answer comes after every call that the bus had passed on to us.
      try connection.release(.nightd, milliseconds: Self.releaseMilliseconds) { [unowned self] in
        finish(code: ExitCode.done)
      }
    } catch {
      finish(code: ExitCode.done)
    }
  }

  private func nameLost(_ name: BusName) {
    // The bus says so too when we gave the name back ourselves.
    guard [.nightd, .portalBackend].contains(name), state == .serving else { return }
    fail(Messages.nameLost(name))
  }

  private func busLost() {
    mourning = loop.timer { [unowned self] in
      mourning = nil
      endIfDone()
    }
    mourning?.set(milliseconds: Self.mourningMilliseconds)
    fail(Messages.busLost)
  }

  private func fail(_ why: String) {
    switch state {
    case .serving, .leaving:
      log.error(why)
      beginPatience()
      finish(code: ExitCode.fault)
    case .finishing, .ended: break
    }
  }

  private func finish(code: Int32) {
    state = .finishing(code: code)
    core.leave()
    endIfDone()
  }

  private func endIfDone() {
    guard case .finishing(let code) = state, core.work.isEmpty, mourning == nil else { return }
    end(code: code)
  }

  private func end(code: Int32) {
    state = .ended(code: code)
    loop.stop()
  }

  private func beginPatience() {
    patience = loop.timer { [unowned self] in
      log.error(Messages.stopTimedOut)
      end(code: ExitCode.fault)
    }
    patience?.set(milliseconds: Self.patienceMilliseconds)
  }
}

package enum ExitCode {
  package static let done: Int32 = 0
  package static let fault: Int32 = 1
  package static let usage: Int32 = 2
  /// Trying again is no use while the other one runs; the unit does not.
  package static let alreadyRunning: Int32 = 3
}
