import Glibc
import IconModel
import NightBus
import NightClient
import NightContract
import NightCore

/// The icon: follows nightd, and shows its state in each panel that shows icons of programs.
///
/// The program sleeps until a message comes. If no panel is running, it waits for the first one;
/// if the panel or nightd starts again, it registers or asks again.
final class IconProgram {
  /// The name on the bus; a second icon finds it taken and ends.
  static let name: BusName = "org.nightd.Icon"
  private static let watcherName: BusName = "org.kde.StatusNotifierWatcher"
  private static let milliseconds = 15_000

  let places: Places
  private let language: Language
  private let loop: Loop
  private let client: Client
  private let connection: Connection
  private var icon = Icon()
  /// The view that panels know.
  private var shown: Icon.View
  private(set) var revision: UInt32 = 1
  /// A token with which a panel lets the next window come to the front; used once.
  var activationToken: String?
  private var followers: [AnyObject] = []

  /// Connects to the bus; throws if there is no bus.
  init(_ places: Places, _ language: Language) throws(ClientError) {
    self.places = places
    self.language = language
    client = try Client(environment: Places.variable)
    connection = try client.connect()
    do throws(BusError) { loop = try Loop() } catch { throw ClientError(error) }
    shown = icon.view(Context(language, LocalClock.now()))
  }

  /// Runs until the user ends the icon or the session ends; returns false if another icon runs
  /// already.
  func run() throws(ClientError) -> Bool {
    do throws(BusError) {
      connection.server.export(.statusItem, self, at: .statusItem)
      connection.server.export(.menu, self, at: .menu)
      guard try connection.request(Self.name, milliseconds: Self.milliseconds) == .owned else {
        return false
      }
      try connection.attach(to: loop)
      loop.giveMemoryBackAtRest()
      connection.onLost = { [unowned self] in loop.stop() }
      let signals = try loop.signals([SIGINT, SIGTERM, SIGHUP]) { [unowned self] _ in loop.stop() }
      let daemon = try NameOwner(
        of: .nightd,
        on: connection,
        milliseconds: Self.milliseconds
      ) { [unowned self] owner in
        isDaemonPresent = owner != nil
        if owner == nil { change { $0.trouble = .absent } } else { refresh() }
      }
      let watcher = try NameOwner(
        of: Self.watcherName,
        on: connection,
        milliseconds: Self.milliseconds
      ) { [unowned self] owner in
        if let owner { register(with: owner) }
      }
      followers = [signals, daemon, watcher]
    } catch {
      throw ClientError(error)
    }
    followers.append(
      try Follower(on: connection, .allowed, .everything) { [unowned self] news in
        switch news {
        case .style: refresh()
        // `daemon` reports this too.
        case .absent: break
        case .trouble(let error): change { $0.trouble = Icon.Trouble(error) }
        }
      }
    )
    do throws(BusError) { try loop.run() } catch { throw ClientError(error) }
    followers = []
    connection.close()
    return true
  }

  private var isDaemonPresent = false

  /// What the panels should show now; the sentences depend on the time.
  var view: Icon.View { icon.view(Context(language, LocalClock.now())) }

  private func register(with watcher: BusName) {
    do throws(BusError) {
      try connection.call(
        .call(
          to: watcher,
          at: "/StatusNotifierWatcher",
          InterfaceName(unchecked: Self.watcherName.text),
          "RegisterStatusNotifierItem",
          [.string(Self.name.text)]
        ),
        milliseconds: Self.milliseconds
      ) { _, error in
        if let error { Places.complain("the panel does not accept the icon: \(error)") }
      }
    } catch {
      Places.complain("the panel does not get the icon: \(error)")
    }
  }
}

// MARK: - nightd's state

extension IconProgram {
  /// Asks nightd for its state, unless nightd is not running.
  ///
  /// The reply also has the locks, of whose changes nightd sends no signal.
  func refresh() {
    guard isDaemonPresent else { return }
    client.start(Request.why.with(WhyOptions(""))) { [weak self] answer in
      self?.change { icon in
        switch answer {
        case .success(let explanation):
          icon.why = WhyReport(explanation.appearance)
          icon.lock = explanation.choice.last { $0.lock != nil }?.lock
          // A refusal stays until the next request, so that the user can read it.
          if case .failed(.refused)? = icon.trouble { break }
          icon.trouble = nil
        case .failure(let error): icon.trouble = Icon.Trouble(error)
        }
      }
    }
  }

  /// Changes the state, and tells panels which parts of the view are new.
  private func change(_ edit: (inout Icon) -> Void) {
    edit(&icon)
    let (old, new) = (shown, view)
    guard old != new else { return }
    shown = new
    if old.style != new.style { send("NewIcon", of: .statusItem, at: .statusItem) }
    if old.title != new.title { send("NewTitle", of: .statusItem, at: .statusItem) }
    if (old.title, old.text) != (new.title, new.text) {
      send("NewToolTip", of: .statusItem, at: .statusItem)
    }
    guard old.menu != new.menu else { return }
    revision += 1
    send("LayoutUpdated", of: .menu, at: .menu, [.uint32(revision), .int32(0)])
  }

  private func send(
    _ signal: MemberName,
    of interface: InterfaceName,
    at path: ObjectPath,
    _ values: [BusValue] = []
  ) {
    do throws(BusError) {
      try connection.send(try connection.server.signal(signal, of: interface, at: path, values))
    } catch {
      Places.complain("\(error)")
    }
  }
}

// MARK: - What users do

extension IconProgram {
  /// The user has clicked on the icon.
  func click() {
    if let action = icon.clickAction { perform(action) }
  }

  /// The user has chosen an item of the menu.
  func choose(_ item: Int32) {
    if let action = view.action(of: item) { perform(action) }
  }

  private func perform(_ action: Icon.Action) {
    switch action {
    case .toggle: request(Request.toggle.with(nil))
    case .run(.set(let style, let term)):
      request(Request.set.with((style == .dark ? .dark : .light, term?.request)))
    case .run(.automatic(let automatic)):
      request(Request.set.with((automatic == .schedule ? .schedule : .system, nil)))
    case .run(.endHold): request(Request.resume.with(()))
    // The menu has no other job.
    case .run: break
    case .openSettings: openSettings()
    case .quit: loop.stop()
    }
  }

  private func request<Reply>(_ question: Question<Reply>) {
    client.start(question) { [weak self] answer in
      self?.change { icon in
        switch answer {
        case .success: icon.trouble = nil
        case .failure(let error): icon.trouble = Icon.Trouble(error)
        }
      }
    }
  }

  private func openSettings() {
    let token = activationToken.map { ["XDG_ACTIVATION_TOKEN": $0] } ?? [:]
    activationToken = nil
    do throws(BusError) {
      let window = try ChildProcess(
        [places.settings()],
        environment: token,
        output: STDERR_FILENO,
        endsGroup: false,
        on: loop
      ) { _ in }
      window.leave()
    } catch {
      let text = language("The settings could not be opened: {error}", ["error": "\(error)"])
      change { $0.trouble = .failed(.refused(text)) }
    }
  }
}

extension Icon.Trouble {
  fileprivate init(_ error: ClientError) {
    self =
      switch error {
      case .noDaemon: .notStarted
      case .noAnswer, .silent, .ended, .forged: .failed(.noAnswer)
      case .noBus(let why), .denied(let why): .failed(.unreachable(why))
      case .refused(_, let why), .garbled(let why): .failed(.refused(why))
      }
  }
}

extension Job.Term {
  fileprivate var request: NightContract.Term {
    switch self {
    case .hour: .seconds(3_600)
    case .until(let text): .until(text)
    case .always: .always
    }
  }
}

extension WhyReport {
  /// The report that `nightctl why --json` makes of the same appearance.
  fileprivate init(_ appearance: Appearance) {
    self.init(
      style: IconModel.Style(appearance.style),
      choice: appearance.choice.rawValue,
      chosen: appearance.isChosen,
      theme: appearance.theme,
      reason: appearance.reason.rawValue,
      next: appearance.next?.iso,
      nextStyle: appearance.nextStyle.map { IconModel.Style($0) },
      holdUntil: appearance.holdUntil?.iso,
      by: appearance.isByDesktop ? "desktop" : nil
    )
  }
}

extension IconModel.Style {
  fileprivate init(_ style: NightCore.Style) { self = style == .dark ? .dark : .light }
}
