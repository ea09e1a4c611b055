import Glibc
import NightBus
import NightCore
import NightPrograms

/// Writes nightd's style to GNOME's settings with a separate program; nightd never waits for it.
final class GnomePart: Part {
  static let lane = GnomeFailure.reaction
  /// The time, in milliseconds, within which several changes cause only one write.
  ///
  /// The write comes after the signals and replies that the changes cause.
  private static let debounceMilliseconds = 10
  /// The delays before nightd retries a failed write; after the last retry, only a change causes a
  /// new attempt.
  private static let retryMilliseconds = [1_000, 10_000, 60_000, 300_000]
  /// How long to wait until a source reports the style that the separate program has found in
  /// GNOME's settings.
  private static let reportMilliseconds = 5_000

  private let core: Core
  private let desktop: DesktopPart
  private let reactions: Reactions
  private let recordPath: String
  private let hasOnlyMemory: Bool
  private let nightctl: String?
  /// Whether a schema is installed; without GNOME's schema, no settings can be written.
  private let hasSettings: (_ schema: String) -> Bool
  private var debounce: Timer?
  private var isDebouncing = false
  private var retry: Timer?
  private var failures = 0
  /// The target (the wanted settings) of the last update, even if that update had to write nothing;
  /// nil forces a new write.
  private var lastTarget: GnomeTarget?
  /// The target with which nightd last requested a run of the program.
  private var lastRequest: GnomeTarget?
  /// The running program, until nightd has decided how to answer the program's question.
  private var run: Run?
  /// Whether the running program may write as soon as nightd has stored its memory of the write.
  private var isPermitted = false
  private let write: GnomeWrite
  private var reportTimer: Timer?
  private var isReportOverdue = false

  private struct Run {
    let target: GnomeTarget
    /// The program's question; nil until the program asks.
    var question: WriteQuestion?
  }

  /// The question that a program asks before it writes.
  private struct WriteQuestion {
    /// For each switch (a setting that chooses the style), the style that the program read from it.
    private(set) var found: [GnomeKey: DesktopWord] = [:]
    /// The style that the program is about to write to each switch.
    private(set) var wanted: [GnomeKey: DesktopWord] = [:]
    /// The style that the program read from each switch, but only if the user chose that style.
    private(set) var users: [GnomeKey: DesktopWord] = [:]

    init(_ words: [String]) {
      for (index, key) in GnomeKey.switches.enumerated() where words.count > 3 * index + 2 {
        found[key] = DesktopWord(printed: words[3 * index])
        wanted[key] = DesktopWord(printed: words[3 * index + 1])
        users[key] = words[3 * index + 2] == RunnerProtocol.users ? found[key] : nil
      }
    }
  }

  init(
    _ core: Core,
    _ desktop: DesktopPart,
    _ reactions: Reactions,
    _ portal: Portal,
    stateFolder: String,
    hasOnlyMemory: Bool,
    nightctl: String?,
    hasSettings: @escaping (_ schema: String) -> Bool
  ) {
    self.core = core
    self.desktop = desktop
    self.reactions = reactions
    recordPath = stateFolder + "/gsettings.json"
    self.hasOnlyMemory = hasOnlyMemory
    self.nightctl = nightctl
    self.hasSettings = hasSettings
    let loop = core.loop
    write = GnomeWrite(on: loop)
    write.onChange = { portal.isPaused = $0 }
    desktop.onRawReport = { [unowned self] in write.reported($0) }
    desktop.onReport = { [unowned self] in reported() }
    debounce = loop.timer { [unowned self] in
      isDebouncing = false
      update()
    }
    retry = loop.timer { [unowned self] in updateAgain() }
    reportTimer = loop.timer { [unowned self] in
      isReportOverdue = true
      answer()
    }
  }

  private var handlers: Reactions.Handlers {
    Reactions.Handlers(
      onStart: { [unowned self] in run = lastRequest.map { Run(target: $0) } },
      onQuestion: { [unowned self] words in
        run?.question = WriteQuestion(words)
        isReportOverdue = false
        reportTimer?.set(milliseconds: Self.reportMilliseconds)
        answer()
      },
      onEnd: { [unowned self] last in ended(last) }
    )
  }

  func begin() { updateSoon() }

  func announced(_ step: Step) {
    // The target is unknown during a commit, so update again when the commit ends.
    if step.isAnnounced || step.endsStoring { updateSoon() }
    if step.effects.contains(.writeGnomeAgain) { updateAgain() }
  }

  /// Updates GNOME's settings after the desktop has reported its own settings.
  ///
  /// If the settings no longer have the style that nightd last wrote, the next update must write
  /// the style again, even if the target has not changed.
  private func reported() {
    if let followed = settingsReport, let style = lastTarget?.style(writtenTo: followed.key),
      followed.report.requestedStyle != style
    {
      lastTarget = nil
    }
    updateSoon()
  }

  private func ended(_ last: ReactionReport.Last) {
    removeRun()
    isPermitted = false
    let isOutdated = last.end == .exited && last.code == GnomeFailure.outdated.rawValue
    if isOutdated, write.isUnderWay {
      core.handle(.gnomeWriteCancelled)
      updateAgain()
    }
    write.programEnded(isFailed: isOutdated || last.isFailed)
    guard last.isFailed else {
      failures = 0
      return
    }
    // Forget the last target, so that the next update writes even an unchanged target.
    lastTarget = nil
    guard failures < Self.retryMilliseconds.count else { return }
    retry?.set(milliseconds: Self.retryMilliseconds[failures])
    failures += 1
  }

  private func updateSoon() {
    // Write nothing if GSettings keeps the settings only in memory, because another process cannot
    // see such settings.
    guard !isDebouncing, !hasOnlyMemory, nightctl != nil else { return }
    isDebouncing = true
    debounce?.set(milliseconds: Self.debounceMilliseconds)
  }

  /// Updates GNOME's settings even if the target has not changed.
  private func updateAgain() {
    lastTarget = nil
    updateSoon()
  }

  /// The target for GNOME's settings; nil while the target is unknown.
  private var target: GnomeTarget? {
    let keeper = core.keeper
    // The target is unknown while a report waits or a commit runs, because the user may have just
    // flipped the desktop's switch.
    guard !desktop.isDebouncing, !keeper.isBusy, !keeper.isInDoubt else { return nil }
    // Look for the schema's file each time, because a package may install it at any time.
    let switches = GnomeKey.switches.filter { key in
      key == .colorScheme || hasSettings(GnomeSettings.place(of: key.rawValue).schema)
    }
    return keeper.preferences.gnomeTarget(
      keeper.snapshot.appearance,
      told: keeper.sourceReport,
      own: keeper.ownWord,
      isDesktopKnown: keeper.isDesktopKnown,
      isSwitchIgnored: keeper.isSwitchIgnored,
      switches: switches
    )
  }

  /// The switch that nightd both follows and writes, with its last report; nil if no switch is both
  /// followed and written.
  private var settingsReport: (key: GnomeKey, report: DesktopReport)? {
    guard let report = core.keeper.sourceReport else { return nil }
    return GnomeKey.switches.first { $0.isRead(by: report.source) }.map { ($0, report) }
  }

  private var followedSwitch: GnomeKey { settingsReport?.key ?? .colorScheme }

  private func update() {
    answer()
    guard let nightctl, let target, target != lastTarget, hasSettings(GnomeSettings.schema) else {
      return
    }
    let before = lastTarget
    lastTarget = target
    // If nightd has never written a setting, nothing has to be restored.
    guard
      !target.settings.isEmpty || !target.pairings.isEmpty || lastRequest != nil
        || access(recordPath, F_OK) == 0
    else { return }
    // No write is needed: the settings already have this style, and nothing else has changed.
    if let before, !target.untouched.isEmpty, target.settings == before.named,
      target.pairings == before.pairings
    {
      return reactions.withdraw(Self.lane)
    }
    lastRequest = target
    reactions.ask(order(target, nightctl), handlers)
  }

  private func order(_ target: GnomeTarget, _ nightctl: String) -> ReactionOrder {
    var orders = target.pairings.map { GnomeOrder.pair($0.key, $0.style) }
    orders += target.settings.map { .write($0.key.rawValue, $0.text) }
    orders += target.untouched.map { .leave($0.rawValue) }
    if let own = target.restored { orders.append(.restore(own.key.rawValue, own.text)) }
    return ReactionOrder(
      lane: Self.lane,
      purpose: "Write nightd's style to GNOME's settings",
      arguments: [nightctl, "programs", "gnome"] + orders.flatMap(\.arguments),
      verdicts: [
        GnomeFailure.noProgram.rawValue: .init(Messages.noSettingsProgram, isFailure: false),
        GnomeFailure.noSchema.rawValue: .init(Messages.noSettingsSchema, isFailure: false),
        GnomeFailure.notWritten.rawValue: .init(Messages.settingsNotWritten, isFailure: true),
        GnomeFailure.notKept.rawValue: .init(Messages.settingsNotKept, isFailure: true),
        GnomeFailure.outdated.rawValue: .init(Messages.settingsOutdated, isFailure: false),
      ],
      question: RunnerProtocol.question
    )
  }
}

// MARK: - The program's question

extension GnomePart {
  /// Lets the program write if its target is still current; otherwise makes it end without a write.
  ///
  /// The target is unknown during a commit, so nightd's answer waits for the end of the commit. If
  /// the program found a style that no source has reported yet, nightd's answer waits for that
  /// report. At the start, nightd's answer waits for the desktop's first report, which may be a new
  /// choice.
  private func answer() {
    guard let run, let question = run.question, let target else { return }
    guard core.keeper.isDesktopKnown || isReportOverdue else { return }
    if let followed = settingsReport, let found = question.found[followed.key],
      found != followed.report.word, !isReportOverdue
    {
      return
    }
    removeRun()
    guard target == run.target else {
      reactions.answer(Self.lane, RunnerProtocol.no)
      return updateAgain()
    }
    if let wanted = question.wanted[followedSwitch] {
      let echo = run.target.echo(wanted, from: followedSwitch)
      core.handle(.gnomeWrite(echo, over: question.users[followedSwitch]))
      write.begin(wanted)
    }
    noteOthers(question)
    // nightd may be killed right after the write. If it had not stored its memory of the write by
    // then, the next nightd would mistake the written style for the user's choice.
    isPermitted = true
    desktop.whenRemembered { [weak self] in self?.permit() }
  }

  private func noteOthers(_ question: WriteQuestion) {
    let others = question.wanted.filter { $0.key != settingsReport?.key }.map { key, word in
      (key == .xappScheme ? DesktopSource.xapp : DesktopSource.program, word)
    }
    core.handle(.otherSwitches(Dictionary(uniqueKeysWithValues: others)))
  }

  private func permit() {
    guard isPermitted else { return }
    isPermitted = false
    reactions.answer(Self.lane, RunnerProtocol.yes)
  }

  /// Answers the running program even if it has not asked yet, because nightd is about to end.
  func leave() {
    permit()
    guard let run else { return }
    removeRun()
    let isCurrent = target == run.target
    if isCurrent {
      let wanted = run.question?.wanted[followedSwitch]
      let echo = run.target.echo(wanted, from: followedSwitch)
      core.handle(.gnomeWrite(echo, over: run.question?.users[followedSwitch]))
      if let question = run.question { noteOthers(question) }
    }
    reactions.answer(Self.lane, isCurrent ? RunnerProtocol.yes : RunnerProtocol.no)
  }

  private func removeRun() {
    run = nil
    reportTimer?.stop()
  }
}

extension GnomeTarget {
  /// The style that a switch gets for this target; nil if the target does not change that switch.
  fileprivate func style(writtenTo key: GnomeKey) -> Style? {
    settings.first { $0.key == key }.map { $0.text == GnomeTarget.dark ? .dark : .light }
  }

  /// The report to expect from the switch's source after the write; `wanted` is the style that the
  /// program will write.
  fileprivate func echo(_ wanted: DesktopWord?, from key: GnomeKey) -> DesktopMemory.Echo {
    guard let written = style(writtenTo: key) else {
      let own = restored.flatMap { $0.key == key ? DesktopWord(printed: $0.text) : nil }
      return own.map(DesktopMemory.Echo.word) ?? .before
    }
    return .word(wanted ?? (written == .dark ? .dark : .light))
  }
}

/// The current write of GNOME's settings.
///
/// After the write of GNOME's settings, another portal backend may report the written style to
/// applications. If nightd's portal sent a newer style before the other backend reported the
/// written style, that report would undo the newer style for a moment. So nightd's portal sends the
/// newer style only after the other backend has reported.
final class GnomeWrite {
  /// The longest time for which nightd's portal holds back a newer style.
  private static let mostMilliseconds = 2_000

  private var limit: Timer?
  private var word: DesktopWord?
  /// Whether the chosen source is a portal backend that reports GNOME's settings.
  private var isReportedByBackend = false

  /// Called with true when a write begins, and with false when it ends.
  var onChange: (Bool) -> Void = { _ in }

  init(on loop: Loop) {
    limit = loop.timer { [unowned self] in end() }
  }

  var isUnderWay: Bool { word != nil }

  func begin(_ word: DesktopWord) {
    self.word = word
    limit?.set(milliseconds: Self.mostMilliseconds)
    onChange(true)
  }

  /// Receives every report of the chosen source, before changes are debounced.
  func reported(_ report: DesktopReport) {
    isReportedByBackend = DesktopSource.isSettingsBackend(report.source)
    if isReportedByBackend, report.word == word { end() }
  }

  /// Called when the program has ended; a backend may still have to report the written style.
  func programEnded(isFailed: Bool) {
    if isFailed || !isReportedByBackend { end() }
  }

  private func end() {
    guard word != nil else { return }
    word = nil
    limit?.stop()
    onChange(false)
  }
}
