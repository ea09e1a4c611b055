import NightBus
import NightCore
import NightDaemon
import NightStore
import TestSupport
import Testing

/// A system zone, with a `ZoneWatcher` on the test's own loop.
final class ZoneWatcherBench {
  struct TookTooLong: Error {}

  let home: TemporaryFolder
  let zoning: ZoneWatcher
  let loop: Loop
  /// The reports about the zone, in order.
  private(set) var news: [Surroundings] = []

  /// The system's zone is `e/localtime`, a link to `u/zoneinfo/Europe/Berlin`.
  init(
    wish: String? = nil,
    graceMilliseconds: Int = 300,
    disk: Disk = .system,
    before: String = ":"
  ) throws {
    home = try TemporaryFolder()
    loop = try Loop()
    let environment = ["TZ": wish, "TZDIR": home.file("u/zoneinfo")]
    var paths = ZonePaths { environment[$0] ?? nil }
    paths.localTime = home.file("e/localtime")
    paths.timeZone = home.file("e/timezone")
    zoning = ZoneWatcher(
      ZoneFiles(paths, disk: disk),
      on: loop,
      log: Log { _, _ in },
      graceMilliseconds: graceMilliseconds
    )
    try run(
      """
      mkdir -p u/zoneinfo/Europe e
      cp -L /usr/share/zoneinfo/zone.tab u/zoneinfo
      for zone in Berlin London Athens; do
        cp -L /usr/share/zoneinfo/Europe/$zone u/zoneinfo/Europe
      done
      ln -s ../u/zoneinfo/Europe/Berlin e/localtime
      """
    )
    try run(before)
    zoning.onChange = { [unowned self] surroundings in
      news.append(surroundings)
      loop.stop()
    }
  }

  /// Runs a shell script; `$z` is the folder of Europe's zones, and `$l` the system's zone.
  func run(_ text: String) throws {
    let done = try Program.run("sh", ["-ec", Self.words + text], folder: home.path)
    try #require(done.exit == .exited(0), "\(done)")
  }

  /// Runs a shell script while the loop runs.
  func start(_ text: String) throws -> Program {
    try Program.start("sh", ["-ec", Self.words + text], folder: home.path)
  }

  private static let words = "z=u/zoneinfo/Europe; l=e/localtime\n"

  /// Runs the loop until the next report comes.
  func awaitNews() throws {
    let count = news.count
    try serve(milliseconds: 20_000)
    if news.count == count { throw TookTooLong() }
  }

  /// Runs the loop until the next report, but at most for this time.
  func serve(milliseconds: Int) throws {
    let end = loop.timer { [unowned self] in loop.stop() }
    end.set(milliseconds: milliseconds)
    try loop.run()
    withExtendedLifetime(end) {}
  }
}

extension Surroundings {
  /// The zone's name, its offset in winter in hours, whether the zone has a place, and its flaw.
  var text: String {
    let hours = zone.offset(at: Instant(microseconds: 1_700_000_000_000_000)) / 3_600
    let place = zonePlace == nil ? "nowhere" : "somewhere"
    return "\(zone.name) \(hours) \(place)" + (flaw.map { "; \($0.message)" } ?? "")
  }
}
