import NightCore
import Testing

@Suite("Reading and writing colours")
struct ColorReadingTests {
  @Test(
    "The colour reader accepts each form of a colour",
    arguments: [
      ("#fff", "#ffffff"), ("#1Aa", "#11aaaa"), ("#0008", "#00000088"), ("#ABCDEF", "#abcdef"),
      ("#12345678", "#12345678"), ("#123456ff", "#123456"),
      ("0xd43d3d", "#d43d3d"), ("0XD43D3D", "#d43d3d"), ("0xd43d3d80", "#d43d3d80"),
      ("rgb(31, 95, 196)", "#1f5fc4"), ("rgb(31 95 196)", "#1f5fc4"), ("RGB(31,95,196)", "#1f5fc4"),
      ("rgba(31,95,196,0.5)", "#1f5fc480"), ("rgb(31 95 196/50%)", "#1f5fc480"),
      ("rgb( 31 95 196 / .5 )", "#1f5fc480"), ("rgb(100%, 0%, 50%)", "#ff0080"),
      ("rgb(100% 0 50%)", "#ff0080"), ("rgb(none 95 none / none)", "#005f0000"),
      ("rgb(1e2 +1.5e+1 0.5e1)", "#640f05"), ("rgb(12.4 12.5 12.6)", "#0c0d0d"),
      ("hsl(120, 100%, 25%)", "#008000"), ("hsl(120deg 100% 25%)", "#008000"),
      ("hsl(120 100 25)", "#008000"), ("hsla(0.5turn, 100%, 50%, 0)", "#00ffff00"),
      ("hsl(-120 100% 50%)", "#0000ff"), ("hsl(480 100% 50%)", "#00ff00"),
      ("hsl(200grad 100% 50%)", "#00ffff"), ("hsl(3.14159265rad 100% 50%)", "#00ffff"),
      ("hsl(none 0% 50%)", "#808080"), ("hsl(30 100% 100%)", "#ffffff"),
      ("oklch(51.975% 0.17686 142.495)", "#008000"), ("oklch(0 0.4 30)", "#000000"),
      ("oklch(1 0.4 30)", "#ffffff"), ("oklch(0.5 0 none)", "#636363"),
      ("OKLCH(51.975% 44.215% 142.495deg / 0.5)", "#00800080"),
      ("navy", "#000080"), ("RebeccaPurple", "#663399"), ("GREY", "#808080"),
      ("transparent", "#00000000"), ("lightgoldenrodyellow", "#fafad2"),
    ]
  )
  func forms(written: String, text: String) throws {
    #expect(try Color(reading: written).text == text)
  }

  @Test(
    "The error for an invalid colour gives the position and what was expected",
    arguments: [
      ("", 0, "found an empty text"),
      ("#", 1, "expected 3, 4, 6 or 8 hexadecimal digits after #, found 0"),
      ("#12345", 1, "digits after #, found 5"), ("#123456789", 1, "found 9"),
      ("#12g", 3, "expected a hexadecimal digit, 0 to 9 or a to f, found “g”"),
      ("#12é456", 3, "found “é”"), ("#fff ", 4, "found “ ”"), (" #fff", 0, "found “ #fff”"),
      ("0xfff", 2, "expected 6 or 8 hexadecimal digits after 0x, found 3"), ("0x", 2, "found 0"),
      ("343434", 0, "expected a colour"), ("NaN", 0, "expected a colour"),
      ("blu", 0, "(did you mean blue?)"), ("Gray1", 0, "(did you mean gray?)"),
      ("currentcolor", 0, "expected a colour"), ("inherit", 0, "expected a colour"),
      ("color(srgb 1 0 0)", 0, "found “color()”"), ("(1 2 3)", 0, "found “()”"),
      ("rgb", 0, "expected a colour"), ("rgb(", 4, "expected the red of rgb(), found the end"),
      ("rgb(1 2)", 7, "expected a space and the blue of rgb(), found “)”"),
      ("rgb(1,2)", 7, "expected a comma before the blue, found “)”"),
      ("rgb(1,2 3)", 8, "expected a comma"), ("rgb(1 2,3)", 7, "expected a space"),
      ("rgb(1 2 3 4)", 10, "expected “)” or “/” and an alpha, found “4”"),
      ("rgb(1,2,3/4)", 9, "expected “)” or “,” and an alpha"),
      ("rgb(1 2 3", 9, "found the end"), ("rgb(1 2 3) ", 10, "expected the end of the colour"),
      ("rgb(256 0 0)", 4, "expected a number from 0 to 255, found “256”"),
      ("rgb(-1 0 0)", 4, "found “-1”"), ("rgb(0 0 101%)", 8, "from 0% to 100%, found “101%”"),
      ("rgb(1e999 0 0)", 4, "the red"), ("rgb(1px 0 0)", 4, "found “1px”"),
      ("rgb(1, 2%, 3)", 7, "three numbers or three percentages"),
      ("rgb(none, 2, 3)", 4, "this form has commas"), ("rgb(. 2 3)", 4, "the red"),
      ("rgb(é 2 3)", 4, "found “é”"), ("rgb(0 0 0 / 2)", 12, "an alpha from 0 to 1"),
      ("rgb(0 0 0 / é)", 12, "expected an alpha, found “é”"),
      ("hsl(120, 100, 25)", 9, "expected a percentage"), ("hsl(9em 1% 1%)", 4, "expected a hue"),
      ("hsl(1e308turn 1% 1%)", 4, "expected a hue"), ("hsl(50% 1% 1%)", 4, "expected a hue"),
      ("oklch(1.1 0 0)", 6, "a lightness"), ("oklch(0.5, 0.1, 30)", 9, "expected a space"),
      ("oklch(0.5 -0.1 30)", 10, "a chroma"), ("oklch(0.5 nan 30)", 10, "the chroma"),
      ("#\u{1}", 1, "found “U+0001”"),
    ]
  )
  func flaws(written: String, offset: Int, message: String) {
    let flaw = #expect(throws: Flaw.self) { _ = try Color(reading: written) }
    #expect(flaw?.location == .column(offset + 1))
    #expect(flaw?.message.contains(message) == true, "\(flaw?.message ?? "")")
  }

  @Test("The colour reader rejects every text that is far too long")
  func long() {
    for piece in ["#", "9", "rgb(", "a", "é", "0x1", " "] {
      let text = String(repeating: piece, count: 65_536)
      let flaw = #expect(throws: Flaw.self) { _ = try Color(reading: text) }
      #expect(flaw?.message.contains("bytes") == true)
    }
  }

  @Test("A short text is either read as a colour, or rejected with a position inside the text")
  func any() {
    let alphabet = Array("rgbhsloklch#0x19afFF .,/%()+-eE noné\u{301}")
    var random = SystemRandomNumberGenerator()
    for _ in 0..<4_000 {
      let start = ["", "#", "rgb(", "hsl(1 ", "oklch(1 "].randomElement(using: &random) ?? ""
      let rest = (0..<Int.random(in: 0...12, using: &random))
        .compactMap { _ in alphabet.randomElement(using: &random) }
      let text = start + String(rest)
      do throws(Flaw) {
        let color = try Color(reading: text)
        let parts = [color.red, color.green, color.blue, color.alpha]
        #expect(parts.allSatisfy { (0...1).contains($0) }, "\(text)")
      } catch {
        #expect((1...text.unicodeScalars.count + 1).contains(error.column ?? 0), "\(text)")
      }
    }
  }

  @Test("The exact text of a colour is read back as the same colour")
  func exact() throws {
    var random = SystemRandomNumberGenerator()
    for round in 0..<2_000 {
      func part() -> Double {
        switch round % 4 {
        case 0: Double(Int.random(in: 0...255, using: &random)) / 255
        case 1: .random(in: 0...1, using: &random)
        case 2: Double(Int.random(in: 0...1_000, using: &random)) / 1_000
        default: [0, 1, .leastNonzeroMagnitude, 1e-9, 0.1, 1.0.nextDown][round % 6]
        }
      }
      let color = Color(red: part(), green: part(), blue: part(), alpha: part())
      #expect(try Color(reading: color.exactText) == color, "\(color.exactText)")
    }
  }

  @Test("As text, a colour has each component rounded to two hexadecimal digits")
  func text() {
    #expect(Color(red: 0.1, green: 0.5, blue: 1).text == "#1a80ff")
    #expect(Color(red: 2, green: -1, blue: .nan, alpha: 0.2).text == "#ff000033")
    #expect(Color(red: 0.125, green: 0, blue: 1).exactText == "rgb(12.5% 0% 100%)")
  }
}
