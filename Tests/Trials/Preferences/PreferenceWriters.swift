import NightBus
import TestSupport

/// Clients that each increase a number after each reply; each has its own key and connection.
final class PreferenceWriters {
  static let app = "org.example.Full"
  static let editType = BusType.structure([.string, .string, .array(.variant)])
  private static let count = 8

  private let callers: [Caller]
  private let loop: Loop
  private var waiting = 0
  /// Whether the time for `act` had passed before the first reply came.
  private var isDue = false
  private var isOver = false
  private var act: () -> Void = {}
  private(set) var answers = 0
  /// For each key, the value of the last reply and the value of the last request.
  private(set) var answered: [Int64]
  private(set) var asked: [Int64]

  init(_ desk: Desk, _ held: [Int64]) throws {
    callers = try (0..<Self.count).map { _ in try Caller(desk) }
    loop = try Loop()
    answered = held
    asked = held
  }

  static func name(_ index: Int) -> String {
    let digits = String(index)
    return "k" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  static func edit(_ index: Int, _ value: Int64) -> BusValue {
    .structure([
      .string(app), .string(name(index)), .array(.variant, [.variant(.int64(value))]),
    ])
  }

  /// Runs `act` after this time, and returns when every call has got its reply or error.
  ///
  /// `act` waits at least for the first reply. Without this wait, nothing might be written before
  /// `act` on a busy machine.
  func write(milliseconds: Int, _ act: () -> Void) throws {
    try withoutActuallyEscaping(act) { act in
      self.act = act
      defer { self.act = {} }
      let timer = loop.timer { [unowned self] in
        if answers > 0 { end() } else { isDue = true }
      }
      timer.set(milliseconds: milliseconds)
      for (index, caller) in callers.enumerated() {
        try caller.connection.attach(to: loop)
        // Spread the callers' keys over the whole store.
        count(index * (answered.count / Self.count), caller)
      }
      try loop.run()
    }
  }

  private func end() {
    isOver = true
    act()
    if waiting == 0 { loop.stop() }
  }

  private func count(_ key: Int, _ caller: Caller) {
    asked[key] += 1
    let value = asked[key]
    let arguments: [BusValue] = [
      .array(Self.editType, [Self.edit(key, value)]), .options([]),
    ]
    do {
      let call = try Message.call(
        to: Caller.night,
        at: Caller.object,
        .control,
        "Write",
        arguments
      )
      waiting += 1
      try caller.connection.call(call, milliseconds: 30_000) { [unowned self] _, error in
        waiting -= 1
        if error == nil {
          answers += 1
          answered[key] = value
          if isDue, !isOver { end() }
          if !isOver { count(key, caller) }
        }
        if waiting == 0, isOver { loop.stop() }
      }
    } catch {
      loop.stop()
    }
  }
}

extension InterfaceName {
  static let preferences: InterfaceName = "org.nightd.Night1.Preferences"
}
