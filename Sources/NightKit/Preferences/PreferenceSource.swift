import NightCore
import Observation
import Synchronization

/// The preferences of one application or of the desktop, followed from the first time that anyone asks
/// for one.
final class PreferenceSource: Sendable, Observable {
  private static let patience = Duration.seconds(2)

  let application: String
  let engine: Engine?
  private let channel = Board.Values([:])
  private let isFollowed = Atomic(false)
  private let main: MainOutlet<[String: PreferenceValue]>
  private let registrar = ObservationRegistrar()

  /// Without a board they are kept in memory.
  init(_ application: String, _ engine: Engine?, _ loop: OwnLoop?) {
    self.application = application
    self.engine = engine
    main = MainOutlet(loop) { [channel] in channel.newest }
    channel.add(main)
    channel.onChange { [weak self] in self?.announce() }
    main.onDeliver { [weak self] in self?.announce() }
  }

  deinit { channel.close() }

  /// Where the daemon is asked; nil where values are kept in memory.
  var board: Board? { engine?.board }

  var values: [String: PreferenceValue] {
    follow()
    registrar.access(self, keyPath: \.values)
    main.want()
    return channel.value
  }

  func misfit(_ name: String, _ value: PreferenceValue) {
    let whose = application.isEmpty ? "" : " of \(application)"
    let kind = value.core.kind.rawValue
    board?.say(
      "the preference \(name)\(whose) is of type \(kind); the program's default serves",
      of: .key
    )
  }

  private func follow() {
    guard let board else { return }
    if !isFollowed.exchange(true, ordering: .acquiringAndReleasing) {
      board.follow(preferencesOf: application, channel)
    }
    channel.waitUntilKnown(Self.patience)
  }

  private func announce() {
    registrar.willSet(self, keyPath: \.values)
    registrar.didSet(self, keyPath: \.values)
  }

  /// Handlers on the main actor have heard it when this returns.
  func keepInMemory(_ changes: [String: PreferenceValue?]) async {
    channel.change { values in
      for (name, value) in changes { values[name] = value }
    } isSame: {
      $0 == $1
    }
    await main.deliver()
  }

  @MainActor
  func observe(
    owner: AnyObject?,
    hear: @escaping @MainActor ([String: PreferenceValue]) -> Bool
  ) -> Subscription {
    follow()
    let ticket = Ticket()
    main.add(ticket, owner: owner, hear: hear)
    return Subscription(ticket, lastsWithOwner: owner != nil) { [weak main] in main?.ring() }
  }
}
