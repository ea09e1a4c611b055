import NightBus
import NightContract
import NightCore
import NightStore

/// Serves the themes on the bus, and reports the themes in use to the Keeper.
final class ThemesPart: Part {
  /// The maximum number of callers that may wait until themes have been read.
  private static let mostReaders = 256
  /// How long a caller waits for files that may never answer.
  private static let readMilliseconds = 2_000

  private let core: Core
  private let watcher: ThemeWatcher
  /// The messages about unusable themes that are already in the log.
  private var logged: Set<String> = []
  private var readers = 0

  init(_ core: Core, _ watcher: ThemeWatcher) {
    self.core = core
    self.watcher = watcher
    watcher.onChange = { [unowned self] themes in
      core.handle(.themes(themes))
      logUnusable()
      sendChanged()
    }
    watcher.onSetChange = { [unowned self] in sendChanged() }
    core.readThemes = { [weak self] then in self?.awaitUsed(then) ?? then() }
    watcher.updateShown(core.snapshot.appearance)
    logUnusable()
  }

  func export(on server: inout ObjectServer) {
    server.export(Self.interface, self, at: .nightd)
    server.export(Self.control, self, at: .nightd)
  }

  func decided(_ step: Step) {
    if step.changesAppearance { watcher.updateShown(step.after) }
  }

  func announced(_ step: Step) {
    guard step.isAnnounced else { return }
    watcher.use(core.keeper.themeNames)
    logUnusable()
  }

  func explain(_ explanation: inout Explanation) { explanation.themeMistakes = mistakes }

  /// Calls `then` when the themes in use have been read and their changes have been announced.
  ///
  /// So a client that chooses a theme and then asks for the appearance gets the chosen theme.
  func awaitUsed(_ then: @escaping () -> Void) {
    let piece = core.work.begin()
    watcher.use(core.keeper.themeNames) {
      then()
      piece.end()
    }
  }

  /// Logs each unusable theme once; a problem that disappears and then returns is logged again.
  private func logUnusable() {
    let messages = unusable
    for message in messages where !logged.contains(message) { core.log.warning(message) }
    logged = Set(messages)
  }

  private var mistakes: [String] { watcher.mistakes + unusable }

  /// The messages about themes in use that do not exist, or that are chosen for one style but have
  /// the other.
  private var unusable: [String] {
    let missing = watcher.missing
    let places = core.keeper.themePlaces.filter { missing.contains($0.name) }
    let own = core.keeper.askedThemes.filter { missing.contains($0.name) }
    return places.map { place in
      Messages.missingTheme(place.name, for: place.slot, watcher.folders.paths(of: place.name))
    }
      + own.map { own in
        Messages.missingTheme(own.name, for: own.key, watcher.folders.paths(of: own.name))
      } + core.keeper.misplacedThemes
  }

  private func sendChanged() { core.send("Changed", of: .themes) }

  /// Reads theme files on another thread, so that the loop is not blocked.
  private func offload<Result: Sendable>(
    for call: Call,
    _ read: @escaping @Sendable (ThemeFolders) -> Result,
    then: @escaping (Result) -> Void
  ) throws(Refusal) {
    guard !core.isClosing else { throw .closing }
    guard readers < Self.mostReaders else { throw .tooManyThemeReaders }
    readers += 1
    let piece = core.work.begin()
    watcher.watchSet()
    var isRefused = false
    let limit = core.loop.timer {
      isRefused = true
      call.refuse(.themesSilent)
      // The call was refused, so its unfinished work must no longer delay the daemon's end.
      piece.end()
    }
    limit.set(milliseconds: Self.readMilliseconds)
    core.loop.offloadReading { [folders = watcher.folders] in
      read(folders)
    } then: { [weak self] result in
      defer { piece.end() }
      limit.stop()
      guard let self else { return }
      readers -= 1
      if !isRefused { then(result) }
      core.loop.giveMemoryBack()
    }
  }
}

// MARK: - On the bus

extension ThemesPart {
  private static let interface = Interface<ThemesPart>(
    .themes,
    properties: [
      Property("Mistakes", .array(.string), .silent) { .strings($0.mistakes) }
    ],
    methods: [
      Method(.themes, ThemesPart.list), Method(.describe, ThemesPart.describe),
      Method(.resolve, ThemesPart.resolve),
      Method(.applicationThemes) { part, _ in ApplicationThemes(part.core.keeper.applicationThemes)
      },
    ],
    signals: [Signal("Changed", [])]
  )

  private static let control = Interface<ThemesPart>(
    .control,
    methods: [Method(.useTheme, ThemesPart.use), Method(.useThemeFor, ThemesPart.useFor)]
  )

  private func list(_ answer: Responder<[ThemeSummary]>) throws(Refusal) {
    try offload(for: answer.call) { folders in
      folders.summaries()
    } then: { [core] summaries in
      let used = core.keeper.usedThemes
      let rows = summaries.map { summary in
        var summary = summary
        summary.isInUse = used.contains(summary.name)
        return summary
      }
      answer.orTooLarge(rows)
    }
  }

  private func describe(_ answer: Responder<BusValue>, word: String) throws(Refusal) {
    try find(word, for: answer.call) { theme in answer(theme.facts) }
  }

  private func resolve(_ answer: Responder<Theme>, word: String) throws(Refusal) {
    try find(word, for: answer.call) { theme in answer.orTooLarge(theme) }
  }

  /// Finds a theme; if the theme is shown or in use, its files are not read again.
  private func find(
    _ word: String,
    for call: Call,
    then: @escaping (Theme) -> Void
  ) throws(Refusal) {
    let appearance = core.snapshot.appearance
    // `light` and `dark` always mean a style, because no theme can have such a name.
    let name =
      word.isEmpty
      ? appearance.theme : Style(rawValue: word).map(core.keeper.theme(serving:)) ?? word
    let isShown = word.isEmpty || word == appearance.style.rawValue
    let shown = isShown ? watcher.shown(as: appearance) : nil
    if let theme = shown ?? watcher.theme(name) { return then(theme) }
    try offload(for: call) { folders in
      ThemeSearch(name, in: folders)
    } then: { search in
      switch search {
      case .unknown(let nearest): call.refuse(.unknownTheme(name, nearest: nearest))
      case .found(let name, let reading):
        guard let theme = reading.theme else { return call.refuse(.brokenTheme(name, reading)) }
        then(theme)
      }
    }
  }

  private func use(
    _ answer: Responder<Snapshot>,
    word: String,
    term: Term?
  ) throws(Refusal) {
    let term = try term?.held()
    core.pending.lastTurn += 1
    try offload(for: answer.call) { folders in
      ThemeSearch(word, in: folders)
    } then: { [core, watcher, turn = core.pending.lastTurn] search in
      switch search {
      case .unknown(let nearest): answer.refuse(.unknownTheme(word, nearest: nearest))
      // Refuse this request: a later request arrived while the theme was being read, and only the
      // last request is carried out.
      case .found where turn != core.pending.lastTurn: answer.refuse(.overtaken)
      case .found(let name, let reading):
        guard let theme = reading.theme else { return answer.refuse(.brokenTheme(name, reading)) }
        watcher.store(reading, for: name)
        do throws(Refusal) {
          try core.ask(.theme(ThemeFact(theme), until: term), for: answer)
        } catch {
          answer.refuse(error)
        }
      }
    }
  }

  private func useFor(
    _ answer: Responder<Snapshot>,
    application: NamedApplication,
    word: String,
    _: NoOptions
  ) throws(Refusal) {
    let application = application.name
    guard !word.isEmpty else {
      core.pending.applicationTurns.overtake(application)
      return try ask(.noThemes(application: application), of: application, for: answer)
    }
    let turn = core.pending.applicationTurns.begin(application)
    try offload(for: answer.call) { folders in
      ThemeSearch(word, in: folders)
    } then: { [core, watcher] search in
      let isLast = core.pending.applicationTurns.end(turn, application)
      switch search {
      case .unknown(let nearest): answer.refuse(.unknownTheme(word, nearest: nearest))
      case .found where !isLast: answer.refuse(.overtaken)
      case .found(let name, let reading):
        guard let theme = reading.theme else { return answer.refuse(.brokenTheme(name, reading)) }
        watcher.store(reading, for: name)
        do throws(Refusal) {
          let demand = Demand.themeFor(ThemeFact(theme), application: application)
          try self.ask(demand, of: application, for: answer)
        } catch {
          answer.refuse(error)
        }
      }
    }
  }

  /// Stores an application's request, and then replies with the application's appearance.
  private func ask(
    _ demand: Demand,
    of application: String,
    for answer: Responder<Snapshot>
  ) throws(Refusal) {
    try core.ask(demand, for: answer.call) { [core] _ in
      core.awaitThemes(of: application) { [core] in
        core.answer(answer, core.keeper.snapshot(for: application))
      }
    }
  }
}
