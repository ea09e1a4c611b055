import NightCore
import Testing

@Suite("Errors in property lists")
struct PropertyListFlawTests {
  private func flaw(
    _ bytes: [UInt8],
    limits: JSONLimits = PropertyList.limits
  ) -> String? {
    do throws(Flaw) {
      _ = try PropertyList.value(bytes, limits: limits)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(
    "If a property list has a structural error, the error message gives its position",
    arguments: [
      ("", "1:1: expected <plist>, found the end of the text"),
      ("\u{FEFF}", "1:1: expected <plist>, found the end of the text"),
      ("{a: 1}", "1:1: expected <plist>, found “{a: 1}”"),
      ("\n  x<plist/>", "2:3: expected <plist>, found “x”"),
      ("<dict/>", "1:1: expected <plist>, found <dict>"),
      ("<plist/>", "1:9: expected a value such as <dict>, found </plist>"),
      ("<plist><true/>", "1:15: expected </plist>, found the end of the text"),
      ("<plist><true/></plist>x", "1:23: expected nothing after </plist>"),
      ("<plist><true/></plist><plist/>", "1:23: expected nothing after </plist>"),
      ("<plist>\n<true/><true/></plist>", "2:8: expected </plist>, found <true>"),
      ("<plist>a</plist>", "1:8: expected a value such as <dict>, found “a”"),
      ("<plist><key>a</key></plist>", "1:8: expected a value such as <dict>, found <key>"),
      ("<plist></dict></plist>", "1:8: expected a value such as <dict>, found </dict>"),
      ("<plist><foo/></plist>", "1:8: <foo> is not an element of property lists"),
      ("<plist><plist/></plist>", "1:8: <plist> is not an element of property lists"),
      ("<plist><Dict/></plist>", "1:8: <Dict> is not an element of property lists"),
      ("<plist><string>a</strin></plist>", "1:17: expected </string>, found </strin>"),
      ("<plist><string>a<b/></string></plist>", "1:17: expected </string>, found <b>"),
      ("<plist><string>a", "1:17: expected </string>, found the end of the text"),
      ("<plist><array>", "1:15: expected a value or </array>, found the end of the text"),
      ("<plist><array>é x</array></plist>", "1:15: expected a value or </array>, found “é x”"),
      ("<plist><array></dict></plist>", "1:15: expected a value or </array>, found </dict>"),
      (
        "<plist><array><key>a</key></array></plist>",
        "1:15: expected a value or </array>, found <key>"
      ),
      ("<plist><dict><true/></dict></plist>", "1:14: expected <key> or </dict>, found <true>"),
      (
        "<plist><dict><key>a</key></dict></plist>",
        "1:26: expected a value for the key “a”, found </dict>"
      ),
      (
        "<plist><dict><key>a</key><key>b</key></dict></plist>",
        "1:26: expected a value for the key “a”, found <key>"
      ),
      (
        "<plist><dict>\n<key>b</key><true/>\n<key>a</key><true/>\n<key>b</key><true/></dict></plist>",
        "4:1: expected each name once in a dict, found “b” again"
      ),
    ]
  )
  func structure(_ text: String, _ message: String) {
    #expect(flaw(Array(text.utf8)) == message)
  }

  @Test(
    "If a property list has an invalid value, the error message gives the path of the value",
    arguments: [
      ("<integer></integer>", "expected a whole number, found “”"),
      ("<integer>12abc</integer>", "expected a whole number, found “12abc”"),
      ("<integer>1_0</integer>", "expected a whole number, found “1_0”"),
      ("<integer>--1</integer>", "expected a whole number, found “--1”"),
      ("<integer>0x</integer>", "expected a whole number, found “0x”"),
      ("<integer>0x-1</integer>", "expected a whole number, found “0x-1”"),
      ("<integer>1.0</integer>", "expected a whole number, found “1.0”"),
      (
        "<integer>9223372036854775808</integer>",
        "expected a whole number from -9223372036854775808 to 9223372036854775807, "
          + "found “9223372036854775808”"
      ),
      ("<real>nan</real>", "expected a finite number, found “nan”"),
      ("<real>+infinity</real>", "expected a finite number, found “+infinity”"),
      ("<real>0x1p3</real>", "expected a finite number, found “0x1p3”"),
      ("<real></real>", "expected a finite number, found “”"),
      ("<real>.</real>", "expected a finite number, found “.”"),
      ("<real>1e</real>", "expected a finite number, found “1e”"),
      ("<real>1,5</real>", "expected a finite number, found “1,5”"),
      ("<real>1e999</real>", "expected a number within the range of a double, found “1e999”"),
      ("<true>x</true>", "expected nothing inside <true>, found “x”"),
      (
        "<date>yesterday</date>",
        "expected a time such as 2026-11-21T07:10:00Z in UTC, found “yesterday”"
      ),
      (
        "<date>2026-02-30T00:00:00Z</date>",
        "expected a time such as 2026-11-21T07:10:00Z in UTC, found “2026-02-30T00:00:00Z”"
      ),
      (
        "<date>2026-11-21T07:10:00.5Z</date>",
        "expected a time such as 2026-11-21T07:10:00Z in UTC, found “2026-11-21T07:10:00.5Z”"
      ),
      ("<data>!!!!</data>", "expected bytes in base64, found “!!!!”"),
      ("<data>AAA</data>", "expected bytes in base64, found “AAA”"),
      ("<string a=\"b\">x</string>", "<string> has no attributes"),
    ]
  )
  func scalar(_ text: String, _ message: String) {
    #expect(flaw(PropertyListReadingTests.list("\n " + text)) == "2:2: " + message)
  }

  @Test(
    "If a property list has invalid or unsupported XML, the error gives its position and the reason",
    arguments: [
      ("<plist><string>a\u{0}</string></plist>", "1:17: expected text, found a control character"),
      ("<plist>\u{1B}</plist>", "1:8: expected text, found a control character"),
      ("<plist>é\u{FFFE}</plist>", "1:9: expected text, found a noncharacter"),
      ("<plist>\u{FFFF}</plist>", "1:8: expected text, found a noncharacter"),
      ("<plist><string>&nbsp;</string></plist>", "1:16: “&nbsp;” is not a character"),
      ("<plist><string>&#0;</string></plist>", "1:16: “&#0;” is not a character"),
      ("<plist><string>&#1;</string></plist>", "1:16: “&#1;” is not a character"),
      ("<plist><string>&#xD800;</string></plist>", "1:16: “&#xD800;” is not a character"),
      ("<plist><string>&#xFFFE;</string></plist>", "1:16: “&#xFFFE;” is not a character"),
      ("<plist><string>&#x110000;</string></plist>", "1:16: “&#x110000;” is not a character"),
      ("<plist><string>&#;</string></plist>", "1:16: “&#;” is not a character"),
      ("<plist><string>&#+65;</string></plist>", "1:16: “&#+65;” is not a character"),
      ("<plist><string>&#A;</string></plist>", "1:16: “&#A;” is not a character"),
      (
        "<plist><string>&#99999999999;</string></plist>",
        "1:16: “&#99999999999;” is not a character"
      ),
      (
        "<plist><string>a & b</string></plist>",
        "1:18: expected a reference such as '&amp;' or '&#13;'"
      ),
      ("<plist><string>&", "1:16: expected a reference such as '&amp;' or '&#13;'"),
      (
        "<plist><string>]]></string></plist>",
        "1:16: expected “]]>” in a text to be written as “]]&gt;”"
      ),
      (
        "<plist><string><![CDATA[x]]</string></plist>",
        "1:16: expected “]]>” to end this section, found the end of the text"
      ),
      (
        "<plist><!-- </plist>",
        "1:8: expected “-->” to end this comment, found the end of the text"
      ),
      ("<plist><!-- a -- b --></plist>", "1:15: expected no “--” within a comment"),
      (
        "<plist><? </plist>",
        "1:8: expected “?>” to end this instruction, found the end of the text"
      ),
      ("<plist><!ENTITY a 'b'></plist>", "1:8: definitions are not allowed in a property list"),
      ("<plist><></plist>", "1:9: expected the name of an element, found “>”"),
      ("<plist>< true/></plist>", "1:9: expected the name of an element, found “ ”"),
      ("<plist><true", "1:13: expected “>” to end this tag, found the end of the text"),
      ("<plist><true/", "1:14: expected “>” to end this tag, found the end of the text"),
      ("<plist><true / ></plist>", "1:15: expected “>” to end this tag, found “ ”"),
      ("<plist></plist", "1:15: expected “>” to end this tag, found the end of the text"),
      ("<plist version></plist>", "1:15: expected “=” after the name of an attribute, found “>”"),
      ("<plist version=1></plist>", "1:16: expected a quote, found “1”"),
      (
        "<plist version=\"1></plist>",
        "1:16: expected a closing quote for this text, found “<”"
      ),
      (
        "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist/>",
        "1:17: definitions are not allowed in a property list"
      ),
      ("<!DOCTYPE plist <plist/>", "1:17: expected “>” to end the document's type, found “<”"),
      (
        "<!DOCTYPE plist",
        "1:16: expected “>” to end the document's type, found the end of the text"
      ),
      (
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist/>",
        "1:1: expected UTF-8, found the encoding “UTF-16”"
      ),
    ]
  )
  func form(_ text: String, _ message: String) {
    #expect(flaw(Array(text.utf8)) == message)
  }

  @Test("If a property list has bytes that are not UTF-8, the error gives their position")
  func bytes() {
    let start = Array("<plist>\r\nä".utf8)
    #expect(flaw(start + [0xFF]) == "2:2: expected UTF-8 text, found the byte 0xFF")
    #expect(flaw([0xFF, 0xFE, 0x3C, 0x00]) == "1:1: expected UTF-8 text, found the byte 0xFF")
    #expect(
      flaw(Array("bplist00".utf8) + [0xD1]) == "1:9: expected UTF-8 text, found the byte 0xD1"
    )
  }

  @Test("A property list that is too large or too deep, or has too many values, is rejected")
  func limits() {
    let list = PropertyListReadingTests.list
    let deep = String(repeating: "<array>", count: 3) + String(repeating: "</array>", count: 3)
    #expect(flaw(list(deep), limits: JSONLimits(depth: 3)) == nil)
    #expect(
      flaw(list(deep), limits: JSONLimits(depth: 2))
        == "1:36: expected at most 2 levels of arrays and dicts, found more"
    )
    let wide = "<array><true/><true/></array>"
    #expect(flaw(list(wide), limits: JSONLimits(values: 3)) == nil)
    #expect(
      flaw(list(wide), limits: JSONLimits(values: 2))
        == "1:36: expected at most 2 values, found more"
    )
    #expect(flaw(list(wide), limits: JSONLimits(bytes: list(wide).count)) == nil)
    #expect(
      flaw(list(wide), limits: JSONLimits(bytes: 40))
        == "1:1: expected at most 40 bytes, found \(list(wide).count)"
    )
    let endless = String(repeating: "<array>", count: 1_000_000)
    #expect(flaw(Array("<plist>\(endless)".utf8))?.contains("at most 64 levels") == true)
  }
}
