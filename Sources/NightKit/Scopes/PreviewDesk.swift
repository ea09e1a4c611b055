import NightClient
import NightCore
import Synchronization

/// What a preview has in nightd's place: the desktop's appearance, the program's own choice, and pins.
final class PreviewDesk: Sendable {
  private struct State {
    var desktop: Appearance
    var choice = Night.Choice.system
    var pins: [(subject: Subject, first: Appearance, pin: Engine.Pin)] = []

    /// What the program itself has.
    var own: Appearance {
      switch choice {
      case .light: desktop.inStyle(.light)
      case .dark: desktop.inStyle(.dark)
      case .system: desktop
      }
    }
  }

  private let channel: Board.Looks
  private let main: MainOutlet<Appearance>
  private let state: Mutex<State>

  init(_ channel: Board.Looks, _ main: MainOutlet<Appearance>, _ appearance: Appearance) {
    self.channel = channel
    self.main = main
    state = Mutex(State(desktop: appearance))
  }

  deinit {
    for pin in state.withLock({ $0.pins.map(\.pin.channel) }) { pin.close() }
  }

  func show(_ appearance: Appearance) { change { $0.desktop = appearance } }

  func set(_ style: Style) { change { $0.desktop = $0.desktop.inStyle(style) } }

  /// Answers which style it has now.
  func toggle() -> Style {
    change { state in
      let other = state.desktop.style.other
      state.desktop = state.desktop.inStyle(other)
      return other
    }
  }

  func choose(_ choice: Night.Choice) { change { $0.choice = choice } }

  /// One for all who ask, as by nightd.
  func pinned(_ subject: Subject, _ appearance: Appearance, of night: Night) -> Night {
    state.withLock { state in
      if let known = state.pins.first(where: { $0.subject == subject })?.pin.night { return known }
      let place = state.pins.firstIndex { $0.subject == subject }
      let shown = state.desktop.pinned(as: subject, appearance)
      var pin =
        place.map { state.pins[$0].pin }
        ?? Engine.Pin(Sighting(appearance: shown, source: .preview), night.loop)
      let pinned = Night(pin, of: night)
      pin.night = pinned
      if let place {
        state.pins[place].pin = pin
      } else {
        state.pins.append((subject, appearance, pin))
      }
      return pinned
    }
  }

  private func change<Answer>(_ change: (inout State) -> Answer) -> Answer {
    let (answer, shown) = state.withLock { state in
      let answer = change(&state)
      let desktop = state.desktop
      let pinned = state.pins.map { ($0.pin.channel, desktop.pinned(as: $0.subject, $0.first)) }
      return (answer, [(channel, state.own)] + pinned)
    }
    for (channel, appearance) in shown {
      channel.show(Sighting(appearance: appearance, source: .preview)) {
        $0.appearance == $1.appearance
      }
    }
    return answer
  }

  /// Handlers on the main actor have heard all of it when this returns.
  @MainActor
  func deliver() {
    main.deliver()
    for pin in state.withLock({ $0.pins.map(\.pin.main) }) { pin.deliver() }
  }
}

extension Appearance {
  /// In its own style as it is.
  fileprivate func inStyle(_ style: Style) -> Appearance {
    self.style == style ? self : withBuiltIn(style)
  }

  /// What a part has that began with an appearance.
  fileprivate func pinned(as subject: Subject, _ first: Appearance) -> Appearance {
    switch subject {
    case .desktop, .application: return self
    case .style(let style): return inStyle(Style(style))
    case .theme:
      var appearance = self
      appearance.style = first.style
      appearance.theme = first.theme
      return appearance
    }
  }
}
