package import NightBus
import NightContract
import NightCore

/// Follows the looks of several subjects through every change, restart and absence of the daemon.
///
/// Works on the loop that its connection is attached to. A theme that is not known yet is asked for
/// first, so that nobody is told a style without its colours.
package final class LookFollower {
  package enum News {
    /// What a subject looks like now; what paints the same is not told again.
    case look(Subject, Look)
    /// There is no daemon; what was told last is all that is known.
    case absent
    /// Something went wrong that following outlives; for a log.
    case trouble(ClientError)
  }

  private let tell: (News) -> Void
  private let loop: Loop
  private let patience: Int
  private var follower: Follower?
  private var followed: [Subject: Followed] = [:]
  var shelf = ThemeShelf()
  /// What the present daemon said of the desktop; nil before it has.
  private(set) var desktop: Appearance?
  /// Those who wait until all that was heard is shown.
  private var waiting: [() -> Void] = []
  /// Whether the theme of the other style is there as well, so that a toggle needs no question.
  private var isOtherStyleKnown = false

  /// A theme that the daemon does not give within `patience` is replaced by the one that is built
  /// in until it does.
  package init(
    on connection: Connection,
    _ loop: Loop,
    _ starting: Client.Starting,
    patience milliseconds: Int = 1_000,
    _ tell: @escaping (News) -> Void
  ) throws(ClientError) {
    self.tell = tell
    self.loop = loop
    patience = milliseconds
    let follower = try Follower(
      on: connection,
      starting,
      .eachDaemon,
      onOwnerChange: { [weak self] in self?.ownerChanged() }
    ) { [weak self] in self?.heard($0) }
    self.follower = follower
    try follower.inquiry?.hear(.style, "AppChanged") { [weak self] in self?.applicationChanged($0) }
    try follower.inquiry?.hear(.themes, "Changed") { [weak self] _ in self?.themesChanged() }
    try follower.inquiry?.hear(.preferences, "Changed") { [weak self] values in
      guard let name = values.first?.asString, name.hasPrefix("theme.") else { return }
      self?.themesChanged()
    }
  }

  /// Tells of this subject too from now on.
  package func follow(_ subject: Subject) {
    guard followed[subject] == nil else { return }
    let followed = Followed(subject)
    followed.patience = loop.timer { [weak self, weak followed] in
      if let followed { self?.losePatience(with: followed) }
    }
    self.followed[subject] = followed
    if let desktop { consider(followed, desktop) }
  }

  package func forget(_ subject: Subject) {
    followed[subject] = nil
    answerThoseWhoWait()
  }

  /// Calls once all that was heard up to now is shown: at once, or when a theme has been asked for.
  package func whenSettled(_ then: @escaping () -> Void) {
    waiting.append(then)
    answerThoseWhoWait()
  }

  private func answerThoseWhoWait() {
    guard !waiting.isEmpty, !followed.values.contains(where: \.isAsking) else { return }
    let answered = waiting
    waiting = []
    for then in answered { then() }
  }

  // MARK: - Hearing

  private func ownerChanged() {
    desktop = nil
    shelf = ThemeShelf()
    isOtherStyleKnown = false
    for followed in followed.values { followed.forgetQuestions() }
    answerThoseWhoWait()
  }

  private func heard(_ news: Follower.News) {
    switch news {
    case .style(let standing):
      let before = desktop
      desktop = standing.appearance
      if before?.isHighContrast != standing.appearance.isHighContrast { isOtherStyleKnown = false }
      for followed in followed.values { consider(followed, standing.appearance) }
      askOtherStyle()
    case .absent: tell(.absent)
    case .trouble(let error):
      tell(.trouble(error))
      // Whoever may not ask it has as little of it as where there is none.
      if desktop == nil { tell(.absent) }
    }
  }

  private func applicationChanged(_ values: [BusValue]) {
    guard let name = values.first?.asString, let followed = followed[.application(name)] else {
      return
    }
    askFor(name, followed)
  }

  private func themesChanged() {
    guard let desktop else { return }
    isOtherStyleKnown = false
    for followed in followed.values where followed.isPinned { consider(followed, desktop) }
    askOtherStyle()
  }

  // MARK: - Considering

  private func consider(_ followed: Followed, _ desktop: Appearance) {
    switch followed.subject {
    case .desktop: want(desktop, as: "", for: followed)
    case .application(let name):
      // Where the application has no choice of its own, what everyone has is what it has.
      if let known = followed.appearance, followed.isCurrent, known.reason != .app,
        followed.desktopFade == desktop.fade
      {
        var appearance = desktop
        appearance.fade = known.fade
        want(appearance, as: "", for: followed)
      } else {
        askFor(name, followed)
      }
    case .style(let style): askTheme(style.rawValue, for: followed)
    case .theme(let name): askTheme(name, for: followed)
    }
  }

  private func askFor(_ application: String, _ followed: Followed) {
    let turn = followed.nextTurn()
    followed.patience?.set(milliseconds: patience)
    let question = Inquiry.Question(
      interface: .style,
      member: "GetFor",
      arguments: [.string(application)]
    )
    follower?.inquiry?.ask(question) { [weak self, weak followed] answer in
      guard let self, let followed, followed.turn == turn else { return }
      switch answer {
      case .success(let values):
        guard let standing = Standing(values) else {
          return failed(.unreadable("GetFor"), followed)
        }
        followed.desktopFade = desktop?.fade
        want(standing.appearance, as: "", for: followed)
      case .failure(.noAnswer), .failure(.forged): askFor(application, followed)
      case .failure(let error): failed(error, followed)
      }
    }
  }

  /// Tells it once its theme is known; the daemon is asked for that by `word`.
  private func want(_ appearance: Appearance, as word: String, for followed: Followed) {
    followed.appearance = appearance
    followed.isCurrent = true
    if let theme = shelf[appearance.theme, appearance.themeDigest] {
      return show(Look(appearance, theme), to: followed)
    }
    // One that has a choice of its own is not painted with what everyone has.
    askTheme(appearance.reason == .app ? appearance.theme : word, for: followed)
  }

  private func askTheme(_ word: String, for followed: Followed) {
    let turn = followed.nextTurn()
    followed.patience?.set(milliseconds: patience)
    resolve(word) { [weak self, weak followed] outcome in
      guard let self, let followed, followed.turn == turn else { return }
      switch outcome {
      case .success(let theme): took(theme, for: followed)
      case .failure(.noAnswer), .failure(.forged): askTheme(word, for: followed)
      case .failure(let error): failed(error, followed)
      }
    }
  }

  /// Goes on with what there is.
  private func failed(_ error: ClientError, _ followed: Followed) {
    tell(.trouble(error))
    // What is shown holds while the bus is away.
    if case .noBus = error { return settle(followed) }
    losePatience(with: followed)
  }

  private func settle(_ followed: Followed) {
    followed.settle()
    answerThoseWhoWait()
  }

  private func took(_ theme: Theme, for followed: Followed) {
    shelf.put(theme)
    guard let desktop else { return }
    if followed.isPinned {
      var appearance = desktop
      appearance.style = theme.style
      appearance.theme = theme.name
      appearance.themeDigest = theme.digest
      return show(Look(appearance, theme), to: followed)
    }
    guard let wanted = followed.appearance else { return }
    // Where it is another than was wanted, it is newer: what it goes with is on its way.
    guard wanted.theme.isSameText(as: theme.name), wanted.themeDigest == theme.digest else {
      followed.offered = theme
      return
    }
    show(Look(wanted, theme), to: followed)
  }

  /// Tells without the daemon's theme what there is.
  private func losePatience(with followed: Followed) {
    guard let desktop else { return settle(followed) }
    var appearance = followed.appearance ?? desktop
    if case .style(let style) = followed.subject { appearance.style = style }
    if case .theme(let name) = followed.subject, let theme = BuiltInThemes.fact(name) {
      appearance.style = theme.style
    }
    // A look that goes on is better than another that does not belong to it.
    if let last = followed.last, followed.isPinned || last.theme.style == appearance.style {
      appearance.style = last.theme.style
      appearance.theme = last.theme.name
      appearance.themeDigest = last.theme.digest
      show(Look(appearance, last.theme), to: followed)
    } else if let offered = followed.offered, offered.style == appearance.style {
      show(Look(appearance, offered), to: followed)
    } else {
      show(Look(builtInFor: appearance), to: followed)
    }
  }

  private func show(_ look: Look, to followed: Followed) {
    followed.settle()
    if followed.told.map({ !$0.paintsLike(look) }) ?? true {
      followed.told = look
      followed.last = look
      tell(.look(followed.subject, look))
    }
    answerThoseWhoWait()
  }

  // MARK: - Asking

  private func askOtherStyle() {
    guard let desktop, !isOtherStyleKnown, !followed.isEmpty else { return }
    isOtherStyleKnown = true
    let other: Style = desktop.style == .light ? .dark : .light
    resolve(other.rawValue) { [weak self] outcome in
      if case .success(let theme) = outcome { self?.shelf.put(theme) }
    }
  }

  private func resolve(
    _ word: String,
    then deliver: @escaping (Result<Theme, ClientError>) -> Void
  ) {
    let question = Inquiry.Question(
      interface: .themes,
      member: "Resolve",
      arguments: [.string(word)]
    )
    follower?.inquiry?.ask(question) { answer in
      deliver(
        answer.flatMap { values in
          guard values.count == 2, let theme = Theme(facts: values[0], values: values[1]) else {
            return .failure(.unreadable("Resolve"))
          }
          return .success(theme)
        }
      )
    }
  }
}
