import NightCore
import Testing

@Suite("JSON5 reader errors")
struct JSONReaderErrorTests {
  private func failure(_ bytes: [UInt8], limits: JSONLimits = .standard) -> Flaw? {
    do throws(Flaw) {
      _ = try JSONReader.read(bytes, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "The error for a syntax mistake contains its position and what was expected",
    arguments: [
      ("1 2", "1:3: expected the end of the text after this value, found “2”"),
      ("{}\n}", "2:1: expected the end of the text after this value, found “}”"),
      (
        "nullx",
        "1:1: expected a value, found the word “nullx”: a string must be in quotes"
      ),
      (
        "{\n  choice: dark\n}",
        "2:11: expected a value, found the word “dark”: a string must be in quotes"
      ),
      (
        "{ a: [1,\n  b: 2 }",
        "2:3: expected a value or “]”, found the name “b”: the list that begins at 1:6 has no “]”"
      ),
      ("]", "1:1: expected a value, found “]”"),
      ("/", "1:1: expected a value, found “/”"),
      (
        "#a", "1:1: expected a value, found “#”: a colour must be in quotes"
      ),
      (
        "{a: #fff }", "1:5: expected a value, found “#”: a colour must be in quotes"
      ),
      (
        "{a: # white\n 1}", "1:5: expected a value, found “#”: comments begin with //"
      ),
      (
        "{a: #fading\n 1}", "1:5: expected a value, found “#”: comments begin with //"
      ),
      ("# a\n{}", "1:1: expected a value, found “#”: comments begin with //"),
      (
        "{ # a\n}", "1:3: expected a name or “}”, found “#”: comments begin with //"
      ),
      (
        "{a: 1 # b\n}",
        "1:7: expected “,” or “}” after this value, found “#”: comments begin with //"
      ),
      (
        "{} #fff",
        "1:4: expected the end of the text after this value, found “#”: comments begin with //"
      ),
      ("“a”", "1:1: expected a value, found ““”"),
      ("\u{1}", "1:1: expected a value, found “U+0001”"),
      ("\u{202E}", "1:1: expected a value, found “U+202E”"),
      (",", "1:1: expected a value, found “,”"),

      (
        "[",
        "1:2: expected a value or “]”, found the end of the text, with 1:1 still open"
      ),
      (
        "[1",
        "1:3: expected “,” or “]” after this value, found the end of the text, with 1:1 still open"
      ),
      ("[1 2]", "1:4: expected “,” or “]” after this value, found “2”"),
      ("[,]", "1:2: expected a value or “]”, found “,”"),
      ("[1,,]", "1:4: expected a value or “]”, found “,”"),
      ("[1}", "1:3: expected “,” or “]” after this value, found “}”"),

      (
        "{",
        "1:2: expected a name or “}”, found the end of the text, with 1:1 still open"
      ),
      (
        "{a",
        "1:3: expected “:” after this name, found the end of the text, with 1:1 still open"
      ),
      ("{a:", "1:4: expected a value, found the end of the text"),
      (
        "{a:1",
        "1:5: expected “,” or “}” after this value, found the end of the text, with 1:1 still open"
      ),
      (
        "[\n {a:1,",
        "2:7: expected a name or “}”, found the end of the text, with 2:2 still open"
      ),
      ("{a:1\n b:2}", "2:2: expected “,” or “}” after this value, found “b”"),
      ("{a 1}", "1:4: expected “:” after this name, found “1”"),
      ("{a:}", "1:4: expected a value, found “}”"),
      ("{,}", "1:2: expected a name or “}”, found “,”"),
      (
        "{1:2}",
        "1:2: expected a name or “}”, found “1”: a name that begins with a digit must be in quotes"
      ),
      (
        "{a-b:2}",
        "1:3: expected “:” after this name, found “-”: a name with - must be in quotes"
      ),
      (
        "{a.b:2}",
        "1:3: expected “:” after this name, found “.”: a name with . must be in quotes"
      ),
      ("{a 2}", "1:4: expected “:” after this name, found “2”"),
      (#"{\u0061:2}"#, #"1:2: expected a name or “}”, found “\”"#),
      ("{a:1]", "1:5: expected “,” or “}” after this value, found “]”"),

      (
        "{choice: 1,\n 'choice': 2}",
        "2:2: expected each name once in an object, found “choice” again after 1:2"
      ),
      (
        #"{a:1, "\u0061":2}"#,
        "1:7: expected each name once in an object, found “a” again after 1:2"
      ),

      ("01", "1:1: expected a number without leading zeros, found “0” before a digit"),
      ("-00", "1:1: expected a number without leading zeros, found “0” before a digit"),
      (".", "1:2: expected a digit after the point, found the end of the text"),
      ("[.]", "1:3: expected a digit after the point, found “]”"),
      ("-", "1:2: expected a number after the sign, found the end of the text"),
      ("[+ 1]", "1:3: expected a number after the sign, found “ ”"),
      ("--1", "1:2: expected a number after the sign, found “-”"),
      ("-null", "1:2: expected a number after the sign, found “n”"),
      ("[1e]", "1:4: expected a digit in the exponent, found “]”"),
      ("[1e+]", "1:5: expected a digit in the exponent, found “]”"),
      ("[0x]", "1:4: expected a hexadecimal digit after “0x”, found “]”"),
      ("1e999", "1:1: expected a number below 1.8e308, found a larger one"),
      ("[1_000]", "1:3: expected “,” or “]” after this value, found “_”"),
      ("[1.2.3]", "1:5: expected “,” or “]” after this value, found “.”"),

      (
        "'", "1:1: expected a closing quote for this string, found the end of the text"
      ),
      (
        "[\n 'abc\n']",
        "2:2: expected a closing quote for this string, found the end of the line"
      ),
      (
        "'a\"",
        "1:1: expected a closing quote for this string, found the end of the text"
      ),
      (
        "'a\\",
        "1:1: expected a closing quote for this string, found the end of the text"
      ),
      ("'é\t'", "1:3: expected control characters in a string to be escaped, found a tab"),
      (
        "'\u{1B}'",
        "1:2: expected control characters in a string to be escaped, found “U+001B”"
      ),
      (
        "'\\\t'", "1:3: expected control characters in a string to be escaped, found a tab"
      ),
      (
        #"'\1'"#,
        #"1:2: expected an escape such as “\n” or “\u0041”, found “\” before a digit"#
      ),
      (
        #"'\00'"#,
        #"1:2: expected an escape such as “\n” or “\u0041”, found “\” before a digit"#
      ),
      (
        #"'\x4'"#,
        "1:5: expected 2 hexadecimal digits in this escape, found a single quote"
      ),
      (
        #"'\u12'"#,
        "1:6: expected 4 hexadecimal digits in this escape, found a single quote"
      ),
      (
        #"'\u12"#,
        "1:6: expected 4 hexadecimal digits in this escape, found the end of the text"
      ),
      (
        #"'é\ud83d'"#,
        #"1:3: expected a surrogate pair such as '\uD83D\uDE00', found one half alone"#
      ),
      (
        #"'\ud83d\u0041'"#,
        #"1:2: expected a surrogate pair such as '\uD83D\uDE00', found one half alone"#
      ),
      (
        #"'\ude00\ud83d'"#,
        #"1:2: expected a surrogate pair such as '\uD83D\uDE00', found one half alone"#
      ),
      (
        #"'\ud83d\n'"#,
        #"1:2: expected a surrogate pair such as '\uD83D\uDE00', found one half alone"#
      ),

      (
        "[1, /* a\n",
        "1:5: expected “*/” to end this comment, found the end of the text"
      ),
      ("/*/", "1:1: expected “*/” to end this comment, found the end of the text"),
    ] as [(String, String)]
  )
  func mistake(text: String, expected: String) {
    let error = failure(Array(text.utf8))
    #expect(error?.kind == .invalid)
    #expect(error?.description == expected)
  }

  @Test(
    "A JSON text without a value is treated as empty",
    arguments: [
      ("", "1:1: expected a value, found an empty text"),
      ("\u{FEFF}", "1:1: expected a value, found only blanks and comments"),
      (" \n\t ", "2:3: expected a value, found only blanks and comments"),
      ("// a\n/* b */", "2:8: expected a value, found only blanks and comments"),
    ] as [(String, String)]
  )
  func empty(text: String, expected: String) {
    let error = failure(Array(text.utf8))
    #expect(error?.kind == .empty)
    #expect(error?.description == expected)
  }

  @Test(
    "If a text contains bytes that are not UTF-8, the error contains their position",
    arguments: [
      ([0x00], "1:1: expected UTF-8 text, found a NUL byte"),
      (Array("{a:\n'é\0'}".utf8), "2:3: expected UTF-8 text, found a NUL byte"),
      (Array("// \0".utf8), "1:4: expected UTF-8 text, found a NUL byte"),
      ([0xFF, 0xFE, 0x7B, 0x00], "1:1: expected UTF-8 text, found the byte 0xFF"),
      ([0x31, 0x0D, 0x0A, 0xC3, 0xA9, 0xC3], "2:2: expected UTF-8 text, found the byte 0xC3"),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], "1:2: expected UTF-8 text, found the byte 0xED"),
      ([0x22, 0xC0, 0x80, 0x22], "1:2: expected UTF-8 text, found the byte 0xC0"),
      ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "1:2: expected UTF-8 text, found the byte 0xF4"),
      ([0xEF, 0xBB, 0xBF, 0x80], "1:1: expected UTF-8 text, found the byte 0x80"),
      ([0xEF, 0xBB], "1:1: expected UTF-8 text, found the byte 0xEF"),
    ] as [([UInt8], String)]
  )
  func notText(bytes: [UInt8], expected: String) {
    let error = failure(bytes)
    #expect(error?.kind == .invalid)
    #expect(error?.description == expected)
  }

  @Test("The JSON reader finds a duplicate name even among many names")
  func duplicateAmongMany() {
    let names = (0..<40).map { "n\($0): 0" }.joined(separator: ", ")
    for (name, first) in [("n0", "1:2"), ("n15", "1:112"), ("n16", "1:120"), ("n39", "1:304")] {
      #expect(
        failure(Array("{\(names),\n\(name): 1}".utf8))?.description
          == "2:1: expected each name once in an object, found “\(name)” again after \(first)"
      )
    }
    #expect(failure(Array("{\(names)}".utf8)) == nil)
    #expect(failure(Array("[{a: 1}, {a: {a: 1}}]".utf8)) == nil)
  }

  @Test("An error message shortens a long name")
  func longName() {
    let name = String(repeating: "n", count: 100_000)
    #expect(
      failure(Array("{\(name): 1, \(name): 2}".utf8))?.message
        == "expected each name once in an object, found “\(name.prefix(40))…” again after 1:2"
    )
  }

  @Test("The JSON reader accepts a text up to its size limit and rejects a longer one")
  func limits() {
    let limits = JSONLimits(bytes: 12, depth: 2, values: 4)
    #expect(failure(Array("[[1], 2]    ".utf8), limits: limits) == nil)
    #expect(failure(Array("[1, 2, 3]".utf8), limits: limits) == nil)
    for (text, expected) in [
      ("[1]          ", "1:1: expected at most 12 bytes, found 13"),
      ("[1,2,3,4]", "1:8: expected at most 4 values, found more"),
      ("{a:[\n{}]}", "2:1: expected at most 2 levels of arrays and objects, found more"),
    ] as [(String, String)] {
      #expect(failure(Array(text.utf8), limits: limits)?.description == expected)
    }
  }
}
