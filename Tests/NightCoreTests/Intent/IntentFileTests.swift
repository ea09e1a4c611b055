import NightCore
import Testing

@Suite("intent.json")
struct IntentFileTests {
  private static let full = #"""
    {
      "format": 2,
      "revision": 42,
      "choice": {
        "what": "schedule",
        "since": "2026-11-21T07:10:00Z"
      },
      "hold": {
        "style": "dark",
        "theme": "forest",
        "since": "2026-11-21T08:00:00.5Z",
        "until": "2026-11-21T16:02:11.123456Z"
      },
      "zebra": [
        1,
        -2.5,
        {}
      ],
      "apple": {
        "z": null,
        "a": "é\n"
      }
    }

    """#

  private static func fullIntent() throws -> Intent {
    var intent = Intent()
    intent.revision = 42
    intent.decision = .init(choice: .schedule, since: try instant("2026-11-21T07:10:00Z"))
    intent.hold = Hold(
      style: .dark,
      theme: "forest",
      since: try instant("2026-11-21T08:00:00.500000Z"),
      end: try instant("2026-11-21T16:02:11.123456Z")
    )
    intent.unknown = [
      .init(name: "zebra", value: .array([.integer(1), .double(-2.5), .object([])])),
      .init(
        name: "apple",
        value: .object([
          .init(name: "z", value: .null), .init(name: "a", value: .string("é\n")),
        ])
      ),
    ]
    return intent
  }

  private static func instant(_ iso: String) throws -> Instant {
    try #require(Instant(iso: iso))
  }

  private func written(_ intent: Intent) -> String {
    String(decoding: IntentFile.bytes(intent), as: UTF8.self)
  }

  @Test(
    "An intent with all members is written in the canonical form, with unknown members at the end"
  )
  func golden() throws {
    let canonical = Self.full.replacing(".5Z", with: ".500000Z")
    #expect(written(try Self.fullIntent()) == canonical)
  }

  @Test(
    "A file with all members is read as the expected intent, and is unchanged when written again"
  )
  func readBack() throws {
    let intent = try IntentFile.intent(Array(Self.full.utf8))
    #expect(intent == (try Self.fullIntent()))
    #expect(try IntentFile.intent(IntentFile.bytes(intent)) == intent)
  }

  @Test("An empty intent is written with only a format and a revision")
  func nothing() {
    #expect(written(Intent()) == "{\n  \"format\": 2,\n  \"revision\": 0\n}\n")
  }

  @Test(
    "If an earlier version stored a hold “until the desktop changes”, it is read as a choice",
    arguments: [
      (#""source": "dark", "#, nil, Style.dark), ("", #""choice": {"what": "schedule", "#, .light),
    ] as [(String, String?, Style)]
  )
  func formerHold(source: String, choice: String?, desktop: Style) throws {
    let since = #""since": "2026-11-21T08:00:00Z""#
    let before = choice.map { $0 + since + "}, " } ?? ""
    // The order of the members does not matter.
    let text =
      #"{"format": 2, "hold": {"style": "dark", "theme": "sand", \#(source)\#(since), "#
      + #""until": "source-change"}, \#(before)"revision": 3}"#
    let intent = try IntentFile.intent(Array(text.utf8))
    let at = try Self.instant("2026-11-21T08:00:00Z")
    #expect(intent.hold == nil)
    #expect(intent.decision == .init(choice: .dark, since: at))
    let former = intent.former
    #expect(former?.desktop == desktop)
    #expect(former?.decision == choice.map { _ in .init(choice: .schedule, since: at) })
    #expect(written(intent).contains(#""dark": "sand""#))
    #expect(!written(intent).contains("source-change"))
  }

  @Test("Every choice is unchanged after it is written and read", arguments: Choice.allCases)
  func choices(choice: Choice) throws {
    let intent = Intent.chosen(choice, since: .minute(3))
    #expect(try IntentFile.intent(IntentFile.bytes(intent)) == intent)
  }

  @Test("If an intent file is written again, unknown members anywhere in it are kept")
  func unknownAnywhere() throws {
    let text = #"""
      {"b": 1, "format": 1, "c": [true], "revision": 3, "a": {"choice": "not ours"}}
      """#
    var intent = try IntentFile.intent(Array(text.utf8))
    #expect(intent.revision == 3)
    #expect(intent.unknown.map(\.name) == ["b", "c", "a"])
    intent = intent.applying([.choose(.dark, .minute(0))])
    #expect(try IntentFile.intent(IntentFile.bytes(intent)) == intent)
  }

  @Test("A hand-written intent file may have comments and lack the revision")
  func byHand() throws {
    let text = "// mine\n{format: 1, choice: {what: 'dark', since: '2026-11-21T08:00:00Z',},}\n"
    let intent = try IntentFile.intent(Array(text.utf8))
    #expect(intent.revision == 0)
    #expect(intent.decision?.choice == .dark)
  }
}
