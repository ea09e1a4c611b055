import NightBus
import NightClient
import NightContract
import NightCore
import NightStore

/// The appearance at one moment, with the colours of its theme.
struct ThemedSnapshot {
  var snapshot: Snapshot
  /// The colours of the theme, by role; empty if they were not requested.
  var colors: [(role: String, color: Color)] = []
  /// Whether `NIGHTD_FORCE_STYLE` decides the style.
  var isForced = false

  var appearance: Appearance { snapshot.appearance }

  var reason: String { isForced ? ForcedStyle.reason : appearance.reason.rawValue }

  /// The colour of a role; nil if the theme does not define the role.
  func color(_ role: String) -> Color? { colors.first { $0.role == role }?.color }
}

extension ThemedSnapshot {
  /// The state that the daemon publishes; if a style is forced, the state has that style.
  ///
  /// The daemon publishes only the theme in use. If the forced style is not the published style,
  /// the built-in theme of the forced style is used.
  init(_ state: PublishedState, forced: Style?) {
    guard let forced, forced != state.snapshot.appearance.style else {
      self.init(snapshot: state.snapshot, colors: state.palette.colors)
      if let forced { force(forced) }
      return
    }
    let slot = ThemeSlot(forced, isHigh: state.snapshot.appearance.isHighContrast)
    self.init(snapshot: state.snapshot)
    force(forced, Theme.builtIn(BuiltInThemes.fact(slot).name))
  }

  /// Replaces the style and, if given, the theme; removes all members that describe later styles.
  mutating func force(_ style: Style, _ theme: Theme? = nil) {
    isForced = true
    snapshot.appearance.force(style)
    guard let theme else { return }
    snapshot.appearance.theme = theme.name
    snapshot.appearance.themeDigest = theme.digest
    colors = theme.roleColors
  }
}

extension Appearance {
  /// Sets the style, and removes the next change and the end of the hold, because a forced style
  /// never changes.
  mutating func force(_ style: Style) {
    self.style = style
    next = nil
    nextStyle = nil
    holdUntil = nil
  }
}

extension Theme {
  /// The colours of the theme, by role, in the order in which the theme lists them.
  var roleColors: [(role: String, color: Color)] {
    entries.compactMap { entry in
      guard case .color(let color) = entry.value else { return nil }
      return (entry.key.name, color)
    }
  }
}

/// Reports each change of the appearance together with the colours of its theme.
///
/// Two followers (objects that receive changes from the daemon) are used: one reports the
/// appearance and its reason, and the other reports the theme. A state is reported only when both
/// followers agree, so that no command gets colours of an earlier theme.
final class ThemedFollower {
  private let report: (Result<ThemedSnapshot, ClientError>) -> Void
  private let forced: Style?
  private var follower: Follower?
  private var themes: AppearanceFollower?
  private var snapshot: Snapshot?
  private var look: ThemedAppearance?
  private var lastError: ClientError?

  init(
    on connection: Connection,
    _ loop: Loop,
    _ interest: Follower.Interest,
    forced: Style?,
    _ report: @escaping (Result<ThemedSnapshot, ClientError>) -> Void
  ) throws(ClientError) {
    self.report = report
    self.forced = forced
    // Create the follower of the appearance first, so that each signal updates the appearance
    // before the theme.
    follower = try Follower(on: connection, .allowed, interest) { [unowned self] in received($0) }
    // The follower of the theme need not start the daemon, because the first follower can start it.
    themes = try AppearanceFollower(on: connection, loop, .forbidden) { [unowned self] in
      received($0)
    }
    themes?.follow(forced.map(Subject.style) ?? .desktop)
  }

  private func received(_ news: Follower.News) {
    switch news {
    case .style(let snapshot):
      self.snapshot = snapshot
      guard let look, look.isOf(snapshot.appearance, in: forced) else { return }
      show(snapshot, look)
    // When the daemon ends, wait for the next one.
    case .absent: break
    case .trouble(let error): trouble(error)
    }
  }

  private func received(_ news: AppearanceFollower.News) {
    switch news {
    case .appearance(_, let look):
      self.look = look
      // If the daemon does not send the theme in time, the theme's follower may report a different
      // theme. Show that theme only if its style is the style in effect or the forced style.
      guard let snapshot, look.style == forced ?? snapshot.appearance.style else { return }
      show(snapshot, look)
    case .otherTheme, .themesChanged, .absent: break
    case .trouble(let error): trouble(error)
    }
  }

  private func show(_ snapshot: Snapshot, _ look: ThemedAppearance) {
    var state = ThemedSnapshot(snapshot: snapshot, colors: look.theme.theme.roleColors)
    if let forced { state.force(forced, look.theme.theme) }
    report(.success(state))
  }

  private func trouble(_ error: ClientError) {
    // Both followers report each problem, so leave out the second report.
    guard error != lastError else { return }
    lastError = error
    report(.failure(error))
  }
}

extension ThemedAppearance {
  /// Whether this theme belongs to the given appearance.
  ///
  /// If a style is forced, only the theme's contrast is compared, because the theme already has the
  /// forced style.
  fileprivate func isOf(_ appearance: Appearance, in forced: Style?) -> Bool {
    guard forced == nil else { return paint.isHighContrast == appearance.isHighContrast }
    return style == appearance.style && paint.theme == appearance.theme
      && paint.themeDigest == appearance.themeDigest
  }
}
