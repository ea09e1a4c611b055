import Glibc
import NightBus
import TestSupport
import Testing

@Suite("Preferences written on the bus")
struct WriteTests {
  private static func edit(_ app: String, _ key: String, _ value: BusValue?) -> BusValue {
    .structure([
      .string(app), .string(key), .array(.variant, value.map { [.variant($0)] } ?? []),
    ])
  }

  private static func arguments(
    _ edits: [(String, String, BusValue?)],
    _ revision: UInt64?
  ) -> [BusValue] {
    let type = BusType.structure([.string, .string, .array(.variant)])
    let options = revision.map { [("revision", BusValue.uint64($0))] } ?? []
    return [.array(type, edits.map { edit($0, $1, $2) }), .options(options)]
  }

  /// Returns the new revision, or the last word of the error's name.
  private func write(
    _ caller: Caller,
    _ edits: [(String, String, BusValue?)],
    ifRevision revision: UInt64? = nil
  ) throws -> String {
    switch try caller.call(.control, "Write", Self.arguments(edits, revision)) {
    case .success(let values): "\(values.first?.asUInt64 ?? 0)"
    case .failure(let refusal):
      refusal.name.text.split(separator: ".").last.map(String.init) ?? ""
    }
  }

  private func read(_ caller: Caller, _ app: String, _ key: String) throws -> BusValue? {
    guard
      case .success(let values) = try caller.call(
        .control,
        "Read",
        [.string(app), .string(key)]
      ), case .variant(let value)? = values.first
    else { return nil }
    return value
  }

  @Test(
    "A call that writes 1,000 keys makes one commit and sends 1,000 signals, in the keys' order"
  )
  func thousand() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let caller = try Caller(desk)
    #expect(try write(caller, [("", "fade", .int32(1))]) == "1")
    let monitor = try Monitor(desk)
    // The order of these keys is not the order of their names.
    let keys = (0..<1_000).map { "k\($0 * 7 % 1_000)" }
    #expect(try write(caller, keys.map { ("X", $0, .int64(5)) }) == "2")
    #expect(desk.storedRevision == 2)
    #expect(try monitor.next(1_000) == keys.map { "X:\($0)" })
    #expect(try write(caller, keys.reversed().map { ("X", $0, .int64($0 == "k3" ? 6 : 5)) }) == "3")
    #expect(try monitor.next() == "X:k3")
    #expect(try write(caller, [("X", "", nil), ("", "fade", .int32(2))]) == "4")
    #expect(try monitor.next() == "PropertiesChanged")
    #expect(try monitor.next(1_000) == keys.sorted().map { "X:\($0)" })
    #expect(try monitor.next() == "fade")
  }

  @Test("If two writes require the same revision, one succeeds and the other changes nothing")
  func compareAndSet() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let (one, two) = (try Caller(desk), try Caller(desk))
    #expect(try write(one, [("X", "count", .int32(0))]) == "1")
    #expect(try write(one, [("X", "count", .int32(1))], ifRevision: 1) == "2")
    #expect(try write(two, [("X", "count", .int32(1))], ifRevision: 1) == "Conflict")
    #expect(try write(two, [("X", "count", .int32(2))], ifRevision: 2) == "3")
    // Setting the style also makes a new revision.
    #expect(try one.set("dark").isSuccess)
    #expect(try write(one, [("X", "count", .int32(3))], ifRevision: 3) == "Conflict")
    #expect(try read(one, "X", "count") == .int64(2))

    // All of these writes require the same revision, so only one succeeds.
    let calls: [(member: MemberName, arguments: [BusValue])] = (0..<20).map {
      ("Write", Self.arguments([("X", "count", .int32(100 + $0))], 4))
    }
    let answers = try one.burst(calls)
    #expect(answers.count { if case .success = $0 { true } else { false } } == 1)
    #expect(try read(two, "X", "count") == .int64(100))
    #expect(desk.storedRevision == 5)
  }

  @Test("Writing the same values again writes no file and sends no signal")
  func sameAgain() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let caller = try Caller(desk)
    let edits: [(String, String, BusValue?)] = [
      ("", "fade", .int32(1)), ("X", "a", .options([("b", .string("é"))])),
      ("X", "choice", .string("dark")), ("", "location.latitude", .int32(5)),
    ]
    #expect(try write(caller, edits) == "1")
    let identity = desk.storeIdentity
    let monitor = try Monitor(desk)
    #expect(try write(caller, edits) == "1")
    #expect(try write(caller, edits.reversed(), ifRevision: 1) == "1")
    #expect(
      try write(caller, [("X", "a.b", .string("é")), ("Y", "", nil), ("", "theme.dark", nil)])
        == "1"
    )
    #expect(try caller.call(.control, "SetFor", [.string("X"), .string("dark")]).isSuccess)
    #expect(try write(caller, []) == "1")
    #expect(desk.storeIdentity == identity)
    #expect(try write(caller, [("Z", "last", .boolean(true))]) == "2")
    #expect(try monitor.next() == "Z:last")
    #expect(desk.storeIdentity != identity)
  }

  @Test("Only methods of `Control` return the user's coordinates; no signal or log contains them")
  func privacy() throws {
    let desk = try Desk()
    try desk.home.write("{location: {longitude: 1052.75}}", to: ".config/nightd/config.json5")
    let daemon = try desk.launchDaemon()
    while try !daemon.nextErrorLine().hasSuffix(
      "location.longitude takes a number from -180 to 180 (degrees east)"
    ) {}
    while try !daemon.nextErrorLine().hasPrefix("nightd: ready: ") {}
    let caller = try Caller(desk)
    let monitor = try Monitor(desk)
    #expect(
      try write(
        caller,
        [("", "location.latitude", .double(52.75)), ("", "location.longitude", .double(13.75))]
      ) == "1"
    )
    #expect(
      try write(caller, [("", "fade", .int32(1)), ("", "location.latitude", .double(52.5))]) == "2"
    )
    #expect(try write(caller, [("", "location.latitude", nil), ("X", "end", .int32(1))]) == "3")
    #expect(
      try monitor.next(6) == [
        "Schedule", "PropertiesChanged", "Schedule", "fade", "Schedule", "X:end",
      ]
    )
    guard case .success(let all) = try caller.call(.preferences, "ReadAll", [.string("")]),
      case .success(let privately) = try caller.call(.control, "ReadAll", [.string("")]),
      case .success(let findings) = try caller.call(.control, "Check")
    else {
      Issue.record("not answered")
      return
    }
    #expect(!"\(all)".contains("location"))
    #expect("\(privately)".contains("13.75"))
    #expect("\(findings)".contains("location.longitude"))
    #expect(!"\(findings)".contains("52.75") && !"\(findings)".contains("13.75"))
    #expect(try !desk.end(daemon).contains("75"))
  }

  @Test("Values at the limits can be stored and read, and larger values are refused")
  func limits() throws {
    let desk = try Desk()
    var daemon = try desk.startDaemon()
    let caller = try Caller(desk)
    let longest = BusValue.string(String(repeating: "x", count: 65_534))
    let nested = (1..<8).reduce(BusValue.array(.variant, [])) { inner, _ in
      .array(.variant, [.variant(inner)])
    }
    let deepest = "a.b.c.d.e.f.g.h"
    #expect(
      try write(caller, [("X", "long", longest), ("X", "deep", nested), ("Y", deepest, .byte(1))])
        == "1"
    )
    #expect(try write(caller, [("X", "", nil), ("Y", "", nil)]) == "2")

    let many = (0..<4_096).map { ("X", "k\($0)", BusValue?.some(.int64(Int64($0)))) }
    #expect(try write(caller, many) == "3")
    #expect(try write(caller, [("X", "another", .int32(1))]) == "LimitExceeded")
    #expect(
      try write(caller, [("X", "k5", .int32(0)), ("X", "k6", nil), ("Y", "a", .int32(1))]) == "4"
    )
    #expect(try write(caller, [("X", "", nil), ("Y", "", nil)]) == "5")

    // The limit is 4 MiB less 64 KiB, so 62 pieces of 64 KiB fit and 64 do not.
    let pieces = (0..<62).map { ("X", "p\($0)", BusValue?.some(longest)) }
    #expect(try write(caller, pieces) == "6")
    #expect(try write(caller, [("X", "p62", longest), ("X", "p63", longest)]) == "LimitExceeded")
    #expect(try caller.set("dark").isSuccess)
    #expect(try desk.end(daemon).contains("as chosen"))
    daemon = try desk.startDaemon()
    guard case .success(let all) = try Caller(desk).call(.preferences, "ReadAll", [.string("X")]),
      case .dictionary(_, _, let entries)? = all.first
    else {
      Issue.record("not answered")
      return
    }
    // Besides these keys, every application has a choice, a fade and four themes.
    #expect(entries.count == 68)
    #expect(try desk.style() == "dark")
  }

  @Test("If the daemon is stopped during writes, every write that it has confirmed is stored")
  func underWay() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let calls: [(member: MemberName, arguments: [BusValue])] = (0..<200).map { index in
      index.isMultiple(of: 5)
        ? ("SetFor", [.string("app\(index)"), .string("dark")])
        : ("Write", Self.arguments([("app\(index)", "a", .int32(1))], nil))
    }
    let answers = try Caller(desk).burst(calls) { daemon.send(signal: SIGTERM) }
    #expect(try daemon.wait() == .exited(0))
    let stored = desk.home.text(Desk.store) ?? ""
    for (index, answer) in answers.enumerated() {
      switch answer {
      case .success: #expect(stored.contains("\"app\(index)\""))
      case .failure(.refused(let refusal)):
        let isEnding =
          refusal.message == "nightd is ending; nothing was changed"
          || refusal.name.text.hasPrefix("org.freedesktop.DBus.Error.")
        #expect(isEnding, "\(refusal)")
        #expect(!stored.contains("\"app\(index)\""))
      case .failure(let error): Issue.record("\(error)")
      }
    }
  }

  @Test("If a hand-written file has invalid application names, the daemon does not crash")
  func unspeakable() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let monitor = try Monitor(desk)
    try desk.home.write(
      """
      {app: {"a\\u0000b": {choice: "dark", a: 1}, "": {a: 1}, "x\\ny": {fade: 5}, X: {a: "\\u0000"},
       Good: {choice: "dark"}}}
      """,
      to: ".config/nightd/config.json5"
    )
    #expect(try monitor.next(2) == ["Good:choice", "AppChanged"])
    let caller = try Caller(desk)
    guard case .success(let applications) = try caller.call(.preferences, "Applications"),
      case .dictionary(_, _, let entries)? = applications.first
    else {
      Issue.record("not answered")
      return
    }
    #expect(entries.map(\.key) == [.string("Good"), .string("X")])
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
