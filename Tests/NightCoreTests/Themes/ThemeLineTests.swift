import NightCore
import Testing

@Suite("Themes and their parents")
struct ThemeLineTests {
  private func color(_ text: String) throws -> Color { try Color(reading: text) }

  @Test("A theme overrides its parent, and the parent overrides the built-in theme")
  func inherits() throws {
    let shelf = ThemeShelf([
      "child": "{style:'dark', parent:'base', colors:{surface:'#111'}, numbers:{radius:4}}",
      "base": """
      {style:'dark', colors:{surface:'#222', accent:'#333'}, numbers:{radius:8, gap:2},
       strings:{greeting:'hello'}, booleans:{flat:true}, fonts:{body:'Inter, 11'}}
      """,
    ])
    let theme = try #require(shelf.theme("child"))
    #expect(theme.color("surface") == (try color("#111")))
    #expect(theme.color("accent") == (try color("#333")))
    #expect(theme.color("onSurface") == (try color("#e6eaf0")))
    #expect(theme[ThemeKey(.number, "radius")] == .number(4))
    #expect(theme[ThemeKey(.number, "gap")] == .number(2))
    #expect(theme[ThemeKey(.string, "greeting")] == .string("hello"))
    #expect(theme[ThemeKey(.bool, "flat")] == .bool(true))
    #expect(theme[ThemeKey(.font, "body")] == .font(ThemeFont(family: "Inter", size: 11)))
    #expect(theme.ancestors == ["base", "midnight"])
    let givers = theme.entries.filter { ["surface", "accent", "link"].contains($0.key.name) }
      .map(\.definedBy)
    #expect(givers == ["child", "base", "midnight"])
  }

  @Test("Changing a palette colour changes every colour that refers to it")
  func palette() throws {
    let shelf = ThemeShelf([
      "child": "{style:'dark', parent:'base', palette:{ink:'#abc'}}",
      "base": """
      {style:'dark', palette:{ink:'#000', pen:{color:'@ink', alpha:0.5}},
       colors:{text:'@pen', line:{color:'@pen', alpha:0.5}}}
      """,
    ])
    let theme = try #require(shelf.theme("child"))
    #expect(theme.color("text") == (try color("#abc").faded(0.5)))
    #expect(theme.color("line") == (try color("#abc").faded(0.25)))
  }

  @Test("If a theme gives a colour an alpha, this alpha is multiplied by the colour's own alpha")
  func alpha() throws {
    let json = "{style:'light', colors:{veil:{color:'#00000080', alpha:0.5}}}"
    let theme = try #require(ThemeShelf(["a": json]).theme("a"))
    #expect(theme.color("veil")?.alpha == 128.0 / 255 / 2)
  }

  @Test(
    "An error in a theme's file is reported with its position",
    arguments: [
      ("", "a.json5:1:1: expected a value, found an empty text"),
      ("[1]", "a.json5:1:1: expected an object with “style” and “colors”"),
      ("{}", "a.json5:1:1: expected a “style”, light or dark"),
      (
        "{style:'night'}",
        "a.json5:1:8: expected a style, light or dark, found “night” (did you mean dark?)"
      ),
      (
        "{style:'Dark'}",
        "a.json5:1:8: expected a style, light or dark, found “Dark” (did you mean dark?)"
      ),
      ("{style:'sepia'}", "a.json5:1:8: expected a style, light or dark, found “sepia”"),
      ("{style:1}", "a.json5:1:8: expected a style in quotes, light or dark"),
      (
        "{style:'dark', name:'b'}",
        "a.json5:1:21: the theme's name is “b”, but its file is called “a”; both must be the same"
      ),
      (
        "{style:'dark',\n colors:{\n  surface:'@ikn'}, palette:{ink:'#000'}}",
        "a.json5:3:11: the palette has no colour “ikn” (did you mean @ink?)"
      ),
      (
        "{style:'dark', palette:{a:'@b', b:'@c', c:'@b'}}",
        "a.json5:1:35: the palette has a loop: @b → @c → @b"
      ),
      (
        "{style:'dark', palette:{a:'@nowhere'}}",
        "a.json5:1:27: the palette has no colour “nowhere”"
      ),
      (
        "{style:'dark', parent:'b'}",
        "a.json5:1:23: its parent “b” does not exist"
      ),
      (
        "{style:'dark', parent:'midnigt'}",
        "a.json5:1:23: its parent “midnigt” does not exist (did you mean midnight?)"
      ),
      (
        "{style:'dark', parent:'midnight.json5'}",
        "a.json5:1:23: its parent “midnight.json5” does not exist (did you mean midnight?)"
      ),
      (
        "{style:'dark', colors:{a:'@primary'}}",
        "a.json5:1:26: primary is a role, but @ refers to a colour of the palette"
      ),
      (
        "{style:'dark', palette:{a:'@link'}}",
        "a.json5:1:27: link is a role, but @ refers to a colour of the palette"
      ),
      (
        "{style:'dark', parent:'a'}",
        "a.json5:1:23: its parents form a loop: a → a"
      ),
      (
        "{style:'dark', parent:'../b'}",
        "a.json5:1:23: a theme's name may not have a slash"
      ),
      (
        "{style:'dark', fonts:{body:{family:''}}}",
        "a.json5:1:28: expected a “family” or a “size” in this object"
      ),
      (
        "{style:'dark', colors:{surface:7}}",
        "a.json5:1:32: expected a colour in quotes, such as \"#1f5fc4\""
      ),
      (
        "{style:'dark', colors:{s:{alpha:1}}}",
        "a.json5:1:26: expected a “color” in this object"
      ),
      (
        "{style:'dark', colors:{s:{color:'#fff', alpha:2}}}",
        "a.json5:1:47: expected an alpha from 0 to 1, found 2"
      ),
      (
        "{style:'dark', colors:{'a b':'#fff'}}",
        "a.json5:1:24: expected a name of 1 to 128 letters, digits, dots, - and _, found “a b”"
      ),
      (
        "{style:'dark', colors:{s:'#fff', s:'#000'}}",
        "a.json5:1:34: expected each name once in an object, found “s” again after 1:24"
      ),
      (
        "{style:'dark', labels:{title:{font:'body'}}}",
        "a.json5:1:36: the label's font is “body”, which is not one of the theme's fonts"
      ),
      (
        "{style:'dark', buttons:{ok:{alignment:'up'}}}",
        "a.json5:1:39: expected one of left, center, right"
      ),
      (
        "{style:'dark', buttons:{ok:{alignment:1}}}",
        "a.json5:1:39: expected one of left, center, right, in quotes"
      ),
      (
        "{style:'dark', strings:{a:1}}",
        "a.json5:1:27: expected a string in quotes"
      ),
      (
        "{style:'dark', parent:1}",
        "a.json5:1:23: expected the name of a theme in quotes, such as \"midnight\""
      ),
      (
        "{style:'dark', fonts:{a:1}}",
        "a.json5:1:25: expected a font in quotes, such as \"Inter, 11\""
      ),
      (
        "{style:'dark', numbers:{radius:'6'}}",
        "a.json5:1:32: expected a number, without quotes"
      ),
      (
        "{style:'dark', booleans:{flat:'true'}}",
        "a.json5:1:31: expected true or false, without quotes"
      ),
      (
        "{style:'dark', booleans:{flat:1}}",
        "a.json5:1:31: expected true or false"
      ),
      (
        "{style:'dark', colors:{s:{color:'#fff', alpha:-0.25}}}",
        "a.json5:1:47: expected an alpha from 0 to 1, found -0.25"
      ),
      (
        "{style:'dark', fonts:{body:'11'}, numbers:{a:'x'}}",
        "a.json5:1:46: expected a number"
      ),
      (
        "{style:'dark', images:{logo:'logo.png'}}",
        "a.json5:1:29: only a theme in a folder of its own, NAME/theme.json5, can have images"
      ),
    ]
  )
  func errors(json: String, expected: String) {
    #expect(ThemeShelf(["a": json]).errors("a") == [expected])
  }

  @Test("All errors of a theme's file are reported together")
  func several() {
    let json = "{style:'dark', colors:{a:'#ggg', b:1}, numbers:{c:true}}"
    #expect(ThemeShelf(["a": json]).errors("a").count == 3)
  }

  @Test(
    "At most a hundred errors of a theme are reported, without suggestions if it has many names"
  )
  func flood() {
    let palette = (0..<8_000).map { "p\($0):'#fff'" }.joined(separator: ",")
    let colors = (0..<8_000).map { "k\($0):'@p\($0)x'" }.joined(separator: ",")
    let shelf = ThemeShelf(["a": "{style:'dark', palette:{\(palette)}, colors:{\(colors)}}"])
    let errors = shelf.errors("a")
    #expect(errors.count == 200)
    #expect(errors.first?.hasSuffix(": the palette has no colour “p0x”") == true)
    let wrong = (0..<16_000).map { "k\($0):'rde'" }.joined(separator: ",")
    #expect(ThemeShelf(["a": "{style:'dark', colors:{\(wrong)}}"]).errors("a").count == 100)
  }

  @Test("A loop of parents is reported with the names of the themes in it")
  func loop() {
    let shelf = ThemeShelf([
      "a": "{style:'dark', parent:'b'}", "b": "{style:'dark', parent:'c'}",
      "c": "{style:'dark', parent:'b'}",
    ])
    #expect(shelf.errors("a") == ["c.json5:1:23: its parents form a loop: b → c → b"])
  }

  @Test(
    "If references in a palette form a long loop, the error mentions the first and last reference"
  )
  func longLoop() {
    let palette = (0..<3_000).map { "c\($0): '@c\(($0 + 1) % 3_000)'" }.joined(separator: ", ")
    let shelf = ThemeShelf(["a": "{style:'dark', palette:{\(palette)}}"])
    #expect(
      shelf.errors("a") == [
        "a.json5:1:29: the palette has a loop: @c0 → @c1 → @c2 → @c3 → @c4 → @c5 → "
          + "… → @c2999 → @c0"
      ]
    )
  }

  @Test(
    "If a text has line breaks or escapes, an error in it is reported with its position in the file"
  )
  func escaped() {
    let json = "{style:'dark', colors:{\na:'\\\n#1234567z', b:'\\u0023zz'}}"
    #expect(
      ThemeShelf(["a": json]).errors("a").map { $0.prefix(12) } == ["a.json5:2:3:", "a.json5:3:15"]
    )
  }

  @Test("A parent's name that is not in Unicode's NFC form is rejected with its position")
  func alike() {
    let flaw = "a theme's name must be in Unicode's NFC form, "
    let shelf = ThemeShelf(["\u{E5}": "{style:'dark'}", "b": "{style:'dark', parent:'a\u{30A}'}"])
    #expect(shelf.errors("b").map { $0.hasPrefix("b.json5:1:23: \(flaw)") } == [true])
    #expect(shelf.errors("\u{E5}") == [])
  }

  @Test("A theme with more than 64 ancestors is rejected, even if each of them has few keys")
  func chain() {
    func shelf(_ count: Int) -> ThemeShelf {
      var themes = ["t\(count)": "{style:'dark'}"]
      for number in 0..<count { themes["t\(number)"] = "{style:'dark', parent:'t\(number + 1)'}" }
      return ThemeShelf(themes)
    }
    // The built-in theme at the end counts as one more ancestor.
    #expect(shelf(63).theme("t0") != nil)
    #expect(shelf(64).errors("t0") == ["t64.json5: it has more than 64 ancestors"])
    #expect(
      shelf(1_000).errors("t0")
        == ["t64.json5:1:23: it has more than 64 ancestors"]
    )
  }

  @Test("Unknown parts of a theme file cause only warnings")
  func unknown() {
    let shelf = ThemeShelf([
      "a": "{style:'dark', sounds:{}, colours:{}, labels:{t:{glow:1}}, description:'x'}"
    ])
    #expect(shelf.theme("a") != nil)
    #expect(
      shelf.line("a").findings.map(\.description) == [
        "a.json5:1:16: “sounds” is unknown and ignored",
        "a.json5:1:27: “colours” is unknown and ignored (did you mean colors?)",
        "a.json5:1:50: “glow” is unknown and ignored; known names are "
          + "backgroundColor, borderColor, tintColor, cornerRadius, borderWidth, isCircular, font, "
          + "textColor, numberOfLines and uppercased",
      ]
    )
  }

  @Test("A theme's images have states and scales, and are found only in the theme's own folder")
  func images() throws {
    let json = """
      {style:'dark', images:{
        logo:'logo.png', ok:{normal:'a/ok.png', pressed:{'1':'a/down.png', '3':'a/down@3x.png'}}}}
      """
    let assets: Set = ["logo.png", "logo@2x.png", "a/ok.png", "a/down.png", "a/down@3x.png"]
    let theme = try #require(ThemeShelf(["a": json], assets: ["a": assets]).theme("a"))
    #expect(
      theme[ThemeKey(.image, "logo")]
        == .image(
          ThemeImage([
            .init(state: "normal", scale: 1, file: "logo.png"),
            .init(state: "normal", scale: 2, file: "logo@2x.png"),
          ])
        )
    )
    guard case .image(let ok)? = theme[ThemeKey(.image, "ok")] else {
      Issue.record("there is no image")
      return
    }
    #expect(ok.pictures.map(\.state) == ["normal", "pressed", "pressed"])
    #expect(ok.pictures.map(\.scale) == [1, 1, 3])
    for name in ["../logo.png", "../\u{301}logo.png", "/etc/passwd", "a//ok.png", "./logo.png", ""]
    {
      let outside = ThemeShelf(["a": "{style:'dark', images:{l:'\(name)'}}"], assets: ["a": assets])
      #expect(
        outside.errors("a") == [
          "a.json5:1:26: expected a file within the theme's folder, such as images/logo.png"
        ],
        "\(name)"
      )
    }
    for scale in ["01", "+1", "0", "5"] {
      let json = "{style:'dark', images:{l:{normal:{'\(scale)':'logo.png'}}}}"
      #expect(
        ThemeShelf(["a": json], assets: ["a": assets]).errors("a") == [
          "a.json5:1:35: expected a scale, 1, 2, 3 or 4"
        ]
      )
    }
    let slip = ThemeShelf(["a": "{style:'dark', images:{l:'logo.pgn'}}"], assets: ["a": assets])
    #expect(
      slip.errors("a") == [
        "a.json5:1:26: there is no file “logo.pgn” in the theme's folder (did you mean logo.png?)"
      ]
    )
  }

  @Test("A theme's digest depends only on its values")
  func digest() throws {
    func digest(_ json: String) throws -> String {
      try #require(ThemeShelf(["a": json]).theme("a")).digest
    }
    let plain = try digest("{style:'dark', colors:{a:'#fff', b:'#000'}}")
    #expect(plain.utf8.count == 32)
    #expect(try digest("{style:'dark', colors:{b:'#000', a:'white'}, author:'me'}") == plain)
    #expect(
      try digest("{style:'dark', colors:{a:{color:'#fff', description:'x'}, b:'#000'}}") == plain
    )
    for other in [
      "{style:'light', colors:{a:'#fff', b:'#000'}}",
      "{style:'dark', colors:{a:'#fff', b:'#000001'}}",
      "{style:'dark', colors:{a:'#fff', b:'#000'}, numbers:{b:0}}",
      "{style:'dark', colors:{a:'#000', b:'#fff'}}",
      "{style:'dark', colors:{a:'#fff', c:'#000'}}",
    ] {
      #expect(try digest(other) != plain, "\(other)")
    }
    #expect(ThemeShelf([:]).theme("midnight")?.digest == "")
  }

  @Test("Swapping two values of a theme changes the theme's digest")
  func swappedDigest() throws {
    var seen: Set<String> = []
    for other in 0..<200 {
      for (one, two) in [(1, 2), (2, 1), (-1, 1), (1, -1)] {
        let json = "{style:'dark', numbers:{a:\(one), b\(other):\(two)}}"
        seen.insert(try #require(ThemeShelf(["a": json]).theme("a")).digest)
      }
    }
    #expect(seen.count == 800)
  }
}
