/// What nightd itself lately wrote where the desktop's settings are read from.
///
/// It comes back as if a person had used the desktop's switch, and may come when the style is another
/// one already.
struct Echoes: Sendable {
  private static let window: Int64 = 10_000_000
  /// What is written meanwhile may be told in one.
  private static let most = 8

  private struct Echo: Sendable {
    /// Nil where what stood before was put back, whatever that was.
    let style: Style?
    let since: Instant
  }
  private var awaited: [Echo] = []

  /// What was written is told unless it is what they say already.
  mutating func expect(_ style: Style?, after told: Style?, at now: Instant) {
    forget(at: now)
    let before = awaited.last.map(\.style) ?? told
    guard style == nil || before != style else { return }
    awaited = awaited.suffix(Self.most - 1) + [Echo(style: style, since: now)]
  }

  /// Answers whether it is one; each comes once, in the order of writing.
  mutating func hears(_ style: Style, at now: Instant) -> Bool {
    forget(at: now)
    guard let place = awaited.firstIndex(where: { $0.style == nil || $0.style == style }) else {
      return false
    }
    awaited.removeFirst(place + 1)
    return true
  }

  /// A clock that was set meanwhile makes nothing recent.
  private mutating func forget(at now: Instant) {
    awaited.removeAll { echo in
      !(echo.since.adding(microseconds: -Self.window) < now
        && now < echo.since.adding(microseconds: Self.window))
    }
  }
}
