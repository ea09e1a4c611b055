import Glibc
import NightBus
import TestSupport

/// A daemon that must survive a round; afterwards, its memory, file descriptors and log are
/// checked.
final class Vitals {
  /// The longest time that an honest caller may wait; it is far longer than usual, because machines
  /// may be loaded.
  private static let timeout = Duration.seconds(5)

  let desk: Desk
  let daemon: Program
  private let log: String
  private let descriptors: [Int: String]
  private var kilobytes: Int
  private let place: String

  /// Starts a daemon that logs to a file, and returns when it serves.
  ///
  /// `place` describes the run in messages, such as `seed 7`.
  init(_ desk: Desk, adding environment: [String: String] = [:], _ place: String) throws {
    self.desk = desk
    self.place = place
    log = desk.home.file("nightd.log")
    daemon = try Program.start(
      Built.nightd,
      environment: desk.environment.merging(environment) { $1 },
      standardError: .file(log)
    )
    try Self.awaitOwner(desk)
    // Make the first calls now, because they allocate memory that stays in use.
    let caller = try Caller(desk)
    for style in ["dark", "light"] { _ = try caller.set(style) }
    for _ in 0..<50 { _ = try caller.call(.style, "Get") }
    // The daemon reads and watches the zone files only after a call has needed them.
    _ = try caller.call("org.nightd.Night1.Schedule", "Next")
    // The daemon also reads and watches the theme folders only after a call has needed them.
    _ = try caller.call("org.nightd.Night1.Themes", "List")
    // Before the reply to this call, the daemon writes its history and closes the file.
    _ = try caller.history(1)
    kilobytes = 0
    descriptors = try daemon.descriptors()
    settle()
  }

  /// From now on, `growth` is counted from the current memory.
  func settle() { kilobytes = ownKilobytes }

  /// The daemon's anonymous memory, in KiB.
  ///
  /// Anonymous memory excludes pages of the program file, which the kernel can drop and read again
  /// at any time. `smaps_rollup` is exact, because the kernel counts it from the page tables. In
  /// `status`, some kernels give only an estimate, whose error is 128 KiB or more for each
  /// processor.
  private var ownKilobytes: Int { memory.kilobytes("Anonymous:", in: "smaps_rollup") }
  var peakKilobytes: Int { memory.kilobytes("VmHWM:", in: "status") }
  private var memory: ProcessMemory { ProcessMemory(of: daemon) }
  var growth: Int { ownKilobytes - kilobytes }

  /// Checks the daemon after a round; `style` is the last style that an honest caller set.
  func check(_ tally: inout Tally, style: String? = nil, growth limit: Int, lines: Int) throws {
    guard daemon.exit == nil else {
      return tally.note(.death, "\(place): \(daemon.exit.map(\.description) ?? ""): \(text)")
    }
    let start = ContinuousClock.now
    let caller = try Caller(desk)
    guard case .success(let values) = try caller.call(.style, "Get") else {
      return tally.note(.hang, "\(place): no answer to an honest caller")
    }
    let time = ContinuousClock.now - start
    if time > Self.timeout { tally.note(.hang, "\(place): answered after \(time)") }
    let found = values.first?.asString ?? ""
    if !["light", "dark"].contains(found) || style ?? found != found {
      tally.note(.wrong, "\(place): the style is \(found), not \(style ?? "one")")
    }
    let next = found == "dark" ? "light" : "dark"
    if case .failure(let why) = try caller.set(next) {
      tally.note(.wrong, "\(place): a set afterwards is refused: \(why.message)")
    } else if desk.storedStyle != next {
      tally.note(.lost, "\(place): \(next) answered, \(desk.storedStyle ?? "nothing") stored")
    }
    _ = try caller.set(found)
    // A sanitizer keeps freed memory, to detect its use. So this limit of memory does not apply to
    // a program with a sanitizer.
    if growth > limit, !Built.isSanitized {
      tally.note(.wrong, "\(place): \(growth) KiB more in memory")
    }
    _ = try caller.history(1)
    let now = try daemon.descriptors()
    if now.count > descriptors.count {
      let more = now.filter { descriptors[$0] != $1 }.map { "\($0) → \($1)" }.sorted()
      tally.note(.wrong, "\(place): \(now.count - descriptors.count) more descriptors: \(more)")
    }
    let said = text.split(separator: "\n").filter { !$0.contains(": the style is now ") }
    if said.count > lines + 1 {
      tally.note(.wrong, "\(place): \(said.count) lines said, the last: \(said.last ?? "")")
    }
  }

  private var text: String { desk.home.text("nightd.log") ?? "" }

  private static func awaitOwner(_ desk: Desk) throws {
    let connection = try Connection(address: desk.bus.address)
    let loop = try Loop()
    try connection.attach(to: loop)
    let limit = loop.timer { loop.stop() }
    limit.set(milliseconds: 20_000)
    let owner = try NameOwner(of: Caller.night, on: connection, milliseconds: 10_000) {
      if $0 != nil { loop.stop() }
    }
    try loop.run()
    withExtendedLifetime((owner, limit)) { connection.close() }
  }
}
