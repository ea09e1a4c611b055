import NightClient
import NightCore

/// What the program wants done, and who waits for it.
struct Errand: Sendable {
  enum Wish: Sendable {
    case demand(Client.Demand)
    case choice(ApplicationChoice, application: String)
    case write([PreferenceEdit])
  }

  let wish: Wish
  /// What is in effect then, where that is known.
  let answer: @Sendable (Result<NightCore.Style?, ClientError>) -> Void
}
