import NightBus
import NightCore

/// Which processes callers are, for showing to people: never for deciding who may do what.
final class Callers {
  private static let milliseconds = 5_000
  private static let mostKnown = 16

  private unowned let connection: Connection
  private var known: [(name: BusName, process: HistoryEntry.Process)] = []
  private var asked: [BusName: [(HistoryEntry.Process) -> Void]] = [:]

  init(on connection: Connection) { self.connection = connection }

  /// Calls once it is known, at once where it is already, and never where the bus does not tell.
  func find(_ name: BusName, then use: @escaping (HistoryEntry.Process) -> Void = { _ in }) {
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

  private func found(_ name: BusName, _ number: UInt32?) {
    let waiting = asked.removeValue(forKey: name) ?? []
    guard let number else { return }
    let process = HistoryEntry.Process(number: number, name: ProgramName.of(number))
    if known.count >= Self.mostKnown { known.removeFirst() }
    known.append((name, process))
    for use in waiting { use(process) }
  }
}
