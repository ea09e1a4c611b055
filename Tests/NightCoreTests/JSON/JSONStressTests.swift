import Glibc
import NightCore
import TestSupport
import Testing

@Suite("JSON under stress")
struct JSONStressTests {
  private static func nested(_ levels: Int) -> [UInt8] {
    var text = ""
    for level in 0..<levels {
      text += level.isMultiple(of: 2) ? "[" : "{a:"
    }
    text += "0"
    for level in (0..<levels).reversed() {
      text += level.isMultiple(of: 2) ? "]" : "}"
    }
    return Array(text.utf8)
  }

  @Test("JSON values with 64 levels can be read, compared, written and freed on a 256 KiB stack")
  func smallStack() throws {
    var attributes = pthread_attr_t()
    #expect(pthread_attr_init(&attributes) == 0)
    #expect(pthread_attr_setstacksize(&attributes, 256 << 10) == 0)
    var thread = pthread_t()
    let created = pthread_create(
      &thread,
      &attributes,
      { _ in
        let node = try? JSONReader.read(JSONStressTests.nested(64))
        let plain = node?.plain
        let again = try? JSONReader.read(Array((plain?.text(pretty: true) ?? "").utf8))
        // The thread must return a pointer; any pointer except nil means success.
        return node != nil && again?.plain == plain ? UnsafeMutableRawPointer(bitPattern: 1) : nil
      },
      nil
    )
    #expect(created == 0)
    var result: UnsafeMutableRawPointer?
    #expect(pthread_join(thread, &result) == 0)
    #expect(result != nil)
  }

  @Test(
    "The JSON reader rejects a text with over 64 levels, at the first level that is too deep",
    arguments: [65, 1_000_000]
  )
  func tooDeep(levels: Int) {
    let error = #expect(throws: Flaw.self) {
      try JSONReader.read(Self.nested(levels))
    }
    #expect(error?.message == "expected at most 64 levels of arrays and objects, found more")
    #expect(error?.position == Position(line: 1, column: 32 + 32 * 3 + 1))
  }

  @Test(
    "Damaged text never crashes the JSON reader, and each value that is read can be written again"
  )
  func mutations() throws {
    let seeds = [
      #"{"format": 1, "revision": 42, "choice": "dark", "hold": null, "latitude": 48.2}"#,
      "// mine\n{\n  choice: 'schedule', /* é */ größe: [1, -2.5e3, .5, 0xFF, +Infinity,],\n}\n",
      #"["\u00e9\ud83d\ude00\n\x41\0", 'it\'s', "line\#\#r\#nnext", [[[{}]]], -0, NaN, true]"#,
      "\u{FEFF}{a: {b: {c: [null, false, 9223372036854775808]}}, 'ä b': '\u{2028}'} // end",
    ].map { Array($0.utf8) }
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "\\u", "\\ud83d", "/*", "*/", "//", "\n",
      "\r", "\t", "\0", "0", "-", "+", ".", "e", "0x", "NaN", "null", "é", "\u{2028}", "\u{FEFF}",
    ].map { Array($0.utf8) }
    var random = SplitMix64(seed: 1)
    var accepted = 0
    for _ in 0..<10_000 {
      var bytes = seeds.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let from = Int.random(in: 0...bytes.count, using: &random)
        let upTo = min(bytes.count, from + Int.random(in: 0...3, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(from..<upTo)
        case 1: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: from)
        case 2:
          bytes.replaceSubrange(from..<upTo, with: [UInt8.random(in: 0...255, using: &random)])
        default: bytes.insert(contentsOf: bytes[from..<upTo], at: 0)
        }
      }
      do throws(Flaw) {
        let text = try JSONReader.read(bytes).plain.text(pretty: true)
        accepted += 1
        let again = try JSONReader.read(Array(text.utf8)).plain
        #expect(again.text(pretty: true) == text)
      } catch {
        let lines = bytes.count + 1
        #expect((1...lines).contains(error.position?.line ?? 0))
        #expect((1...lines).contains(error.position?.column ?? 0))
        #expect(error.message.hasPrefix("expected "))
      }
    }
    #expect(accepted > 500)
    #expect(accepted < 9_500)
  }

  @Test("The JSON reader rejects every truncated document, with a reason that fits")
  func torn() {
    let whole = Array(
      #"{"format": 1, "a": [true, -1.5e3, "\u00e9\ud83d\ude00", 'x'], /* c */ "n": null}"#.utf8
    )
    for count in whole.indices {
      let error = #expect(throws: Flaw.self) {
        try JSONReader.read(Array(whole[..<count]))
      }
      // A truncated word or surrogate pair is reported as invalid, not as an unfinished text.
      #expect(error?.message.contains("again after") == false)
      #expect(error?.message.contains("UTF-8") == false)
      #expect(error?.kind == (count == 0 ? .empty : .invalid))
    }
  }
}
