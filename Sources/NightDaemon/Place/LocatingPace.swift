/// For how long GeoClue is waited for, and how soon it is asked again after it ended.
///
/// All in milliseconds.
package struct LocatingPace: Sendable {
  /// How long the bus may take to greet us.
  package var greeting: Int
  /// After so long without a place that is said; it is listened to on.
  package var first: Int
  /// The waits before it is taken up again, one after the other; the last one for all that follow.
  package var again: [Int]

  package init(greeting: Int, first: Int, again: [Int]) {
    self.greeting = greeting
    self.first = first
    self.again = again
  }

  package static let standard = LocatingPace(
    greeting: 30_000,
    first: 30_000,
    again: [1_000, 10_000, 60_000, 600_000]
  )
}
