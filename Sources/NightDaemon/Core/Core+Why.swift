import NightBus
import NightContract
import NightCore

// MARK: - Why the style is in effect

extension Core {
  /// Right after the start nobody knows yet what the desktop says, so the reply waits for a moment.
  ///
  /// Whenever it comes, all of it is of one turn of the loop.
  func why(_ answer: Answer<Explanation>, options: Members) throws(Refusal) {
    if let option = options.keys.sorted().first(where: { $0 != "app" }) {
      throw .unknownOption(option)
    }
    let application = try options["app"].map { (value) throws(Refusal) -> String in
      guard let application = value.asString else { throw .applicationMalformed }
      try application.checkAsNamedApplication()
      return application
    }
    let question = (answer, application ?? "")
    guard !keeper.isDesktopKnown, !isClosing, !questions.isOver,
      questions.count < Self.mostWaiting
    else { return self.answer(question) }
    questions.add(question, work)
  }

  /// Answers those who waited for the desktop's first word.
  func answerQuestions() {
    let (requests, piece) = questions.removeAll()
    for question in requests { answer(question) }
    piece?.end()
  }

  private func answer(_ question: (answer: Answer<Explanation>, application: String)) {
    // It tells of preferences too.
    finishStep()
    let application = question.application
    var explanation = Explanation(
      application.isEmpty ? standing : keeper.standing(for: application)
    )
    explanation.store = store.path
    explanation.storeProblem = store.problem
    for part in parts { part.explain(&explanation) }
    question.answer(explanation)
  }
}
