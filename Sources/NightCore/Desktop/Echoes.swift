/// The values that nightd wrote into the desktop's settings and that no source has reported yet.
///
/// When a source reports a value that nightd wrote, nightd must not conclude that a person used the
/// desktop's switch. Sometimes a source reports a value late, when nightd has already changed the
/// style again.
struct Echoes: Sendable {
  /// How long nightd waits for a source to report a value that nightd wrote, in microseconds.
  ///
  /// This time is longer than two seconds, because a source that changes often can report up to two
  /// seconds late.
  private static let window: Int64 = 5_000_000
  /// The maximum number of echoes (reports of what nightd itself wrote) that nightd expects at the
  /// same time.
  ///
  /// Some echoes never come, because a source may send only one report for several writes.
  static let most = 8

  /// The expected echoes, in the order of the writes.
  ///
  /// An echo that an earlier daemon expected has no `since`, and is compared only with the first
  /// report of a source.
  private var awaited: [(echo: DesktopMemory.Echo, since: Instant?)] = []

  /// The styles that nightd passed to the hooks that run now.
  ///
  /// Each hook may write its style into the desktop's settings.
  var hookStyles: [Style] = []

  /// The styles that nightctl recently passed to the programs that the user switched on.
  ///
  /// Shells such as noctalia write each of these styles into the desktop's settings, some only
  /// after a second. If two styles were passed and a source then reports the first one, a person
  /// may have set that style with the shell's switch.
  private var told: [(style: Style, since: Instant)] = []

  /// A reported style that either a program or a person may have set; nil if no style is in doubt.
  private(set) var doubted: Style?

  var list: [DesktopMemory.Echo] { awaited.map(\.echo) }

  init(leftByAnother echoes: [DesktopMemory.Echo]) { awaited = echoes.map { ($0, nil) } }

  /// Starts to wait for the echo of a value that nightd wrote.
  ///
  /// If the settings already have that value, no report follows, so no echo is expected.
  mutating func expect(_ echo: DesktopMemory.Echo, after told: DesktopWord?, at now: Instant) {
    forget(at: now)
    let before = awaited.last?.echo ?? told.map(DesktopMemory.Echo.word)
    guard echo == .before || before != echo else { return }
    awaited = awaited.suffix(Self.most - 1) + [(echo, now)]
  }

  mutating func forgetLast() { _ = awaited.popLast() }

  /// Forgets an echo that cannot come any more, because nightctl wrote nothing.
  mutating func forgetLast(_ echo: DesktopMemory.Echo) {
    if let place = awaited.lastIndex(where: { $0.echo == echo }) { awaited.remove(at: place) }
  }

  /// Returns the expected echo that a reported value matches; nil if no expected echo matches.
  ///
  /// Echoes arrive in the order of the writes, so the echoes before the match are forgotten too.
  mutating func consume(_ report: DesktopReport, at now: Instant) -> DesktopMemory.Echo? {
    doubted = nil
    return consume(report.echoWord, at: now) ?? ofHook(report)
      ?? (DesktopSource.readsSettings(report.source) ? ofProgram(report, at: now) : nil)
  }

  /// Records that nightctl passes a style to programs.
  mutating func tell(_ style: Style, at now: Instant) {
    doubted = nil
    told = told.suffix(Self.most - 1) + [(style, now)]
  }

  /// Returns the style in doubt, and sets `doubted` to nil.
  @discardableResult
  mutating func settleDoubt() -> Style? {
    defer { doubted = nil }
    return doubted
  }

  /// Returns an echo if a program may have written the reported style after nightctl passed that
  /// style to programs; otherwise nil.
  private mutating func ofProgram(_ report: DesktopReport, at now: Instant) -> DesktopMemory.Echo? {
    told.removeAll { !Self.isOpen($0.since, at: now) }
    guard let place = told.firstIndex(where: { $0.style == report.requestedStyle }) else {
      return nil
    }
    told.removeFirst(place + 1)
    doubted = report.requestedStyle
    return .word(report.word)
  }

  /// Returns an echo if a running hook may have written the reported value; otherwise nil.
  func ofHook(_ report: DesktopReport) -> DesktopMemory.Echo? {
    hookStyles.contains(report.requestedStyle) ? .word(report.word) : nil
  }

  private mutating func consume(_ word: DesktopWord, at now: Instant) -> DesktopMemory.Echo? {
    forget(at: now)
    defer { awaited.removeAll { $0.since == nil } }
    guard let place = awaited.firstIndex(where: { $0.echo == .before || $0.echo == .word(word) })
    else { return nil }
    let echo = awaited[place].echo
    awaited.removeFirst(place + 1)
    return echo
  }

  /// Forgets echoes of values that were written too long ago or, because the clock was set back,
  /// too far in the future.
  private mutating func forget(at now: Instant) {
    awaited.removeAll { $0.since.map { !Self.isOpen($0, at: now) } ?? false }
  }

  private static func isOpen(_ since: Instant, at now: Instant) -> Bool {
    since.adding(microseconds: -window) < now && now < since.adding(microseconds: window)
  }
}

/// Counts how often the desktop's switch undoes a change that nightd made.
///
/// If the switch undoes changes too often, nightd ignores the switch. If nightd went on obeying the
/// switch, nightd and a program that sets the switch back would undo each other's changes forever.
/// A person flips the switch more slowly, and such flips are not counted.
struct SwitchConflict: Sendable {
  private static let most = 3
  private static let window: Int64 = 10_000_000
  /// The time, in microseconds, within which a flip after nightd's change is treated as a program's
  /// reaction.
  ///
  /// Only a program that watches the style reacts this fast. A person needs more time than this to
  /// use the switch.
  private static let reaction: Int64 = 1_000_000

  /// The time without flips, in microseconds, after which nightd obeys the switch again.
  ///
  /// A program that keeps setting the switch back does so soon after each change.
  private static let peace: Int64 = 60_000_000

  /// When nightd last changed the style for a reason other than the desktop's switch.
  ///
  /// The time is nil if the switch has already undone nightd's last change.
  private var lastChange: Instant?
  private var undone: [Instant] = []
  private var source: String?
  /// Whether nightd now ignores the desktop's switch.
  private(set) var isSwitchIgnored = false
  /// The time of the last flip that nightd ignored, or of the flip that made nightd start to ignore
  /// the switch.
  private var lastFlip: Instant?

  init(source: String? = nil) { self.source = source }

  /// Records which source nightd follows; resets the count of undone changes if nightd followed
  /// another source before.
  ///
  /// If the same source disappears and comes back, the count is kept.
  mutating func follow(_ source: String) {
    if let known = self.source, known != source { self = SwitchConflict() }
    self.source = source
  }

  mutating func styleChanged(at now: Instant) { lastChange = now }

  /// Records a flip of the switch; returns true if nightd, from this flip on, obeys the switch
  /// again.
  mutating func isObeyedAgain(at now: Instant) -> Bool {
    guard isSwitchIgnored, let lastFlip else { return false }
    guard isRecent(lastFlip, now, Self.peace) else {
      self = SwitchConflict(source: source)
      return true
    }
    self.lastFlip = now
    return false
  }

  /// Records that the switch asks for the opposite of the style in effect.
  mutating func contradicted(at now: Instant) {
    guard let lastChange, isRecent(lastChange, now, Self.reaction) else { return }
    self.lastChange = nil
    undone = undone.filter { isRecent($0, now, Self.window) } + [now]
    isSwitchIgnored = isSwitchIgnored || undone.count > Self.most
    if isSwitchIgnored { lastFlip = now }
  }

  /// Whether a moment is closer to now than `window`, either in the past or in the future.
  private func isRecent(_ moment: Instant, _ now: Instant, _ window: Int64) -> Bool {
    moment.adding(microseconds: -window) < now && now < moment.adding(microseconds: window)
  }
}
