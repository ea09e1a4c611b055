import NightCore
import TestSupport
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  @Test(
    "The JSON writer's compact form is strict JSON on one line",
    arguments: [
      (.null, "null"),
      (.bool(true), "true"),
      (.bool(false), "false"),
      (.integer(.min), "-9223372036854775808"),
      (.double(1), "1.0"),
      (.double(-0.0), "-0.0"),
      (.double(0.1), "0.1"),
      (.double(1e16), "1e+16"),
      (.double(.leastNonzeroMagnitude), "5e-324"),
      (.double(9_223_372_036_854_775_808), "9.223372036854776e+18"),
      (.double(.nan), "null"),
      (.double(-.infinity), "null"),
      (.string(""), #""""#),
      (.string("a\"b\\c/d'"), #""a\"b\\c/d'""#),
      (.string("\u{8}\u{C}\n\r\t\u{0}\u{B}\u{1F}"), #""\b\f\n\r\t\u0000\u000b\u001f""#),
      (.string("\u{7F}\u{9B}\u{2028}\u{2029}"), #""\u007f\u009b\u2028\u2029""#),
      (.string("é\u{A0}😀"), "\"é\u{A0}😀\""),
      (.array([]), "[]"),
      (.object([]), "{}"),
      (
        .object([
          .init(name: "z", value: .array([.integer(1), .null])),
          .init(name: "a\n", value: .object([])),
        ]), #"{"z":[1,null],"a\n":{}}"#
      ),
    ] as [(JSON, String)]
  )
  func compact(value: JSON, expected: String) {
    #expect(value.text(pretty: false) == expected)
  }

  @Test("The JSON writer's pretty form is indented by two spaces and ends with a newline")
  func pretty() {
    let value = JSON.object([
      .init(name: "choice", value: .string("dark")),
      .init(
        name: "hold",
        value: .object([.init(name: "end", value: .array([.integer(1), .null]))])
      ),
      .init(name: "none", value: .array([])),
    ])
    #expect(
      value.text(pretty: true) == """
        {
          "choice": "dark",
          "hold": {
            "end": [
              1,
              null
            ]
          },
          "none": []
        }

        """
    )
    #expect(JSON.null.text(pretty: true) == "null\n")
  }

  @Test("A JSON value that was written is read back as the same value")
  func roundTrip() throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<2_000 {
      let value = Self.value(depth: 0, &random)
      for pretty in [false, true] {
        let text = value.text(pretty: pretty)
        let again = try JSONReader.read(Array(text.utf8)).plain
        #expect(again == value, "\(text)")
        // Compare the texts, because -0.0 equals 0.0 and canonically equivalent strings are equal.
        #expect(Array(again.text(pretty: pretty).utf8) == Array(text.utf8))
      }
    }
  }

  private static func value(depth: Int, _ random: inout SplitMix64) -> JSON {
    switch Int.random(in: 0..<(depth < 5 ? 9 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2:
      return .integer(
        Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<64, using: &random)
      )
    case 3:
      let double = Double(bitPattern: random.next())
      return .double(double.isFinite ? double : -0.0)
    case 4: return .double(Double(Int64.random(in: -1_000_000...1_000_000, using: &random)) / 8)
    case 5: return .string(string(&random))
    case 6:
      return .array(
        (0..<Int.random(in: 0...5, using: &random)).map { _ in value(depth: depth + 1, &random) }
      )
    default:
      return .object(
        (0..<Int.random(in: 0...20, using: &random)).map { index in
          JSON.Member(name: "\(index)" + string(&random), value: value(depth: depth + 2, &random))
        }
      )
    }
  }

  private static func string(_ random: inout SplitMix64) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      let limit: UInt32 =
        [0x30, 0x80, 0x300, 0x3000, 0x11_0000].randomElement(using: &random) ?? 0x80
      let value = UInt32.random(in: 0..<limit, using: &random)
      text.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{2028}")
    }
    return text
  }
}
