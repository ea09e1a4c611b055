import NightCore
import Testing

@testable import nightctl

/// The exact output of `nightctl theme show`.
@Suite("nightctl theme show")
struct ThemePageTests {
  private static func color(_ text: String) throws -> ThemeValue {
    .color(try Color(reading: text))
  }

  private func sea(_ style: Style = .dark) throws -> Theme {
    let entries: [(ThemeKind, String, ThemeValue)] = [
      (.color, "background", try Self.color("#102030")),
      (.color, "onBackground", try Self.color("#f0f0f0")),
      (.color, "veil", try Self.color("#ffffff80")),
      (.color, "surface", try Self.color("#224466")),
      (.color, "onSurface", try Self.color("#446688")),
      (.font, "body", .font(ThemeFont(family: "Inter", size: 11))),
      (.number, "radius", .number(4)),
      (.number, "ratio", .number(1.5)),
      (.bool, "flat", .bool(true)),
      (.string, "greeting", .string("a\u{1B}[31mb")),
      (
        .image, "logo",
        .image(
          ThemeImage([
            .init(state: "normal", scale: 1, file: "/t/logo.png"),
            .init(state: "normal", scale: 2, file: "/t/logo@2x.png"),
          ])
        )
      ),
      (
        .label, "title",
        .sheet(
          ThemeSheet([
            .init("textColor", .reference("onSurface")), .init("cornerRadius", .number(2)),
          ])
        )
      ),
    ]
    return Theme(
      name: "sea",
      style: style,
      origin: .user,
      description: "Deep water",
      author: "A. Person",
      ancestors: ["pond", "midnight"],
      entries: entries.map {
        Theme.Entry(ThemeKey($0, $1), $2, description: nil, definedBy: "sea")
      },
      digest: "",
      folders: [:]
    )
  }

  private func page(_ depth: ColourDepth, _ width: Int?) throws -> String {
    ThemePage(try sea(), depth, width: width).lines.joined(separator: "\n")
  }

  @Test("Without colours, `nightctl theme show` prints plain text without a limit on its width")
  func plain() throws {
    let page = try page(.none, nil)
    #expect(
      page == """
        sea: a dark theme, yours
        Deep water
        by A. Person
        values that this theme does not set come from pond, midnight

        colors
          background    #102030
          onBackground  #f0f0f0    14.49 on background
          veil          #ffffff80
          surface       #224466
          onSurface     #446688    1.67 on surface, hard to read

        images
          logo  normal: /t/logo.png, normal at 2x: /t/logo@2x.png

        fonts
          body  Inter, 11

        numbers
          radius  4
          ratio   1.5

        strings
          greeting  a\u{FFFD}[31mb

        booleans
          flat  true

        labels
          title  textColor onSurface, cornerRadius 2
        """
    )
  }

  @Test("The description of a colour is at the end of its line, after the contrasts")
  func descriptions() throws {
    let colors = [
      ("background", "#102030", nil), ("onBackground", "#f0f0f0", "all text"),
      ("rule", "#ffffff80", "between rows"),
    ]
    let theme = Theme(
      name: "sea",
      style: .dark,
      origin: .user,
      description: nil,
      author: nil,
      ancestors: [],
      entries: try colors.map {
        Theme.Entry(
          ThemeKey(.color, $0),
          try Self.color($1),
          description: $2,
          definedBy: "sea"
        )
      },
      digest: "",
      folders: [:]
    )
    let wide = Array(ThemePage(theme, .none, width: nil).lines.dropFirst(3))
    #expect(
      wide == [
        "  background    #102030", "  onBackground  #f0f0f0    14.49 on background  all text",
        "  rule          #ffffff80                       between rows",
      ]
    )
    let narrow = Array(ThemePage(theme, .none, width: 40).lines.dropFirst(3))
    #expect(
      narrow == [
        "  background    #102030", "  onBackground  #f0f0f0    14.49  all t…",
        "  rule          #ffffff80         betwe…",
      ]
    )
  }

  private func colours(_ depth: ColourDepth, _ width: Int?) throws -> [String] {
    Array(try ThemePage(sea(), depth, width: width).lines.dropFirst(6).prefix(5))
  }

  @Test("`nightctl theme show` prints a swatch for each colour, with text on its background")
  func all() throws {
    let colours80 = try colours(.all, 80)
    #expect(
      colours80 == [
        "  \u{1B}[48;2;16;32;48m    \u{1B}[0m  background    #102030",
        "  \u{1B}[38;2;240;240;240;48;2;16;32;48m Aa \u{1B}[0m  onBackground  #f0f0f0    "
          + "14.49 on background",
        "  \u{1B}[48;2;136;144;152m    \u{1B}[0m  veil          #ffffff80",
        "  \u{1B}[48;2;34;68;102m    \u{1B}[0m  surface       #224466",
        "  \u{1B}[38;2;68;102;136;48;2;34;68;102m Aa \u{1B}[0m  onSurface     #446688    "
          + "1.67 on surface, hard to read",
      ]
    )
  }

  @Test("On a terminal with 256 colours, `theme show` uses the most similar of these colours")
  func table() throws {
    let colours80 = try colours(.table, 80).map { $0.prefix { $0 != "m" } }
    #expect(
      colours80 == [
        "  \u{1B}[48;5;234", "  \u{1B}[38;5;255;48;5;234", "  \u{1B}[48;5;246", "  \u{1B}[48;5;238",
        "  \u{1B}[38;5;60;48;5;238",
      ]
    )
  }

  @Test(
    "No line of `nightctl theme show` is wider than the terminal",
    arguments: [1, 8, 12, 20, 28, 36, 44, 60, 79]
  )
  func narrow(width: Int) throws {
    for depth in [ColourDepth.none, .all] {
      for line in ThemePage(try sea(), depth, width: width).lines {
        let seen = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        // A line cannot be shorter than a swatch and one letter.
        #expect(seen.count <= max(width, 9), "\(seen)")
      }
    }
  }

  @Test("On a narrow terminal, `theme show` shortens the contrast and cuts names")
  func short() throws {
    let colours36 = try colours(.none, 36)
    #expect(
      colours36 == [
        "  background    #102030", "  onBackground  #f0f0f0    14.49",
        "  veil          #ffffff80", "  surface       #224466",
        "  onSurface     #446688    1.67!",
      ]
    )
    let colours26 = try colours(.none, 26)
    #expect(
      colours26 == [
        "  backg…  #102030", "  onBac…  #f0f0f0    14.49", "  veil    #ffffff80",
        "  surfa…  #224466", "  onSur…  #446688    1.67!",
      ]
    )
  }

  @Test(
    "Environment variables decide how many colours `theme show` uses",
    arguments: [
      (["TERM": "xterm-256color"], ColourDepth.table), (["TERM": "xterm"], .table),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .all),
      (["TERM": "xterm", "COLORTERM": "24bit"], .all), (["TERM": "xterm-direct"], .all),
      (["TERM": "linux", "COLORTERM": ""], .table),
      (["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"], .none),
      (["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": ""], .all),
      (["TERM": "dumb", "COLORTERM": "truecolor"], .none), (["TERM": "vt100"], .none),
      (["COLORTERM": "truecolor"], .none), ([:], .none),
    ] as [([String: String], ColourDepth)]
  )
  func depth(environment: [String: String], depth: ColourDepth) {
    let terminal = StreamFormat(terminalWithColumns: 80) { environment[$0] }
    #expect(ColourDepth(terminal) { environment[$0] } == depth)
    #expect(ColourDepth(.file) { environment[$0] } == .none)
  }

  @Test(
    "Every colour, even an invalid one, is converted to one of the terminal's colours 16 to 255"
  )
  func nearest() {
    for red in stride(from: 0, through: 255, by: 15) {
      for blue in stride(from: 0, through: 255, by: 17) {
        let color = Color(red: Double(red) / 255, green: 0.5, blue: Double(blue) / 255)
        let text = ColourDepth.table.painted("", nil, on: color)
        let number = Int(text.dropFirst("\u{1B}[48;5;".count).prefix { $0 != "m" }) ?? -1
        #expect((16...255).contains(number))
      }
    }
    let grey = Color(red: 0.5, green: 0.5, blue: 0.5)
    #expect(ColourDepth.table.painted("x", nil, on: grey) == "\u{1B}[48;5;244mx\u{1B}[0m")
    let nothing = Color(red: .nan, green: -1, blue: .infinity)
    #expect(ColourDepth.all.painted("x", nil, on: nothing) == "\u{1B}[48;2;0;0;255mx\u{1B}[0m")
    #expect(ColourDepth.table.painted("x", nil, on: nothing).hasSuffix("mx\u{1B}[0m"))
  }
}
