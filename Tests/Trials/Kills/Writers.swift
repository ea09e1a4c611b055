import NightBus
import TestSupport

/// Clients that each set a style again after each reply; each client has its own connection.
final class Writers {
  private let callers: [Caller]
  private let loop: Loop
  private var answers = 0
  private var most = Int.max
  private var waiting = 0
  private(set) var firstSerial = 0
  /// The highest serial in a reply, and the style in that reply.
  private(set) var lastSerial = 0
  private(set) var lastStyle: String?

  init(_ desk: Desk, count: Int) throws {
    callers = try (0..<count).map { _ in try Caller(desk) }
    loop = try Loop()
    guard case .success(let values) = try callers[0].call(.style, "Get") else { return }
    firstSerial = Self.serial(of: values)
    lastSerial = firstSerial
  }

  /// Runs `act` after this many replies; returns when every call has received its reply or error.
  ///
  /// Replies after `act` also count, unless `isEnd` is true, because then no real reply can come.
  func write(until enough: Int, isEnd: Bool = false, _ act: () -> Void) throws {
    most = isEnd ? enough : .max
    try withoutActuallyEscaping(act) { act in
      for (index, caller) in callers.enumerated() {
        try caller.connection.attach(to: loop)
        set(index.isMultiple(of: 2) ? "dark" : "light", caller, enough, act)
      }
      try loop.run()
    }
  }

  private func set(
    _ style: String,
    _ caller: Caller,
    _ enough: Int,
    _ act: @escaping () -> Void
  ) {
    waiting += 1
    do {
      let arguments: [BusValue] = [.string(style), .options([])]
      let call = try Message.call(
        to: Caller.night,
        at: Caller.object,
        .control,
        "Set",
        arguments
      )
      try caller.connection.call(call, milliseconds: 30_000) { [unowned self] answer, error in
        waiting -= 1
        if error == nil, answers < most, let values = try? answer.values() {
          note(values)
          answers += 1
          if answers == enough { act() }
          if answers < enough { set(style == "dark" ? "light" : "dark", caller, enough, act) }
        }
        if waiting == 0 { loop.stop() }
      }
    } catch {
      waiting -= 1
      loop.stop()
    }
  }

  private func note(_ values: [BusValue]) {
    let serial = Self.serial(of: values)
    guard serial > lastSerial else { return }
    lastSerial = serial
    lastStyle = values.first?.asString
  }

  private static func serial(of values: [BusValue]) -> Int {
    Int(values.dropFirst().first?.asUInt64 ?? 0)
  }
}
