import Observation
import Synchronization

/// The preferences of one application or of the desktop, followed from the first time that anyone asks
/// for one.
final class PreferenceSource: Sendable, Observable {
  private static let patience = Duration.seconds(2)

  let application: String
  let board: Board?
  private let channel = Board.Values([:])
  private let isFollowed = Atomic(false)
  private let main: MainOutlet<[String: PreferenceValue]>
  private let registrar = ObservationRegistrar()

  /// Without a board they are kept in memory.
  init(_ application: String, _ board: Board?, _ loop: OwnLoop?) {
    self.application = application
    self.board = board
    main = MainOutlet(loop) { [channel] in channel.newest }
    channel.add(main)
    channel.onChange { [weak self] in self?.announce() }
  }

  var values: [String: PreferenceValue] {
    follow()
    registrar.access(self, keyPath: \.values)
    return channel.value
  }

  private func follow() {
    guard let board, !isFollowed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    board.follow(preferencesOf: application, channel)
    channel.waitUntilKnown(Self.patience)
  }

  private func announce() {
    registrar.willSet(self, keyPath: \.values)
    registrar.didSet(self, keyPath: \.values)
  }

  func keepInMemory(_ value: PreferenceValue?, for name: String) {
    var values = channel.value
    values[name] = value
    channel.show(values) { $0 == $1 }
  }

  @MainActor
  func observe(
    lastsWithOwner: Bool,
    hear: @escaping @MainActor ([String: PreferenceValue]) -> Bool
  ) -> Subscription {
    follow()
    let ticket = Ticket()
    main.add(ticket, hear: hear)
    return Subscription(ticket, lastsWithOwner: lastsWithOwner) { [weak main] in main?.ring() }
  }
}
