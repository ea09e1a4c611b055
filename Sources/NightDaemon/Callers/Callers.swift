package import NightBus
package import NightCore
import NightStore

/// Finds the process of each caller, for display only; never use the process to grant access.
package final class Callers {
  private static let milliseconds = 5_000
  private static let mostKnown = 16

  private unowned let connection: Connection
  private var known: [(name: BusName, process: HistoryEntry.Process)] = []
  /// The handlers to call when the bus reports a caller's process; the key is the caller's bus
  /// name.
  private var handlers: [BusName: [(HistoryEntry.Process) -> Void]] = [:]
  /// The replies that wait until the bus has reported the caller's process.
  private var replies: [BusName: (piece: PendingWork.Piece, sends: [() -> Void])] = [:]
  private let work: PendingWork

  package init(on connection: Connection, _ work: PendingWork) {
    self.connection = connection
    self.work = work
  }

  /// Calls `handler` with the caller's process; if the process is already known, calls `handler` at
  /// once.
  ///
  /// If the bus does not know the process, `handler` is never called.
  package func find(
    _ name: BusName,
    then handler: @escaping (HistoryEntry.Process) -> Void = { _ in }
  ) {
    if let found = known.first(where: { $0.name == name }) { return handler(found.process) }
    handlers[name, default: []].append(handler)
    guard handlers[name]?.count == 1 else { return }
    do throws(BusError) {
      try connection.processIdentifier(of: name, milliseconds: Self.milliseconds) {
        [weak self] number in self?.found(name, number)
      }
    } catch {
      handlers[name] = nil
    }
  }

  /// Whether the bus was asked for this caller's process and has not answered yet.
  package func isAsked(_ name: BusName?) -> Bool { name.map { handlers[$0] != nil } ?? false }

  /// Sends a reply as soon as the caller's process is known, because the caller may end after the
  /// reply.
  ///
  /// If the bus was not asked for this caller's process, the reply is sent at once.
  package func settle(_ name: BusName?, then send: @escaping () -> Void) {
    guard let name, isAsked(name) else { return send() }
    replies[name, default: (work.begin(), [])].sends.append(send)
  }

  private func found(_ name: BusName, _ number: UInt32?) {
    let waiting = handlers.removeValue(forKey: name) ?? []
    let settled = replies.removeValue(forKey: name)
    defer {
      for send in settled?.sends ?? [] { send() }
      settled?.piece.end()
    }
    guard let number else { return }
    let process = HistoryEntry.Process(number: number, name: ProgramName.of(number))
    if known.count >= Self.mostKnown { known.removeFirst() }
    known.append((name, process))
    for handler in waiting { handler(process) }
  }
}

/// The name of a process, for display only, because a process may give itself any name.
enum ProgramName {
  static func of(_ process: UInt32) -> String? {
    // Replace control characters, because a terminal could interpret them as commands.
    let name = TerminalText.line(ProcessFolder(process).name ?? "")
    return name.isEmpty ? nil : name
  }
}
