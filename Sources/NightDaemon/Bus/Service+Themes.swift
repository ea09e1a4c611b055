import NightBus
import NightContract
import NightCore
import NightStore

extension Service {
  /// So many callers may wait for themes to be read.
  private static let mostThemeReaders = 64

  func learn(_ themes: [String: ThemeStanding]) {
    handle(.themes(themes))
    sayMisplaced()
    themesChanged()
  }

  /// What is wrong with the themes in use: in their files, and with where they are to serve.
  var themeMistakes: [String] { theming.mistakes + keeper.misplacedThemes }

  /// Once, for as long as it is so.
  func sayMisplaced() {
    let misplaced = keeper.misplacedThemes
    for words in misplaced where !saidMisplaced.contains(words) { log.warning(words) }
    saidMisplaced = Set(misplaced)
  }

  func themesChanged() {
    tell { () throws(BusError) in
      try connection.server.signal("Changed", of: .themes, at: .nightd, [])
    }
  }

  /// What else comes to be done while files are read is done at once; who asks waits for them alone.
  private func offload<Result: Sendable>(
    _ call: Call,
    _ work: @escaping @Sendable (ThemeFolders) -> Result,
    then: @escaping (Result) -> Void
  ) throws(Refusal) {
    guard !isClosing else { throw .closing }
    guard themeReaders < Self.mostThemeReaders else { throw .tooManyWaiting }
    themeReaders += 1
    theming.watchSet()
    loop.offload { [folders = theming.folders] in
      work(folders)
    } then: { [weak self] result in
      guard let self else { return }
      themeReaders -= 1
      then(result)
      loop.giveMemoryBack()
      if !isBusy { onIdle() }
    }
  }

  /// Calls once the themes that are in use from now on have been read and told.
  ///
  /// Who names one and then asks what is in effect finds it.
  func awaitThemes(_ then: @escaping () -> Void) {
    awaitingThemes += 1
    theming.use(keeper.themeNames) { [unowned self] in
      awaitingThemes -= 1
      then()
      if !isBusy { onIdle() }
    }
  }

  // MARK: - Reading

  func listThemes(_ call: Call) throws(Refusal) {
    try offload(call) { folders in
      folders.summaries()
    } then: { [unowned self] summaries in
      let used = keeper.usedThemes
      let rows = summaries.map { $0.bus(isInUse: used.contains($0.name)) }
      answer(call, [.array(.dictionary(.string, .variant), rows)])
    }
  }

  func describeTheme(_ call: Call) throws(Refusal) {
    try searched(call) { theme in call.answer([theme.facts]) }
  }

  func resolveTheme(_ call: Call) throws(Refusal) {
    try searched(call) { [unowned self] theme in
      let values = theme.entries.map(theme.bus)
      answer(call, [theme.facts, .array(.dictionary(.string, .variant), values)])
    }
  }

  /// Refused where there are so many themes, or their texts are so long, that no message carries it.
  private func answer(_ call: Call, _ values: [BusValue]) {
    guard let body = try? Body(values) else { return call.refuse(.answerTooLarge) }
    call.answer(body)
  }

  /// What is shown, and a theme in use, are told as they serve, whatever the files say by now.
  private func searched(_ call: Call, then: @escaping (Theme) -> Void) throws(Refusal) {
    let word = call.arguments.first?.asString ?? ""
    let present = standing.appearance
    // No theme has a style's name.
    let name =
      word.isEmpty ? present.theme : Style(rawValue: word).map(keeper.theme(serving:)) ?? word
    let isShown = word.isEmpty || word == present.style.rawValue
    let shown = isShown ? theming.shown(as: present) : nil
    if let theme = shown ?? theming.theme(name) { return then(theme) }
    try offload(call) { folders in
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

  // MARK: - Using

  func useTheme(_ call: Call) throws(Refusal) {
    let word = call.arguments.first?.asString ?? ""
    let length = try length(in: call)
    guard length != .always else { throw .unknownOption("always") }
    lastTurn += 1
    try offload(call) { folders in
      ThemeSearch(word, in: folders)
    } then: { [unowned self, turn = lastTurn] search in
      switch search {
      case .unknown(let nearest): call.refuse(.unknownTheme(word, nearest: nearest))
      // Who asks last is to be heard, and that was somebody else.
      case .found where turn != lastTurn: call.refuse(.overtaken)
      case .found(let name, let reading):
        guard let theme = reading.theme else { return call.refuse(.brokenTheme(name, reading)) }
        theming.keep(name, reading)
        do throws(Refusal) {
          try ask(.theme(ThemeFact(theme), until: length?.term), for: call)
        } catch {
          call.refuse(error)
        }
      }
    }
  }
}
