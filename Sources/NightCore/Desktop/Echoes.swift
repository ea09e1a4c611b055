/// The values that nightd lately wrote into GNOME's settings and that have not come back yet.
///
/// They come back as if a person had used the desktop's switch, and may come when another style is in
/// effect already.
struct Echoes: Sendable {
  /// From the writing on, in microseconds: a source that flutters is heard two seconds later.
  private static let window: Int64 = 5_000_000
  /// Values that are written one after the other may come back as one.
  static let most = 8

  /// Those that an earlier daemon left have no time, and count for the first word alone.
  private var awaited: [(echo: DesktopMemory.Echo, since: Instant?)] = []

  var list: [DesktopMemory.Echo] { awaited.map(\.echo) }

  init(leftByAnother echoes: [DesktopMemory.Echo]) { awaited = echoes.map { ($0, nil) } }

  /// A value comes back unless it is what the settings say already.
  mutating func expect(_ echo: DesktopMemory.Echo, after told: DesktopWord?, at now: Instant) {
    forget(at: now)
    let before = awaited.last?.echo ?? told.map(DesktopMemory.Echo.word)
    guard echo == .before || before != echo else { return }
    awaited = awaited.suffix(Self.most - 1) + [(echo, now)]
  }

  mutating func forgetLast() { _ = awaited.popLast() }

  /// The echo that this is, if it is one; each comes once, in the order of writing.
  mutating func hears(_ word: DesktopWord, at now: Instant) -> DesktopMemory.Echo? {
    forget(at: now)
    defer { awaited.removeAll { $0.since == nil } }
    guard let place = awaited.firstIndex(where: { $0.echo == .before || $0.echo == .word(word) })
    else { return nil }
    let echo = awaited[place].echo
    awaited.removeFirst(place + 1)
    return echo
  }

  /// A clock that was set meanwhile makes nothing recent.
  private mutating func forget(at now: Instant) {
    awaited.removeAll { echo in
      guard let since = echo.since else { return false }
      return
        !(since.adding(microseconds: -Self.window) < now
        && now < since.adding(microseconds: Self.window))
    }
  }
}
