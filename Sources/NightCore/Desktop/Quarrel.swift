/// Counts how often the desktop's switch undoes what nightd did.
///
/// Where another program sets the switch back each time, the two would go on for ever. A switch that
/// only flutters undoes nothing of nightd's own.
struct Quarrel: Sendable {
  private static let most = 3
  private static let window: Int64 = 10_000_000
  /// A person who tries the switch after a set takes longer than a program that watches it.
  private static let reaction: Int64 = 1_500_000

  /// When nightd last changed the style by itself or for someone else, if that still stands.
  private var change: Instant?
  private var undone: [Instant] = []
  private var source: String?
  /// Whether the switch is not listened to any more.
  private(set) var isLost = false

  /// Another source is another switch; one that comes again is not.
  mutating func hear(_ source: String) {
    if let known = self.source, known != source { self = Quarrel() }
    self.source = source
  }

  mutating func changed(at now: Instant) { change = now }

  /// The switch asks for the opposite of what is in effect.
  mutating func contradicted(at now: Instant) {
    guard let change, isRecent(change, now, Self.reaction) else { return }
    self.change = nil
    undone = undone.filter { isRecent($0, now, Self.window) } + [now]
    isLost = isLost || undone.count > Self.most
  }

  /// A clock that was set meanwhile makes nothing recent.
  private func isRecent(_ moment: Instant, _ now: Instant, _ window: Int64) -> Bool {
    moment.adding(microseconds: -window) < now && now < moment.adding(microseconds: window)
  }
}
