import NightCore

/// A moment in time, such as when a style took effect.
///
/// Foundation's `Date(timeIntervalSince1970: moment.secondsSince1970)` is the same moment.
public struct Moment: Hashable, Comparable, Sendable {
  /// The seconds since 1970-01-01T00:00:00Z.
  public var secondsSince1970: Double

  /// Makes a moment from your own value, for previews and tests.
  ///
  /// - Parameter seconds: The seconds since 1970-01-01T00:00:00Z.
  public init(secondsSince1970 seconds: Double) { secondsSince1970 = seconds }

  init(_ instant: Instant) { secondsSince1970 = Double(instant.microseconds) / 1_000_000 }

  /// Returns the moment that is `duration` later than this one.
  ///
  /// - Parameter duration: The duration; a negative one gives an earlier moment.
  /// - Returns: The later or earlier moment.
  public func advanced(by duration: Duration) -> Moment {
    Moment(secondsSince1970: secondsSince1970 + duration / .seconds(1))
  }

  /// Whether the moment on the left is earlier than the moment on the right.
  public static func < (left: Moment, right: Moment) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }
}
