/// For how long GeoClue is waited for, and how soon it is asked again after it ended.
package struct LocatingPace: Sendable {
  /// How long the bus may take to greet us.
  package var greeting = 30_000
  /// After so long without a place that is said; it is listened to on.
  package var first = 30_000
  /// The waits before it is taken up again, one after the other; the last one for all that follow.
  package var again = [1_000, 10_000, 60_000, 600_000]

  package static let standard = LocatingPace()
}
