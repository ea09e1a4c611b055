import NightBus
import NightClient
import NightContract
import NightCore

/// One connection to the bus, over which the program follows its subjects (the desktop,
/// applications and their pinned parts) and sends its requests.
final class Session {
  /// How many milliseconds the session waits for an absent daemon before it asks the portal.
  private static let grace = 1_000

  private let shared: SharedState
  private let client: Client
  private let connection: Connection
  private let loop: Loop
  private var appearances: AppearanceFollower?
  /// The preferences of each application.
  private var preferences: [String: FollowedPreferences] = [:]
  private var fallback = Fallback()
  private var isDaemonKnown = false
  private var themes = ThemeCache()
  /// The followed subjects, each with the last appearance that the present daemon reported.
  private var followed: [(subject: Subject, shown: Appearance?)] = []
  /// The inhibitions, each under the number of its request.
  private var inhibitions: [UInt64: NightClient.Inhibition] = [:]
  private let onAnswered: () -> Void
  /// The requests that have no reply yet, each under its number.
  private var asked: (last: UInt64, requests: [UInt64: PendingRequest]) = (0, [:])

  private struct FollowedPreferences {
    var follower: PreferenceFollower?
    var values: [String: PreferenceValue] = [:]
  }

  /// The portal, which the session asks while no daemon runs.
  private struct Fallback {
    var portal: PortalFollower?
    /// The settings that the portal reported; nil if the portal has not answered yet, or is absent.
    var facts: SourceFacts?
    /// True once the portal has answered, or is known to be absent.
    var isKnown = false
    /// A timer that fires when the daemon has been absent for `grace` milliseconds.
    var timer: Timer?

    /// Stops using the portal, because the daemon has answered.
    mutating func end() {
      timer?.stop()
      (portal, facts, isKnown) = (nil, nil, false)
    }
  }

  init(
    _ shared: SharedState,
    _ address: String,
    _ loop: Loop,
    onAnswered: @escaping () -> Void,
    onLost: @escaping () -> Void
  ) throws(ClientError) {
    self.onAnswered = onAnswered
    self.shared = shared
    self.loop = loop
    client = Client(address: address)
    connection = try client.connect()
    do throws(BusError) { try connection.attach(to: loop) } catch { throw ClientError(error) }
    connection.onLost = onLost
    fallback.timer = loop.timer { [unowned self] in askPortal() }
    appearances = try AppearanceFollower(on: connection, loop, .allowed) { [unowned self] in
      received($0)
    }
  }

  func close() {
    fallback = Fallback()
    preferences = [:]
    inhibitions = [:]
    appearances = nil
    connection.close()
    // The closed connection drops its open calls, so refuse the requests that still wait for
    // replies.
    for request in asked.requests.values { request.refuse(ClientError(.disconnected)) }
    asked.requests = [:]
  }

  // MARK: - Following

  func follow(_ subjects: [Subject], preferencesOf applications: Set<String>) {
    let gone = followed.filter { !subjects.contains($0.subject) }
    followed.removeAll { !subjects.contains($0.subject) }
    for (subject, _) in gone { appearances?.forget(subject) }
    let new = subjects.filter { place(of: $0) == nil }
    for subject in new {
      followed.append((subject, nil))
      appearances?.follow(subject)
    }
    // If a subject is already followed, each new channel for it gets the subject's last appearance.
    for case (let subject, let appearance?) in followed {
      shared.show(appearance, toNewcomersOf: subject)
    }
    // While no daemon runs, new subjects and channels get the settings that the portal reported.
    if fallback.isKnown, !new.isEmpty || shared.hasNewcomers { received(fallback.facts) }
    for application in applications where preferences[application]?.follower == nil {
      do throws(ClientError) {
        preferences[application, default: .init()].follower = try PreferenceFollower(
          of: application,
          on: connection,
          .allowed
        ) { [unowned self] in received($0, of: application) }
      } catch {
        report(error, of: application)
      }
    }
  }

  // MARK: - Inhibiting

  func inhibit(_ requests: [UInt64: InhibitionRequest]) {
    for (number, inhibition) in inhibitions where requests[number] == nil {
      // If the daemon has not granted the inhibition yet, `end` is called again after the grant.
      if inhibition.end() { inhibitions[number] = nil }
    }
    for (number, request) in requests where inhibitions[number] == nil {
      do throws(ClientError) {
        inhibitions[number] = try NightClient.Inhibition(
          on: connection,
          request.application,
          why: request.why
        ) { [unowned self] in received($0, request) }
      } catch {
        request.report(.failure(error))
      }
    }
  }

  private func received(_ news: NightClient.Inhibition.News, _ request: InhibitionRequest) {
    switch news {
    case .granted:
      request.report(.success(()))
      inhibit(shared.inhibitors)
    case .absent: request.report(.failure(.noDaemon("it has ended")))
    case .trouble(let error): request.report(.failure(error))
    }
  }

  private func place(of subject: Subject) -> Int? {
    followed.firstIndex { $0.subject == subject }
  }

  private func received(_ news: AppearanceFollower.News) {
    switch news {
    case .appearance(let subject, let look):
      isDaemonKnown = true
      fallback.end()
      let appearance = Appearance(look, theme: themes.theme(look.theme))
      shared.show(appearance, of: subject)
      if let place = place(of: subject) { followed[place].shown = appearance }
      onAnswered()
    case .otherTheme(let given):
      shared.keep(themes.theme(given), for: Style(given.theme.style))
    case .themesChanged: shared.themeListChanged()
    case .absent:
      for place in followed.indices { followed[place].shown = nil }
      fallback.timer?.set(milliseconds: isDaemonKnown ? Self.grace : 0)
    case .trouble(let error):
      // Do not log this error, because an absent daemon is not a problem.
      if case .noDaemon = error { return }
      if case .ended = error { return }
      shared.log(NightError(error).description)
    }
  }

  /// Asks the portal for its settings, even if the portal was already asked.
  private func askPortal() {
    (fallback.facts, fallback.isKnown) = (nil, false)
    do throws(BusError) {
      fallback.portal = try PortalFollower(on: connection) { [unowned self] in received($0) }
    } catch {
      received(nil)
    }
  }

  private func received(_ facts: SourceFacts?) {
    (fallback.facts, fallback.isKnown) = (facts, true)
    if let facts {
      let look = ThemedAppearance(facts)
      let appearance = Appearance(look)
      shared.showAll(.portal) { subject, shown in
        switch subject {
        case .desktop, .application: appearance
        case .style(let style): appearance.withBuiltIn(Style(style))
        case .theme: shown
        }
      }
    } else {
      shared.showAll(.nobody) { $1 }
    }
    shared.markKnown()
  }

  private func received(_ news: PreferenceFollower.News, of application: String) {
    var values = preferences[application]?.values ?? [:]
    switch news {
    case .present(let members):
      values = [:]
      for member in members { values[member.name] = PreferenceValue(member.value) }
    case .changed(let changes):
      for change in changes { values[change.name] = change.value.map(PreferenceValue.init) }
    // While the daemon is absent, keep the last known values.
    case .absent: return shared.markKnown(application)
    case .trouble(let error):
      shared.markKnown(application)
      return report(error, of: application)
    }
    preferences[application, default: .init()].values = values
    shared.show(values, of: application)
  }

  private func report(_ error: ClientError, of application: String) {
    // Do not log this error, because an absent daemon or bus is not a problem.
    switch error {
    case .noDaemon, .ended, .noBus: return
    case .noAnswer, .silent, .denied, .forged, .refused, .garbled: break
    }
    let whose = application.isEmpty ? "" : " of \(application)"
    shared.log("cannot read the preferences\(whose): \(NightError(error))")
  }

  // MARK: - Asking

  func run(_ request: PendingRequest) {
    asked.last += 1
    let number = asked.last
    asked.requests[number] = request
    // Deliver the reply only after the appearance that the request causes has arrived, so that the
    // receiver of the reply can read the new style.
    request.begin(
      client,
      { [unowned self] then in
        guard let appearances else { return then() }
        appearances.whenSettled(then)
      },
      { [unowned self] in asked.requests[number] = nil }
    )
  }
}

/// A cache of recently converted themes.
private struct ThemeCache {
  private static let most = 8
  private var themes: [(given: GivenTheme, theme: Theme)] = []

  /// Returns the converted theme, from the cache if it was converted before.
  mutating func theme(_ given: GivenTheme) -> Theme {
    if let known = themes.first(where: { $0.given === given }) { return known.theme }
    let theme = Theme(given.theme)
    themes.append((given, theme))
    if themes.count > Self.most { themes.removeFirst() }
    return theme
  }
}
