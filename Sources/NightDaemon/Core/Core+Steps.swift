import NightBus
import NightContract
import NightCore

/// A step (one handled event) whose preference signals are sent in several pieces.
struct UnfinishedStep {
  /// The remaining work of a step: signals to send and effects to perform.
  struct Rest {
    let step: Step
    /// The signals about changed preferences that nightd must send next.
    var changes: ArraySlice<PreferenceChange> = []
    /// The effects to perform after the preference signals.
    var effects: ArraySlice<Effect>
  }

  /// The unfinished work of the last step; nil if the step is finished.
  var rest: Rest?
  /// The timer that continues the step in the next turn of the loop.
  var timer: Timer?
}

// A call can change thousands of preferences, and sending their signals takes tens of milliseconds.
// So the core sends preference signals in pieces. Between two pieces of signals, the loop can serve
// callers that ask for the appearance, because the appearance's own signal has already been sent.
// Before the core handles any other call or event, it sends the remaining preference signals. So a
// client receives the signals of a change before it can read the changed preference.
extension Core {
  /// The maximum number of preference signals to send in one turn of the loop.
  private static let signalsOfTurn = 64

  func handle(_ event: Event) {
    finishStep()
    prepare(for: event)
    let before = snapshot.appearance
    let wasStoring = keeper.isBusy
    let effects = decide(event)
    let step = Step(
      event: event,
      effects: effects,
      before: before,
      after: snapshot.appearance,
      endsStoring: wasStoring && !keeper.isBusy
    )
    for part in parts { part.decided(step) }
    unfinished.rest = .init(step: step, effects: effects[...])
    continueStep(isClosing ? .max : Self.signalsOfTurn)
  }

  /// Sends all remaining signals of the last step now.
  func finishStep() { continueStep(.max) }

  /// Sends the next piece of the unfinished step.
  func continueStep() { continueStep(Self.signalsOfTurn) }

  private func continueStep(_ signals: Int) {
    // Remove `rest` first, because the calls below may begin another step.
    guard var rest = unfinished.rest.take() else { return }
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
      unfinished.rest = rest
      unfinished.timer?.set(milliseconds: 0)
      return
    }
    unfinished.timer?.stop()
    // Write the log only after the signals are sent, because clients wait for the signals.
    for change in rest.step.changes { log.info(Messages.changed(change.appearance)) }
    // Finish this step before the parts are notified, because a part may hand over a new event,
    // which begins a new step.
    for part in parts { part.announced(rest.step) }
  }

  /// Performs an effect, unless one of the daemon's parts performs effects of that kind.
  ///
  /// Each part receives the whole `Step` and looks for its own effects in the step.
  private func perform(_ effect: Effect) {
    switch effect {
    case .commit(let edits): store.commit(edits) { [unowned self] in keeper.durable }
    case .answer(let id, let snapshot):
      guard let reply = pending.remove(id) else { return }
      // libdbus stops reading while it holds large messages, but nightd must still read the bus's
      // reply about this caller. So free the message of this caller's call.
      if callers.isAsked(reply.call.sender) { reply.call.forgetContents() }
      callers.settle(reply.call.sender) { reply.answer(snapshot) }
    case .refuse(let id, let code, let why):
      pending.remove(id)?.call.refuse(Refusal(code, why))
    case .arm(let moment): arm(moment)
    case .changed, .propertiesChanged, .preferencesChanged, .applicationChanged, .desktopChanged,
      .scheduleChanged:
      signal(effect)
    case .remember, .askPrograms, .writeGnomeAgain, .switchIgnored: break
    }
  }
}

// The core sends the signals of all parts, in the order in which the Keeper returned the effects.
// So a client that receives a reply has already received all earlier signals.
extension Core {
  func signal(_ effect: Effect) {
    switch effect {
    case .changed(let snapshot): send("Changed", of: .style, values(of: snapshot))
    case .propertiesChanged(let properties):
      let names = properties.map { MemberName(unchecked: $0.rawValue) }
      send { [connection] () throws(BusError) in
        try connection.server.propertiesChanged(names, of: .style, at: .nightd)
      }
    case .preferencesChanged(let changes): for change in changes { send(change) }
    case .applicationChanged(let application, let choice):
      send("AppChanged", of: .style, [.string(application), .string(choice.rawValue)])
    case .desktopChanged: send("Changed", of: .desktop)
    case .scheduleChanged: send("Changed", of: .schedule)
    case .commit, .answer, .refuse, .arm, .remember, .askPrograms, .writeGnomeAgain,
      .switchIgnored:
      break
    }
  }

  /// Sends a signal of an exported interface.
  func send(_ name: MemberName, of interface: InterfaceName, _ values: [BusValue] = []) {
    send { [connection] () throws(BusError) in
      try connection.server.signal(name, of: interface, at: .nightd, values)
    }
  }

  /// Sends the signal of a preference, unless the preference is private.
  func send(_ change: PreferenceChange) {
    guard !change.key.isPrivate else { return }
    var facts: [(String, BusValue)] = [("revision", .uint64(revision))]
    if let found = change.found, let value = found.value {
      facts.append(("value", value.bus))
      facts.append(("origin", .string(found.origin.rawValue)))
    }
    send(
      "Changed",
      of: .preferences,
      [.string(change.key.name), .string(change.key.application), .options(facts)]
    )
  }

  /// The number of the last commit to the store.
  var revision: UInt64 { UInt64(clamping: keeper.durable.revision) }

  private func send(_ message: () throws(BusError) -> Message?) {
    do throws(BusError) {
      guard let message = try message() else { return }
      try connection.send(message)
    } catch .disconnected {
      // Do nothing here, because the daemon ends anyway when the bus is lost.
    } catch {
      onFault(Messages.notTold(error))
    }
  }
}
