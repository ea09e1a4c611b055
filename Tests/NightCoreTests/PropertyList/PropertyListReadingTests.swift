import NightCore
import Testing

@Suite("Reading property lists")
struct PropertyListReadingTests {
  static func list(_ body: String) -> [UInt8] {
    Array("<plist version=\"1.0\">\(body)</plist>".utf8)
  }

  @Test(
    "Each XML element is read as the value that it represents",
    arguments: [
      ("<true/>", .bool(true)),
      ("<false />", .bool(false)),
      ("<true></true>", .bool(true)),
      ("<integer>0</integer>", .integer(0)),
      ("<integer>-0</integer>", .integer(0)),
      ("<integer>+7</integer>", .integer(7)),
      ("<integer>\n\t42 </integer>", .integer(42)),
      ("<integer>0x1F</integer>", .integer(31)),
      ("<integer>-0Xff</integer>", .integer(-255)),
      ("<integer>9223372036854775807</integer>", .integer(.max)),
      ("<integer>-9223372036854775808</integer>", .integer(.min)),
      ("<real>0.1</real>", .double(0.1)),
      ("<real> 1 </real>", .double(1)),
      ("<real>-0.0</real>", .double(-0.0)),
      ("<real>1e-300</real>", .double(1e-300)),
      ("<real>.5</real>", .double(0.5)),
      ("<real>5.</real>", .double(5)),
      ("<real>+1.5E+2</real>", .double(150)),
      ("<real>5e-324</real>", .double(.leastNonzeroMagnitude)),
      ("<real>1e-999</real>", .double(0)),
      ("<string/>", .string("")),
      ("<string></string>", .string("")),
      ("<string> a\tb\n</string>", .string(" a\tb\n")),
      ("<string>a\r\nb\rc</string>", .string("a\nb\nc")),
      ("<string>a&#13;&#xD;&#10;b</string>", .string("a\r\r\nb")),
      ("<string>&lt;&amp;&gt;&quot;&apos;</string>", .string("<&>\"'")),
      ("<string>&#x1F600;😀&#128512;</string>", .string("😀😀😀")),
      ("<string>&#000000000065;</string>", .string("A")),
      ("<string><![CDATA[<a> & ]] \r\n]]>!</string>", .string("<a> & ]] \n!")),
      ("<string>a<!-- <b> -->c<?x ?>d</string>", .string("acd")),
      ("<string><![CDATA[]]></string>", .string("")),
      ("<string>]] ></string>", .string("]] >")),
      ("<date>2001-01-01T00:00:00Z</date>", .date(seconds: 978_307_200)),
      ("<date>1969-12-31T23:59:59Z</date>", .date(seconds: -1)),
      ("<date>0001-01-01T00:00:00Z</date>", .date(seconds: -62_135_596_800)),
      ("<date>\n9999-12-31T23:59:59Z</date>", .date(seconds: 253_402_300_799)),
      ("<data></data>", .data([])),
      ("<data/>", .data([])),
      ("<data>\n\tAAEC\n\t/w==\n</data>", .data([0, 1, 2, 255])),
      ("<array/>", .array([])),
      ("<array> </array>", .array([])),
      ("<array><array/><string>a</string></array>", .array([.array([]), .string("a")])),
      ("<dict/>", .dictionary([])),
      (
        "<dict><key>b</key><true/> <key></key><dict/></dict>",
        .dictionary([
          .init(name: "", value: .dictionary([])), .init(name: "b", value: .bool(true)),
        ])
      ),
      // These two names look equal, but have different bytes.
      (
        "<dict><key>é</key><true/><key>e\u{301}</key><true/></dict>",
        .dictionary([
          .init(name: "e\u{301}", value: .bool(true)), .init(name: "é", value: .bool(true)),
        ])
      ),
    ] as [(String, PreferenceValue)]
  )
  func element(_ text: String, _ value: PreferenceValue) throws {
    #expect(try PropertyList.value(Self.list(text)) == value)
  }

  @Test(
    "The reader ignores declarations and comments around the root",
    arguments: [
      "<plist><true/></plist>",
      "\u{FEFF}<?xml version='1.0' encoding='utf-8'?><plist><true/></plist>",
      "<?xml version=\"1.0\"?>\r\n<!-- a --><?b c?>\n<plist version='1.0' a = \"b\" ><true/></plist>",
      "<!DOCTYPE plist SYSTEM '>'><!-- a -->\n<plist>\n<!-- b --><true/> </plist >\n<!-- c -->",
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x\"><plist><true/></plist>",
      "<?xml version=\"1.0\" encoding=\"US-ASCII\" standalone=\"yes\"?><plist><true/></plist>",
    ]
  )
  func around(_ text: String) throws {
    #expect(try PropertyList.value(Array(text.utf8)) == .bool(true))
  }

  @Test("The reader accepts a property list from Apple's plutil, and the writer reproduces it")
  func apple() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>app</key>
      \t<dict>
      \t\t<key>org.example.Editor</key>
      \t\t<dict>
      \t\t\t<key>icon</key>
      \t\t\t<data>
      \t\t\tAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUm
      \t\t\tJygpKissLS4v
      \t\t\t</data>
      \t\t\t<key>width</key>
      \t\t\t<real>0.5</real>
      \t\t</dict>
      \t</dict>
      \t<key>fade</key>
      \t<integer>200</integer>
      </dict>
      </plist>

      """
    let editor: [PreferenceValue.Member] = [
      .init(name: "icon", value: .data(Array(0..<48))), .init(name: "width", value: .double(0.5)),
    ]
    let app: [PreferenceValue.Member] = [
      .init(name: "org.example.Editor", value: .dictionary(editor))
    ]
    let value = PreferenceValue.dictionary([
      .init(name: "app", value: .dictionary(app)), .init(name: "fade", value: .integer(200)),
    ])
    #expect(try PropertyList.value(Array(text.utf8)) == value)
    #expect(try PropertyList.text(value) == text)
  }
}
