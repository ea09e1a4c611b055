import NightBus
import NightContract
import NightCore
import NightStore
import NightThemes
import NightValues

/// The themes on the bus, and those in use for the Keeper.
final class ThemesPart: Part {
  /// So many callers may wait for themes to be read.
  private static let mostReaders = 64
  /// How long a caller waits for files that may never answer.
  private static let readMilliseconds = 2_000

  private let core: Core
  private let theming: Theming
  /// What the log said of themes that are in use and cannot serve there.
  private var saidMisplaced: Set<String> = []
  private var readers = 0

  init(_ core: Core, _ theming: Theming) {
    self.core = core
    self.theming = theming
    theming.onChange = { [unowned self] themes in
      core.handle(.themes(themes))
      sayMisplaced()
      sendChanged()
    }
    theming.onSetChange = { [unowned self] in sendChanged() }
    theming.wear(core.standing.appearance)
    sayMisplaced()
  }

  func export(on server: inout ObjectServer) {
    server.export(Self.interface, self, at: .nightd)
    server.export(Self.control, self, at: .nightd)
  }

  func decided(_ step: Step) {
    if step.changesAppearance { theming.wear(step.after) }
  }

  func told(_ step: Step) {
    guard step.isTold else { return }
    theming.use(core.keeper.themeNames)
    sayMisplaced()
  }

  func explain(_ explanation: inout Explanation) { explanation.themeMistakes = mistakes }

  /// Calls once the themes that are in use from now on have been read and their changes told.
  ///
  /// A client that names a theme and then asks what is in effect finds that theme.
  func awaitUsed(_ then: @escaping () -> Void) {
    let piece = core.work.begin()
    theming.use(core.keeper.themeNames) {
      then()
      piece.end()
    }
  }

  /// The log says it once, for as long as it is so.
  private func sayMisplaced() {
    let misplaced = unusable
    for sentence in misplaced where !saidMisplaced.contains(sentence) {
      core.log.warning(sentence)
    }
    saidMisplaced = Set(misplaced)
  }

  private var mistakes: [String] { theming.mistakes + unusable }

  /// Themes in use that do not exist or are in the wrong place, each as a sentence.
  private var unusable: [String] {
    let missing = theming.missing
    let places = core.keeper.themePlaces.filter { missing.contains($0.name) }
    return places.map { place in
      Messages.missingTheme(place.name, for: place.slot, theming.folders.paths(of: place.name))
    } + core.keeper.misplacedThemes
  }

  private func sendChanged() { core.send("Changed", of: .themes) }

  /// Reads files off the loop's thread.
  ///
  /// Whatever comes meanwhile is done at once.
  private func offload<Result: Sendable>(
    for call: Call,
    _ read: @escaping @Sendable (ThemeFolders) -> Result,
    then: @escaping (Result) -> Void
  ) throws(Refusal) {
    guard !core.isClosing else { throw .closing }
    guard readers < Self.mostReaders else { throw .tooManyWaiting }
    readers += 1
    let piece = core.work.begin()
    theming.watchSet()
    var isRefused = false
    let limit = core.loop.timer {
      isRefused = true
      call.refuse(.themesSilent)
    }
    limit.set(milliseconds: Self.readMilliseconds)
    core.loop.offloadReading { [folders = theming.folders] in
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
    ],
    signals: [Signal("Changed", [])]
  )

  private static let control = Interface<ThemesPart>(
    .control,
    methods: [Method(.useTheme, ThemesPart.use)]
  )

  private func list(_ answer: Answer<[ThemeSummary]>) throws(Refusal) {
    try offload(for: answer.call) { folders in
      folders.summaries()
    } then: { [unowned self] summaries in
      let used = core.keeper.usedThemes
      let rows = summaries.map { summary in
        var summary = summary
        summary.isInUse = used.contains(summary.name)
        return summary
      }
      answer.orTooLarge(rows)
    }
  }

  private func describe(_ answer: Answer<BusValue>, word: String) throws(Refusal) {
    try find(word, for: answer.call) { theme in answer(theme.facts) }
  }

  private func resolve(_ answer: Answer<Theme>, word: String) throws(Refusal) {
    try find(word, for: answer.call) { theme in answer.orTooLarge(theme) }
  }

  /// A theme that is shown or in use is the one that serves, whatever its files say by now.
  private func find(
    _ word: String,
    for call: Call,
    then: @escaping (Theme) -> Void
  ) throws(Refusal) {
    let appearance = core.standing.appearance
    // No theme has a style's name.
    let name =
      word.isEmpty
      ? appearance.theme : Style(rawValue: word).map(core.keeper.theme(serving:)) ?? word
    let isShown = word.isEmpty || word == appearance.style.rawValue
    let shown = isShown ? theming.shown(as: appearance) : nil
    if let theme = shown ?? theming.theme(name) { return then(theme) }
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
    _ answer: Answer<Standing>,
    word: String,
    options: Members
  ) throws(Refusal) {
    let length = try Length(options)
    guard length != .always else { throw .unknownOption("always") }
    core.owed.lastTurn += 1
    try offload(for: answer.call) { folders in
      ThemeSearch(word, in: folders)
    } then: { [unowned self, turn = core.owed.lastTurn] search in
      switch search {
      case .unknown(let nearest): answer.refuse(.unknownTheme(word, nearest: nearest))
      // The last request counts, and that is another one by now.
      case .found where turn != core.owed.lastTurn: answer.refuse(.overtaken)
      case .found(let name, let reading):
        guard let theme = reading.theme else { return answer.refuse(.brokenTheme(name, reading)) }
        theming.keep(name, reading)
        do throws(Refusal) {
          try core.ask(.theme(ThemeFact(theme), until: length?.term), for: answer)
        } catch {
          answer.refuse(error)
        }
      }
    }
  }
}
