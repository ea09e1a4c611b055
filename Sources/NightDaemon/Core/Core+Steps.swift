import NightBus
import NightContract
import NightCore

/// What is left of a step whose preference signals are sent in pieces.
struct UnfinishedStep {
  let step: Step
  /// The signals that come next.
  var changes: ArraySlice<PreferenceChange> = []
  /// What comes after them.
  var effects: ArraySlice<Effect>

  init(_ step: Step) {
    self.step = step
    effects = step.effects[...]
  }
}

// A call can change thousands of preferences. Sending all their signals takes tens of milliseconds, so
// they are sent in pieces, and between two pieces the loop serves callers that ask for the appearance.
// It was told before the preferences. Everything else first finishes the step, so that nobody reads a
// preference or receives a reply before the signals that belong before it.
extension Core {
  /// How many signals of preferences are sent in one turn of the loop.
  private static let signalsOfTurn = 64

  func handle(_ event: Event) {
    finishStep()
    prepare(for: event)
    let before = standing.appearance
    let wasStoring = keeper.isBusy
    let effects = decide(event)
    let step = Step(
      event: event,
      effects: effects,
      before: before,
      after: standing.appearance,
      endsStoring: wasStoring && !keeper.isBusy
    )
    for part in parts { part.decided(step) }
    unfinished = UnfinishedStep(step)
    continueStep(isClosing ? .max : Self.signalsOfTurn)
  }

  /// Does what is left of the last step now.
  func finishStep() { continueStep(.max) }

  /// Sends the next piece.
  func continueStep() { continueStep(Self.signalsOfTurn) }

  private func continueStep(_ signals: Int) {
    // What follows may begin a step of its own.
    guard var rest = unfinished.take() else { return }
    for change in rest.changes.prefix(signals) { send(change) }
    rest.changes = rest.changes.dropFirst(signals)
    while rest.changes.isEmpty, let effect = rest.effects.popFirst() {
      if case .preferencesChanged(let changes) = effect, changes.count > signals {
        rest.changes = changes[...]
      } else {
        perform(effect)
      }
    }
    guard rest.changes.isEmpty else {
      unfinished = rest
      stepTimer?.set(milliseconds: 0)
      return
    }
    stepTimer?.stop()
    // After the clients that wait for it.
    for change in rest.step.changes { log.info(Messages.changed(change.appearance)) }
    // Whoever listens may have something to say at once, which is a step of its own.
    for part in parts { part.told(rest.step) }
  }

  /// Only what the core itself does; parts find their own effects in the step.
  private func perform(_ effect: Effect) {
    switch effect {
    case .commit(let edits): store.commit(edits) { [unowned self] in keeper.durable }
    case .answer(let ticket, let standing):
      guard let reply = owed.remove(ticket) else { return }
      // While libdbus holds large messages it reads no more, and the bus's answer must be read.
      if callers.isAsked(reply.call.sender) { reply.call.forgetContents() }
      callers.settle(reply.call.sender) { reply.answer(standing) }
    case .refuse(let ticket, let fault, let why):
      owed.remove(ticket)?.call.refuse(Refusal(fault, why))
    case .arm(let moment): arm(moment)
    case .changed, .propertiesChanged, .preferencesChanged, .applicationChanged, .desktopChanged,
      .scheduleChanged:
      signal(effect)
    case .remember, .mirrorAgain, .switchIgnored: break
    }
  }
}
