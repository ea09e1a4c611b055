import NightBus
import NightContract
import NightCore

/// Who asks that nothing changes by itself, each for as long as it is on the bus.
final class Inhibitors {
  private static let mostOfOne = 16
  private static let most = 256
  private static let milliseconds = 10_000

  /// Called after one came or went.
  var onChange: () -> Void = {}

  private unowned let connection: Connection
  private let callers: Callers
  private var held: [Held] = []
  private var owners: [BusName: NameOwner] = [:]
  private var lastCookie: UInt64 = 0

  private struct Held {
    let cookie: UInt64
    let name: BusName
    var inhibitor: Inhibitor
  }

  init(on connection: Connection, _ callers: Callers) {
    self.connection = connection
    self.callers = callers
  }

  var isEmpty: Bool { held.isEmpty }
  var list: [Inhibitor] { held.map(\.inhibitor) }

  func add(_ inhibitor: Inhibitor, of name: BusName) throws(Refusal) -> UInt64 {
    guard held.count(where: { $0.name == name }) < Self.mostOfOne else {
      throw .tooManyInhibitors(ofOne: Self.mostOfOne)
    }
    guard held.count < Self.most else { throw .tooManyInhibitors }
    try follow(name)
    lastCookie += 1
    let cookie = lastCookie
    held.append(Held(cookie: cookie, name: name, inhibitor: inhibitor))
    callers.find(name) { [weak self] process in self?.complete(cookie, by: process) }
    onChange()
    return cookie
  }

  /// Answers whether there was one.
  func release(_ cookie: UInt64, of name: BusName) -> Bool {
    guard let index = held.firstIndex(where: { $0.cookie == cookie && $0.name == name }) else {
      return false
    }
    held.remove(at: index)
    if !held.contains(where: { $0.name == name }) { owners[name] = nil }
    onChange()
    return true
  }

  private func complete(_ cookie: UInt64, by process: HistoryEntry.Process) {
    guard let index = held.firstIndex(where: { $0.cookie == cookie }) else { return }
    held[index].inhibitor.process = process
  }

  private func follow(_ name: BusName) throws(Refusal) {
    guard owners[name] == nil else { return }
    do throws(BusError) {
      // Who cannot be followed would never be let go.
      owners[name] = try NameOwner(of: name, on: connection, milliseconds: Self.milliseconds) {
        [weak self] _ in
        self?.drop(name)
      } onChange: { [weak self] owner in
        if owner == nil { self?.drop(name) }
      }
    } catch {
      throw .failed("\(error)")
    }
  }

  private func drop(_ name: BusName) {
    owners[name] = nil
    guard held.contains(where: { $0.name == name }) else { return }
    held.removeAll { $0.name == name }
    onChange()
  }
}
