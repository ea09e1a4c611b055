import NightBus
import TestSupport

/// Records the values of `fade` in signals, and sets styles at the same time.
final class FadeListener {
  private static let pause = 8
  private static let timeout = 5_000

  private let caller: Caller
  private let loop: Loop
  private let owner: NameOwner
  private var subscription: Subscription?
  private var beat: Timer?
  private var isDark = false
  private var awaited: Int64?
  private var asked = 0
  private var answers = 0
  private(set) var refusals = 0
  /// The start of the current wait, and the total length of all earlier waits.
  private var start = ContinuousClock.now
  private var time = Duration.zero
  /// The values in the order of their signals; -1 stands for a value that is not a whole number.
  private(set) var told: [Int64] = []

  init(_ desk: Desk) throws {
    caller = try Caller(desk)
    loop = try Loop()
    owner = try NameOwner(of: Caller.night, on: caller.connection, milliseconds: 10_000) { _ in }
    let rule = MatchRule(
      path: Caller.object,
      interface: .preferences,
      member: "Changed",
      argument0: "fade"
    )
    try caller.connection.attach(to: loop)
    subscription = try caller.connection.subscribe(rule, from: owner) { [unowned self] message in
      let facts = (try? message.values())?.last?.asOptions
      if case .int64(let value)? = facts?["value"]?.plain {
        told.append(value)
      } else {
        told.append(-1)
      }
      if told.last == awaited { loop.stop() }
    }
    beat = loop.timer { [unowned self] in
      // If the timer is late, send all Set calls that are due by now.
      let due = Int((time + (.now - start)) / .milliseconds(Self.pause))
      while asked < due { set() }
      beat?.set(milliseconds: Self.pause)
    }
    try settle()
  }

  /// The number of Set calls per second that got a reply.
  var rate: Int { Int(Double(answers) / (time / .seconds(1))) }

  /// Returns once a signal with this value has arrived, or after the timeout.
  func wait(for value: Int64) throws {
    guard told.last != value else { return }
    awaited = value
    let deadline = loop.timer { [loop] in loop.stop() }
    deadline.set(milliseconds: Self.timeout)
    beat?.set(milliseconds: Self.pause)
    start = .now
    try loop.run()
    time += .now - start
    beat?.stop()
    awaited = nil
  }

  /// Returns when all earlier signals have been read.
  func settle() throws {
    let ping = try Message.call(to: Caller.night, at: Caller.object, .style, "Get", [])
    try caller.connection.call(ping, milliseconds: 10_000) { [loop] _, _ in loop.stop() }
    try loop.run()
  }

  private func set() {
    asked += 1
    isDark.toggle()
    let words: [BusValue] = [.string(isDark ? "dark" : "light"), .options([])]
    do {
      let call = try Message.call(to: Caller.night, at: Caller.object, .control, "Set", words)
      try caller.connection.call(call, milliseconds: 10_000) { [unowned self] _, error in
        if error == nil { answers += 1 } else { refusals += 1 }
      }
    } catch {
      refusals += 1
    }
  }
}

extension BusValue {
  fileprivate var plain: BusValue {
    if case .variant(let inner) = self { inner } else { self }
  }
}
