import Glibc
import NightBus
import TestSupport
import Testing

@Suite("Simultaneous prefs checks")
struct CheckTests {
  private static let config = ".config/nightd/config.json5"

  private static func checks(_ count: Int) -> [(member: MemberName, arguments: [BusValue])] {
    Array(repeating: ("Check", []), count: count)
  }

  /// Removes the configuration file.
  ///
  /// After the removal, the daemon and its checks wait for a moment, since a program might be
  /// replacing the file.
  private static func removeConfig(_ desk: Desk) {
    unlink(desk.home.file(config))
  }

  @Test(
    "300 simultaneous calls that check thousands of keys get the same answer within a short time"
  )
  func burst() throws {
    let desk = try Desk()
    let keys = (0..<4_000).map { "k\($0): 1" }.joined(separator: ", ")
    let section = "{app: {X: {\(keys)}}}"
    let stored = section.replacing(#/k\d+/#) { "\"\($0.output)\"" }
      .replacing("app", with: "\"app\"").replacing("X", with: "\"X\"")
    try desk.home.write(
      "{\"format\": 2, \"revision\": 1, \"preferences\": \(stored)}",
      to: Desk.store
    )
    try desk.home.write(section.replacing(": 1", with: ": 2"), to: Self.config)
    try desk.startDaemon()
    let clock = ContinuousClock()
    let one = try clock.measure { _ = try Caller(desk).burst(Self.checks(1)) }
    var answers: [Result<[BusValue], BusError>] = []
    let all = try clock.measure { answers = try Caller(desk).burst(Self.checks(300)) }
    #expect(all < one * 60 + .seconds(1), "one takes \(one)")
    let found = try #require(try answers.first?.get())
    guard case .array(_, let findings)? = found.first else { throw RawClient.Refused() }
    #expect(findings.count == 101)
    #expect(answers.count == 300)
    for answer in answers { #expect(try answer.get() == found) }
  }

  @Test(
    "If too many prefs checks are waiting, the next check is refused with `LimitExceeded`",
    .enabled(if: Strace.skipReason == nil, "\(Strace.skipReason ?? "")")
  )
  func limit() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.home.write("{}", to: Self.config)
    // strace delays each opening of a file, so that the daemon first receives all calls.
    let options = ["-e", "trace=openat", "-e", "inject=openat:delay_enter=100000000"]
    let strace = try Strace.attach(options, to: daemon)
    let answers = try Caller(desk).burst(
      Self.checks(5_000),
      whenTaken: { try? Strace.detach(strace) }
    )
    var refused = 0
    for answer in answers {
      guard case .failure(let error) = answer else { continue }
      guard case .refused(let refusal) = error else { throw error }
      #expect(refusal.name == "org.nightd.Night1.Error.LimitExceeded")
      refused += 1
    }
    #expect(answers.count == 5_000)
    #expect(refused > 0)
    #expect(refused < 5_000)
  }

  @Test("If nightd is asked to end while `prefs check` waits, `prefs check` still gets its reply")
  func ending() throws {
    let desk = try Desk()
    try desk.home.write("{fdae: 1}", to: Self.config)
    let daemon = try desk.startDaemon()
    Self.removeConfig(desk)
    let answers = try Caller(desk).burst(
      Self.checks(3),
      whenTaken: { daemon.send(signal: SIGTERM) }
    )
    for answer in answers { #expect(throws: Never.self) { try answer.get() } }
    #expect(answers.count == 3)
    #expect(try daemon.wait() == .exited(0))
  }
}
