import NightBus
import NightContract
import NightCore

/// A part of the daemon, such as the portal; a part neither chooses nor stores the style.
///
/// Each part has its own folder, and one line in `Start/Parts.swift`.
protocol Part: AnyObject {
  /// Adds the part's methods, properties and signals to the objects on the bus.
  func export(on server: inout ObjectServer)

  /// Called before the Keeper decides about an event; may be called twice for one event.
  func prepare(for event: Event)

  /// Called once after each decision of the Keeper, before the core sends any signal or reply.
  func decided(_ step: Step)

  /// Called once after each decision of the Keeper, when the core has sent all signals and replies.
  func announced(_ step: Step)

  /// Called when the daemon begins to serve requests; work that can wait until then belongs here.
  func begin()

  /// Adds the part's facts about the style in effect; must not wait for anything.
  func explain(_ explanation: inout Explanation)

  /// Called before the daemon gives up its name on the bus, so that the next daemon can take over.
  func withdraw()

  /// Called when the daemon ends; to delay the end until a task is done, call `Core.work.begin()`.
  func leave()
}

extension Part {
  func export(on server: inout ObjectServer) {}
  func prepare(for event: Event) {}
  func decided(_ step: Step) {}
  func announced(_ step: Step) {}
  func begin() {}
  func explain(_ explanation: inout Explanation) {}
  func withdraw() {}
  func leave() {}
}

/// One event and the Keeper's decision about it.
struct Step {
  let event: Event
  let effects: [Effect]
  /// The appearance before the event.
  let before: Appearance
  /// The appearance after the event.
  let after: Appearance
  /// Whether the last pending write to the store has ended with this event.
  let endsStoring: Bool

  var changesAppearance: Bool { before != after }

  /// Whether the step sends a signal to clients.
  var isAnnounced: Bool { effects.contains(where: \.isAnnounced) }

  var changesPreferences: Bool { effects.contains(where: \.isOfPreferences) }

  /// Whether the step commits a change to the store.
  var stores: Bool {
    effects.contains { if case .commit = $0 { true } else { false } }
  }

  /// The appearances that the step announces to clients, in the order of their signals.
  var changes: [Snapshot] {
    effects.compactMap { if case .changed(let snapshot) = $0 { snapshot } else { nil } }
  }
}
