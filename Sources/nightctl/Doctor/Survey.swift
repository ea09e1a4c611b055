import NightBus
import NightClient
import NightCore

/// Questions to programs on the bus that are asked all at once, and start nobody.
///
/// Whoever hangs costs the time of one question, however many hang.
final class Survey {
  private let connection: Connection
  private let loop: Loop
  private let deadline: UInt64
  private var open = 0

  /// All that is asked is answered or given up within this time from now.
  init(_ address: String, milliseconds: Int) throws(BusError) {
    deadline = Timer.now() &+ UInt64(max(milliseconds, 0)) &* 1_000_000
    connection = try Connection(address: address, Patience.opening, milliseconds: milliseconds)
    loop = try Loop()
    try connection.attach(to: loop)
  }

  /// What others see this by.
  var uniqueName: String { connection.uniqueName.text }

  /// Asks; the answer comes while it is waited for.
  func ask(
    _ name: String,
    _ path: String,
    _ interface: String,
    _ member: MemberName,
    _ arguments: [BusValue] = [],
    then take: @escaping (Answer<[BusValue]>) -> Void
  ) {
    // What others chose for names is checked before libdbus sees it.
    guard let name = BusName(name), let path = ObjectPath(path),
      let interface = InterfaceName(interface),
      let call = try? Message.call(to: name, at: path, interface, member, arguments)
    else { return take(.none) }
    call.setAutoStart(false)
    open += 1
    do throws(BusError) {
      try connection.call(call, milliseconds: left) { [weak self] answer, error in
        self?.close()
        switch error {
        case nil: take((try? answer.values()).map { .told($0) } ?? .none)
        case .timedOut: take(.silent)
        default: take(.none)
        }
      }
    } catch {
      close()
      take(.none)
    }
  }

  /// Waits until all that was asked is answered.
  func wait() {
    guard open > 0 else { return }
    try? loop.run()
  }

  func end() { connection.close() }

  private func close() {
    open -= 1
    if open == 0 { loop.stop() }
  }

  private var left: Int {
    let now = Timer.now()
    return now < deadline ? Int((deadline - now) / 1_000_000) : 1
  }
}

extension Survey {
  func askBus(
    _ member: MemberName,
    _ arguments: [BusValue] = [],
    then take: @escaping (Answer<[BusValue]>) -> Void
  ) {
    let bus = "org.freedesktop.DBus"
    ask(bus, "/org/freedesktop/DBus", bus, member, arguments, then: take)
  }

  /// One property of somebody's.
  func askProperty(
    _ name: String,
    _ path: String,
    _ interface: String,
    _ property: String,
    then take: @escaping (Answer<BusValue>) -> Void
  ) {
    let words = [BusValue.string(interface), .string(property)]
    ask(name, path, "org.freedesktop.DBus.Properties", "Get", words) { answer in
      take(answer.map { $0.first?.bare })
    }
  }

  /// The process behind a name, and what it calls itself.
  func askProcess(_ name: String, then take: @escaping (ProcessFacts?) -> Void) {
    askBus("GetConnectionUnixProcessID", [.string(name)]) { answer in
      take(answer.value?.first?.asUInt32.map(ProcessFacts.init(of:)))
    }
  }
}

extension Answer {
  /// What is not as it has to be is no answer.
  func map<Other>(_ change: (Value) -> Other?) -> Answer<Other> {
    switch self {
    case .told(let value): change(value).map { .told($0) } ?? .none
    case .silent: .silent
    case .none: .none
    }
  }
}

extension BusValue {
  /// Portals wrap values more than once.
  var bare: BusValue {
    var value = self
    for _ in 0..<8 {
      guard case .variant(let inner) = value else { break }
      value = inner
    }
    return value
  }
}
