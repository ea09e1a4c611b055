import NightBus
import NightContract
import NightCore
import NightStore

extension Service {
  /// So many callers may wait for themes to be read.
  private static let mostThemeReaders = 64

  func learn(_ themes: [String: ThemeStanding]) {
    handle(.themes(themes))
    themesChanged()
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
      if !isBusy { onIdle() }
    }
  }

  // MARK: - Reading

  func listThemes(_ call: Call) throws(Refusal) {
    try offload(call) { folders in
      ThemeSummary.all(folders.list().compactMap { folders.find($0.name) })
    } then: { [unowned self] summaries in
      let used = keeper.usedThemes
      call.answer([
        .array(
          .dictionary(.string, .variant),
          summaries.map { $0.bus(isInUse: used.contains($0.name)) }
        )
      ])
    }
  }

  func describeTheme(_ call: Call) throws(Refusal) {
    try searched(call) { theme in call.answer([theme.facts]) }
  }

  func resolveTheme(_ call: Call) throws(Refusal) {
    try searched(call) { theme in
      call.answer([
        theme.facts, .array(.dictionary(.string, .variant), theme.entries.map(theme.bus)),
      ])
    }
  }

  /// The theme in use is told as it serves, whatever its file says by now.
  private func searched(_ call: Call, then: @escaping (Theme) -> Void) throws(Refusal) {
    let word = call.arguments.first?.asString ?? ""
    let name = word.isEmpty ? standing.appearance.theme : word
    if let theme = theming.theme(name) { return then(theme) }
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
    try offload(call) { folders in
      ThemeSearch(word, in: folders)
    } then: { [unowned self] search in
      switch search {
      case .unknown(let nearest): call.refuse(.unknownTheme(word, nearest: nearest))
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
