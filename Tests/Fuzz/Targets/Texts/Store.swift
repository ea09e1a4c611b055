@testable import NightBus
@testable import NightClient
import NightContract
@testable import NightCore
@testable import NightDaemon

/// Properties of the readers of files on disk.
enum Store {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    try json(bytes)
    try intent(bytes)
    try desktop(bytes)
  }

  private static func desktop(_ bytes: [UInt8]) throws(Finding) {
    guard let memory = DesktopMemoryFile.memory(bytes) else { return }
    let again = DesktopMemoryFile.memory(DesktopMemoryFile.bytes(memory))
    try assure(again == memory, "read as \(memory), written and read as \(again as Any)")
    var keeper = Keeper(
      Intent(),
      isDesktopKnown: false,
      at: .init(microseconds: 0),
      memory: memory
    )
    try tell(keeper.snapshot)
    _ = keeper.handle(
      .desktop(DesktopReport(source: "gtk", style: .dark)),
      at: .init(microseconds: 1)
    )
    try tell(keeper.snapshot)
  }

  private static func json(_ bytes: [UInt8]) throws(Finding) {
    let places = TextPlaces(of: bytes)
    let node: JSONNode
    do throws(Flaw) { node = try JSONReader.read(bytes) } catch {
      guard let position = error.position else { throw Finding("no place: \(error)") }
      return try places.check(position, "the error “\(error)”")
    }
    try places.check(node)
    let value = node.plain.writable
    for isPretty in [true, false] {
      let text = value.text(pretty: isPretty)
      let again: JSON
      do throws(Flaw) { again = try JSONReader.read(Array(text.utf8)).plain } catch {
        throw Finding("what was written cannot be read: \(error): \(text)")
      }
      try assure(again == value, "read as \(value), written and read as \(again)")
    }
  }

  private static func intent(_ bytes: [UInt8]) throws(Finding) {
    let places = TextPlaces(of: bytes)
    var intent: Intent
    do throws(Flaw) { intent = try IntentFile.intent(bytes) } catch {
      guard let position = error.position else { throw Finding("no place: \(error)") }
      return try places.check(position, error.message)
    }
    let written = IntentFile.bytes(intent)
    let again: Intent
    do throws(Flaw) { again = try IntentFile.intent(written) } catch {
      throw Finding("an intent was written that cannot be read: \(error)")
    }
    // A choice in the former format is written in the present format.
    intent.former = nil
    intent.unknown = intent.unknown.map { .init(name: $0.name, value: $0.value.writable) }
    try assure(again == intent, "read as \(intent), written and read as \(again)")
    try assure(IntentFile.bytes(again) == written, "the second writing differs from the first")
    try keep(intent)
  }

  /// From any stored intent, a daemon must be able to start and report its style.
  private static func keep(_ intent: Intent) throws(Finding) {
    for now in [Int64.min, 0, 1_795_000_000_000_000, .max].map(Instant.init(microseconds:)) {
      var keeper = Keeper(intent, at: now)
      try tell(keeper.snapshot)
      var effects = keeper.handle(.moment, at: now)
      for number in 1...3 {
        try tell(keeper.snapshot)
        effects = keeper.handle(.asked(.toggle(), ReplyID(UInt64(number))), at: now)
        guard case .commit(let edits)? = effects.last(where: \.isCommit) else { continue }
        _ = keeper.handle(.committed(keeper.durable.applying(edits)), at: now)
      }
      _ = keeper.handle(.storeLost, at: now)
      _ = keeper.handle(.found(intent), at: now)
      try tell(keeper.snapshot)
    }
  }

  private static func tell(_ snapshot: Snapshot) throws(Finding) {
    do throws(BusError) { try ValueLimits.sending.check(snapshot.values) } catch {
      throw Finding("the snapshot cannot be told: \(error): \(snapshot)")
    }
    try assure(Snapshot(snapshot.values) != nil, "no client can read \(snapshot)")
  }
}

extension Effect {
  fileprivate var isCommit: Bool {
    if case .commit = self { true } else { false }
  }
}

extension JSON {
  /// The value without NaN and infinities, which JSON cannot express.
  fileprivate var writable: JSON {
    switch self {
    case .double(let number): number.isFinite ? self : .null
    case .array(let values): .array(values.map(\.writable))
    case .object(let members):
      .object(members.map { .init(name: $0.name, value: $0.value.writable) })
    default: self
    }
  }
}
