import NightBus
import NightContract
import NightCore
import NightReactions
import NightStore
import NightValues

/// Lets nightctl run hooks and apply ready reactions after a change of what programs paint.
///
/// nightctl does all the work: it knows what it did last in this session, reads the folders, checks
/// the files and runs them. The daemon only decides when, and starts nightctl outside its sandbox.
/// If no hook and no reaction exists, nothing is started.
final class HooksPart: Part {
  static let hookLane = "hooks"
  static let reactionLane = "programs"

  /// How long after the end of hooks their writes to the desktop's settings may still be reported.
  private static let echoMilliseconds = 2_000
  /// The least time between two starts of hooks.
  private static let spacingMilliseconds = 100
  /// If hooks start this many times within ten seconds, they then start at most once a second.
  ///
  /// A hook that sets the style causes the next change, and so runs again and again.
  private static let mostStarts = 20
  private static let brakeMilliseconds = (window: 10_000, spacing: 1_000)
  /// A safety limit only: each hook has its own limit, which nightctl enforces.
  private static let limitMilliseconds = 86_400_000

  private let core: Core
  private let reactions: Reactions
  private let nightctl: String?
  private let folders: HookFolders
  /// What was last passed on; nil before the first time.
  private var last: Painted?
  /// Counts the changes, so that a late reading of the folders is not taken for a newer one.
  private var changes: UInt64 = 0
  /// The styles that hooks were given since the last time when none was running.
  private var givenStyles: [Style] = []
  private var areHooksRunning = false
  private var echoTimer: Timer?
  /// When hooks were last started, in nanoseconds of the loop's clock; at most `mostStarts`.
  private var starts: [UInt64] = []
  private var isBrakeLogged = false
  private var nextStart: Timer?

  /// Everything that hooks and ready reactions depend on.
  private struct Painted {
    let paint: Paint
    /// The pictures for both styles.
    let pictures: [PreferenceValue?]

    init(_ appearance: Appearance, _ preferences: Preferences) {
      paint = Paint(appearance)
      pictures = [Style.light, .dark].map {
        preferences.value(PreferenceKey(known: PreferenceTable.wallpaper($0)))
      }
    }

    func isSame(as other: Painted) -> Bool {
      paint.looksLike(other.paint) && pictures == other.pictures
    }
  }

  init(_ core: Core, _ reactions: Reactions, nightctl: String?, _ folders: HookFolders) {
    self.core = core
    self.reactions = reactions
    self.nightctl = nightctl
    self.folders = folders
    echoTimer = core.loop.timer { [unowned self] in forgetStyles() }
    nextStart = core.loop.timer { [unowned self] in startHooks() }
  }

  func begin() { update() }

  func announced(_ step: Step) {
    if step.isAnnounced { update() }
  }

  private func update() {
    guard nightctl != nil else { return }
    let preferences = core.keeper.preferences
    let painted = Painted(core.keeper.snapshot.appearance, preferences)
    if let last, painted.isSame(as: last) { return }
    last = painted
    changes += 1
    if case .array(let names)? = preferences.value(PreferenceKey(known: PreferenceTable.reactions)),
      !names.isEmpty
    {
      ask(Self.reactionLane, ["reactions", "apply"], "Give programs nightd's colours")
    }
    guard preferences.value(PreferenceKey(known: PreferenceTable.runsHooks)) == .bool(true) else {
      return
    }
    // The folders are the user's, and may be on a disk that hangs.
    let change = changes
    core.loop.offloadReading({ [folders] in folders.haveFiles(on: .system) }) {
      [weak self] haveFiles in
      guard let self, haveFiles, changes == change else { return }
      runHooks(painted.paint.style)
    }
  }

  private func runHooks(_ style: Style) {
    if !givenStyles.contains(style) {
      givenStyles.append(style)
      core.handle(.hooks(givenStyles))
    }
    echoTimer?.stop()
    if areHooksRunning { reactions.answer(Self.hookLane, RunnerProtocol.outdated) }
    // Of several changes in a flurry, only the first and the last start hooks.
    let since = starts.last.map(Self.milliseconds(since:)) ?? Int.max
    let spacing = spacing
    guard since < spacing else { return startHooks() }
    nextStart?.set(milliseconds: spacing - since)
  }

  /// The least time between two starts now, in milliseconds.
  private var spacing: Int {
    guard starts.count == Self.mostStarts, let first = starts.first,
      Self.milliseconds(since: first) < Self.brakeMilliseconds.window
    else { return Self.spacingMilliseconds }
    if !isBrakeLogged {
      isBrakeLogged = true
      core.log.warning(Messages.hooksStartOften(Self.mostStarts))
    }
    return Self.brakeMilliseconds.spacing
  }

  private static func milliseconds(since start: UInt64) -> Int {
    Int((Timer.now() &- start) / 1_000_000)
  }

  private func startHooks() {
    nextStart?.stop()
    starts = starts.suffix(Self.mostStarts - 1) + [Timer.now()]
    ask(
      Self.hookLane,
      ["hooks", "run"],
      "Run the hooks of nightd",
      Reactions.Handlers(
        onStart: { [unowned self] in areHooksRunning = true },
        onEnd: { [unowned self] _ in
          areHooksRunning = false
          echoTimer?.set(milliseconds: Self.echoMilliseconds)
        }
      )
    )
  }

  private func forgetStyles() {
    guard !areHooksRunning else { return }
    givenStyles = []
    core.handle(.hooks([]))
  }

  private func ask(
    _ lane: String,
    _ arguments: [String],
    _ purpose: String,
    _ handlers: Reactions.Handlers = Reactions.Handlers()
  ) {
    guard let nightctl else { return }
    reactions.ask(
      ReactionOrder(
        lane: lane,
        purpose: purpose,
        arguments: [nightctl] + arguments,
        environment: [RunnerProtocol.variable: RunnerProtocol.daemon],
        limitMilliseconds: Self.limitMilliseconds,
        kind: .session,
        ending: RunnerProtocol.ended
      ),
      handlers
    )
  }
}

extension HookFolders {
  /// Whether any folder has an entry.
  fileprivate func haveFiles(on disk: Disk) -> Bool {
    all.contains { folder in (try? disk.list(folder.path, 1))?.isEmpty == false }
  }
}
