import NightCore
import NightStore
import NightValues

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
  /// The intent that stands in the file, where one does.
  var intent: Intent? {
    guard case .intent(let intent, _) = self else { return nil }
    return intent
  }
}

extension IntentStore {
  /// A commit that starts from nothing, as that of a daemon that never looked.
  @discardableResult
  func store(_ choice: Choice) throws(StoreFailure) -> CommitResult {
    try commit([.choose(choice)], onto: Intent(), nil)
  }
}

extension Intent {
  /// What was chosen, or what nobody's choice is.
  var choice: Choice { decision?.choice ?? .system }
}
