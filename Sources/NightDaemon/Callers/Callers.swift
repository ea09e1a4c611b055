package import NightBus
package import NightCore

/// Which processes callers are, for showing to people: never for deciding who may do what.
package final class Callers {
  private static let milliseconds = 5_000
  private static let mostKnown = 16

  private unowned let connection: Connection
  private var known: [(name: BusName, process: HistoryEntry.Process)] = []
  private var asked: [BusName: [(HistoryEntry.Process) -> Void]] = [:]
  private var settling: [BusName: (piece: PendingWork.Piece, goes: [() -> Void])] = [:]
  private let work: PendingWork

  package init(on connection: Connection, _ work: PendingWork) {
    self.connection = connection
    self.work = work
  }

  /// Calls once it is known, at once where it is already, and never where the bus does not tell.
  package func find(_ name: BusName, then use: @escaping (HistoryEntry.Process) -> Void = { _ in })
  {
    if let found = known.first(where: { $0.name == name }) { return use(found.process) }
    asked[name, default: []].append(use)
    guard asked[name]?.count == 1 else { return }
    do throws(BusError) {
      try connection.processIdentifier(of: name, milliseconds: Self.milliseconds) {
        [weak self] number in self?.found(name, number)
      }
    } catch {
      asked[name] = nil
    }
  }

  /// Whether the bus has been asked who this is and has not answered yet.
  package func isAsked(_ name: BusName?) -> Bool { name.map { asked[$0] != nil } ?? false }

  /// Does what lets a caller end, once its name has been read: with its process that goes.
  ///
  /// At once where nobody asks who that is.
  package func settle(_ name: BusName?, then go: @escaping () -> Void) {
    guard let name, isAsked(name) else { return go() }
    settling[name, default: (work.begin(), [])].goes.append(go)
  }

  private func found(_ name: BusName, _ number: UInt32?) {
    let waiting = asked.removeValue(forKey: name) ?? []
    let settled = settling.removeValue(forKey: name)
    defer {
      for go in settled?.goes ?? [] { go() }
      settled?.piece.end()
    }
    guard let number else { return }
    let process = HistoryEntry.Process(number: number, name: ProgramName.of(number))
    if known.count >= Self.mostKnown { known.removeFirst() }
    known.append((name, process))
    for use in waiting { use(process) }
  }
}
