import Glibc
package import NightBus
package import NightCore

/// Has GNOME's settings say what nightd does, by a program beside it that nobody waits for.
package final class Mirror {
  package static let lane = MirrorEnd.reaction
  /// Sets that follow each other so fast are one; and they are told to everyone before it begins.
  private static let pauseMilliseconds = 10
  /// What failed is tried again after these; then only when something changes.
  private static let retryMilliseconds = [10_000, 60_000, 300_000]

  private let reactions: Reactions
  private let keptPath: String
  private let hasOnlyMemory: Bool
  private let environment: [String: String]
  private var pause: Timer?
  private var isPausing = false
  private var retry: Timer?
  private var failures = 0
  /// What was looked at last, and what a program was asked to write last.
  private var seen: MirrorWish?
  private var asked: MirrorWish?
  /// The program under way, until it has its answer.
  private var run: Run?
  package let writing: MirrorWriting

  private struct Run {
    /// What it was started for.
    let wish: MirrorWish
    /// The keys that it asks to write; nil until it asks.
    var question: [String]?
  }

  /// What is to be mirrored now; nil if nothing is to be done yet.
  package var wish: () -> MirrorWish? = { nil }
  /// Called right before something is written that may come back as what the desktop says.
  package var onWrite: (DesktopMemory.Echo) -> Void = { _ in }

  /// What is added to the program's environment is for tests.
  package init(
    through reactions: Reactions,
    on loop: Loop,
    keptIn folder: String,
    hasOnlyMemory: Bool,
    environment: [String: String] = [:]
  ) {
    self.reactions = reactions
    keptPath = folder + "/gsettings.kept"
    self.hasOnlyMemory = hasOnlyMemory
    self.environment = environment
    writing = MirrorWriting(on: loop)
    pause = loop.timer { [unowned self] in
      isPausing = false
      look()
    }
    retry = loop.timer { [unowned self] in lookAgain() }
    reactions.onStart = { [unowned self] order in if order.lane == Self.lane { started() } }
    reactions.onQuestion = { [unowned self] lane, keys in
      guard lane == Self.lane else { return }
      run?.question = keys
      answer()
    }
    reactions.onEnd = { [unowned self] lane in if lane == Self.lane { ended() } }
  }

  private func started() {
    run = asked.map { Run(wish: $0) }
  }

  private func ended() {
    run = nil
    let last = reactions.reports.first { $0.name == Self.lane }?.last
    writing.ended(isFailed: last?.isFailed ?? true)
    guard last?.isFailed == true else {
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
  package func lookSoon() {
    // Nothing but a process itself would ever see such settings.
    guard !isPausing, !hasOnlyMemory else { return }
    isPausing = true
    pause?.set(milliseconds: Self.pauseMilliseconds)
  }

  /// Mirrors anew, though it is what was asked for last.
  package func lookAgain() {
    seen = nil
    lookSoon()
  }

  private func look() {
    answer()
    guard let wish = wish(), wish != seen else { return }
    let before = seen
    seen = wish
    // If nothing was ever written there is nothing to be put back.
    guard !wish.settings.isEmpty || asked != nil || access(keptPath, F_OK) == 0 else { return }
    // The settings say it already, and all else is as it was.
    if let before, wish.untouched.contains(.colorScheme), wish.named == before.named {
      return reactions.withdraw(Self.lane)
    }
    asked = wish
    reactions.ask(order(wish))
  }

  private func order(_ wish: MirrorWish) -> ReactionOrder {
    let arguments =
      wish.settings.flatMap { ["write", $0.key.rawValue, $0.text] }
      + wish.untouched.flatMap { ["leave", $0.rawValue] }
    return ReactionOrder(
      lane: Self.lane,
      purpose: "Have GNOME's settings say what nightd does",
      words: ["/bin/sh", "-c", MirrorScript.text, "nightd-mirror", keptPath] + arguments,
      environment: environment,
      verdicts: [
        MirrorEnd.noProgram.rawValue: .init(Words.noSettingsProgram, isFailure: false),
        MirrorEnd.noSchema.rawValue: .init(Words.noSettingsSchema, isFailure: false),
        MirrorEnd.notWritten.rawValue: .init(Words.settingsNotWritten, isFailure: true),
        MirrorEnd.notKept.rawValue: .init(Words.settingsNotKept, isFailure: true),
        MirrorEnd.outdated.rawValue: .init(Words.settingsOutdated, isFailure: false),
      ],
      question: MirrorScript.question
    )
  }
}

// MARK: - The question

extension Mirror {
  /// Lets the program write what is still wanted; one that is out of date ends without writing.
  ///
  /// While something is being stored nobody knows what will be wanted, and the answer waits.
  private func answer() {
    guard let run, let keys = run.question, let wish = wish() else { return }
    self.run = nil
    guard wish == run.wish else {
      reactions.answer(Self.lane, MirrorScript.no)
      return lookAgain()
    }
    if keys.contains(MirrorKey.colorScheme.rawValue) {
      onWrite(run.wish.echo)
      writing.began(run.wish.echo)
    }
    reactions.answer(Self.lane, MirrorScript.yes)
  }

  /// Answers a program that nightd will not be there to answer.
  package func leave() {
    guard let run else { return }
    self.run = nil
    let isWanted = wish() == run.wish
    if isWanted { onWrite(run.wish.echo) }
    reactions.answer(Self.lane, isWanted ? MirrorScript.yes : MirrorScript.no)
  }
}

extension MirrorWish {
  /// What its key of the style comes back as.
  fileprivate var echo: DesktopMemory.Echo {
    guard let scheme = settings.first(where: { $0.key == .colorScheme }) else { return .before }
    return .style(scheme.text == MirrorWish.dark ? .dark : .light)
  }
}
