import NightBus
import NightContract
import NightCore

// MARK: - Why the style is in effect

extension Core {
  /// Replies with facts that all come from one turn of the loop.
  func why(_ answer: Answer<Explanation>, options: Members) throws(Refusal) {
    if let option = options.keys.sorted().first(where: { $0 != "app" }) {
      throw .unknownOption(option)
    }
    let application = try options["app"].map { (value) throws(Refusal) -> String in
      guard let application = value.asString else { throw .applicationMalformed }
      try application.checkAsNamedApplication()
      return application
    }
    awaitDesktop { [unowned self] in answer(explanation(for: application)) }
  }

  private func explanation(for application: String?) -> Explanation {
    // The reply contains preferences too.
    finishStep()
    var explanation = Explanation(application.map(keeper.snapshot) ?? snapshot)
    explanation.store = store.path
    explanation.storeProblem = store.problem
    for part in parts { part.explain(&explanation) }
    return explanation
  }
}
