import NightCore
import NightPrograms
import Testing

@Suite("Header of a hook")
struct HookHeaderTests {
  private func header(_ text: String) throws(Flaw) -> HookHeader {
    try HookHeader(Array(text.utf8))
  }

  @Test("A hook that has no header runs for every reason and at any time")
  func none() throws {
    let header = try header("#!/bin/sh\necho nightd: reason x\n# a nightd: reason x\nnightd: x\n")
    #expect(header == HookHeader())
    #expect(header.allows(reason: "schedule", minute: 0))
  }

  @Test(
    "A hook that lists reasons runs only for these reasons",
    arguments: [
      "# nightd: reason schedule hold", "#nightd:reason schedule hold\r",
      "// nightd: reason hold schedule",
      "  -- nightd:  reason\tschedule  hold  ", "# nightd: reason hold\n# nightd: reason schedule",
    ]
  )
  func reasons(_ line: String) throws {
    let header = try header("#!/bin/sh\n" + line + "\n")
    let allowed = ["choice", "hold", "schedule", "system"].filter {
      header.allows(reason: $0, minute: 720)
    }
    #expect(allowed == ["hold", "schedule"])
  }

  @Test(
    "A hook with a time range runs for changes from the range's start until just before its end",
    arguments: [
      ("18:00-23:30", 1_080, true), ("18:00-23:30", 1_079, false), ("18:00-23:30", 1_409, true),
      ("18:00-23:30", 1_410, false), ("22:00-6:00", 0, true), ("22:00-6:00", 359, true),
      ("22:00-6:00", 360, false), ("22:00-6:00", 1_320, true), ("00:00-24:00", 1_439, true),
    ]
  )
  func times(_ range: String, _ minute: Int, _ isAllowed: Bool) throws {
    let header = try header("# nightd: time \(range)\n")
    #expect(header.allows(reason: "hold", minute: minute) == isAllowed)
  }

  @Test(
    "An invalid header line is refused with its line number",
    arguments: [
      ("# nightd: reason", "line 2: “reason” must be followed by a reason"),
      ("# nightd: time 18:00", "line 2: “time” must be followed by a range, such as 18:00-23:30"),
      (
        "# nightd: time 18:0-19:00",
        "line 2: “time” must be followed by a range, such as 18:00-23:30"
      ),
      (
        "# nightd: time 18:00-18:00",
        "line 2: “time” must be followed by a range, such as 18:00-23:30"
      ),
      (
        "# nightd: time 25:00-26:00",
        "line 2: “time” must be followed by a range, such as 18:00-23:30"
      ),
      ("# nightd: when dark", "line 2: “when” is not understood; use reason or time"),
      ("# nightd:", "line 2: “” is not understood; use reason or time"),
      (
        "# nightd: reason sunset",
        "line 2: “sunset” is not a reason; use choice, hold, schedule, system, inhibit, app, fallback"
      ),
    ]
  )
  func flaws(_ line: String, _ message: String) {
    let error = #expect(throws: Flaw.self) { try header("#!/bin/sh\n" + line + "\n") }
    #expect(error?.message == message)
  }

  @Test("A header line has an effect only near the beginning of a hook")
  func long() throws {
    let padding = String(repeating: "# x\n", count: 1_024)
    #expect(try header(padding + "# nightd: nonsense\n") == HookHeader())
  }
}

@Suite("Which users can write to a hook")
struct HookTrustTests {
  private static let trust = HookTrust(user: 1_000, privateGroup: 1_000)

  private static func entry(
    _ mode: UInt32,
    owner: UInt32 = 1_000,
    group: UInt32 = 1_000,
    isFolder: Bool = false,
    list: [UInt8] = []
  ) -> HookTrust.Entry {
    HookTrust.Entry(
      path: "/p",
      owner: owner,
      group: group,
      mode: mode,
      isFolder: isFolder,
      accessList: list
    )
  }

  /// An access list with a single named entry.
  ///
  /// The named entry comes after the owner's entry, and before those of the group and the mask.
  private static func list(_ tag: UInt8, _ permissions: UInt8, _ number: UInt32) -> [UInt8] {
    let rows: [(UInt8, UInt8, UInt32)] = [
      (0x01, 7, .max), (tag, permissions, number), (0x04, 5, .max), (0x10, 7, .max),
      (0x20, 5, .max),
    ]
    return [2, 0, 0, 0]
      + rows.flatMap { tag, permissions, number in
        [tag, 0, permissions, 0] + (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      }
  }

  @Test(
    "A file or folder is trusted if only the user and root can write to it",
    arguments: [
      entry(0o700), entry(0o755), entry(0o775), entry(0o755, owner: 0, group: 0),
      entry(0o775, owner: 0, group: 0), entry(0o1777, owner: 0, group: 0, isFolder: true),
      entry(0o1775, owner: 0, group: 30_000, isFolder: true), entry(0o555, owner: 0, group: 7),
      entry(0o775, list: list(0x02, 5, 1_001)), entry(0o775, list: list(0x02, 7, 1_000)),
      entry(0o775, list: list(0x08, 7, 0)), entry(0o755, list: list(0x02, 7, 1_001)),
    ]
  )
  func trusted(_ entry: HookTrust.Entry) { #expect(Self.trust.refusal([entry]) == nil) }

  @Test(
    "If other users can write to a file or folder, it is refused with its path and a remedy",
    arguments: [
      (entry(0o702), "/p is writable by everyone; to change that, run chmod o-w /p"),
      (entry(0o1777), "/p is writable by everyone; to change that, run chmod o-w /p"),
      (
        entry(0o777, isFolder: true), "/p is writable by everyone; to change that, run chmod o-w /p"
      ),
      (entry(0o770, group: 100), "/p is writable by its group; to change that, run chmod g-w /p"),
      (
        entry(0o775, list: list(0x02, 7, 1_001)),
        "/p is writable by user 1001 through its access list; to change that, run setfacl -b /p"
      ),
      (
        entry(0o775, list: list(0x08, 2, 300)),
        "/p is writable by group 300 through its access list; to change that, run setfacl -b /p"
      ),
      (
        entry(0o775, list: [3, 0, 0, 0]),
        "/p is writable by unknown users through its access list; to change that, run setfacl -b /p"
      ),
      (entry(0o700, owner: 1_001), "/p belongs to another user (1001)"),
      (
        entry(0o1777, owner: 1_001, isFolder: true), "/p belongs to another user (1001)"
      ),
    ]
  )
  func refused(_ entry: HookTrust.Entry, _ sentence: String) {
    #expect(Self.trust.refusal([Self.entry(0o700), entry]) == sentence)
  }

  @Test("If the user has no private group, a file is refused if any group can write to it")
  func noPrivateGroup() {
    let trust = HookTrust(user: 1_000, privateGroup: nil)
    #expect(trust.refusal([Self.entry(0o770)]) != nil)
  }

  @Test(
    "The list of hooks says when each hook runs",
    arguments: [
      ("#!/bin/sh\n", nil),
      ("# nightd: time 18:00-23:05\n", "only from 18:00 to 23:05"),
      ("# nightd: reason schedule hold\n", "only for schedule or hold"),
      (
        "# nightd: reason schedule\n# nightd: time 9:00-24:00\n",
        "only from 09:00 to 24:00, and only for schedule"
      ),
    ] as [(String, String?)]
  )
  func condition(text: String, expected: String?) throws {
    #expect(try HookHeader(Array(text.utf8)).condition == expected)
  }
}
