import NightCore
import TestSupport
import Testing

@Suite("A broken intent.json")
struct IntentFileFlawTests {
  private func flaw(_ text: String) -> Flaw? {
    do throws(Flaw) {
      _ = try IntentFile.intent(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "An intent file that contains no value is treated as empty, not as broken",
    arguments: ["", " \n\t", "// x\n"]
  )
  func empty(text: String) {
    #expect(flaw(text)?.kind == .empty)
  }

  @Test(
    "An intent file in a newer format is reported as newer, even if its other members are invalid",
    arguments: [
      (#"{"format": 4}"#, 4),
      (#"{"choice": 7, "hold": null, "revision": -1, "format": 3}"#, 3),
      (#"{"format": 9223372036854775807}"#, .max),
    ] as [(String, Int64)]
  )
  func newer(text: String, format: Int64) {
    #expect(flaw(text)?.kind == .newer(format: format))
  }

  private static let noFormat = "the member “format” is missing"
  private static let badFormat = "the format must be a whole number of at least 1"
  private static let badRevision = "the revision must be a whole number of at least 0"
  private static let badChoice = "the choice must be light, dark, schedule or system"
  private static let badStyle = "the style must be light or dark"

  private static let badTheme =
    "a theme's name of 1 to 255 bytes without control characters was expected here"

  private static func lacks(_ member: String) -> String {
    "an object with the member “\(member)” was expected here"
  }

  private static func noText(_ member: String) -> String { "a string was expected for “\(member)”" }

  private static func noTime(_ member: String) -> String {
    "a time such as 2026-11-21T07:10:00Z was expected for “\(member)”"
  }

  @Test(
    "A broken intent file is rejected with the position of the mistake",
    arguments: [
      ("[]", 1, 1, "an object was expected here"),
      ("\n  null", 2, 3, "an object was expected here"),
      ("{}", 1, 1, noFormat),
      (#"{"revision": 1}"#, 1, 1, noFormat),
      (#"{"format": 0}"#, 1, 12, badFormat),
      (#"{"format": -1}"#, 1, 12, badFormat),
      (#"{"format": 1.0}"#, 1, 12, badFormat),
      (#"{"format": "1"}"#, 1, 12, badFormat),
      (
        #"{"format": 1, "revision": 4"#, 1, 28,
        "expected “,” or “}” after this value, "
          + "found the end of the text, with 1:1 still open"
      ),
      ("{\"format\": 1}\n{}", 2, 1, "expected the end of the text after this value, found “{”"),
    ] as [(String, Int, Int, String)]
  )
  func whole(text: String, line: Int, column: Int, message: String) {
    #expect(flaw(text) == Flaw(message, at: Position(line: line, column: column)))
  }

  @Test(
    "An invalid member of an intent file is rejected with its position",
    arguments: [
      (#""revision": -1"#, 13, badRevision),
      (#""revision": 1.5"#, 13, badRevision),
      (#""revision": null"#, 13, badRevision),
      (#""revision": 9223372036854775808"#, 13, badRevision),
      (#""choice": null"#, 11, lacks("what")),
      (#""choice": "dark""#, 11, lacks("what")),
      (#""choice": {}"#, 11, lacks("what")),
      (#""choice": {"what": 1}"#, 20, noText("what")),
      (#""choice": {"what": "Dark"}"#, 20, badChoice),
      (#""choice": {"what": "dark"}"#, 11, lacks("since")),
      (#""choice": {"what": "dark", "since": 0}"#, 37, noText("since")),
      (#""choice": {"what": "dark", "since": "now"}"#, 37, noTime("since")),
      (#""choice": {"what": "dark", "since": "2026-02-29T07:10:00Z"}"#, 37, noTime("since")),
      (#""hold": []"#, 9, lacks("style")),
      (#""hold": {"style": "system"}"#, 19, badStyle),
      (#""hold": {"style": "dark"}"#, 9, lacks("until")),
      (#""hold": {"style": "dark", "theme": null}"#, 36, noText("theme")),
      (#""hold": {"style": "dark", "theme": ""}"#, 36, badTheme),
      (#""hold": {"style": "dark", "theme": "a\u0000b"}"#, 36, badTheme),
      (#""hold": {"style": "dark", "theme": "a\nb"}"#, 36, badTheme),
      (
        #""hold": {"style": "dark", "theme": "\#(String(repeating: "x", count: 256))"}"#, 36,
        badTheme
      ),
      (#""hold": {"style": "dark", "until": true}"#, 36, noText("until")),
      (#""hold": {"style": "dark", "until": "source"}"#, 36, noTime("until")),
      (#""hold": {"style": "dark", "until": "source-change"}"#, 9, lacks("since")),
      (
        #""hold": {"style": "dark", "until": "source-change", "since": ""}"#, 62, noTime("since")
      ),
      (
        #""revision": 1, "revision": 1"#, 16,
        "expected each name once in an object, "
          + "found “revision” again after 2:1"
      ),
    ] as [(String, Int, String)]
  )
  func member(text: String, column: Int, message: String) {
    #expect(
      flaw("{\"format\": 1,\n\(text)}") == Flaw(message, at: Position(line: 2, column: column))
    )
  }

  @Test("Each of 5,000 damaged intent files is either read or rejected with the mistake's position")
  func mutations() {
    let whole = Array(
      #"""
      {"format": 1, "revision": 9223372036854775806, "choice": {"what": "dark",
      "since": "2026-11-21T07:10:00Z"}, "hold": {"style": "dark", "theme": "é", "since":
      "2026-11-21T08:00:00.5Z", "until": "2026-11-21T16:02:11.123456Z"}, "later": [1e9, {}]}
      """#.utf8
    )
    let words = ["null", "2", "-", "{", "}", "\"", ":", "source-change", "9", "[", "\n", "\u{0}"]
    let pieces = words.map { Array($0.utf8) }
    var random = SplitMix64(seed: 7)
    var read = 0
    for _ in 0..<5_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let from = Int.random(in: 0...bytes.count, using: &random)
        let upTo = min(bytes.count, from + Int.random(in: 0...20, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(from..<upTo)
        case 1: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: from)
        case 2: bytes.removeSubrange(from...)
        default:
          let digit = UInt8.random(in: UInt8(ascii: "0")...UInt8(ascii: "9"), using: &random)
          if from < bytes.count { bytes[from] = digit }
        }
      }
      do throws(Flaw) {
        let intent = try IntentFile.intent(bytes)
        read += 1
        // If an intent could be read, it can also be written, and reading it again gives the same
        // intent.
        let again = try? IntentFile.intent(IntentFile.bytes(intent))
        #expect(again == intent)
      } catch {
        #expect((1...bytes.count + 1).contains(error.position?.line ?? 0))
        #expect((1...bytes.count + 1).contains(error.position?.column ?? 0))
        #expect(!error.message.isEmpty)
      }
    }
    #expect(read > 100)
    #expect(read < 4_900)
  }
}
