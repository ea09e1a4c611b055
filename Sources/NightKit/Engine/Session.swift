import NightBus
import NightClient
import NightContract
import NightCore

/// One connection to the bus, and all that is followed and asked over it.
final class Session {
  /// A daemon that is being replaced is back before anybody else is asked.
  private static let grace = 1_000

  private let board: Board
  private let client: Client
  private let connection: Connection
  private let loop: Loop
  private var looks: LookFollower?
  private var preferences: [String: PreferenceFollower] = [:]
  private var values: [String: [String: PreferenceValue]] = [:]
  private var portal: PortalFollower?
  /// What the portal said, once it or its absence was heard of and for as long as there is no daemon.
  private var instead: (isKnown: Bool, facts: SourceFacts?) = (false, nil)
  private var absence: Timer?
  private var isDaemonKnown = false
  private var themes: [(given: GivenTheme, theme: Theme)] = []
  private static let mostThemes = 8
  /// With what the present daemon says of each.
  private var followed: [(subject: Subject, shown: Appearance?)] = []
  private let onAnswered: () -> Void
  /// Asked and not answered yet.
  private var asked: [UInt64: Errand] = [:]
  private var lastAsked: UInt64 = 0

  init(
    _ board: Board,
    _ address: String,
    _ loop: Loop,
    onAnswered: @escaping () -> Void,
    onLost: @escaping () -> Void
  ) throws(ClientError) {
    self.onAnswered = onAnswered
    self.board = board
    self.loop = loop
    client = Client(address: address)
    connection = try client.connect()
    do throws(BusError) { try connection.attach(to: loop) } catch { throw ClientError(error) }
    connection.onLost = onLost
    absence = loop.timer { [unowned self] in askPortal() }
    looks = try LookFollower(on: connection, loop, .allowed) { [unowned self] in heard($0) }
  }

  func close() {
    absence = nil
    portal = nil
    preferences = [:]
    looks = nil
    connection.close()
    // A closed connection forgets its calls; those who wait are not forgotten.
    for errand in asked.values { errand.refuse(ClientError(.disconnected)) }
    asked = [:]
  }

  // MARK: - Following

  func follow(_ subjects: [Subject], preferencesOf applications: Set<String>) {
    let gone = followed.filter { !subjects.contains($0.subject) }
    followed.removeAll { !subjects.contains($0.subject) }
    for (subject, _) in gone { looks?.forget(subject) }
    let new = subjects.filter { place(of: $0) == nil }
    for subject in new {
      followed.append((subject, nil))
      looks?.follow(subject)
    }
    // Who came to a subject that was followed already is told what was told last.
    for case (let subject, let appearance?) in followed {
      board.show(appearance, toNewcomersOf: subject)
    }
    // Nobody else says anything of it any more.
    if instead.isKnown, !new.isEmpty || board.hasNewcomers { heard(instead.facts) }
    for application in applications where preferences[application] == nil {
      do throws(ClientError) {
        preferences[application] = try PreferenceFollower(
          of: application,
          on: connection,
          .allowed
        ) { [unowned self] in heard($0, of: application) }
      } catch {
        report(error, of: application)
      }
    }
  }

  private func place(of subject: Subject) -> Int? {
    followed.firstIndex { $0.subject == subject }
  }

  private func heard(_ news: LookFollower.News) {
    switch news {
    case .look(let subject, let look):
      isDaemonKnown = true
      absence?.rest()
      portal = nil
      instead = (false, nil)
      let appearance = Appearance(look, theme: theme(look.theme))
      board.show(appearance, of: subject)
      if let place = place(of: subject) { followed[place].shown = appearance }
      onAnswered()
    case .absent:
      for place in followed.indices { followed[place].shown = nil }
      absence?.set(milliseconds: isDaemonKnown ? Self.grace : 0)
    case .trouble(let error):
      // That it is absent is no trouble.
      if case .noDaemon = error { return }
      if case .ended = error { return }
      board.say(NightError(error).description)
    }
  }

  /// Going back to a theme that was shown lately makes nothing anew.
  private func theme(_ given: GivenTheme) -> Theme {
    if let known = themes.first(where: { $0.given === given }) { return known.theme }
    let theme = Theme(given.theme)
    themes.append((given, theme))
    if themes.count > Self.mostThemes { themes.removeFirst() }
    return theme
  }

  /// Asks anew where it was asked before.
  private func askPortal() {
    instead = (false, nil)
    do throws(BusError) {
      portal = try PortalFollower(on: connection) { [unowned self] in heard($0) }
    } catch {
      heard(nil)
    }
  }

  private func heard(_ facts: SourceFacts?) {
    instead = (true, facts)
    if let facts {
      let look = Look(facts)
      let appearance = Appearance(look)
      board.showAll(.portal) { subject, shown in
        switch subject {
        case .desktop, .application: appearance
        case .style(let style): appearance.withBuiltIn(Style(style))
        case .theme: shown
        }
      }
    } else {
      board.showAll(.nobody) { $1 }
    }
    board.known()
  }

  private func heard(_ news: PreferenceFollower.News, of application: String) {
    var values = values[application] ?? [:]
    switch news {
    case .present(let members):
      values = [:]
      for member in members { values[member.name] = PreferenceValue(member.value) }
    case .changed(let changes):
      for change in changes { values[change.name] = change.value.map(PreferenceValue.init) }
    // What was told last is all that is known.
    case .absent: return board.known(application)
    case .trouble(let error):
      board.known(application)
      return report(error, of: application)
    }
    self.values[application] = values
    board.show(values, of: application)
  }

  private func report(_ error: ClientError, of application: String) {
    // That the daemon or the bus is absent is no trouble.
    switch error {
    case .noDaemon, .ended, .noBus: return
    case .noAnswer, .silent, .denied, .forged, .refused, .garbled: break
    }
    let whose = application.isEmpty ? "" : " of \(application)"
    board.say("the preferences\(whose) are not known: \(NightError(error))")
  }

  // MARK: - Asking

  func run(_ errand: Errand) {
    lastAsked += 1
    let number = lastAsked
    asked[number] = errand
    // Whoever set something sees it, once that is answered.
    errand.begin(client) { [unowned self] then in
      looks?.whenSettled(then) ?? then()
    } _: { [unowned self] in
      asked[number] = nil
    }
  }
}
