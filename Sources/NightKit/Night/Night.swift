import Glibc
import NightBus
import NightClient
import NightCore
import NightThemes
public import Observation
import Synchronization
// This import is for the whole module, because release programs are built without implicit imports
// (see the Makefile).
@_exported public import _Concurrency

/// The light or dark style of this desktop and its theme, as nightd reports them.
///
/// Make one `Night` for the whole program and keep it. Until you release it, the `Night` follows
/// the daemon on its own thread, even after restarts of the daemon and of the bus. If nightd
/// is not running, the `Night` follows the desktop's portal. If no portal is running either, the
/// last known appearance stays. If no appearance was ever known, the standard appearance is used:
/// light, with the built-in theme.
///
/// ```swift
/// let night = Night()
/// print(night.style, night[.surface].text)
/// for await appearance in night.appearances {
///   repaint(appearance)
/// }
/// ```
///
/// You may use a `Night` from any thread. Reading a value never waits: you get the newest known
/// value. If several values must belong together, read all of them from one ``appearance``.
public final class Night: Sendable {
  /// The executor or loop that calls the handlers of the main actor.
  public enum Delivery: Sendable {
    /// The main actor's executor, in programs whose `main` is async or that call `dispatchMain()`.
    case mainActor
    /// Your program's own loop, such as GLib's, which watches `fileDescriptor` and calls
    /// `dispatch()`.
    case ownLoop
  }

  let channel: AppearanceChannel
  let main: MainDelivery<Appearance>
  let loop: OwnLoop?
  /// The engine; nil for a preview, which has `previewDaemon` instead.
  let engine: Engine?
  let previewDaemon: PreviewDaemon?
  let values: PreferenceSource
  private let ownsChannel: Bool
  private let registrar = ObservationRegistrar()
  /// Whether any property that Observation tracks was ever read.
  private let isTracked = Atomic(false)

  /// Reads the style that the daemon publishes, then follows the daemon over the session bus.
  ///
  /// Returns at once if a daemon publishes its state, even if the bus hangs. Otherwise waits until the
  /// daemon has answered over the bus, or the timeout has passed. The same holds for an application's
  /// own `Night`, and if the theme in use has other values than colours.
  ///
  /// Starts the daemon if it is not running and the bus can start it. If no answer comes in time,
  /// the standard appearance is used until an answer comes. A missing bus or daemon is not an
  /// error.
  ///
  /// - Parameters:
  ///   - application: The name, such as `org.example.Editor`, under which nightd keeps this
  ///     program's own choice and preferences; nil to use the desktop's.
  ///   - delivery: The executor or loop that calls the handlers of the main actor.
  ///   - timeout: The longest time to wait for the first answer; if zero or less, there is no wait.
  ///   - log: Receives a sentence about each problem that did not stop the library; the same
  ///     sentence is not repeated. The default writes each sentence to standard error. `log` may be
  ///     called on any thread, so it must not call functions that may wait, such as `pinned` and
  ///     `preferences`.
  public convenience init(
    application: String? = nil,
    delivery: Delivery = .mainActor,
    timeout: Duration = .seconds(2),
    log: @escaping @Sendable (String) -> Void = { Night.logToStandardError($0) }
  ) {
    // An application can have a choice of its own, which is not published.
    let channel = AppearanceChannel(application == nil ? PublishedAppearance() : nil)
    let engine = Engine(log: log)
    var loop: OwnLoop?
    if delivery == .ownLoop {
      do throws(BusError) { loop = try OwnLoop() } catch {
        engine.shared.log("cannot tell the program's own loop about changes: \(error)")
      }
    }
    self.init(
      application.map(Subject.application) ?? .desktop,
      channel,
      engine,
      PreferenceSource(application ?? "", engine, loop),
      loop
    )
    channel.waitUntilKnown(timeout)
  }

  init(
    _ subject: Subject,
    _ channel: AppearanceChannel,
    _ engine: Engine?,
    _ values: PreferenceSource,
    _ loop: OwnLoop?
  ) {
    self.channel = channel
    self.engine = engine
    self.values = values
    self.loop = loop
    main = MainDelivery(channel, loop)
    previewDaemon = engine == nil ? PreviewDaemon(channel, main, channel.value) : nil
    ownsChannel = true
    announceChanges()
    engine?.shared.follow(subject, channel)
  }

  /// Makes a pinned part of `night`; the part's channel and subscribers belong to `pin`.
  init(_ pin: Engine.Pin, of night: Night) {
    channel = pin.channel
    main = pin.main
    engine = night.engine
    previewDaemon = night.previewDaemon
    values = night.values
    loop = night.loop
    ownsChannel = false
    announceChanges()
  }

  private func announceChanges() {
    channel.onChange { [weak self] in self?.announce() }
    main.onDeliver { [weak self] in self?.announce() }
  }

  deinit {
    guard ownsChannel else { return }
    engine?.shared.unfollow(channel)
    channel.close()
  }

  private func track(_ path: KeyPath<Night, some Any>) {
    // The flag is set before the value is read, so that every later change is announced.
    if !isTracked.load(ordering: .relaxed) {
      isTracked.store(true, ordering: .sequentiallyConsistent)
    }
    registrar.access(self, keyPath: path)
    main.want()
  }

  /// The newest known appearance, with everything that an application needs to paint itself.
  public var appearance: Appearance {
    track(\.appearance)
    return channel.value
  }

  /// The style that is in effect now.
  public var style: Style {
    track(\.appearance)
    return channel.read { $0.style }
  }

  /// The theme that is in use now.
  public var theme: Theme {
    track(\.appearance)
    return channel.read { $0.theme }
  }

  /// The origin of the present appearance.
  public var source: Source {
    track(\.source)
    return channel.read { $0.source }
  }

  /// The theme's value for a key.
  ///
  /// If the theme has no value of that name and type, the result is the key's default, and the
  /// problem is logged once.
  @inlinable
  public subscript<Value>(key: ThemeKey<Value>) -> Value {
    let theme = theme
    if let value = key.find(in: theme) { return value }
    logMissing(key.name, in: theme)
    return key.default
  }

  /// The theme's value for a key in one state of an element.
  ///
  /// Looks up `NAME-STATE` first, such as `primary-pressed`, then `NAME`. If the theme has neither,
  /// the result is the key's default, and the problem is logged once.
  @inlinable
  public subscript<Value>(key: ThemeKey<Value>, state: ThemeState) -> Value {
    let theme = theme
    if let value = key.find(in: theme, state) { return value }
    logMissing(key.name, in: theme)
    return key.default
  }

  @usableFromInline
  func logMissing(_ name: String?, in theme: Theme) {
    guard let name, let shared = engine?.shared else { return }
    let what = theme.kind(of: name).map { "has \(name) as \($0)" } ?? "has no \(name)"
    shared.log("the theme \(theme.name) \(what); using the program's default", about: .key)
  }

  /// Writes a line to standard error; this is the default for the `log` of a `Night`.
  public static func logToStandardError(_ line: String) {
    let bytes = Array("nightkit: \(line)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}

extension Night: Observable {
  /// Notifies Observation after each change, so that a notified reader never gets the old value.
  ///
  /// Each change is announced again on the main actor. At that moment, no reader on the main actor
  /// can have read the value and not yet registered for changes.
  private func announce() {
    guard isTracked.load(ordering: .sequentiallyConsistent) else { return }
    registrar.willSet(self, keyPath: \.appearance)
    registrar.didSet(self, keyPath: \.appearance)
    registrar.willSet(self, keyPath: \.source)
    registrar.didSet(self, keyPath: \.source)
  }
}

extension Night {
  /// A descriptor that is readable while `dispatch()` has work to do; -1 without `.ownLoop`.
  ///
  /// Watch the descriptor with `poll`, `epoll`, GLib's `g_unix_fd_add` or the like. Never read from
  /// the descriptor or close it.
  public var fileDescriptor: Int32 { loop?.fileDescriptor ?? -1 }

  /// Calls the handlers of waiting changes; use this on the thread of your program's own loop.
  ///
  /// The call also serves the handlers of all parts that were pinned from this `Night`.
  @MainActor
  public func dispatch() { loop?.dispatch() }
}

/// Parts of a program that do not follow the style, such as one window that stays light.
extension Night {
  /// Returns a `Night` whose style never changes.
  ///
  /// The pinned `Night` follows contrast and the theme that is in use for the style.
  ///
  /// Objects that are themed by the pinned `Night` stay themed until you release the original
  /// `Night`. The first call for a style waits for the theme of that style, but at most two
  /// seconds.
  public func pinned(to style: Style) -> Night {
    pinned(.style(style.core), appearance.withBuiltIn(style))
  }

  /// Returns a `Night` that always uses the theme with this name, including edits of that theme.
  ///
  /// If no theme has this name, the built-in theme of the present style is used, and the missing
  /// theme is logged. The first call for a theme waits for that theme, but at most two seconds.
  public func pinned(toTheme name: String) -> Night {
    let builtIn = BuiltInThemes.fact(name).map { Theme(.builtIn($0.name)) }
    var pinned = appearance
    pinned.theme = builtIn ?? .builtIn(pinned.style, isHighContrast: pinned.isHighContrast)
    pinned.style = pinned.theme.style
    return self.pinned(.theme(name), pinned)
  }

  private func pinned(_ subject: Subject, _ appearance: Appearance) -> Night {
    if let previewDaemon { return previewDaemon.pinned(subject, appearance, of: self) }
    guard let engine else { return self }
    let pinned = engine.pinned(subject, appearance, of: self)
    pinned.channel.waitUntilKnown(.seconds(2))
    return pinned
  }
}
