import NightCore
import NightStore

extension Instant {
  static func minute(_ count: Int64) -> Instant {
    Instant(microseconds: 1_763_683_200_000_000 + count * 60_000_000)
  }
}

extension IntentEdit {
  static func choose(_ choice: Choice) -> IntentEdit {
    .choose(.init(choice: choice, since: .minute(1)))
  }
}

extension IntentStore.Contents {
  /// The stored intent; nil if the store contains no intent.
  var intent: Intent? {
    guard case .intent(let intent, _) = self else { return nil }
    return intent
  }
}

extension IntentStore {
  /// Commits without knowing an intent, like a daemon that has never read the file.
  @discardableResult
  func store(_ choice: Choice) throws(StoreFailure) -> CommitResult {
    try commit([.choose(choice)], onto: Intent(), nil)
  }
}

extension Intent {
  /// The choice of the intent, or the default choice if there is no intent.
  var choice: Choice { decision?.choice ?? .system }
}
