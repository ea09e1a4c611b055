import NightBus
import NightContract
import NightCore

/// Keeps each inhibitor until the inhibiting program releases it or leaves the bus.
final class InhibitPart: Part {
  private static let mostOfOne = 16
  private static let most = 256
  private static let milliseconds = 10_000

  private let core: Core
  private var entries: [Entry] = []
  private var owners: [BusName: NameOwner] = [:]
  private var lastCookie: UInt64 = 0

  private struct Entry {
    let cookie: UInt64
    let name: BusName
    var inhibitor: Inhibitor
  }

  init(_ core: Core) { self.core = core }

  func export(on server: inout ObjectServer) {
    server.export(Self.interface, self, at: .nightd)
  }

  func explain(_ explanation: inout Explanation) {
    explanation.inhibitors = entries.map(\.inhibitor)
  }

  private func changed() {
    core.handle(.inhibited(!entries.isEmpty))
    core.send("Changed", of: .inhibit)
  }

  private func add(_ inhibitor: Inhibitor, of name: BusName) throws(Refusal) -> UInt64 {
    guard entries.count(where: { $0.name == name }) < Self.mostOfOne else {
      throw .tooManyInhibitors(ofOne: Self.mostOfOne)
    }
    guard entries.count < Self.most else { throw .tooManyInhibitors }
    try follow(name)
    lastCookie += 1
    let cookie = lastCookie
    entries.append(Entry(cookie: cookie, name: name, inhibitor: inhibitor))
    core.callers.find(name) { [weak self] process in self?.complete(cookie, by: process) }
    changed()
    return cookie
  }

  private func complete(_ cookie: UInt64, by process: HistoryEntry.Process) {
    guard let index = entries.firstIndex(where: { $0.cookie == cookie }) else { return }
    entries[index].inhibitor.process = process
  }

  private func follow(_ name: BusName) throws(Refusal) {
    guard owners[name] == nil else { return }
    do throws(BusError) {
      // Refuse a program if nightd cannot notice its end: such a program would inhibit changes for
      // ever.
      owners[name] = try NameOwner(of: name, on: core.connection, milliseconds: Self.milliseconds) {
        [weak self] _ in
        self?.remove(name)
      } onChange: { [weak self] owner in
        if owner == nil { self?.remove(name) }
      }
    } catch {
      throw .failed("\(error)")
    }
  }

  private func remove(_ name: BusName) {
    owners[name] = nil
    guard entries.contains(where: { $0.name == name }) else { return }
    entries.removeAll { $0.name == name }
    changed()
  }
}

// MARK: - On the bus

extension InhibitPart {
  /// The interface `org.nightd.Night1.Inhibit`, for programs that show a presentation or a film.
  private static let interface = Interface<InhibitPart>(
    .inhibit,
    methods: [
      Method(.inhibit, InhibitPart.inhibit), Method(.release, InhibitPart.release),
      Method(.inhibitors) { part, _ in part.entries.map(\.inhibitor) },
    ],
    signals: [Signal("Changed", [])]
  )

  private func inhibit(
    _ answer: Responder<UInt64>,
    application: String,
    why: String
  ) throws(Refusal) {
    guard let sender = answer.call.sender else { throw .inhibitorMalformed }
    guard why.utf8.count <= Contract.whyBytes else { throw .whyTooLong }
    try application.checkAsApplication()
    let isPlain = why.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard isPlain else { throw .inhibitorMalformed }
    let inhibitor = Inhibitor(application: application, why: why, since: core.now)
    answer(try add(inhibitor, of: sender))
  }

  private func release(_ answer: Responder<Void>, cookie: UInt64) throws(Refusal) {
    guard let name = answer.call.sender,
      let index = entries.firstIndex(where: { $0.cookie == cookie && $0.name == name })
    else { throw .inhibitorUnknown }
    entries.remove(at: index)
    if !entries.contains(where: { $0.name == name }) { owners[name] = nil }
    changed()
    answer(())
  }
}
