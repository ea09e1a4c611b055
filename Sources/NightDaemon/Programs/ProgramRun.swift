import Glibc
package import NightBus

/// One run of a program outside nightd's own process; nightd never waits for the program.
///
/// If the session has a user manager, the program runs as a transient unit. If the session has no
/// user manager, the program is a child process, but only if nightd itself is not a unit. The
/// sandbox of nightd's unit is too tight for most programs, and does not let nightd end its child
/// processes. Releasing this object stops the program.
package final class ProgramRun {
  /// How long to wait for the user manager, which may join the bus after nightd at a login.
  private static let managerMilliseconds = 5_000

  private let order: ProgramOrder
  private let connection: Connection
  private let loop: Loop
  private var input: FileDescriptor?
  /// The pipe ends that the program will use; nightd keeps them open until the user manager or the
  /// child process has them.
  private var itsInput: FileDescriptor?
  private var itsOutput: FileDescriptor?
  private var reader: OutputReader?
  private var unit: TransientUnit?
  private var child: ChildProcess?
  /// Follows the owner of the user manager's name; nil if this run has not waited for the manager.
  private var manager: NameOwner?
  private var managerTimer: Timer?
  private var onEnd: ((ProgramEnd) -> Void)?

  /// Starts the program; `onEnd` is called once, after this initializer returns.
  package init(
    _ order: ProgramOrder,
    on connection: Connection,
    _ loop: Loop,
    onOutput: @escaping ([UInt8]) -> Void,
    onEnd: @escaping (ProgramEnd) -> Void
  ) throws(BusError) {
    self.order = order
    self.connection = connection
    self.loop = loop
    self.onEnd = onEnd
    var output = try Pipe()
    itsOutput = output.writing.take()
    if order.takesInput || order.script != nil {
      var pipe = try Pipe()
      if let script = order.script { try Self.write(script, into: pipe) }
      if order.takesInput { input = pipe.writing.take() }
      itsInput = pipe.reading.take()
    }
    if let output = output.reading.take() {
      reader = OutputReader(
        output,
        on: loop,
        onOutput: onOutput,
        onEnd: { [unowned self] in outputEnded() }
      )
    }
    try startUnit()
  }

  deinit { stop() }

  /// Writes the whole script, or throws if it does not fit into the pipe.
  private static func write(_ script: ShellScript, into pipe: borrowing Pipe) throws(BusError) {
    let bytes = Array(script.input.utf8)
    guard !bytes.contains(0) else { throw .malformed("an argument of a script contains a NUL") }
    guard pipe.writing?.writeSome(bytes) == bytes.count else {
      throw .malformed("a script of \(bytes.count) bytes does not fit into a pipe")
    }
  }

  /// Writes a line to the program's input; the line is lost if the pipe is full.
  package func write(_ line: String) {
    input?.writeSome(Array(line.utf8) + [UInt8(ascii: "\n")])
  }

  /// Ends the program and all its processes; from now on, no handler is called.
  package func stop() {
    guard onEnd.take() != nil else { return }
    reader?.stop()
    managerTimer = nil
    closeItsEnds()
    input = nil
    unit?.stop()
    child?.stop()
  }

  /// Ends the program and all its processes; `onEnd` is called as usual.
  package func halt() {
    unit?.halt()
    child?.stop()
  }

  /// Ignores the program's output from now on.
  package func stopReading() { reader?.stopReading() }

  /// Lets the program continue by itself, if it can outlive nightd.
  ///
  /// From now on, no handler is called.
  package func leave() {
    guard onEnd.take() != nil else { return }
    reader?.stop()
    managerTimer = nil
    closeItsEnds()
    input = nil
    unit?.forget()
    // Let nightctl continue: it limits the time of hooks itself, and must finish writing files.
    if order.kind == .session { child?.leave() }
  }

  private func startUnit() throws(BusError) {
    guard let output = itsOutput?.number else { return }
    do throws(BusError) {
      unit = try TransientUnit(
        order,
        input: itsInput?.number,
        output: output,
        on: connection
      ) { [weak self] error in self?.unitAnswered(error) }
    } catch {
      // If the bus cannot pass descriptors, the user manager cannot receive the program's streams.
      guard case .malformed = error, !order.isOwnerUnit else { throw error }
      try startChild()
    }
  }

  private func unitAnswered(_ error: BusError?) {
    guard onEnd != nil else { return }
    switch error {
    case nil: closeItsEnds()
    case .refused(let refusal):
      unit = nil
      if order.isOwnerUnit, manager == nil, refusal.hasNoOwner {
        awaitManager(after: refusal)
      } else {
        fallBack(after: refusal)
      }
    case let error?:
      // If the user manager is only slow and starts the unit after all, this request stops the
      // unit.
      unit?.stop()
      unit = nil
      end(.notStarted(error))
    }
  }

  private func fallBack(after refusal: Refusal) {
    managerTimer = nil
    guard !order.isOwnerUnit else { return end(.notStarted(.refused(refusal))) }
    do throws(BusError) { try startChild() } catch { end(.notStarted(error)) }
  }

  private func awaitManager(after refusal: Refusal) {
    managerTimer = loop.timer { [unowned self] in fallBack(after: refusal) }
    managerTimer?.set(milliseconds: Self.managerMilliseconds)
    do throws(BusError) {
      manager = try NameOwner(
        of: TransientUnit.manager,
        on: connection,
        milliseconds: Self.managerMilliseconds
      ) { [unowned self] owner in
        guard owner != nil, managerTimer.take() != nil else { return }
        do throws(BusError) { try startUnit() } catch { end(.notStarted(error)) }
      }
    } catch {
      end(.notStarted(error))
    }
  }

  private func startChild() throws(BusError) {
    guard let output = itsOutput?.number else { return }
    child = try ChildProcess(
      order.arguments,
      environment: order.environment,
      input: itsInput?.number,
      output: output,
      errors: order.joinsErrors ? output : nil,
      endsGroup: order.kind == .helper,
      on: loop
    ) { [weak self] end in
      guard let self else { return }
      reader?.finish()
      self.end(end)
    }
    closeItsEnds()
  }

  /// Closes the pipe ends that the program uses, because the output cannot end while nightd keeps
  /// one open.
  private func closeItsEnds() {
    itsInput = nil
    itsOutput = nil
  }

  /// Asks systemd how the unit ended; a unit's output ends only when the unit itself ends.
  ///
  /// For a child process, this function does nothing, because the process may close its output and
  /// continue.
  private func outputEnded() {
    unit?.askEnd { [weak self] in self?.end($0) }
  }

  private func end(_ end: ProgramEnd) {
    guard let onEnd = onEnd.take() else { return }
    reader?.stop()
    closeItsEnds()
    input = nil
    onEnd(end)
  }
}

extension Refusal {
  /// Whether the bus refused a call because no program owns the destination's name.
  fileprivate var hasNoOwner: Bool {
    name == "org.freedesktop.DBus.Error.NameHasNoOwner"
      || name == "org.freedesktop.DBus.Error.ServiceUnknown"
  }
}
