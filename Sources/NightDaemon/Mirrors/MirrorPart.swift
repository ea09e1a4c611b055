import Glibc
import NightBus
import NightCore

/// Has GNOME's settings say what nightd does, by a program beside it that nobody waits for.
final class MirrorPart: Part {
  static let lane = MirrorFailure.reaction
  /// Sets that follow each other so fast are one; and they are told to everyone before it begins.
  private static let pauseMilliseconds = 10
  /// What failed is tried again after these; then only when something changes.
  private static let retryMilliseconds = [10_000, 60_000, 300_000]
  /// How long what the program found is waited for, if nobody has told it.
  private static let untoldMilliseconds = 5_000

  private let core: Core
  private let desktop: DesktopPart
  private let reactions: Reactions
  private let keptPath: String
  private let hasOnlyMemory: Bool
  private var pause: Timer?
  private var isPausing = false
  private var retry: Timer?
  private var failures = 0
  /// What was looked at last, and what a program was asked to write last.
  private var seen: MirrorTarget?
  private var asked: MirrorTarget?
  /// The program under way, until it has its answer.
  private var run: Run?
  private let writing: MirrorWriting

  private struct Run {
    /// What it was started for.
    let wish: MirrorTarget
    /// Nil until it asks.
    var question: Question?
  }
  /// What a program asks before it writes.
  private struct Question {
    /// The style that it found, and the one that it is about to write.
    var found: DesktopWord?
    var wanted: DesktopWord?

    init(_ words: [String]) {
      found = words.first.flatMap(DesktopWord.init(printed:))
      wanted = words.dropFirst().first.flatMap(DesktopWord.init(printed:))
    }
  }
  private var patience: Timer?
  private var isPatienceOver = false

  init(
    _ core: Core,
    _ desktop: DesktopPart,
    through reactions: Reactions,
    holdingBack portal: Portal,
    keptIn folder: String,
    hasOnlyMemory: Bool
  ) {
    self.core = core
    self.desktop = desktop
    self.reactions = reactions
    keptPath = folder + "/gsettings.kept"
    self.hasOnlyMemory = hasOnlyMemory
    let loop = core.loop
    writing = MirrorWriting(on: loop)
    writing.onChange = { portal.isHeldBack = $0 }
    desktop.onWord = { [unowned self] in writing.heard($0) }
    desktop.onReport = { [unowned self] in lookSoon() }
    pause = loop.timer { [unowned self] in
      isPausing = false
      look()
    }
    retry = loop.timer { [unowned self] in lookAgain() }
    patience = loop.timer { [unowned self] in
      isPatienceOver = true
      answer()
    }
  }

  private var handlers: Reactions.Handlers {
    Reactions.Handlers(
      onStart: { [unowned self] in run = asked.map { Run(wish: $0) } },
      onQuestion: { [unowned self] words in
        run?.question = Question(words)
        isPatienceOver = false
        patience?.set(milliseconds: Self.untoldMilliseconds)
        answer()
      },
      onEnd: { [unowned self] last in ended(last) }
    )
  }

  func begin() { lookSoon() }

  func told(_ step: Step) {
    // What is being stored may be what the settings must say, so a look waits for it.
    if step.isTold || step.endsStoring { lookSoon() }
    if step.effects.contains(.mirrorAgain) { lookAgain() }
  }

  private func ended(_ last: ReactionReport.Last) {
    forgetRun()
    let isOutdated = last.end == .exited && last.code == MirrorFailure.outdated.rawValue
    if isOutdated, writing.isUnderWay {
      core.handle(.mirroringCancelled)
      lookAgain()
    }
    writing.ended(isFailed: isOutdated || last.isFailed)
    guard last.isFailed else {
      failures = 0
      return
    }
    // The same is asked for again as if it were something else.
    seen = nil
    guard failures < Self.retryMilliseconds.count else { return }
    retry?.set(milliseconds: Self.retryMilliseconds[failures])
    failures += 1
  }

  /// Looks soon whether something else is to be mirrored.
  private func lookSoon() {
    // Nothing but a process itself would ever see such settings.
    guard !isPausing, !hasOnlyMemory else { return }
    isPausing = true
    pause?.set(milliseconds: Self.pauseMilliseconds)
  }

  /// Mirrors anew, though it is what was asked for last.
  private func lookAgain() {
    seen = nil
    lookSoon()
  }

  /// What the settings must say now; nil if nobody knows yet.
  private var wish: MirrorTarget? {
    let keeper = core.keeper
    // What is gathered or being stored may be what a person asked for by the desktop's switch.
    guard !desktop.isGathering, !keeper.isBusy else { return nil }
    return keeper.preferences.mirrorTarget(
      keeper.standing.appearance,
      told: keeper.sourceReport,
      own: keeper.ownWord,
      isDesktopKnown: keeper.isDesktopKnown,
      isSwitchIgnored: keeper.isSwitchIgnored
    )
  }

  /// What GNOME's settings are known to say; nil if another source is followed, or none.
  private var told: DesktopWord? {
    core.keeper.sourceReport.flatMap { DesktopSource.readsSettings($0.source) ? $0.word : nil }
  }

  private func look() {
    answer()
    guard let wish, wish != seen else { return }
    let before = seen
    seen = wish
    // If nothing was ever written there is nothing to be put back.
    guard !wish.settings.isEmpty || asked != nil || access(keptPath, F_OK) == 0 else { return }
    // The settings say it already, and all else is as it was.
    if let before, wish.untouched.contains(.colorScheme), wish.named == before.named {
      return reactions.withdraw(Self.lane)
    }
    asked = wish
    reactions.ask(order(wish), handlers)
  }

  private func order(_ wish: MirrorTarget) -> ReactionOrder {
    let arguments =
      wish.settings.flatMap { ["write", $0.key.rawValue, $0.text] }
      + wish.untouched.flatMap { ["leave", $0.rawValue] }
      + (wish.restored.map { ["restore", MirrorKey.colorScheme.rawValue, MirrorTarget.text($0)] }
        ?? [])
    return ReactionOrder(
      lane: Self.lane,
      purpose: "Have GNOME's settings say what nightd does",
      script: ShellScript(MirrorScript.text, [keptPath] + arguments),
      verdicts: [
        MirrorFailure.noProgram.rawValue: .init(Messages.noSettingsProgram, isFailure: false),
        MirrorFailure.noSchema.rawValue: .init(Messages.noSettingsSchema, isFailure: false),
        MirrorFailure.notWritten.rawValue: .init(Messages.settingsNotWritten, isFailure: true),
        MirrorFailure.notKept.rawValue: .init(Messages.settingsNotKept, isFailure: true),
        MirrorFailure.outdated.rawValue: .init(Messages.settingsOutdated, isFailure: false),
      ],
      question: MirrorScript.question
    )
  }
}

// MARK: - The question

extension MirrorPart {
  /// Lets the program write what is still wanted; one that is out of date ends without writing.
  ///
  /// While something is being stored nobody knows what will be wanted, and the answer waits. It waits
  /// too if the program found a style that nobody has told yet: that may be a person's word.
  private func answer() {
    guard let run, let question = run.question, let wish else { return }
    if let found = question.found, let told, found != told, !isPatienceOver { return }
    forgetRun()
    guard wish == run.wish else {
      reactions.answer(Self.lane, MirrorScript.no)
      return lookAgain()
    }
    if let wanted = question.wanted {
      core.handle(.mirroring(run.wish.echo(wanted)))
      writing.began(wanted)
    }
    reactions.answer(Self.lane, MirrorScript.yes)
  }

  /// Answers a program that nightd will not be there to answer.
  func leave() {
    guard let run else { return }
    forgetRun()
    let isWanted = wish == run.wish
    if isWanted { core.handle(.mirroring(run.wish.echo(run.question?.wanted))) }
    reactions.answer(Self.lane, isWanted ? MirrorScript.yes : MirrorScript.no)
  }
}

extension MirrorPart {
  private func forgetRun() {
    run = nil
    patience?.stop()
  }
}

extension MirrorTarget {
  /// What the style comes back as; on GNOME that is known only once the program has asked.
  fileprivate func echo(_ wanted: DesktopWord?) -> DesktopMemory.Echo {
    guard let scheme = settings.first(where: { $0.key == .colorScheme }) else {
      return restored.map(DesktopMemory.Echo.word) ?? .before
    }
    return .word(wanted ?? (scheme.text == MirrorTarget.dark ? .dark : .light))
  }
}
