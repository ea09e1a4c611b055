/// For how long GeoClue is waited for, and how soon it is asked again after it ended.
///
/// All in milliseconds.
package struct LocatingPace: Sendable {
  /// How long the bus may take to greet us.
  package var greeting: Int
  /// After so long without a place that is said; it is listened to on.
  package var first: Int
  /// After so long without an answer to the first call that is said: GeoClue has no agent.
  package var agent: Int
  /// The waits before it is taken up again, one after the other; the last one for all that follow.
  package var again: [Int]

  /// `agent` is `first` if nil.
  package init(greeting: Int, first: Int, again: [Int], agent: Int? = nil) {
    self.greeting = greeting
    self.first = first
    self.again = again
    self.agent = agent ?? first
  }

  package static let standard = LocatingPace(
    greeting: 30_000,
    first: 30_000,
    again: [1_000, 10_000, 60_000, 600_000],
    agent: 5_000
  )
}
