import NightBus
import NightContract
import NightCore

/// One thing that the daemon does besides deciding and storing the style, such as the portal.
///
/// Each part has a folder of its own, and one line in `Start/Parts.swift`.
protocol Part: AnyObject {
  /// Adds the part's methods, properties and signals to the objects on the bus.
  func export(on server: inout ObjectServer)

  /// Called before the Keeper judges an event; may be called twice for one event.
  func prepare(for event: Event)

  /// Called once for each decided step, before the core sends any signal or reply.
  func decided(_ step: Step)

  /// Called once for each decided step, after the core has sent all signals and replies.
  func announced(_ step: Step)

  /// Called once the daemon serves; nothing that can wait belongs before it.
  func begin()

  /// Adds what the part knows about the style in effect, without waiting for anything.
  func explain(_ explanation: inout Explanation)

  /// Called when the daemon ends. Work that must finish first is a piece of `Core.work`.
  func leave()
}

extension Part {
  func export(on server: inout ObjectServer) {}
  func prepare(for event: Event) {}
  func decided(_ step: Step) {}
  func announced(_ step: Step) {}
  func begin() {}
  func explain(_ explanation: inout Explanation) {}
  func leave() {}
}

/// What the Keeper made of one event.
struct Step {
  let event: Event
  let effects: [Effect]
  /// The appearance before the event.
  let before: Appearance
  /// The appearance after it.
  let after: Appearance
  /// Whether everything that was being stored before the event is stored now.
  let endsStoring: Bool

  var changesAppearance: Bool { before != after }

  /// Whether clients receive a signal.
  var isAnnounced: Bool { effects.contains(where: \.isAnnounced) }

  var changesPreferences: Bool { effects.contains(where: \.isOfPreferences) }

  /// Whether a commit is handed to the disk.
  var stores: Bool {
    effects.contains { if case .commit = $0 { true } else { false } }
  }

  /// The appearances that clients are told to paint, in this order.
  var changes: [Standing] {
    effects.compactMap { if case .changed(let standing) = $0 { standing } else { nil } }
  }
}
