import Glibc
import NightBus
import NightClient
import NightCore
public import Observation
import Synchronization
// Release builds have no implicit imports (see the Makefile), so this file imports `_Concurrency`
// for all files of NightKit.
@_exported public import _Concurrency

/// The desktop's style (light or dark) and its theme, as nightd reports them.
///
/// Make one `Night` for the whole program and keep it. Until you release it, the `Night` follows
/// the daemon on its own thread, even if the daemon or the bus restarts. If nightd is not running,
/// the `Night` follows the desktop's portal. If no portal is running either, the last known
/// appearance stays. If no appearance was ever known, the standard appearance is used: light, with
/// the built-in theme.
///
/// ```swift
/// let night = Night()
/// print(night.style, night[.surface].hex)
/// for await appearance in night.appearances {
///   repaint(appearance)
/// }
/// ```
///
/// If the environment sets `NIGHTD_FORCE_STYLE` to `light` or `dark`, the `Night` never follows the
/// desktop's style. With `NIGHTD_FORCE_STYLE`, the `Night` always has the forced style, with the
/// theme that is in use for that style. `nightctl run` sets `NIGHTD_FORCE_STYLE` for the program
/// that it starts.
///
/// You may use a `Night` from any thread. Reading a value never waits: you get the newest known
/// value. If several values must be consistent with each other, read all of them from one
/// ``appearance``.
public final class Night: Sendable {
  /// The executor or loop that calls the handlers on the main actor.
  public enum Delivery: Sendable {
    /// The main actor's executor, in programs whose `main` is async or that call `dispatchMain()`.
    case mainActor
    /// Your program's own loop, such as GLib's, which watches `fileDescriptor` and calls
    /// `dispatch()`.
    case ownLoop
  }

  let channel: AppearanceChannel
  let main: MainDelivery<Appearance>
  let fading: FaderSource
  let loop: OwnLoop?
  /// The engine; nil for a preview, which has `previewDaemon` instead.
  let engine: Engine?
  let previewDaemon: PreviewDaemon?
  let values: PreferenceSource
  private let ownsChannel: Bool
  private let appearanceTracker = Tracker()
  private let sourceTracker = Tracker()

  /// Reads the state that the daemon publishes in a file, then follows the daemon over the bus.
  ///
  /// If the daemon has published its state, and the theme in use has only colours, the call returns
  /// at once, even if the bus hangs. In all other cases, the call blocks until the daemon has
  /// answered over the bus, or until the timeout has passed.
  /// ``connect(delivery:timeout:requestTimeout:log:)`` does not block.
  ///
  /// Starts the daemon if it is not running and the bus can start it. If no answer comes in time,
  /// the standard appearance is used until an answer comes. A missing bus or daemon is not an
  /// error.
  ///
  /// - Parameters:
  ///   - delivery: The executor or loop that calls the handlers on the main actor.
  ///   - timeout: The longest time to wait for the first values. All calls share this limit: once a
  ///     call has timed out, no call waits again until the daemon has answered. If the timeout is
  ///     zero or less, no call waits.
  ///   - requestTimeout: The longest time that a request such as `set` waits for its reply, at most
  ///     15 seconds. If no reply comes in time, the request throws `noAnswer`.
  ///   - log: Receives a sentence about each problem that did not stop the library; the same
  ///     sentence is not repeated. The default writes each sentence to standard error. `log` may be
  ///     called on any thread, even on the thread that follows the bus. So `log` must not call
  ///     functions that may wait, such as `preferences`.
  public convenience init(
    delivery: Delivery = .mainActor,
    timeout: Duration = .seconds(2),
    requestTimeout: Duration = .seconds(15),
    log: (@Sendable (String) -> Void)? = nil
  ) {
    self.init(for: nil, delivery, WaitLimit(timeout, request: requestTimeout), log)
    engine?.limit.wait(for: channel)
  }

  /// Follows the appearance of one application, which may have its own choice.
  ///
  /// Blocks until the daemon has answered, because an application's own choice is not in the
  /// published state. In all other respects, the call works like
  /// ``init(delivery:timeout:requestTimeout:log:)``.
  ///
  /// - Parameters:
  ///   - application: The name, such as `org.example.Editor`, under which nightd stores this
  ///     program's own choice, themes and preferences.
  ///   - delivery: The executor or loop that calls the handlers on the main actor.
  ///   - timeout: The longest time to wait for the first values, shared by all calls.
  ///   - requestTimeout: The longest time that a request such as `set` waits for its reply, at most
  ///     15 seconds. If no reply comes in time, the request throws `noAnswer`.
  ///   - log: Receives a sentence about each problem that did not stop the library. If `log` is
  ///     nil, the sentences are written to standard error.
  /// - Throws: A `NightError`: `refused` if the name is not valid for an application.
  public convenience init(
    application: String,
    delivery: Delivery = .mainActor,
    timeout: Duration = .seconds(2),
    requestTimeout: Duration = .seconds(15),
    log: (@Sendable (String) -> Void)? = nil
  ) throws(NightError) {
    try Self.check(application: application)
    self.init(for: application, delivery, WaitLimit(timeout, request: requestTimeout), log)
    engine?.limit.wait(for: channel)
  }

  /// Makes a `Night` with a bus thread; does not wait.
  convenience init(
    for application: String?,
    _ delivery: Delivery,
    _ limit: WaitLimit,
    _ log: (@Sendable (String) -> Void)?
  ) {
    let engine = Engine(limit, log: log ?? Night.logToStandardError)
    let channel = engine.firstChannel(of: application)
    var loop: OwnLoop?
    if delivery == .ownLoop {
      do throws(BusError) { loop = try OwnLoop() } catch {
        engine.shared.log("cannot notify the program's own event loop of changes: \(error)")
      }
    }
    self.init(
      engine.subject(of: application),
      channel,
      engine,
      PreferenceSource(application ?? "", engine, loop),
      loop
    )
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
    fading = FaderSource(channel, main, loop)
    previewDaemon = engine == nil ? PreviewDaemon(channel, main, channel.value) : nil
    values.setPreview(previewDaemon)
    ownsChannel = true
    announceChanges()
    engine?.shared.follow(subject, channel)
  }

  /// Makes a pinned part of `night`; the part uses the channel and the subscribers of `pin`.
  init(_ pin: Engine.Pin, of night: Night) {
    channel = pin.channel
    main = pin.main
    fading = pin.fading
    engine = night.engine
    previewDaemon = night.previewDaemon
    values = night.values
    loop = night.loop
    ownsChannel = false
    announceChanges()
  }

  deinit {
    guard ownsChannel else { return }
    engine?.shared.unfollow(channel)
    channel.close()
  }

  static func check(application: String) throws(NightError) {
    do throws(Flaw) { try NightCore.PreferenceKey.check(application: application) } catch {
      throw .refused("“\(application)” cannot be the name of an application: \(error.message)")
    }
  }

  /// The newest known appearance, with everything that an application needs to paint itself.
  public var appearance: Appearance { tracked { $0 } }

  /// The style that is in effect now.
  public var style: Style { tracked { $0.style } }

  /// The theme that is in use now.
  public var theme: Theme { tracked { $0.theme } }

  private func tracked<Part>(_ part: (borrowing Appearance) -> Part) -> Part {
    // Pass a closure to `access` and not the method `main.want`, which would retain `main`.
    // Retaining `main` would take as long as the whole lookup.
    appearanceTracker.access(self, \.appearance, onMainActor: { main.want() }) {
      channel.read(part)
    }
  }

  /// The origin of the present appearance.
  public var source: Source {
    sourceTracker.access(self, \.source, onMainActor: { main.want() }) {
      channel.readOrigin { $0.source }
    }
  }

  /// The theme's value for a key, or the key's default if the theme has no such value.
  ///
  /// If the theme has no value of that name and type, the problem is also logged once.
  ///
  /// - Parameter key: The key of the value, such as `.surface`.
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
  ///
  /// - Parameters:
  ///   - key: The key of the value, such as `.surface`.
  ///   - state: The state of the element, such as `.pressed`.
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
  ///
  /// - Parameter line: The text of the line, without a line break. `nightkit: ` is written before
  ///   the text.
  static func logToStandardError(_ line: String) {
    let bytes = Array("nightkit: \(line)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}

extension Night: Observable {
  /// Notifies the Observation framework only after each change has been made, so that no reader
  /// gets the old value.
  private func announceChanges() {
    channel.onChange { [weak self] change in
      guard let self else { return }
      if change.isOfValue { appearanceTracker.announceElsewhere(self, \.appearance) }
      if change.isOfOrigin { sourceTracker.announceElsewhere(self, \.source) }
    }
    main.onDeliver { [weak self] in
      guard let self else { return }
      let numbers = channel.numbers
      appearanceTracker.announceOnMain(self, \.appearance, newest: numbers.value)
      sourceTracker.announceOnMain(self, \.source, newest: numbers.origin)
    }
  }
}

extension Night {
  /// A descriptor that is readable while `dispatch()` has work to do; -1 if `.ownLoop` is not used.
  ///
  /// Watch the descriptor with `poll`, `epoll`, GLib's `g_unix_fd_add` or the like. Never read from
  /// the descriptor or close it.
  public var fileDescriptor: Int32 { loop?.fileDescriptor ?? -1 }

  /// Calls the handlers for all changes that are not delivered yet; call this function on your own
  /// loop's thread.
  ///
  /// `dispatch()` also calls the handlers of all parts that were pinned from this `Night`.
  @MainActor
  public func dispatch() { loop?.dispatch() }
}
