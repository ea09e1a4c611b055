import TestSupport
import Testing

/// Years near the poles, compared with JPL's ephemeris DE421.
///
/// Skyfield 1.55 computed the values; at sunrise and sunset, the sun's upper rim is 34 arc minutes
/// below the horizon.
@Suite struct PolarYearTests {
  static let years: [(zone: String, place: String, first: String, count: Int, edges: [String])] = [
    (
      "Arctic/Longyearbyen", "78,16", "dark", 254,
      [
        "2026-02-15T11:24:20+01:00 light", "2026-02-15T12:57:59+01:00 dark",
        "2026-02-16T10:57:58+01:00 light", "2026-02-16T13:24:16+01:00 dark",
        // The last night of spring begins after midnight, on 19 April.
        "2026-04-18T01:56:40+02:00 light", "2026-04-19T00:26:57+02:00 dark",
        "2026-04-19T01:21:18+02:00 light",
        "2026-08-25T00:04:32+02:00 dark", "2026-08-25T01:54:08+02:00 light",
        "2026-08-25T23:40:42+02:00 dark", "2026-08-26T02:17:26+02:00 light",
        // The clock goes back on the day before the last day with any sunlight.
        "2026-10-24T11:03:39+02:00 light", "2026-10-24T14:14:31+02:00 dark",
        "2026-10-25T10:21:58+01:00 light", "2026-10-25T12:55:59+01:00 dark",
        "2026-10-26T10:45:55+01:00 light", "2026-10-26T12:31:52+01:00 dark",
      ]
    ),
    (
      "Antarctica/McMurdo", "-77.8333333,166.6", "light", 260,
      [
        "2026-02-20T01:28:30+13:00 dark", "2026-02-20T02:48:27+13:00 light",
        "2026-02-21T00:59:04+13:00 dark", "2026-02-21T03:17:42+13:00 light",
        "2026-04-23T11:42:32+12:00 light", "2026-04-23T13:59:20+12:00 dark",
        "2026-04-24T12:09:35+12:00 light", "2026-04-24T13:31:57+12:00 dark",
        "2026-08-19T12:18:26+12:00 light", "2026-08-19T13:38:17+12:00 dark",
        "2026-08-20T11:50:47+12:00 light", "2026-08-20T14:05:30+12:00 dark",
        "2026-10-22T00:28:40+13:00 dark", "2026-10-22T02:45:34+13:00 light",
        "2026-10-23T00:57:55+13:00 dark", "2026-10-23T02:16:02+13:00 light",
      ]
    ),
  ]

  @Test(
    "Through a year with polar days and nights, the style changes at the right times",
    arguments: years
  )
  func year(zone: String, place: String, first: String, count: Int, edges: [String]) throws {
    let finished = try SimulateTests.simulate([
      "--zone", zone, "--rules", "dark sunset; light sunrise", "--from", "2026-01-01", "--to",
      "2027-01-01", "--json",
    ])
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(finished.output.contains("\"place\":\"\(place)\""))
    #expect(finished.output.contains("\"style\":\"\(first)\",\"transitions\""))
    let found = finished.output.matches(of: #/"local":"([^"]*)","style":"([a-z]*)"/#)
      .map { "\($0.1) \($0.2)" }
    #expect(found.count == count)
    // The table lists only the first and the last change of each period with changes.
    var index = try #require(found.firstIndex { Self.isNear($0, edges[0]) })
    for (edge, next) in zip(edges, edges.dropFirst() + [""]) {
      #expect(Self.isNear(found[index], edge), "\(found[index]) is not \(edge)")
      guard !next.isEmpty else { break }
      let isNext = Self.isNear(found[index + 1], next)
      index = isNext ? index + 1 : try #require(found.firstIndex { Self.isNear($0, next) })
    }
    #expect(Self.isNear(found[found.count - 1], edges[edges.count - 1]))
  }

  /// Whether both strings have the same style and the same day, and times within 15 seconds.
  private static func isNear(_ one: String, _ other: String) -> Bool {
    guard one.dropFirst(19) == other.dropFirst(19), one.prefix(10) == other.prefix(10) else {
      return false
    }
    func seconds(_ text: String) -> Int {
      text.dropFirst(11).prefix(8).split(separator: ":").compactMap { Int($0) }
        .reduce(0) { $0 * 60 + $1 }
    }
    return abs(seconds(one) - seconds(other)) <= 15
  }
}
