package import NightBus
import NightContract
import NightCore

/// Reports the present appearance of each of its subjects, such as the desktop or an application,
/// and every change of these appearances.
///
/// The follower continues when the daemon restarts or ends. The follower runs on the event loop of
/// its connection. If the colours of an appearance's theme are unknown, the follower requests the
/// theme before it reports the appearance.
package final class AppearanceFollower {
  package enum News {
    /// A subject's appearance; reported once at the start, and then each time that the subject
    /// looks different.
    case appearance(Subject, ThemedAppearance)
    /// The theme for the opposite style: the dark theme while the style is light, and the light
    /// theme while the style is dark.
    case otherTheme(GivenTheme)
    /// The list of themes may have changed.
    case themesChanged
    /// No daemon is running; the last reported appearances are still valid.
    case absent
    /// A problem that should be logged; the follower continues to run.
    case trouble(ClientError)
  }

  /// A callback to call once the open requests of some subjects have been answered or given up.
  private struct SettleCallback {
    let asked: [(followed: SubjectState, settlements: UInt64)]
    let then: () -> Void

    var isOver: Bool { asked.allSatisfy { $0.followed.settlements > $0.settlements } }
  }

  private let report: (News) -> Void
  private let loop: Loop
  private let timeout: Int
  private var inquiry: Inquiry?
  private var followed: [SubjectState] = []
  private var themes = RecentThemes()
  /// The desktop's appearance; nil until the present daemon has reported it.
  private var desktop: Paint?
  /// The serial of the last message from the present daemon.
  ///
  /// The serials of different daemons cannot be compared.
  private var lastSerial: UInt64?
  /// The callbacks that wait until earlier requests are answered or given up.
  private var waiting: [SettleCallback] = []
  /// Whether the follower has already requested the opposite style's theme, to have that theme
  /// ready when the style is toggled.
  private var isOtherStyleKnown = false

  /// Makes a follower that has no subjects yet; call `follow` for each subject.
  ///
  /// If the daemon does not send a theme within `timeout` milliseconds, the follower uses the theme
  /// that it reported last, or a built-in one. The follower switches to the daemon's theme as soon
  /// as that theme arrives.
  package init(
    on connection: Connection,
    _ loop: Loop,
    _ starting: Client.Starting,
    timeout milliseconds: Int = 1_000,
    _ report: @escaping (News) -> Void
  ) throws(ClientError) {
    self.report = report
    self.loop = loop
    timeout = milliseconds
    let inquiry = try Inquiry(
      on: connection,
      starting,
      Request.subscribe.with(()).request,
      .init(
        ownerChanged: { [weak self] in self?.ownerChanged() },
        answered: { [weak self] in self?.received($0) ?? true },
        absent: { report(.absent) },
        trouble: { [weak self] in self?.trouble($0) }
      )
    )
    self.inquiry = inquiry
    try inquiry.subscribe(.style, "Changed") { [weak self] in _ = self?.received($0) }
    try inquiry.subscribe(.style, "AppChanged") { [weak self] in self?.applicationChanged($0) }
    try inquiry.subscribe(.themes, "Changed") { [weak self] _ in self?.themesChanged() }
    try inquiry.subscribe(.preferences, "Changed") { [weak self] message in
      let (key, application) = message.read { ($0.string(), $0.string()) }
      guard let key, let application else { return }
      self?.preferenceChanged(key, of: application, message)
    }
  }

  /// Starts to report the appearance of this subject too.
  package func follow(_ subject: Subject) {
    guard place(of: subject) == nil else { return }
    let followed = SubjectState(subject)
    followed.timeout = loop.timer { [weak self, weak followed] in
      if let followed { self?.timedOut(with: followed) }
    }
    self.followed.append(followed)
    if let desktop { consider(followed, desktop) }
  }

  package func forget(_ subject: Subject) {
    if let place = place(of: subject) { followed.remove(at: place).settle() }
    callWaiting()
  }

  /// Returns the subject's index; a linear search is fast enough, because a follower has few
  /// subjects.
  private func place(of subject: Subject) -> Int? {
    followed.firstIndex { $0.subject == subject }
  }

  /// Calls `then` when everything that was received before this call has been reported.
  ///
  /// Calls `then` at once if no request is open.
  package func whenSettled(_ then: @escaping () -> Void) {
    let asked = followed.filter(\.isAsking).map { ($0, $0.settlements) }
    waiting.append(SettleCallback(asked: asked, then: then))
    callWaiting()
  }

  private func callWaiting() {
    guard !waiting.isEmpty else { return }
    let answered = waiting.filter(\.isOver)
    waiting.removeAll(where: \.isOver)
    for one in answered { one.then() }
  }

  // MARK: - Receiving

  private func ownerChanged() {
    desktop = nil
    lastSerial = nil
    themes = RecentThemes()
    isOtherStyleKnown = false
    for followed in followed { followed.forgetQuestions() }
    callWaiting()
  }

  /// Handles a reply or a signal; returns whether the message could be read.
  private func received(_ message: borrowing Message) -> Bool {
    guard let (serial, paint) = Paint.read(message) else { return false }
    if let lastSerial, serial <= lastSerial { return true }
    lastSerial = serial
    if desktop?.isHighContrast != paint.isHighContrast { isOtherStyleKnown = false }
    if desktop == nil { report(.themesChanged) }
    desktop = paint
    for followed in followed { consider(followed, paint) }
    askOtherStyle()
    return true
  }

  private func trouble(_ error: ClientError) {
    report(.trouble(error))
    // If access to the daemon is denied, behave as if no daemon were running.
    if desktop == nil { report(.absent) }
  }

  private func applicationChanged(_ message: borrowing Message) {
    if let name = message.read({ $0.string() }) { askAgain(for: name) }
  }

  /// Handles a changed preference that affects an appearance, unless another signal reports the
  /// same change.
  private func preferenceChanged(
    _ key: String,
    of application: String,
    _ message: borrowing Message
  ) {
    // Handle only the desktop's themes here, because `AppChanged` reports an application's own
    // theme.
    if application.isEmpty, key.hasPrefix("theme.") { return themesChanged() }
    guard key == PreferenceTable.fade else { return }
    guard application.isEmpty else { return askAgain(for: application) }
    // Handle the fade here, because the daemon sends no signal `Changed` if only the fade has
    // changed.
    guard let values = try? message.values(), values.count == 3,
      case .integer(let fade)? = values[2].asOptions?["value"].flatMap(PreferenceValue.init)
    else { return }
    desktop?.fade = UInt32(clamping: fade)
    guard let desktop else { return }
    for followed in followed { consider(followed, desktop) }
  }

  /// Asks for an application's appearance after the application's own choice or theme has changed.
  private func askAgain(for name: String) {
    guard let place = place(of: .application(name)) else { return }
    // Until the daemon answers, assume that the application has its own choice. If `isCurrent`
    // stayed true, a change of the desktop could make `consider` use the desktop's appearance and
    // drop the request for the application's appearance.
    followed[place].isCurrent = false
    askFor(name, followed[place])
  }

  private func themesChanged() {
    report(.themesChanged)
    guard let desktop else { return }
    isOtherStyleKnown = false
    for followed in followed where followed.missesThemes { consider(followed, desktop) }
    askOtherStyle()
  }

  // MARK: - Updating subjects

  private func consider(_ followed: SubjectState, _ desktop: Paint) {
    switch followed.subject {
    case .desktop: reportWithTheme(desktop, requesting: "", for: followed)
    case .application(let name):
      // An application without a choice or theme of its own has the desktop's appearance.
      if let known = followed.paint, followed.isCurrent, known.followsDesktop,
        followed.desktopFade == desktop.fade
      {
        var paint = desktop
        paint.fade = known.fade
        reportWithTheme(paint, requesting: "", for: followed)
      } else {
        askFor(name, followed)
      }
    case .style(let style): askTheme(style.rawValue, for: followed)
    case .theme(let name):
      // Refuse a keyword as a theme's name: to the daemon, `dark`, for example, means the theme
      // that is set for the dark style.
      guard ThemeName.flaw(name) == nil else {
        return failed(.refused(.unknownTheme, "there is no theme “\(name)”"), followed)
      }
      askTheme(name, for: followed)
    }
  }

  /// Begins a request for a subject, and starts the subject's timeout unless it is already running.
  ///
  /// A new request does not restart the timeout. If each request restarted the timeout, a subject
  /// that changes all the time would never be reported.
  private func begin(_ followed: SubjectState) -> UInt64 {
    if !followed.isAsking { followed.timeout?.set(milliseconds: timeout) }
    return followed.nextTurn()
  }

  private func askFor(_ application: String, _ followed: SubjectState) {
    let turn = begin(followed)
    inquiry?.ask(Request.getFor.with(NamedApplication(application)).request) {
      Paint.read($0)?.paint
    } then: { [weak self, weak followed] (answer: Result<Paint, ClientError>) in
      guard let self, let followed, followed.turn == turn else { return }
      switch answer {
      case .success(let paint):
        followed.desktopFade = desktop?.fade
        reportWithTheme(paint, requesting: "", for: followed)
      case .failure(.noAnswer), .failure(.forged): askFor(application, followed)
      case .failure(let error): failed(error, followed)
      }
    }
  }

  /// Reports the appearance at once if its theme is cached; otherwise requests the theme first.
  ///
  /// `word` is the theme's name, or empty for the theme in use.
  private func reportWithTheme(
    _ paint: Paint,
    requesting word: String,
    for followed: SubjectState
  ) {
    followed.paint = paint
    followed.isCurrent = true
    if let theme = themes[paint.theme, paint.themeDigest] {
      return show(ThemedAppearance(paint, theme), to: followed)
    }
    // An application with its own choice or theme may use a different theme than the desktop, so
    // request the application's theme by name.
    askTheme(paint.followsDesktop ? word : paint.theme, for: followed)
  }

  private func askTheme(_ word: String, for followed: SubjectState) {
    let turn = begin(followed)
    resolve(word) { [weak self, weak followed] outcome in
      guard let self, let followed, followed.turn == turn else { return }
      switch outcome {
      case .success(let theme): received(theme, for: followed)
      case .failure(.noAnswer), .failure(.forged): askTheme(word, for: followed)
      case .failure(let error): failed(error, followed)
      }
    }
  }

  /// Handles a failed request: reports the error, and uses the best theme at hand.
  private func failed(_ error: ClientError, _ followed: SubjectState) {
    report(.trouble(error))
    // If no bus can be reached, keep the appearance that was reported last.
    if case .noBus = error { return settle(followed) }
    timedOut(with: followed)
  }

  private func settle(_ followed: SubjectState) {
    followed.settle()
    callWaiting()
  }

  private func received(_ given: GivenTheme, for followed: SubjectState) {
    let given = themes.put(given)
    guard let desktop else { return }
    if followed.isPinned {
      return show(ThemedAppearance(desktop.painted(with: given), given), to: followed)
    }
    guard let wanted = followed.paint else { return }
    // If the daemon sent a different theme than this appearance needs, the sent theme is newer: the
    // signal `Changed` for that theme is still on the way.
    guard given.isNamed(wanted.theme, wanted.themeDigest) else {
      followed.offered = given
      return
    }
    show(ThemedAppearance(wanted, given), to: followed)
  }

  /// Reports the appearance with the best theme at hand, because the daemon did not send the theme
  /// in time.
  private func timedOut(with followed: SubjectState) {
    guard let desktop else { return settle(followed) }
    var paint = followed.paint ?? desktop
    if case .style(let style) = followed.subject { paint.style = style }
    // Prefer the last reported theme to a built-in theme, but only if the last reported theme fits
    // the appearance's style.
    if let last = followed.lastReported, followed.isPinned || last.theme.theme.style == paint.style
    {
      show(ThemedAppearance(paint.painted(with: last.theme), last.theme), to: followed)
    } else if case .theme(let name) = followed.subject, let theme = BuiltInThemes.fact(name) {
      let given = GivenTheme(.builtIn(theme.name))
      show(ThemedAppearance(paint.painted(with: given), given), to: followed)
    } else if let offered = followed.offered, offered.theme.style == paint.style {
      show(ThemedAppearance(paint, offered), to: followed)
    } else {
      show(ThemedAppearance(builtInFor: paint), to: followed)
    }
  }

  private func show(_ appearance: ThemedAppearance, to followed: SubjectState) {
    followed.settle()
    let isSame = followed.reported.map {
      $0.paint.fade == appearance.paint.fade && $0.paintsLike(appearance)
    }
    if isSame != true {
      followed.reported = appearance
      followed.lastReported = appearance
      report(.appearance(followed.subject, appearance))
    }
    callWaiting()
  }

  // MARK: - Requesting

  private func askOtherStyle() {
    guard let desktop, !isOtherStyleKnown, !followed.isEmpty else { return }
    isOtherStyleKnown = true
    resolve(desktop.style.opposite.rawValue) { [weak self] outcome in
      guard let self, case .success(let given) = outcome else { return }
      report(.otherTheme(themes.put(given)))
    }
  }

  private func resolve(
    _ word: String,
    then deliver: @escaping (Result<GivenTheme, ClientError>) -> Void
  ) {
    inquiry?.ask(Request.resolve.with(word)) { deliver($0.map(GivenTheme.init)) }
  }
}

extension Paint {
  fileprivate func painted(with given: GivenTheme) -> Paint {
    var paint = self
    paint.style = given.theme.style
    paint.theme = given.theme.name
    paint.themeDigest = given.theme.digest
    return paint
  }
}
