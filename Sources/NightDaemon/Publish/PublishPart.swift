import NightBus
import NightContract
import NightCore
import NightStore

/// Publishes the appearance in the runtime folder, for programs that read the style without a bus.
///
/// The published files are replaced before nightd sends signals and replies about a change. So a
/// program that gets a signal or a reply finds the new state in the files.
final class PublishPart: Part {
  private let core: Core
  private let themes: ThemeWatcher
  private let publisher: StatePublisher
  private let bus: BusIdentity?
  private var published: Snapshot?
  /// The palettes of the last themes, cached because the style usually changes back and forth.
  private var palettes: [KnownPalette] = []
  private static let mostPalettes = 4
  /// The last problem that was logged; nil once the state is published again.
  private var logged: RuntimeFolder.Flaw?
  private var hasEnded = false
  private var colorsTimer: Timer?
  /// How long nightd waits after its start before it publishes the theme's colours.
  ///
  /// Reading the colours would take a fifth of the start's time, and the first caller needs only
  /// the style.
  private static let colorsMilliseconds = 10

  private struct KnownPalette {
    let name: String
    let digest: String
    let palette: PublishedPalette
    let colors: [UInt8]
  }

  init(_ core: Core, _ themes: ThemeWatcher, _ publisher: StatePublisher, bus: BusIdentity?) {
    self.core = core
    self.themes = themes
    self.publisher = publisher
    self.bus = bus
    colorsTimer = core.loop.timer { [unowned self] in publish() }
  }

  func decided(_ step: Step) { publish() }

  func begin() {
    publish(withColors: false)
    colorsTimer?.set(milliseconds: Self.colorsMilliseconds)
  }

  func withdraw() {
    hasEnded = true
    publisher.end()
  }

  private func publish(withColors: Bool = true) {
    let snapshot = core.snapshot
    guard !hasEnded, snapshot != published else { return }
    do throws(RuntimeFolder.Flaw) {
      let (palette, colors) =
        withColors ? palette(of: snapshot.appearance) : PublishedPalette.unknown.withColors
      try publisher.publish(snapshot.appearance.style) { locked in
        PublishedState(locked: locked, bus: bus, snapshot: snapshot, palette: palette)
          .line(colors: colors)
      }
      published = withColors ? snapshot : nil
      logged = nil
    } catch {
      published = nil
      // The same problem may recur at each change, but is logged only once.
      if error != logged { core.log.warning(Messages.notPublished(error)) }
      logged = error
    }
  }

  private func palette(of appearance: Appearance) -> (PublishedPalette, colors: [UInt8]) {
    let (name, digest) = (appearance.theme, appearance.themeDigest)
    if let known = palettes.first(where: { $0.name == name && $0.digest == digest }) {
      return (known.palette, known.colors)
    }
    guard let theme = themes.shown(as: appearance) ?? builtIn(appearance) else {
      return PublishedPalette.unknown.withColors
    }
    let palette = PublishedPalette(theme), colors = palette.encodedColors
    palettes.append(KnownPalette(name: name, digest: digest, palette: palette, colors: colors))
    if palettes.count > Self.mostPalettes { palettes.removeFirst() }
    return (palette, colors)
  }

  private func builtIn(_ appearance: Appearance) -> Theme? {
    guard appearance.themeDigest.isEmpty else { return nil }
    var line = ThemeLine(appearance.theme, find: BuiltInThemes.text)
    return line.resolve()
  }
}
