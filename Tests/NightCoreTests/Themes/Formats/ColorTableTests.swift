import NightCore
import Testing

/// Tables on which DKNightVersion crashes, guesses or gives no message.
@Suite("DKNightVersion colour tables")
struct ColorTableTests {
  private static func read(_ text: String, style: Style? = nil) -> ThemeImport {
    ColorTable.read(Array(text.utf8), file: "table.txt", style: style)
  }

  @Test("Each column of the documented table becomes a theme")
  func documented() {
    let result = Self.read(
      """
      NORMAL   NIGHT    RED
      #ffffff  #343434  #fafafa BG
      #aaaaaa  #313131  #aaaaaa SEP
      #0000ff  #ffffff  #fa0000 TINT
      #000000  #ffffff  #000000 TEXT
      #ffffff  #444444  #ffffff BAR
      """
    )
    #expect(
      result.summary == [
        "NORMAL light: BG #ffffff, SEP #aaaaaa, TINT #0000ff, TEXT #000000, BAR #ffffff",
        "NIGHT dark: BG #343434, SEP #313131, TINT #ffffff, TEXT #ffffff, BAR #444444",
        "RED light: BG #fafafa, SEP #aaaaaa, TINT #fa0000, TEXT #000000, BAR #ffffff",
      ]
    )
    #expect(result.findings.map(\.severity) == [.note, .note, .note])
    #expect(
      result.findings[1].description
        == "table.txt:1:10: “NIGHT” declares no style and is read as dark: BG (#343434) has a "
        + "luminance of 0.034 (below 0.18 is dark)"
    )
  }

  @Test(
    "A valid colour table is read as the themes and the colours that it contains",
    arguments: [
      // Several blanks together, blanks at the end of a line, and empty lines are accepted.
      (
        "A\u{00A0}B\n\n#fff \t\u{2003}#000  BG \t\n   \n",
        ["A light: BG #ffffff", "B dark: BG #000000"]
      ),
      ("\n\n  A B\n  #fff #000 BG", ["A light: BG #ffffff", "B dark: BG #000000"]),
      // Line ends of other operating systems are accepted.
      ("A B\r\n#fff #000 BG\r\n", ["A light: BG #ffffff", "B dark: BG #000000"]),
      ("A\r#fff BG\r", ["A light: BG #ffffff"]), ("\u{FEFF}A\n#fff BG", ["A light: BG #ffffff"]),
      // Comments are ignored.
      ("// themes\nA ; one\n# this is BG\n#fff BG // white\n#\n;x\n", ["A light: BG #ffffff"]),
      // Colours are accepted in several notations of hexadecimal digits; alpha comes last.
      (
        "A\n0xFFFFFF BG\n0X11223344 a\nabcdef b\n11223380 c\n#12345678 d",
        ["A light: BG #ffffff, a #11223344, b #abcdef, c #11223380, d #12345678"]
      ),
      // A colour with three digits has its usual meaning.
      ("A\n#fff BG\n#12a x", ["A light: BG #ffffff, x #1122aa"]),
      ("A\nwhite BG\nrgb(1,2,3) x", ["A light: BG #ffffff, x #010203"]),
      // DKNightVersion requires a theme of a certain name, but nightd does not.
      ("NIGHT\n#000 BG", ["NIGHT dark: BG #000000"]),
    ]
  )
  func read(text: String, summary: [String]) {
    let result = Self.read(text)
    #expect(result.errors == [])
    #expect(result.summary == summary)
  }

  @Test(
    "If a colour table is invalid, it is rejected as a whole, and the error gives the line",
    arguments: [
      ("", "1:1: expected a line with the names of themes, found an empty file"),
      ("\n \n// nothing\n", "1:1: expected a line with the names of themes, found none"),
      (
        "A B\n#fff #000 BG\n#fff #000 #111 TEXT",
        "3:1: expected one column for each theme in line 1 and one for the key; found 4 instead of 3"
      ),
      (
        "A B\n\n#fff BG",
        "3:1: expected one column for each theme in line 1 and one for the key; found 2 instead of 3"
      ),
      (
        "A B\n#fff",
        "2:1: expected one column for each theme in line 1 and one for the key; found 1 instead of 3"
      ),
      // This line looks like a comment, but is not treated as one.
      ("A B\n#background of all pages\n#fff #000 BG", "2:1: expected one column"),
      ("A\n#fffff BG", "2:2: expected 3, 4, 6 or 8 hexadecimal digits after #, found 5"),
      ("A B\n#fff #12345g BG", "2:12: expected a hexadecimal digit, 0 to 9 or a to f, found “g”"),
      ("A\nfff BG", "2:1: expected a colour"), ("A\n0xfff BG", "2:3: expected 6 or 8"),
      ("A\nzzz BG", "2:1: expected a colour"),
      ("A\n#fff BG\n#000 TEXT\n#111 BG", "4:6: the key “BG” is already in line 2"),
      ("A B A\n#fff #000 #111 BG", "1:5: the theme “A” has two columns"),
      (
        "A\n#fff @BG", "2:6: expected a key of 1 to 128 letters, digits, dots, - and _, found “@BG”"
      ),
      (
        "A dark\n#fff #000 BG",
        "1:3: “dark” cannot be a theme's name: it may not be a word that means "
          + "something else to nightctl; --as NAME calls it NAME-dark"
      ),
      (
        "A next\n#fff #000 BG",
        "1:3: “next” cannot be a theme's name: it may not be a word that means "
          + "something else to nightctl; rename the column"
      ),
      ("../x\n#fff BG", "1:1: “../x” cannot be a theme's name: it may not have a slash"),
      ("A\n#fff B\u{0}G", "2:7: expected UTF-8 text, found the byte 0x0"),
      ("A\nB", "2:1: expected one column"),
      ("A\n", "1:1: “A” declares no style and has no colour to derive it from"),
    ]
  )
  func refused(text: String, error: String) {
    let result = Self.read(text)
    #expect(result.errors.contains { $0.hasPrefix("table.txt:\(error)") }, "\(result.errors)")
    #expect(result.themes.isEmpty)
  }

  @Test("Columns called light and dark become themes with the file's name and the column's style")
  func named() {
    let text = "Light dark SEPIA\n#000 #fff #fff BG\n"
    let result = ColorTable.read(Array(text.utf8), file: "t", title: "acme")
    #expect(
      result.summary == [
        "acme-light light: BG #000000", "acme-dark dark: BG #ffffff", "SEPIA light: BG #ffffff",
      ]
    )
    #expect(result.findings.count == 1)
  }

  @Test("Bytes that are not UTF-8 are reported with their position")
  func bytes() {
    let result = ColorTable.read([0x41, 0x0A, 0x23, 0xC3, 0xA9, 0xFF], file: "t")
    #expect(result.errors == ["t:2:3: expected UTF-8 text, found the byte 0xFF"])
    let returns = ColorTable.read([0x41, 0x0D, 0x23, 0x0D, 0x0A, 0x20, 0xFF], file: "t")
    #expect(returns.errors == ["t:3:2: expected UTF-8 text, found the byte 0xFF"])
    let large = ColorTable.read(Array(repeating: 0x20, count: 4 << 20 + 1), file: "t")
    #expect(large.errors.count == 1)
  }

  @Test("All errors of a table are reported together, up to a hundred")
  func many() {
    let result = Self.read("A\n#fff BG\n" + String(repeating: "#x y\n", count: 5_000))
    #expect(result.errors.count == 100)
    let names = Self.read(String(repeating: "- ", count: 200))
    #expect(names.errors.count == 100)
    let columns = (0..<200).map { "t\($0)" }.joined(separator: " ")
    let row = Self.read(columns + "\n" + String(repeating: "#x ", count: 200) + "BG")
    #expect(row.errors.count == 100)
  }

  @Test(
    "A theme from a table is light or dark like its background, or else like its first colour",
    arguments: [
      ("A\n#fff TEXT\n#000 BG", Style.dark, "BG"), ("A\n#fff x\n#000 pageBackColor", .light, "x"),
      ("A\n#fff TEXT\n#000 pageBackground", .dark, "pageBackground"),
      ("A\n#fff onBackground\n#000 surface", .dark, "surface"),
      ("A\n#757575 BG", .dark, "BG"), ("A\n#767676 BG", .light, "BG"),
    ]
  )
  func style(text: String, style: Style, key: String) {
    let result = Self.read(text)
    #expect(result.themes.first?.style == style)
    #expect(result.findings.contains { $0.message.contains(": \(key) (#") })
  }

  @Test("If the user sets the style of a colour table, no note about the style is printed")
  func said() {
    let result = Self.read("A B\n#fff #000 BG", style: .dark)
    #expect(result.themes.map(\.style) == [.dark, .dark])
    #expect(result.findings == [])
    #expect(Self.read("A\n", style: .light).themes.map(\.name) == ["A"])
  }
}
