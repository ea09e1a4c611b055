import NightClient
import NightCore
import Synchronization

/// Takes the place of nightd in a preview.
///
/// Stores the desktop's appearance, the themes, the program's own choice, and the parts of the
/// appearance that the preview keeps fixed.
final class PreviewDaemon: Sendable {
  /// The whole state of the preview, except its pinned parts.
  struct State: Sendable {
    var desktop: Appearance
    var choice = Night.Choice.follow
    /// The theme that was used last for each style.
    var used: [Style: String] = [:]
    /// The application's own themes, each under its style.
    var own: [Style: String] = [:]
    fileprivate(set) var themes: [Theme]
    var failure: NightError?
    var lockedKeys: Set<String> = []
    var status: Status
  }

  private struct Pinned {
    let subject: Subject
    let first: Appearance
    var pin: Engine.Pin
  }

  private let channel: AppearanceChannel
  private let main: MainDelivery<Appearance>
  private let state: Mutex<State>
  private let pins = Mutex<[Pinned]>([])
  private let listReaders = Mutex<[AsyncStream<Void>.Continuation]>([])

  init(
    _ channel: AppearanceChannel,
    _ main: MainDelivery<Appearance>,
    _ appearance: Appearance
  ) {
    self.channel = channel
    self.main = main
    let builtIn = BuiltInThemes.names.map { Theme(.builtIn($0)) }
    let isBuiltIn = builtIn.contains { $0.name == appearance.theme.name }
    state = Mutex(
      State(
        desktop: appearance,
        used: [appearance.style: appearance.theme.name],
        themes: isBuiltIn ? builtIn : builtIn + [appearance.theme],
        status: Status(appearance.style, reason: .choice, choice: appearance.style.rawValue)
      )
    )
  }

  deinit {
    for pinned in pins.withLock({ $0 }) { pinned.pin.channel.close() }
    for reader in listReaders.withLock({ $0 }) { reader.finish() }
  }

  func read<Value>(_ read: (State) -> Value) -> Value { state.withLock { read($0) } }

  /// Throws the preview's `failure` if it is set; otherwise makes and delivers the change.
  func answer<Answer: Sendable>(
    _ change: @Sendable (inout State) throws(NightError) -> Answer
  ) async throws(NightError) -> Answer {
    if Task.isCancelled { throw .cancelled }
    let answer = try self.change { (state) throws(NightError) in
      if let failure = state.failure { throw failure }
      return try change(&state)
    }
    await deliver()
    return answer
  }

  func choose(_ choice: Night.Choice, _ preferences: Preferences) async throws(NightError) {
    try await answer { (state) throws(NightError) in
      try state.checkLock("choice")
      state.choice = choice
    }
    try await preferences.set(.string(choice.rawValue), for: "choice")
  }

  func change<Answer, Failure: Error>(
    _ change: (inout State) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let (answer, state) = try self.state.withLock { (state) throws(Failure) in
      var changed = state
      let answer = try change(&changed)
      state = changed
      return (answer, changed)
    }
    channel.show(state.appearance.from(.preview))
    for pinned in pins.withLock({ $0 }) {
      let shown = state.appearance(pinned.subject, first: pinned.first)
      pinned.pin.channel.show(shown.from(.preview))
    }
    return answer
  }

  /// Returns the same pinned `Night` to all callers that pin the same style or theme, as the engine
  /// does.
  func pinned(_ subject: Subject, _ appearance: Appearance, of night: Night) -> Night {
    let shown = read { $0.appearance(subject, first: appearance) }
    return pins.withLock { pins in
      let place = pins.firstIndex { $0.subject == subject }
      if let known = place.flatMap({ pins[$0].pin.night }) { return known }
      var pin = place.map { pins[$0].pin } ?? Engine.Pin(shown.from(.preview), night.loop)
      let pinned = Night(pin, of: night)
      pin.night = pinned
      if let place {
        pins[place].pin = pin
      } else {
        pins.append(Pinned(subject: subject, first: appearance, pin: pin))
      }
      return pinned
    }
  }

  /// Delivers all changes: when `deliver` returns, the handlers on the main actor have been called.
  @MainActor
  func deliver() {
    main.deliverNow()
    for pinned in pins.withLock({ $0 }) { pinned.pin.main.deliverNow() }
  }

  // MARK: - The list of themes

  var listings: [ThemeListing] { read { $0.listings } }

  var themeListChanges: AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      listReaders.withLock { $0.append(continuation) }
      continuation.yield()
    }
  }

  func themeListChanged() {
    for reader in listReaders.withLock({ $0 }) { reader.yield() }
  }
}

extension PreviewDaemon.State {
  /// The program's appearance: the desktop's appearance, with the program's own style and theme if
  /// it has them.
  var appearance: Appearance {
    var appearance = desktop
    switch choice {
    case .light: appearance = desktop(in: .light)
    case .dark: appearance = desktop(in: .dark)
    case .follow: break
    }
    if let name = own[appearance.style], let theme = installed(name) { appearance.theme = theme }
    return appearance
  }

  /// Sets the desktop's style; a preview has no clock, so a temporary style never ends.
  mutating func set(_ style: Style, _ term: Night.Desktop.Term?) {
    desktop = desktop(in: style)
    switch term {
    case nil, .always:
      (status.choice, status.reason, status.holdEnd) = (style.rawValue, .choice, nil)
    case .until: (status.reason, status.holdEnd) = (.hold, nil)
    case .lasting(let duration):
      (status.reason, status.holdEnd) = (.hold, status.since.advanced(by: duration))
    }
  }

  /// The desktop's appearance in a style, with the theme that was used last for the style.
  func desktop(in style: Style) -> Appearance {
    guard style != desktop.style else { return desktop }
    var appearance = desktop.inStyle(style)
    // Each style has two default themes, one for each contrast.
    let defaults = [false, true].map { Theme.builtIn(style, isHighContrast: $0).name }
    if let name = used[style], !defaults.contains(name), let theme = installed(name) {
      appearance.theme = theme
    }
    return appearance
  }

  /// The appearance of a subject, such as a pinned theme; a theme that was removed comes from
  /// `first`.
  func appearance(_ subject: Subject, first: Appearance) -> Appearance {
    switch subject {
    case .desktop, .application: return appearance
    case .style(let style): return desktop(in: Style(style))
    case .theme(let name):
      var appearance = appearance
      appearance.theme = installed(name) ?? first.theme
      appearance.style = appearance.theme.style
      return appearance
    }
  }

  var presentStatus: Status {
    var status = status
    status.style = appearance.style
    if choice != .follow { status.reason = .app }
    return status
  }

  func checkLock(_ key: String) throws(NightError) {
    guard lockedKeys.contains(key) else { return }
    throw .refused("\(key) is locked by the administrator")
  }

  // MARK: - Themes

  private func installed(_ name: String) -> Theme? { themes.first { $0.name == name } }

  func theme(_ name: String) throws(NightError) -> Theme {
    guard let theme = installed(name) else {
      let nearest =
        NearestWord.to(name, among: themes.map(\.name)).map { "; did you mean \($0)?" } ?? ""
      throw .refused("there is no theme “\(name)”\(nearest)")
    }
    return theme
  }

  mutating func install(_ theme: Theme, replacing isReplacing: Bool) throws(NightError) {
    if let place = themes.firstIndex(where: { $0.name == theme.name }) {
      guard isReplacing else { throw .refused("you have a theme “\(theme.name)” already") }
      themes[place] = theme
    } else {
      themes.append(theme)
    }
    setThemes(themes)
  }

  mutating func setThemes(_ new: [Theme]) {
    themes = new
    if let theme = installed(desktop.theme.name) { desktop.theme = theme }
  }

  mutating func use(_ name: String) throws(NightError) {
    let theme = try theme(name)
    try checkLock("theme.\(theme.style.rawValue)")
    desktop.style = theme.style
    desktop.theme = theme
    used[theme.style] = name
  }

  /// Uses a theme for the application alone, and returns the theme's style; if `name` is nil, the
  /// application uses the desktop's themes again.
  mutating func useOwn(_ name: String?) throws(NightError) -> Style? {
    guard let name else {
      own = [:]
      return nil
    }
    let theme = try theme(name)
    try checkLock("choice")
    try checkLock("theme.\(theme.style.rawValue)")
    own[theme.style] = name
    return theme.style
  }

  /// Sets or removes the application's own themes.
  mutating func setOwn(_ new: [Style: String?]) throws(NightError) {
    for (style, name) in new {
      try checkLock("theme.\(style.rawValue)")
      guard let name, try theme(name).style != style else { continue }
      throw .refused("“\(name)” is a \(style.other.rawValue) theme, not a \(style.rawValue) one")
    }
    for (style, name) in new { own[style] = name }
  }

  /// The name of the theme that comes after or before `theme` in the list.
  func adjacent(to theme: Theme, isNext: Bool) -> String {
    guard !themes.isEmpty else { return theme.name }
    let place = themes.firstIndex { $0.name == theme.name } ?? (isNext ? -1 : 0)
    return themes[(place + (isNext ? 1 : themes.count - 1)) % themes.count].name
  }

  mutating func remove(_ name: String) throws(NightError) {
    let theme = try theme(name)
    guard BuiltInThemes.text(theme.name) == nil else {
      throw .refused("the theme “\(name)” is built in")
    }
    themes.removeAll { $0.name == name }
    if desktop.theme.name == name {
      desktop.theme = .builtIn(desktop.style, isHighContrast: desktop.isHighContrast)
    }
  }

  var listings: [ThemeListing] {
    themes.map { theme in
      let isInUse = theme.name == desktop.theme.name || used.values.contains(theme.name)
      return ThemeListing(theme.name, theme.style, isInUse: isInUse)
    }
  }
}
