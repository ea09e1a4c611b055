import Glibc
import NightBus
import TestSupport

/// A daemon that must come through, and what of it is looked at before and after.
final class Vitals {
  /// How long an honest caller waits at most; far more than it takes, since machines are loaded.
  private static let patience = Duration.seconds(5)

  let desk: Desk
  let daemon: Program
  private let log: String
  private let descriptors: [Int: String]
  private var kilobytes: Int
  private let place: String

  /// Starts a daemon that says what it says to a file, and returns when it serves.
  ///
  /// `place` says how the round can be repeated.
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
    // The first calls cost memory once.
    let caller = try Caller(desk)
    for style in ["dark", "light"] { _ = try caller.set(style) }
    for _ in 0..<50 { _ = try caller.call(.style, "Get") }
    // The zone is read, and followed, from the first question about it on.
    _ = try caller.call("org.nightd.Night1.Schedule", "Next")
    // Likewise the folders of themes.
    _ = try caller.call("org.nightd.Night1.Themes", "List")
    // What it writes down after a set is written, and closed.
    _ = try caller.history(1)
    kilobytes = 0
    descriptors = try daemon.descriptors()
    settle()
  }

  /// What was done so far is the beginning that memory is held against.
  func settle() { kilobytes = ownKilobytes }

  /// Without the pages of its file, which it gives back at a moment of its own and reads again.
  ///
  /// As its page tables have it: what stands in `status` some kernels only estimate, by 128 KiB for each
  /// processor or more.
  private var ownKilobytes: Int { number("Anonymous:", of: "smaps_rollup") }
  var peakKilobytes: Int { number("VmHWM:", of: "status") }
  var growth: Int { ownKilobytes - kilobytes }

  /// What must hold after whatever was done; `style` is what honest callers set last.
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
    if time > Self.patience { tally.note(.hang, "\(place): answered after \(time)") }
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
    // Under a sanitizer what was freed is kept back, so that its use would be seen.
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

  private func number(_ key: String, of name: String) -> Int {
    guard let file = fopen("/proc/\(daemon.processIdentifier)/\(name)", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = line.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
      if text.hasPrefix(key) { return Int(text.filter(\.isNumber)) ?? 0 }
    }
    return 0
  }

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
