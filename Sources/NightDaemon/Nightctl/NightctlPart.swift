import NightBus
import NightContract
import NightCore
import NightPrograms
import NightStore

/// After a change of the appearance, starts nightctl to update other programs and to run hooks.
///
/// nightctl does all the work: it reads the folders, checks the files, writes settings and runs
/// hooks. nightctl also remembers its own last changes. The daemon only decides when to start
/// nightctl, and starts it outside the daemon's sandbox. If no program follows nightd, no theme
/// follows the wallpaper and no hook exists, the daemon does not start nightctl.
final class NightctlPart: Part {
  static let hookLane = "hooks"
  static let programLane = "programs"
  static let modeLane = "mode"

  /// The minimum time between two readings of the folders of hooks and programs, and between two
  /// starts of hooks.
  private static let spacingMilliseconds = 100
  /// How long nightd waits, after a click on the desktop's switch, before it updates programs.
  ///
  /// Cinnamon's page of styles, for example, writes the switch first and the names of the themes
  /// afterwards. nightctl must read the new names, and must not write the old names back.
  private static let clickMilliseconds = 150
  /// If hooks have started this many times within ten seconds, they then start at most once a
  /// second.
  ///
  /// A hook that sets the style causes another change of style, which starts the hook again.
  /// Without this limit, such a hook would run all the time.
  private static let mostStarts = 20
  private static let brakeMilliseconds = (window: 10_000, spacing: 1_000)
  /// How long nightctl may run; the limit is only a precaution, because nightctl itself limits the
  /// time of each hook.
  private static let limitMilliseconds = 86_400_000
  private static let forgetMilliseconds = 1_000
  private static let modeMilliseconds = 5_000

  private let core: Core
  private let reactions: Reactions
  private let nightctl: String?
  private let folders: HookFolders
  private let followers: Followers
  private let given: GivenStyles
  /// Notices that a desktop shell has started; nil unless the user has switched on a program.
  private var shell: ShellWatch?
  /// The state that was last passed to programs and hooks; nil before the first time.
  private var last: Painted?
  private var lastOutside: Outside?
  private var settings: Settings
  /// What nightctl must do as soon as the folders of hooks and programs have been read again.
  private var due = Due()
  /// When the folders of hooks and programs were last read, in nanoseconds of the loop's clock.
  private var lastReading: UInt64?
  private var nextReading: Timer?
  /// When the desktop's switch was last clicked, in nanoseconds of the loop's clock.
  private var lastClick: UInt64?
  private var isReading = false
  private var areHooksRunning = false
  /// The report to expect from the desktop if the present run of nightctl writes the desktop's
  /// settings.
  private var expected: DesktopMemory.Echo?
  /// The timer that forgets `expected` some time after a run of nightctl that wrote nothing.
  ///
  /// The delay is needed because another command, such as `nightctl undo`, may have written the
  /// expected value.
  private var forgetting: Timer?
  /// The times at which hooks were last started, in nanoseconds of the loop's clock.
  private var starts: [UInt64] = []
  private var isBrakeLogged = false
  private var nextStart: Timer?
  private var question: ProgramsQuestion?
  /// Whether an update of programs is waiting, and whether an update is running.
  private var (isUpdateWaiting, isUpdateRunning) = (false, false)

  private struct Due {
    var hooks = false
    /// Whether to update programs that the user has switched on, and the themes that are made from
    /// the wallpapers.
    var programs = false
    /// Whether to update programs that follow nightd automatically.
    var followers = false
    /// Whether nightd writes other programs' settings at the moment.
    var isActive = false

    var isAny: Bool { hooks || programs || followers }
  }

  init(
    _ core: Core,
    _ reactions: Reactions,
    nightctl: String?,
    _ folders: HookFolders,
    _ followers: Followers
  ) {
    self.core = core
    self.reactions = reactions
    self.nightctl = nightctl
    self.folders = folders
    self.followers = followers
    settings = Settings(core.keeper.preferences)
    given = GivenStyles(core)
    nextReading = core.loop.timer { [unowned self] in readFolders() }
    nextStart = core.loop.timer { [unowned self] in startHooks() }
    forgetting = core.loop.timer { [unowned self] in forget() }
    question = ProgramsQuestion(
      core,
      isTelling: { [unowned self] in
        isUpdateWaiting || isUpdateRunning || isReading || due.isAny
      },
      start: { [unowned self] handlers in
        ask(
          Self.modeLane,
          ["programs", "mode"],
          "Ask running programs which style they show",
          question: RunnerProtocol.mode,
          limitMilliseconds: Self.modeMilliseconds,
          handlers
        )
      }
    )
  }

  func begin() {
    watchShell()
    update()
  }

  func decided(_ step: Step) {
    guard step.changesPreferences else { return }
    settings = Settings(core.keeper.preferences)
    watchShell()
  }

  private func watchShell() {
    guard settings.hasPrograms, nightctl != nil else {
      shell = nil
      return
    }
    guard shell == nil else { return }
    // Ignore an error: without a bus, no shell can be followed.
    shell = try? ShellWatch(on: core.connection, core.loop) { [unowned self] in
      due.programs = true
      readSoon()
    }
  }

  func announced(_ step: Step) {
    if step.effects.contains(.askPrograms) {
      if nightctl == nil { core.handle(.programsAnswered(.none)) } else { question?.ask() }
    }
    // The desktop's switch has a style that nightd wrote earlier, so write the style in effect
    // again.
    if step.effects.contains(.writeGnomeAgain), core.keeper.isSourceWithPrograms {
      lastOutside = nil
      return update()
    }
    // Update after each report of the desktop's settings, even after a first report that changes
    // nothing.
    if case .desktop = step.event {
      if step.isAnnounced { lastClick = Timer.now() }
      return update()
    }
    if step.isAnnounced { update() }
  }

  private func update() {
    guard nightctl != nil else { return }
    let painted = Painted(
      paint: Paint(core.keeper.snapshot.appearance),
      pictures: settings.pictures,
      makesThemes: settings.makesThemes
    )
    let isRepainted = last.map { !painted.isSame(as: $0) } ?? true
    let outside = Outside(core.keeper, settings)
    let isNew = outside != nil && (isRepainted || outside != lastOutside)
    // If the desktop's style is unknown, update the programs again as soon as it is known.
    if outside == nil { lastOutside = nil }
    guard isRepainted || isNew else { return }
    // If the user no longer wants themes from the wallpapers, nightctl must forget the wallpapers.
    let hasThemes = painted.makesThemes || last?.makesThemes == true
    last = painted
    if isNew {
      due.followers = true
      lastOutside = outside
    }
    if isRepainted {
      due.hooks = settings.runsHooks
      due.programs = settings.hasPrograms || hasThemes
    }
    due.isActive = outside?.isActive == true
    readSoon()
  }

  /// Reads the folders of hooks and programs, at once or after a short delay.
  ///
  /// If the folders were read very recently, waits first, so that they are read only once for many
  /// changes. After a click on the desktop's switch, waits until the desktop has written all of its
  /// settings.
  private func readSoon() {
    guard !isReading else { return }
    func remaining(of milliseconds: Int, since time: UInt64?) -> Int {
      time.map { milliseconds - Self.milliseconds(since: $0) } ?? 0
    }
    let wait = max(
      remaining(of: Self.spacingMilliseconds, since: lastReading),
      remaining(of: Self.clickMilliseconds, since: lastClick)
    )
    guard wait > 0 else { return readFolders() }
    nextReading?.set(milliseconds: wait)
  }

  /// Looks for hooks and for programs that follow nightd automatically, and then starts nightctl.
  ///
  /// The folders of hooks and programs belong to the user, and may be on a disk that hangs. So a
  /// separate thread reads the folders, and nightd can read other files without waiting for that
  /// thread.
  private func readFolders() {
    nextReading?.stop()
    lastReading = Timer.now()
    isReading = true
    var due = due
    self.due = Due()
    let off = settings.programsOff
    let (programs, hooks, isActive) = (due.followers, due.hooks, due.isActive)
    let look = { @Sendable [folders, followers] in
      (
        hooks: hooks && folders.haveFiles(on: .system),
        followers: programs && (followers.hasRecord || isActive && followers.areHere(except: off))
      )
    }
    do throws(BusError) {
      try core.loop.offloadAlone(look) { [weak self] found in
        guard let self else { return }
        isReading = false
        due.hooks = found.hooks
        due.followers = found.followers
        start(due)
        // If the appearance changed while the folders were being read, read them again soon.
        if self.due.isAny { readSoon() }
      }
    } catch {
      // If no thread could be started to read the folders, read them at the next change.
      isReading = false
      self.due = due
    }
  }

  private func start(_ due: Due) {
    guard let style = last?.paint.style else { return }
    // Update programs before hooks run, because hooks may use the files that nightctl writes for
    // programs.
    if due.programs || due.followers { applyPrograms(due) }
    // The user may have switched hooks off while the folders were being read.
    if due.hooks, settings.runsHooks { runHooks(style) }
    question?.proceed()
  }

  private func applyPrograms(_ due: Due) {
    isUpdateWaiting = true
    ask(
      Self.programLane,
      ["programs", "apply"],
      "Give programs nightd's style and colours",
      question: RunnerProtocol.writesSource,
      Reactions.Handlers(
        onStart: { [unowned self] in
          (isUpdateWaiting, isUpdateRunning) = (false, true)
          forget()
          guard due.followers, let echo else { return }
          expected = echo
          core.handle(.programsWrite(echo))
        },
        onQuestion: { [unowned self] words in writesSource(words.first.flatMap(Style.init)) },
        onEnd: { [unowned self] end in
          if expected != nil { forgetting?.set(milliseconds: Self.forgetMilliseconds) }
          // If nightctl failed, update the programs again at the next announced change.
          if end.isFailed { lastOutside = nil }
          isUpdateRunning = false
          question?.told()
        }
      )
    )
  }

  /// Called when nightctl is about to write `style` to the desktop's settings that nightd follows.
  ///
  /// If the style has changed since nightctl was started, nightctl may have read the old or the new
  /// style, so expect a report of `style`.
  private func writesSource(_ style: Style?) {
    let before = expected.take()
    guard let style, !restoresSource else { return }
    let echo = DesktopMemory.Echo.word(style == .dark ? .dark : .light)
    if before != echo { core.handle(.programsWrite(echo)) }
  }

  private func forget() {
    forgetting?.stop()
    if let echo = expected.take() { core.handle(.programsNotWritten(echo)) }
  }

  /// The report to expect after nightctl has written or restored the desktop's settings that nightd
  /// follows; nil if nightctl does not write these settings.
  private var echo: DesktopMemory.Echo? {
    let keeper = core.keeper
    guard keeper.isSourceWithPrograms else { return nil }
    guard restoresSource else {
      return .word(keeper.snapshot.appearance.style == .dark ? .dark : .light)
    }
    return keeper.ownWord.map(DesktopMemory.Echo.word) ?? .before
  }

  /// Whether nightctl puts the user's own values back into the desktop's settings that nightd
  /// follows.
  private var restoresSource: Bool {
    guard let source = core.keeper.sourceReport?.source else { return true }
    return lastOutside?.isActive != true || lastOutside?.source == source
      || !settings.programsOff.isDisjoint(with: [source, PreferenceTable.allPrograms])
  }

  private func runHooks(_ style: Style) {
    given.add(style)
    if areHooksRunning { reactions.answer(Self.hookLane, RunnerProtocol.outdated) }
    // If changes come in quick succession, only the first and the last start hooks.
    let since = starts.last.map(Self.milliseconds(since:)) ?? Int.max
    let spacing = spacing
    guard since < spacing else { return startHooks() }
    nextStart?.set(milliseconds: spacing - since)
  }

  /// The present minimum time between two starts of hooks, in milliseconds.
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
          given.started()
        },
        onEnd: { [unowned self] _ in
          areHooksRunning = false
          given.ended()
        }
      )
    )
  }

  private func ask(
    _ lane: String,
    _ arguments: [String],
    _ purpose: String,
    question: String? = nil,
    limitMilliseconds: Int = NightctlPart.limitMilliseconds,
    _ handlers: Reactions.Handlers = Reactions.Handlers()
  ) {
    guard let nightctl else { return }
    reactions.ask(
      ReactionOrder(
        lane: lane,
        purpose: purpose,
        arguments: [nightctl] + arguments,
        environment: [RunnerProtocol.variable: RunnerProtocol.daemon],
        limitMilliseconds: limitMilliseconds,
        kind: .session,
        question: question,
        ending: RunnerProtocol.ended
      ),
      handlers
    )
  }
}

extension HookFolders {
  /// Whether any of the folders of hooks contains a file.
  fileprivate func haveFiles(on disk: Disk) -> Bool {
    all.contains { folder in (try? disk.list(folder.path, 1))?.isEmpty == false }
  }
}
