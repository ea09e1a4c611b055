import NightClient
import NightCore
import Synchronization

/// A `Night` that your program controls, for previews and tests; it needs no bus.
///
/// ```swift
/// let preview = NightPreview(.light)
/// page.setUpTheming(by: preview.night)
/// preview.show(.dark)
/// ```
@MainActor
public final class NightPreview {
  /// The `Night` to pass to your views; everything that you set through it stays in memory.
  public let night: Night

  /// Makes a preview.
  ///
  /// - Parameters:
  ///   - appearance: The appearance that the desktop has at first.
  ///   - application: The application's name, if the application may choose its own style.
  public init(_ appearance: Appearance = .light, application: String? = nil) {
    night = Night(
      application.map(Subject.application) ?? .desktop,
      AppearanceChannel(appearance: appearance.from(.preview)),
      nil,
      PreferenceSource(application ?? "", nil, nil),
      nil
    )
  }

  /// Changes the desktop's appearance in this preview.
  ///
  /// When this returns, the handlers on the main actor have been called.
  public func show(_ appearance: Appearance) {
    night.previewDaemon?.show(appearance)
    night.previewDaemon?.deliver()
  }
}

/// The replacement for nightd in a preview; keeps the desktop's appearance and the program's choice
/// and pins.
final class PreviewDaemon: Sendable {
  private struct State {
    var desktop: Appearance
    var choice = Night.Choice.system
    var pins: [(subject: Subject, first: Appearance, pin: Engine.Pin)] = []

    /// The program's appearance: the appearance in the style of its own choice, or else the
    /// desktop's appearance.
    var own: Appearance {
      switch choice {
      case .light: desktop.inStyle(.light)
      case .dark: desktop.inStyle(.dark)
      case .system: desktop
      }
    }
  }

  private let channel: AppearanceChannel
  private let main: MainDelivery<Appearance>
  private let state: Mutex<State>

  init(
    _ channel: AppearanceChannel,
    _ main: MainDelivery<Appearance>,
    _ appearance: Appearance
  ) {
    self.channel = channel
    self.main = main
    state = Mutex(State(desktop: appearance))
  }

  deinit {
    for pin in state.withLock({ $0.pins.map(\.pin.channel) }) { pin.close() }
  }

  func show(_ appearance: Appearance) { change { $0.desktop = appearance } }

  func set(_ style: Style) { change { $0.desktop = $0.desktop.inStyle(style) } }

  /// Sets the opposite style, and returns it.
  func toggle() -> Style {
    change { state in
      let other = state.desktop.style.other
      state.desktop = state.desktop.inStyle(other)
      return other
    }
  }

  func choose(_ choice: Night.Choice) { change { $0.choice = choice } }

  /// Returns the same part to all callers that pin the same subject, as a `Night` with nightd does.
  func pinned(_ subject: Subject, _ appearance: Appearance, of night: Night) -> Night {
    state.withLock { state in
      if let known = state.pins.first(where: { $0.subject == subject })?.pin.night { return known }
      let place = state.pins.firstIndex { $0.subject == subject }
      let shown = state.desktop.pinned(as: subject, appearance)
      var pin = place.map { state.pins[$0].pin } ?? Engine.Pin(shown.from(.preview), night.loop)
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
    for (channel, appearance) in shown { channel.show(appearance.from(.preview)) }
    return answer
  }

  /// Delivers all changes: when this returns, the handlers on the main actor have been called.
  @MainActor
  func deliver() {
    main.deliverNow()
    for pin in state.withLock({ $0.pins.map(\.pin.main) }) { pin.deliverNow() }
  }
}

extension Appearance {
  /// The appearance in this style; unchanged if the appearance already has this style.
  fileprivate func inStyle(_ style: Style) -> Appearance {
    self.style == style ? self : withBuiltIn(style)
  }

  /// The appearance of a pinned part whose first appearance was `first`.
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
