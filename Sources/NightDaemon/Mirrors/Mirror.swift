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

  /// What is to be mirrored now; nil where nothing is to be done.
  package var wish: () -> MirrorWish? = { nil }
  /// Called right before something is written that may come back as what the desktop says; nil where
  /// that is whatever stood before.
  package var onWrite: (Style?) -> Void = { _ in }

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
    pause = loop.timer { [unowned self] in
      isPausing = false
      look()
    }
    retry = loop.timer { [unowned self] in lookAgain() }
    reactions.onStart = { [unowned self] order in if order.lane == Self.lane { tell() } }
    reactions.onEnd = { [unowned self] lane in if lane == Self.lane { ended() } }
  }

  private func ended() {
    let last = reactions.reports.first { $0.name == Self.lane }?.last
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
    guard let wish = wish(), wish != seen else { return }
    let before = seen
    seen = wish
    // Where nothing was ever written there is nothing to be put back.
    guard !wish.settings.isEmpty || asked != nil || access(keptPath, F_OK) == 0 else { return }
    // The settings say it already, and all else is as it was.
    if let before, wish.untouched.contains(.colorScheme), wish.named == before.named {
      return reactions.withdraw(Self.lane)
    }
    asked = wish
    reactions.ask(order(wish))
  }

  private func tell() {
    guard let asked else { return }
    if let scheme = asked.settings.first(where: { $0.key == .colorScheme }) {
      onWrite(scheme.text == MirrorWish.dark ? .dark : .light)
    } else if !asked.untouched.contains(.colorScheme), isSchemeKept {
      onWrite(nil)
    }
  }

  /// Whether there is something to be put back that may come back as what the desktop says.
  private var isSchemeKept: Bool {
    let file = open(keptPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(file, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    return text.split(separator: "\n").contains {
      $0.split(separator: "\t").dropFirst().first == MirrorKey.colorScheme.rawValue[...]
    }
  }

  private func order(_ wish: MirrorWish) -> ReactionOrder {
    let words =
      wish.settings.flatMap { ["write", $0.key.rawValue, $0.text] }
      + wish.untouched.flatMap { ["leave", $0.rawValue] }
    return ReactionOrder(
      lane: Self.lane,
      purpose: "Have GNOME's settings say what nightd does",
      words: ["/bin/sh", "-c", MirrorScript.text, "nightd-mirror", keptPath] + words,
      environment: environment,
      verdicts: [
        MirrorEnd.noProgram.rawValue: .init(Words.noSettingsProgram, isFailure: false),
        MirrorEnd.noSchema.rawValue: .init(Words.noSettingsSchema, isFailure: false),
        MirrorEnd.notWritten.rawValue: .init(Words.settingsNotWritten, isFailure: true),
        MirrorEnd.notKept.rawValue: .init(Words.settingsNotKept, isFailure: true),
      ]
    )
  }
}
