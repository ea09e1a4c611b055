import Glibc
package import NightBus

/// One run of a program beside nightd, which never waits for it.
///
/// Where the session has a user manager, it runs as a transient unit of that. Elsewhere it is a
/// child, but not of an nightd that is a unit itself: that one's sandbox is too tight for most
/// programs, and lets nobody end them. One that is let go is stopped.
package final class ProgramRun {
  /// At the start of a session the manager comes to its bus a moment after the first client.
  private static let managerMilliseconds = 5_000

  private let order: ProgramOrder
  private let connection: Connection
  private let loop: Loop
  private var input: FileDescriptor?
  /// The program's ends of its streams, kept until somebody has them.
  private var itsInput: FileDescriptor?
  private var itsOutput: FileDescriptor?
  private var reader: OutputReader?
  private var unit: TransientUnit?
  private var child: ChildProcess?
  /// There once the manager was waited for.
  private var manager: NameOwner?
  private var patience: Timer?
  private var onEnd: ((ProgramEnd) -> Void)?

  /// Calls with what it says, and once with its end, never before this returns.
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
    } else {
      itsInput = try FileDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC), from: "open")
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

  /// The rest of a script that does not fit would be missing, so it is written whole or not at all.
  private static func write(_ script: ShellScript, into pipe: borrowing Pipe) throws(BusError) {
    let bytes = Array(script.input.utf8)
    guard !bytes.contains(0) else { throw .malformed("an argument of a script contains a NUL") }
    guard pipe.writing?.writeSome(bytes) == bytes.count else {
      throw .malformed("a script of \(bytes.count) bytes does not fit into a pipe")
    }
  }

  /// Hands it a line; one that does not read while its pipe is full misses it.
  package func write(_ line: String) {
    input?.writeSome(Array(line.utf8) + [UInt8(ascii: "\n")])
  }

  /// Ends it, with all that it started; nothing more is told.
  package func stop() {
    guard onEnd.take() != nil else { return }
    reader?.stop()
    patience = nil
    closeItsEnds()
    input = nil
    unit?.stop()
    child?.stop()
  }

  /// Has it ended, with all that it started, and tells that as any end.
  package func halt() {
    unit?.halt()
    child?.stop()
  }

  /// Hears no more of what it says.
  package func goDeaf() { reader?.goDeaf() }

  /// Lets it go on by itself, where it can, and tells nothing more.
  package func leave() {
    guard onEnd.take() != nil else { return }
    reader?.stop()
    patience = nil
    closeItsEnds()
    input = nil
    unit?.forget()
  }

  private func startUnit() throws(BusError) {
    guard let output = itsOutput?.number else { return }
    do throws(BusError) {
      unit = try TransientUnit(
        order,
        input: order.takesInput || order.script != nil ? itsInput?.number : nil,
        output: output,
        on: connection
      ) { [weak self] error in self?.unitAnswered(error) }
    } catch {
      // A bus that passes on no descriptors has no manager to pass them to.
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
      if order.isOwnerUnit, manager == nil, refusal.saysNobody {
        awaitManager(after: refusal)
      } else {
        fallBack(after: refusal)
      }
    case let error?:
      // A manager that was late starts it all the same, and then stops it.
      unit?.stop()
      unit = nil
      end(.notStarted(error))
    }
  }

  private func fallBack(after refusal: Refusal) {
    patience = nil
    guard !order.isOwnerUnit else { return end(.notStarted(.refused(refusal))) }
    do throws(BusError) { try startChild() } catch { end(.notStarted(error)) }
  }

  private func awaitManager(after refusal: Refusal) {
    patience = loop.timer { [unowned self] in fallBack(after: refusal) }
    patience?.set(milliseconds: Self.managerMilliseconds)
    do throws(BusError) {
      manager = try NameOwner(
        of: TransientUnit.manager,
        on: connection,
        milliseconds: Self.managerMilliseconds
      ) { [unowned self] owner in
        guard owner != nil, patience.take() != nil else { return }
        do throws(BusError) { try startUnit() } catch { end(.notStarted(error)) }
      }
    } catch {
      end(.notStarted(error))
    }
  }

  private func startChild() throws(BusError) {
    guard let input = itsInput?.number, let output = itsOutput?.number else { return }
    child = try ChildProcess(
      order.words,
      environment: order.environment,
      input: input,
      output: output,
      errors: order.joinsErrors ? output : nil,
      on: loop
    ) { [weak self] end in
      guard let self else { return }
      reader?.finish()
      self.end(ProgramEnd(end))
    }
    closeItsEnds()
  }

  /// While one of these is open here, no end would ever be seen.
  private func closeItsEnds() {
    itsInput = nil
    itsOutput = nil
  }

  /// A child may close its output and go on; of a unit it is the end.
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
  /// What a bus says of a name that has no owner and that nobody was asked to start.
  fileprivate var saysNobody: Bool {
    name == "org.freedesktop.DBus.Error.NameHasNoOwner"
      || name == "org.freedesktop.DBus.Error.ServiceUnknown"
  }
}
