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

  private struct Waiting {
    let asked: [(followed: Followed, settlements: UInt64)]
    let then: () -> Void

    var isOver: Bool { asked.allSatisfy { $0.followed.settlements > $0.settlements } }
  }

  private let tell: (News) -> Void
  private let loop: Loop
  private let patience: Int
  private var inquiry: Inquiry?
  private var followed: [Followed] = []
  private var shelf = ThemeShelf()
  /// What the present daemon said of the desktop; nil before it has.
  private var desktop: Paint?
  /// Numbers are comparable only under one owner.
  private var lastSerial: UInt64?
  /// Those who wait until what was asked when they came is shown.
  private var waiting: [Waiting] = []
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
    let inquiry = try Inquiry(
      on: connection,
      starting,
      .init(interface: .style, member: "Subscribe"),
      .init(
        ownerChanged: { [weak self] in self?.ownerChanged() },
        answered: { [weak self] in self?.heard($0) ?? true },
        absent: { tell(.absent) },
        trouble: { [weak self] in self?.trouble($0) }
      )
    )
    self.inquiry = inquiry
    try inquiry.hear(.style, "Changed") { [weak self] in _ = self?.heard($0) }
    try inquiry.hear(.style, "AppChanged") { [weak self] in self?.applicationChanged($0) }
    try inquiry.hear(.themes, "Changed") { [weak self] _ in self?.themesChanged() }
    try inquiry.hear(.preferences, "Changed") { [weak self] message in
      guard message.read({ $0.string() })?.hasPrefix("theme.") == true else { return }
      self?.themesChanged()
    }
  }

  /// Tells of this subject too from now on.
  package func follow(_ subject: Subject) {
    guard place(of: subject) == nil else { return }
    let followed = Followed(subject)
    followed.patience = loop.timer { [weak self, weak followed] in
      if let followed { self?.losePatience(with: followed) }
    }
    self.followed.append(followed)
    if let desktop { consider(followed, desktop) }
  }

  package func forget(_ subject: Subject) {
    if let place = place(of: subject) { followed.remove(at: place).settle() }
    answerThoseWhoWait()
  }

  /// There are few.
  private func place(of subject: Subject) -> Int? {
    followed.firstIndex { $0.subject == subject }
  }

  /// Calls once all that was heard up to now is shown: at once, or when a theme has been asked for.
  package func whenSettled(_ then: @escaping () -> Void) {
    let asked = followed.filter(\.isAsking).map { ($0, $0.settlements) }
    waiting.append(Waiting(asked: asked, then: then))
    answerThoseWhoWait()
  }

  private func answerThoseWhoWait() {
    guard !waiting.isEmpty else { return }
    let answered = waiting.filter(\.isOver)
    waiting.removeAll(where: \.isOver)
    for one in answered { one.then() }
  }

  // MARK: - Hearing

  private func ownerChanged() {
    desktop = nil
    lastSerial = nil
    shelf = ThemeShelf()
    isOtherStyleKnown = false
    for followed in followed { followed.forgetQuestions() }
    answerThoseWhoWait()
  }

  /// Answers whether it could be read.
  private func heard(_ message: borrowing Message) -> Bool {
    guard let (serial, paint) = Paint.read(message) else { return false }
    if let lastSerial, serial <= lastSerial { return true }
    lastSerial = serial
    if desktop?.isHighContrast != paint.isHighContrast { isOtherStyleKnown = false }
    desktop = paint
    for followed in followed { consider(followed, paint) }
    askOtherStyle()
    return true
  }

  private func trouble(_ error: ClientError) {
    tell(.trouble(error))
    // Whoever may not ask it has as little of it as where there is none.
    if desktop == nil { tell(.absent) }
  }

  private func applicationChanged(_ message: borrowing Message) {
    guard let name = message.read({ $0.string() }), let place = place(of: .application(name))
    else { return }
    askFor(name, followed[place])
  }

  private func themesChanged() {
    guard let desktop else { return }
    isOtherStyleKnown = false
    for followed in followed where followed.missesThemes { consider(followed, desktop) }
    askOtherStyle()
  }

  // MARK: - Considering

  private func consider(_ followed: Followed, _ desktop: Paint) {
    switch followed.subject {
    case .desktop: want(desktop, as: "", for: followed)
    case .application(let name):
      // Where the application has no choice of its own, what everyone has is what it has.
      if let known = followed.paint, followed.isCurrent, !known.isOwn,
        followed.desktopFade == desktop.fade
      {
        var paint = desktop
        paint.fade = known.fade
        want(paint, as: "", for: followed)
      } else {
        askFor(name, followed)
      }
    case .style(let style): askTheme(style.rawValue, for: followed)
    case .theme(let name):
      // The daemon would take another word for the theme that it stands for now.
      guard ThemeName.flaw(name) == nil else {
        return failed(.refused(.unknownTheme, "there is no theme “\(name)”"), followed)
      }
      askTheme(name, for: followed)
    }
  }

  /// From the first question that is not answered: whoever changes all the time is told of, too.
  private func begin(_ followed: Followed) -> UInt64 {
    if !followed.isAsking { followed.patience?.set(milliseconds: patience) }
    return followed.nextTurn()
  }

  private func askFor(_ application: String, _ followed: Followed) {
    let turn = begin(followed)
    let question = Inquiry.Question(
      interface: .style,
      member: "GetFor",
      arguments: [.string(application)]
    )
    inquiry?.ask(question) {
      Paint.read($0)?.paint
    } then: { [weak self, weak followed] (answer: Result<Paint, ClientError>) in
      guard let self, let followed, followed.turn == turn else { return }
      switch answer {
      case .success(let paint):
        followed.desktopFade = desktop?.fade
        want(paint, as: "", for: followed)
      case .failure(.noAnswer), .failure(.forged): askFor(application, followed)
      case .failure(let error): failed(error, followed)
      }
    }
  }

  /// Tells it once its theme is known; the daemon is asked for that by `word`.
  private func want(_ paint: Paint, as word: String, for followed: Followed) {
    followed.paint = paint
    followed.isCurrent = true
    if let theme = shelf[paint.theme, paint.themeDigest] {
      return show(Look(paint, theme), to: followed)
    }
    // One that has a choice of its own is not painted with what everyone has.
    askTheme(paint.isOwn ? paint.theme : word, for: followed)
  }

  private func askTheme(_ word: String, for followed: Followed) {
    let turn = begin(followed)
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

  private func took(_ given: GivenTheme, for followed: Followed) {
    let given = shelf.put(given)
    guard let desktop else { return }
    if followed.isPinned { return show(Look(desktop.dressed(in: given), given), to: followed) }
    guard let wanted = followed.paint else { return }
    // Where it is another than was wanted, it is newer: what it goes with is on its way.
    guard given.isNamed(wanted.theme, wanted.themeDigest) else {
      followed.offered = given
      return
    }
    show(Look(wanted, given), to: followed)
  }

  /// Tells without the daemon's theme what there is.
  private func losePatience(with followed: Followed) {
    guard let desktop else { return settle(followed) }
    var paint = followed.paint ?? desktop
    if case .style(let style) = followed.subject { paint.style = style }
    if case .theme(let name) = followed.subject, let theme = BuiltInThemes.fact(name) {
      paint.style = theme.style
    }
    // A look that goes on is better than another that does not belong to it.
    if let last = followed.last, followed.isPinned || last.theme.theme.style == paint.style {
      show(Look(paint.dressed(in: last.theme), last.theme), to: followed)
    } else if let offered = followed.offered, offered.theme.style == paint.style {
      show(Look(paint, offered), to: followed)
    } else {
      show(Look(builtInFor: paint), to: followed)
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
    resolve(desktop.style.opposite.rawValue) { [weak self] outcome in
      if case .success(let given) = outcome { self?.shelf.put(given) }
    }
  }

  private func resolve(
    _ word: String,
    then deliver: @escaping (Result<GivenTheme, ClientError>) -> Void
  ) {
    let question = Inquiry.Question(
      interface: .themes,
      member: "Resolve",
      arguments: [.string(word)]
    )
    inquiry?.ask(question, reading: GivenTheme.read, then: deliver)
  }
}

extension GivenTheme {
  fileprivate static func read(_ answer: borrowing Message) -> GivenTheme? {
    guard let values = try? answer.values(), values.count == 2 else { return nil }
    return Theme(facts: values[0], values: values[1]).map(GivenTheme.init)
  }
}

extension Paint {
  fileprivate func dressed(in given: GivenTheme) -> Paint {
    var paint = self
    paint.style = given.theme.style
    paint.theme = given.theme.name
    paint.themeDigest = given.theme.digest
    return paint
  }
}
