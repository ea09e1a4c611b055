import NightBus
import NightCore
import NightDaemon
import NightStore
import Synchronization
import TestSupport
import Testing

/// A `PlaceFinder` on the test's own loop; a private bus stands in for the system bus.
final class PlaceFinderBench {
  struct TookTooLong: Error {}

  static let patient = PlaceFinder.Delays(greeting: 20_000, first: 20_000, again: [10, 10, 10])
  static let hasty = PlaceFinder.Delays(greeting: 60, first: 60, again: [10, 10, 10])
  static let now = Instant(iso: "2026-11-21T19:20:00Z")

  let home: TemporaryFolder
  let bus: PrivateBus
  let loop: Loop
  let locating: PlaceFinder
  /// The reports about the place, in order.
  private(set) var news: [FoundPlace?] = []
  private let lines = Lines()

  /// The log's lines with their priorities.
  var log: [String] { lines.all }

  init(
    _ delays: PlaceFinder.Delays = patient,
    address: String? = nil,
    disk: Disk = .system,
    kept: String? = nil
  ) throws {
    home = try TemporaryFolder()
    bus = try PrivateBus()
    loop = try Loop()
    if let kept { try home.write(kept, to: "place.json") }
    let lines = lines
    let mailbox = loop.mailbox
    let now = try #require(Self.now).microseconds
    locating = PlaceFinder(
      on: loop,
      address: address ?? bus.address,
      LastPlace(folder: home.path, disk: disk),
      clock: WallClock { now },
      log: Log { priority, line in
        lines.add("\(priority): \(line)")
        mailbox.ring()
      },
      delays: delays
    )
    locating.onChange = { [unowned self] place in
      news.append(place)
      loop.stop()
    }
    loop.onRing = { [unowned self] in loop.stop() }
  }

  /// Starts the fake GeoClue, and returns once it owns its bus name.
  func startGeoClue(_ lines: String...) throws -> Program {
    try MadeUpGeoClue.start(bus, lines)
  }

  /// Runs the loop until the condition is true.
  ///
  /// Checks the condition after each report and log line, and also every few milliseconds, because
  /// some changes are not reported.
  func serve(until isSo: @autoclosure () -> Bool) throws {
    var isLate = false
    let end = loop.timer { isLate = true }
    end.set(milliseconds: 20_000)
    let look = loop.timer { [loop] in loop.stop() }
    while !isSo() {
      if isLate { throw TookTooLong() }
      look.set(milliseconds: 5)
      try loop.run()
    }
    withExtendedLifetime(end) {}
  }

  /// Runs the loop until a program prints a line, and returns this line.
  func nextLine(of program: Program) throws -> String {
    var line: String?
    func isThere() -> Bool {
      line = try? program.nextLine(timeout: .zero)
      return line != nil
    }
    try serve(until: isThere())
    return try #require(line)
  }

  /// Runs the loop until this many reports have come in total.
  func serve(news count: Int) throws { try serve(until: news.count >= count) }

  /// Runs the loop for a while, to show that something does not happen.
  func serve(milliseconds: Int) throws {
    var isOver = false
    let end = loop.timer { [loop] in
      isOver = true
      loop.stop()
    }
    end.set(milliseconds: milliseconds)
    while !isOver { try loop.run() }
  }

  /// Returns when all offloaded work is done.
  func settleDisk() throws {
    var isDone = false
    loop.offload {
    } then: { [loop] in
      isDone = true
      loop.stop()
    }
    try serve(until: isDone)
  }

  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }
}

extension FoundPlace? {
  /// The place as text; “before” marks a place from an earlier time.
  var text: String { self.map { $0.place.text + ($0.isFresh ? "" : " before") } ?? "none" }
}
