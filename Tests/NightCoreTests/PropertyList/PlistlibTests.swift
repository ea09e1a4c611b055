import NightCore
import TestSupport
import Testing

/// Compares nightd's reader and writer of property lists with Python's.
@Suite(.enabled(if: Tool.path("python3") != nil, "python3 is not installed"))
struct PlistlibTests {
  private func python(_ script: String, _ input: String) throws -> String {
    let run = try Program.run("python3", ["-c", script], input: .bytes(Array(input.utf8)))
    #expect(run.exit == .exited(0), "\(run.errors)")
    return run.output
  }

  private static let seconds: [Int64] = [
    -62_135_596_800, -1, 0, 978_307_199, 1_795_245_000, 253_402_300_799,
  ]
  private static let texts = [
    "", " a\n\tb ", "<&>\"']]>", "😀 é e\u{301}", "\u{85}\u{2028}\u{FFFD}",
  ]
  private static let numbers: [Double] = [
    0, -0.0, 0.1, 1.0 / 3, 1e-300, -1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e22,
    1e15, 4e16,
  ]
  private static let value = PreferenceValue.dictionary([
    .init(name: "", value: .bool(true)),
    .init(name: "<array>", value: .array([.array([]), .bool(false), .dictionary([])])),
    .init(
      name: "data",
      value: .array([.data([]), .data(Array(0...255)), .array([.data(Array(0...99))])])
    ),
    .init(name: "dates", value: .array(seconds.map(PreferenceValue.date))),
    .init(
      name: "integers",
      value: .array([.min, -1, 0, 1, .max].map(PreferenceValue.integer))
    ),
    .init(name: "numbers", value: .array(numbers.map(PreferenceValue.double))),
    .init(name: "texts", value: .array(texts.map(PreferenceValue.string))),
    .init(name: "é", value: .string("non-ASCII")),
  ])

  @Test("Values of all types survive if plistlib reads nightd's output, or nightd reads plistlib's")
  func bothWays() throws {
    let script = #"""
      import datetime, plistlib, sys
      sys.stdout.reconfigure(encoding="utf-8", newline="\n")
      value = plistlib.loads(sys.stdin.buffer.read())
      def date(*parts):
          return datetime.datetime(*parts)
      wanted = {
          "": True,
          "<array>": [[], False, {}],
          "data": [b"", bytes(range(256)), [bytes(range(100))]],
          "dates": [date(1, 1, 1), date(1969, 12, 31, 23, 59, 59), date(1970, 1, 1),
              date(2000, 12, 31, 23, 59, 59), date(2026, 11, 21, 7, 10),
              date(9999, 12, 31, 23, 59, 59)],
          "integers": [-2**63, -1, 0, 1, 2**63 - 1],
          "numbers": [0.0, -0.0, 0.1, 1 / 3, 1e-300, -1e300, 5e-324, sys.float_info.max, 1e22,
              1e15, 4e16],
          "texts": ["", " a\n\tb ", "<&>\"']]>", "\U0001F600 \u00e9 e\u0301", "\x85\u2028\ufffd"],
          "\u00e9": "non-ASCII",
      }
      # As texts, since True is 1 and 0.0 is -0.0 to Python.
      if repr(value) != repr(wanted):
          sys.exit(f"read {value!r}")
      sys.stdout.buffer.write(plistlib.dumps(value))
      """#
    let written = try python(script, PropertyList.text(Self.value))
    #expect(try PropertyList.value(Array(written.utf8)) == Self.value)
  }

  @Test("plistlib and nightd write the same bytes")
  func sameBytes() throws {
    let text = try PropertyList.text(Self.value)
    let script = """
      import plistlib, sys
      sys.stdout.buffer.write(plistlib.dumps(plistlib.loads(sys.stdin.buffer.read())))
      """
    // The only difference is the number of digits before an exponent.
    let alike = { (text: String) in
      text.replacing("1e+15", with: "1000000000000000.0")
    }
    #expect(try alike(python(script, text)) == alike(text))
  }

  @Test("plistlib reads a carriage return that nightd wrote")
  func carriageReturn() throws {
    let text = try PropertyList.text(.string("a\r\nb"))
    let script = "import plistlib, sys; print(repr(plistlib.loads(sys.stdin.buffer.read())))"
    #expect(try python(script, text) == #"'a\r\nb'"# + "\n")
  }
}
