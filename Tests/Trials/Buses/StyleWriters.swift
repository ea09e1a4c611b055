import NightBus
import TestSupport

/// Clients of one daemon; each changes the style again after each reply, and the object keeps the
/// replies.
///
/// These clients share one event loop with the clients of other daemons.
final class StyleWriters {
  enum Demand { case set, toggle }

  private let callers: [Caller]
  private let demand: Demand
  private let isOver: () -> Bool
  private let onAnswer: () -> Void
  private(set) var waiting = 0
  /// The number of changes that got a reply.
  private(set) var answers = 0
  /// The `since` of each style in a reply; each of these times belongs to one stored revision.
  private(set) var times: Set<UInt64> = []
  /// The number of replies from a daemon that gave up its name before the caller had asked who owns
  /// the name.
  ///
  /// A reply from a daemon that gave up its name cannot be distinguished from a forged reply, so
  /// nightctl would send its `set` again.
  private(set) var unsure = 0
  /// The number of errors, by their names.
  private(set) var refusals: [String: Int] = [:]
  /// The longest time from a call to its reply or error.
  private(set) var longest = Duration.zero

  init(
    _ desk: Desk,
    count: Int,
    _ demand: Demand,
    on loop: Loop,
    isOver: @escaping () -> Bool,
    onAnswer: @escaping () -> Void
  ) throws {
    callers = try (0..<count).map { _ in try Caller(desk) }
    self.demand = demand
    self.isOver = isOver
    self.onAnswer = onAnswer
    for caller in callers { try caller.connection.attach(to: loop) }
  }

  func begin() throws {
    for (index, caller) in callers.enumerated() {
      try write(index.isMultiple(of: 2) ? "dark" : "light", caller)
    }
  }

  private func write(_ style: String, _ caller: Caller) throws {
    let words: [BusValue] = demand == .set ? [.string(style), .options([])] : [.options([])]
    let member: MemberName = demand == .set ? "Set" : "Toggle"
    let call = try Message.call(to: Caller.night, at: Caller.object, .control, member, words)
    let start = ContinuousClock.now
    waiting += 1
    try caller.connection.call(call, milliseconds: 30_000) { [unowned self] answer, error in
      waiting -= 1
      longest = max(longest, .now - start)
      note(error, (try? answer.values()) ?? [])
      if !isOver() { try? write(style == "dark" ? "light" : "dark", caller) }
      onAnswer()
    }
  }

  private func note(_ error: BusError?, _ values: [BusValue]) {
    if case .strangerAnswered = error { return unsure += 1 }
    if let error {
      let name = if case .refused(let refusal) = error { refusal.name.text } else { "\(error)" }
      return refusals[name, default: 0] += 1
    }
    guard let time = Seen(values)?.since else { return refusals["no snapshot", default: 0] += 1 }
    answers += 1
    times.insert(time)
  }
}

/// The style in a reply, and the time from which this style has been in effect.
struct Seen: Equatable {
  let style: String
  let since: UInt64

  init?(_ values: [BusValue]) {
    guard values.count == 3, let style = values[0].asString,
      let since = values[2].asOptions?["since"]?.asUInt64
    else { return nil }
    self.style = style
    self.since = since
  }

  /// Whether the file has this style and this time.
  func isStored(on desk: Desk) -> Bool {
    guard let text = desk.home.text(Desk.store) else { return false }
    let fraction = String(1_000_000 + since % 1_000_000).dropFirst()
    let hasTime = since.isMultiple(of: 1_000_000) || text.contains(".\(fraction)Z\"")
    return hasTime && desk.storedStyle == style
  }
}
