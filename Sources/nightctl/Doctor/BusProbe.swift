import NightBus
import NightContract
import NightCore
import NightStore

/// Sends requests to several programs on the bus at the same time, without starting any program.
///
/// All requests share one deadline, so several hanging programs cost no more time than one.
final class BusProbe {
  private let connection: Connection
  private let loop: Loop
  private let deadline: UInt64
  private var open = 0

  /// Connects to a bus; every request ends at the latest `milliseconds` from now.
  init(_ address: String, milliseconds: Int) throws(BusError) {
    deadline = Timer.now() &+ UInt64(max(milliseconds, 0)) &* 1_000_000
    connection = try Connection(
      address: address,
      ConnectTimeout.opening,
      milliseconds: milliseconds
    )
    loop = try Loop()
    try connection.attach(to: loop)
  }

  /// The name of this connection on the bus.
  var uniqueName: String { connection.uniqueName.text }

  /// Sends a request.
  ///
  /// While `wait` runs, the probe calls `handle` with the reply.
  func ask(
    _ name: String,
    _ path: String,
    _ interface: String,
    _ member: MemberName,
    _ arguments: [BusValue] = [],
    then handle: @escaping (Answer<[BusValue]>) -> Void
  ) {
    // Check the names first, because some names come from other programs, and libdbus ends the
    // process if a name is invalid.
    guard let name = BusName(name), let path = ObjectPath(path),
      let interface = InterfaceName(interface),
      let call = try? Message.call(to: name, at: path, interface, member, arguments)
    else { return handle(.none) }
    call.setAutoStart(false)
    open += 1
    do throws(BusError) {
      try connection.call(call, milliseconds: left) { [weak self] answer, error in
        self?.close()
        switch error {
        case nil: handle((try? answer.values()).map { .told($0) } ?? .none)
        case .timedOut: handle(.silent)
        default: handle(.none)
        }
      }
    } catch {
      close()
      handle(.none)
    }
  }

  /// Waits until every request has ended.
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

extension BusProbe {
  func askBus(
    _ member: MemberName,
    _ arguments: [BusValue] = [],
    then handle: @escaping (Answer<[BusValue]>) -> Void
  ) {
    let bus = "org.freedesktop.DBus"
    ask(bus, "/org/freedesktop/DBus", bus, member, arguments, then: handle)
  }

  /// Asks for one property of an object.
  func askProperty(
    _ name: String,
    _ path: String,
    _ interface: String,
    _ property: String,
    then handle: @escaping (Answer<BusValue>) -> Void
  ) {
    let arguments = [BusValue.string(interface), .string(property)]
    ask(name, path, "org.freedesktop.DBus.Properties", "Get", arguments) { answer in
      handle(answer.map { $0.first?.unwrapped })
    }
  }

  /// Asks the portal for one setting.
  func askPortalSetting(_ key: [BusValue], then handle: @escaping (Answer<[BusValue]>) -> Void) {
    let portal = FactGatherer.portalName
    ask(portal, Contract.portalPath, FactGatherer.settings, "Read", key, then: handle)
  }

  /// Asks a portal's backend for one setting.
  func askSetting(
    of backend: String,
    _ key: [BusValue],
    then handle: @escaping (Answer<[BusValue]>) -> Void
  ) {
    ask(backend, Contract.portalPath, Contract.portalBackendInterface, "Read", key, then: handle)
  }

  /// Asks the bus which process owns a name.
  func askProcess(_ name: String, then handle: @escaping (ProcessFacts?) -> Void) {
    askBus("GetConnectionUnixProcessID", [.string(name)]) { answer in
      handle(answer.value?.first?.asUInt32.map(ProcessFacts.init(of:)))
    }
  }
}

extension Answer {
  /// Converts the value in a reply with `change`.
  ///
  /// A malformed reply is treated like a missing reply.
  func map<Other>(_ change: (Value) -> Other?) -> Answer<Other> {
    switch self {
    case .told(let value): change(value).map { .told($0) } ?? .none
    case .silent: .silent
    case .none: .none
    }
  }
}

extension ProcessFacts {
  init(of identifier: UInt32) {
    self.init(identifier: identifier, name: ProcessFolder(identifier).name ?? "")
  }

  private var folder: ProcessFolder { ProcessFolder(identifier) }

  /// The environment with which the process started; nil if this user has no permission to read it.
  var environment: [String: String]? { folder.environment }

  /// The path of the process's program.
  ///
  /// If the program's file was replaced after the process started, this is the path that the old
  /// file had.
  var program: String? { folder.program }

  var isStopped: Bool { folder.isStopped }

  /// The process's unit in the user's service manager; nil if the process has none, for example
  /// because the bus started it.
  var unit: String? {
    let line = folder.text("cgroup").split(separator: "\n").first { $0.hasPrefix("0::") }
    guard let parts = line?.split(separator: "/"),
      parts.contains(where: { $0.hasPrefix("user@") }), let last = parts.last,
      last.hasSuffix(".service"), !last.hasPrefix("user@"), !last.hasPrefix("dbus")
    else { return nil }
    return String(last)
  }
}
