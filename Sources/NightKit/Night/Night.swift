import Glibc
import NightBus
import NightClient
import NightCore
public import Observation
import Synchronization

/// The light or dark style of this desktop and its theme, as nightd tells them.
///
/// Make one for the whole program and keep it. It follows the daemon on a thread of its own for as
/// long as it is kept, through every restart of the daemon and of the bus. Without nightd it goes by
/// the desktop's portal; without that, what was known last holds, or the standard appearance.
///
/// ```swift
/// let night = Night()
/// print(night.style, night[.surface].text)
/// for await appearance in night.appearances {
///   repaint(appearance)
/// }
/// ```
///
/// It may be used from any thread. Values are answered at once from the newest appearance that is
/// known; who needs several that belong together takes one `appearance` and asks that.
public final class Night: Sendable {
  /// Who calls the handlers that belong to the main actor.
  public enum Delivery: Sendable {
    /// The main actor's own executor: programs whose `main` is async, or that call `dispatchMain`.
    case mainActor
    /// The program's own loop, such as GLib's: it watches `fileDescriptor` and calls `dispatch()`.
    case ownLoop
  }

  let channel: Board.Looks
  let main: MainOutlet<Appearance>
  let loop: OwnLoop?
  /// Nil for a preview, which has a desk.
  let engine: Engine?
  let desk: PreviewDesk?
  let values: PreferenceSource
  private let isChannelOwn: Bool
  private let registrar = ObservationRegistrar()
  /// Whether anyone ever read what Observation tells of.
  private let isTracked = Atomic(false)

  /// Connects to the session bus and waits, for so long at most, until the style is known.
  ///
  /// The daemon is started if it is not running. Without an answer in time the standard appearance
  /// holds until there is one.
  ///
  /// - Parameters:
  ///   - application: The name, such as `org.example.Editor`, by which nightd keeps this program's own
  ///     choice and preferences; nil to have the desktop's.
  ///   - delivery: Who calls the handlers that belong to the main actor.
  ///   - patience: How long the first answer may take.
  ///   - log: Takes a sentence, once each, on what is wrong and was outlived; by default it goes to
  ///     standard error. It is called on whatever thread finds that, so it must not ask for what may
  ///     wait, as `pinned` and `preferences` may.
  public convenience init(
    application: String? = nil,
    delivery: Delivery = .mainActor,
    patience: Duration = .seconds(2),
    log: @escaping @Sendable (String) -> Void = { Night.logToStandardError($0) }
  ) {
    let engine = Engine(log: log)
    var loop: OwnLoop?
    if delivery == .ownLoop {
      do throws(BusError) { loop = try OwnLoop() } catch {
        engine.board.say("the program's own loop cannot be told of changes: \(error)")
      }
    }
    self.init(
      application.map(Subject.application) ?? .desktop,
      .light,
      engine,
      PreferenceSource(application ?? "", engine, loop),
      loop
    )
    channel.waitUntilKnown(patience)
  }

  init(
    _ subject: Subject,
    _ appearance: Appearance,
    _ engine: Engine?,
    _ values: PreferenceSource,
    _ loop: OwnLoop?
  ) {
    let channel = Board.Looks(
      Sighting(appearance: appearance, source: engine == nil ? .preview : .nobody)
    )
    self.channel = channel
    self.engine = engine
    self.values = values
    self.loop = loop
    main = .init(channel, loop)
    desk = engine == nil ? PreviewDesk(channel, main, appearance) : nil
    isChannelOwn = true
    listen()
    engine?.board.follow(subject, channel)
  }

  /// Of a part: its channel and those who are told by it belong to the engine.
  init(_ pin: Engine.Pin, of night: Night) {
    channel = pin.channel
    main = pin.main
    engine = night.engine
    desk = night.desk
    values = night.values
    loop = night.loop
    isChannelOwn = false
    listen()
  }

  private func listen() {
    channel.onChange { [weak self] in self?.announce() }
    main.onDeliver { [weak self] in self?.announce() }
  }

  deinit {
    guard isChannelOwn else { return }
    engine?.board.unfollow(channel)
    channel.close()
  }

  private func track(_ path: KeyPath<Night, some Any>) {
    // Before it is read: what comes from now on is announced.
    if !isTracked.load(ordering: .relaxed) {
      isTracked.store(true, ordering: .sequentiallyConsistent)
    }
    registrar.access(self, keyPath: path)
    main.want()
  }

  /// What to paint by now.
  public var appearance: Appearance {
    track(\.appearance)
    return channel.value.appearance
  }

  /// Light or dark, now.
  public var style: Style {
    track(\.appearance)
    return channel.read { $0.appearance.style }
  }

  /// The theme in use, now.
  public var theme: Theme {
    track(\.appearance)
    return channel.read { $0.appearance.theme }
  }

  /// Who said so.
  public var source: Source {
    track(\.source)
    return channel.read { $0.source }
  }

  /// What the theme gives for a key, or else the key's default, which is logged once.
  @inlinable
  public subscript<Value>(key: ThemeKey<Value>) -> Value {
    let theme = theme
    if let value = key.find(in: theme) { return value }
    miss(key.name, in: theme)
    return key.default
  }

  /// The same for one state of a thing: `NAME-STATE` where the theme has that, else `NAME`.
  @inlinable
  public subscript<Value>(key: ThemeKey<Value>, state: ThemeState) -> Value {
    let theme = theme
    if let value = key.find(in: theme, state) { return value }
    miss(key.name, in: theme)
    return key.default
  }

  @usableFromInline
  func miss(_ name: String?, in theme: Theme) {
    guard let name, let board = engine?.board else { return }
    let what = theme.kind(of: name).map { "gives \(name) as \($0)" } ?? "gives no \(name)"
    board.say("the theme \(theme.name) \(what); the program's default serves", of: .key)
  }

  /// Where nobody else takes them, what is wrong goes there.
  public static func logToStandardError(_ line: String) {
    let bytes = Array("nightkit: \(line)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}

extension Night: Observable {
  /// After the change: whoever reads again on another thread must not read what was before.
  ///
  /// And again on the main actor, where nobody can be between reading and being registered.
  private func announce() {
    guard isTracked.load(ordering: .sequentiallyConsistent) else { return }
    registrar.willSet(self, keyPath: \.appearance)
    registrar.didSet(self, keyPath: \.appearance)
    registrar.willSet(self, keyPath: \.source)
    registrar.didSet(self, keyPath: \.source)
  }
}

extension Night {
  /// Readable while `dispatch()` has something to do; -1 where the main actor delivers.
  ///
  /// For `poll`, `epoll`, GLib's `g_unix_fd_add` and such; it is only to be watched, not read.
  public var fileDescriptor: Int32 { loop?.fileDescriptor ?? -1 }

  /// Calls the handlers that have something to hear, on the thread of the program's own loop.
  ///
  /// Handlers of nights that were pinned from this one are called as well.
  @MainActor
  public func dispatch() { loop?.dispatch() }
}
