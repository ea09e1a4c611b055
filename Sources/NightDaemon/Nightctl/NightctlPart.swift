import NightBus
import NightContract
import NightCore
import NightPrograms
import NightStore
import NightValues

/// Starts nightctl after a change of what programs paint: for mirrors, programs and hooks.
///
/// nightctl does all the work: it knows what it did last, reads the folders, checks the files, and
/// writes or runs them. The daemon only decides when, and starts nightctl outside its sandbox. If
/// there is nothing to mirror, no hook and no program, nothing is started.
final class NightctlPart: Part {
  static let mirrorLane = "mirrors"
  static let hookLane = "hooks"
  static let programLane = "programs"

  /// The least time between two readings of the folders, and between two starts of hooks.
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
  private let evidence: MirrorEvidence
  private let given: GivenStyles
  /// What was last passed on; nil before the first time.
  private var last: Painted?
  private var lastMirrored: Mirrored?
  private var settings: Settings
  /// What is to be started when the folders are read.
  private var due = Due()
  /// When the folders were last read, in nanoseconds of the loop's clock.
  private var lastReading: UInt64?
  private var nextReading: Timer?
  private var isReading = false
  private var areHooksRunning = false
  /// When hooks were last started, in nanoseconds of the loop's clock; at most `mostStarts`.
  private var starts: [UInt64] = []
  private var isBrakeLogged = false
  private var nextStart: Timer?

  private struct Due {
    var hooks = false
    var mirrors = false
    var programs = false
    /// Whether mirrors may restore the user's own settings.
    var restores = false
    /// Whether nightd writes other programs' settings now.
    var isMirrored = false

    var isAny: Bool { hooks || mirrors || programs }
  }

  /// The preferences that count here; they are read again only when preferences change.
  private struct Settings {
    /// The pictures for both styles.
    let pictures: [PreferenceValue?]
    let runsHooks: Bool
    let hasPrograms: Bool
    let mirrors: [PreferenceValue?]
    /// The preferences of the mirrors that are on.
    let mirrorsOn: Set<String>

    init(_ preferences: Preferences, switches: [PreferenceKey]) {
      func value(_ name: String) -> PreferenceValue? {
        preferences.value(PreferenceKey(known: name))
      }
      pictures = [Style.light, .dark].map { value(PreferenceTable.wallpaper($0)) }
      runsHooks = value(PreferenceTable.runsHooks) == .bool(true)
      hasPrograms =
        if case .array(let names)? = value(PreferenceTable.programs) { !names.isEmpty } else {
          false
        }
      mirrors = PreferenceTable.mirrorKeys.map { preferences.value($0) }
      mirrorsOn = Set(switches.filter { preferences.value($0) != .bool(false) }.map(\.name))
    }
  }

  /// Everything that hooks and programs depend on.
  private struct Painted {
    let paint: Paint
    /// The pictures for both styles.
    let pictures: [PreferenceValue?]

    func isSame(as other: Painted) -> Bool {
      paint.looksLike(other.paint) && pictures == other.pictures
    }
  }

  /// Everything that mirrors depend on besides what programs paint.
  private struct Mirrored: Equatable {
    /// Whether nightd writes other programs' settings.
    let isActive: Bool
    let source: String?
    let preferences: [PreferenceValue?]

    /// Nil while it is unknown what the desktop asks for.
    init?(_ keeper: Keeper, _ settings: Settings) {
      let appearance = keeper.snapshot.appearance
      let isFollowing = appearance.choice == .system && appearance.holdUntil == nil
      guard keeper.isDesktopKnown || !isFollowing else { return nil }
      let source = keeper.sourceReport?.source
      isActive = appearance.isMirroredToToolkits(following: source)
      self.source = isFollowing ? source : nil
      preferences = settings.mirrors
    }
  }

  init(
    _ core: Core,
    _ reactions: Reactions,
    nightctl: String?,
    _ folders: HookFolders,
    _ evidence: MirrorEvidence
  ) {
    self.core = core
    self.reactions = reactions
    self.nightctl = nightctl
    self.folders = folders
    self.evidence = evidence
    settings = Settings(core.keeper.preferences, switches: evidence.switches)
    given = GivenStyles(core)
    nextReading = core.loop.timer { [unowned self] in readFolders() }
    nextStart = core.loop.timer { [unowned self] in startHooks() }
  }

  func begin() { update() }

  func decided(_ step: Step) {
    guard step.changesPreferences else { return }
    settings = Settings(core.keeper.preferences, switches: evidence.switches)
  }

  func announced(_ step: Step) {
    // The first report may announce nothing: no source answers.
    if case .desktop = step.event { return update() }
    if step.isAnnounced { update() }
  }

  private func update() {
    guard nightctl != nil else { return }
    let painted = Painted(
      paint: Paint(core.keeper.snapshot.appearance),
      pictures: settings.pictures
    )
    let isRepainted = last.map { !painted.isSame(as: $0) } ?? true
    let mirrored = Mirrored(core.keeper, settings)
    let isMirroredAnew = mirrored != nil && (isRepainted || mirrored != lastMirrored)
    // What programs paint may change while it is unknown what to mirror.
    if mirrored == nil { lastMirrored = nil }
    guard isRepainted || isMirroredAnew else { return }
    last = painted
    if isMirroredAnew {
      due.mirrors = true
      due.restores = due.restores || !isRepainted || mirrored?.isActive == false
      lastMirrored = mirrored
    }
    if isRepainted {
      due.hooks = settings.runsHooks
      due.programs = settings.hasPrograms
    }
    due.isMirrored = mirrored?.isActive == true
    readSoon()
  }

  /// Reads the folders now, or later in a flurry of changes: one reading is enough for them all.
  private func readSoon() {
    guard !isReading else { return }
    let since = lastReading.map(Self.milliseconds(since:)) ?? Int.max
    guard since < Self.spacingMilliseconds else { return readFolders() }
    nextReading?.set(milliseconds: Self.spacingMilliseconds - since)
  }

  /// Looks for hooks and for what mirrors need, and then starts nightctl.
  ///
  /// The folders are the user's, and may be on a disk that hangs.
  private func readFolders() {
    nextReading?.stop()
    lastReading = Timer.now()
    isReading = true
    var due = due
    self.due = Due()
    let on = due.isMirrored && due.mirrors ? settings.mirrorsOn : []
    let (mirrors, hooks) = (due.mirrors, due.hooks)
    core.loop.offloadReading({ [folders, evidence] in
      (
        hooks: hooks && folders.haveFiles(on: .system),
        mirrors: mirrors && (evidence.hasRecord || evidence.isThere(forAny: on))
      )
    }) { [weak self] found in
      guard let self else { return }
      isReading = false
      due.hooks = found.hooks
      due.mirrors = found.mirrors
      start(due)
      // The appearance has changed during the reading.
      if self.due.isAny { readSoon() }
    }
  }

  private func start(_ due: Due) {
    guard let style = last?.paint.style else { return }
    // Mirrors come first: windows follow them.
    if due.mirrors { applyMirrors(style, restores: due.restores) }
    if due.programs {
      ask(Self.programLane, ["programs", "apply"], "Give programs nightd's colours")
    }
    if due.hooks { runHooks(style) }
  }

  private func applyMirrors(_ style: Style, restores: Bool) {
    // Of the settings that a source reports, only KDE's are written by these mirrors. With any other
    // source, each report of another style is a person's.
    let isReported = core.keeper.sourceReport?.source == DesktopSource.kde
    if isReported {
      var styles = [style]
      // The user's own settings, which come back, may have the other style.
      if restores, let own = core.keeper.ownWord { styles.append(own.style ?? .light) }
      given.add(styles, to: Self.mirrorLane)
    }
    ask(
      Self.mirrorLane,
      ["mirrors", "apply"],
      "Write the style into other programs' settings",
      Reactions.Handlers(
        onStart: { [unowned self] in
          if isReported { given.started(Self.mirrorLane) }
        },
        onEnd: { [unowned self] end in
          if isReported { given.ended(Self.mirrorLane) }
          // The next announced step tries again.
          if end.isFailed { lastMirrored = nil }
        }
      )
    )
  }

  private func runHooks(_ style: Style) {
    given.add([style], to: Self.hookLane)
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
        onStart: { [unowned self] in
          areHooksRunning = true
          given.started(Self.hookLane)
        },
        onEnd: { [unowned self] _ in
          areHooksRunning = false
          given.ended(Self.hookLane)
        }
      )
    )
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
