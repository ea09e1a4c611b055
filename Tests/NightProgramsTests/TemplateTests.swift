import NightCore
import Testing

@testable import NightPrograms

@Suite("Templates")
struct TemplateTests {
  private static let values = TemplateValue.table([
    (
      "colors",
      .colors(
        [
          .init("onSurface", .role(Color(red: 1, green: 0.5, blue: 0))),
          .init("surface", .role(Color(red: 0, green: 0, blue: 0))),
        ],
        material: [.init("outline", .role(Color(red: 0, green: 1, blue: 0)))]
      )
    ),
    ("is_dark_mode", .flag(true)), ("style", .trusted("dark")), ("user", .number(1000)),
    ("home", .foreign("/home/o'brien")), ("theme", .foreign("Rosé Pine-2")),
    ("empty", .trusted("")), ("custom", .table([TemplateValue.Member]())),
  ])

  struct Case: CustomTestStringConvertible {
    let template: String
    let text: String
    var testDescription: String { template }

    init(_ template: String, _ text: String) {
      self.template = template
      self.text = text
    }
  }

  @Test(
    "In a template for noctalia, unknown syntax is treated as text",
    arguments: [
      Case("# : Icons {{{ {{colors.surface.default.hex}}", "# : Icons {{{ #000000"),
      Case("{%@@ if x @@%}", "{%@@ if x @@%}"),
      Case("{{ nosuch.x | lower_case }} {{style}}", "{{ nosuch.x | lower_case }} dark"),
      Case("{{colors.on_surface.default.rgba | set_alpha 0.5}}", "rgba(255, 128, 0, 0.5)"),
      Case(
        "{{colors.surface.default.hex | lighten 20 | set_alpha 0.9}}",
        "#333333e6"
      ),
      Case("a\n<* if is_dark_mode *>\nb\n<* endif *>\nc", "a\nb\nc"),
    ]
  )
  func noctalia(it: Case) throws {
    #expect(try Template(it.template, .noctalia).text(Self.values) == it.text)
  }

  /// Each template with its text in matugen, whose rules for blanks and ranges differ.
  @Test(
    "nightd produces the same text from a matugen template as matugen",
    arguments: [
      Case(
        "a\n<* for n, v in colors *>\n  {{n}}\n<* endfor *>\nb",
        "a\n\n  onSurface\n\n  surface\n\nb"
      ),
      Case("A\n<* if {{ is_dark_mode }} *>\n  B\n<* endif *>\nC", "A\nB\n\nC"),
      Case("A\n<* if not {{ is_dark_mode }} *>\n  B\n<* endif *>\nC", "A\n\nC"),
      Case("<* for x in 0..3 *>{{i}}<* endfor *>", "012"),
      Case("\\\\ \\{{ \\}} \\n {% x %}", "\\ {{ }} \\n {% x %}"),
    ]
  )
  func matugen(it: Case) throws {
    #expect(try Template(it.template, .matugen).text(Self.values) == it.text)
  }

  @Test(
    "A template produces the expected text",
    arguments: [
      Case("a {b} $c", "a {b} $c"),
      Case("{{colors.onSurface.default.hex}}", "#ff8000"),
      Case("{{ colors.on_surface.default.hex }}", "#ff8000"),
      Case("{{colors.on_surface.dark.hex_stripped}}", "ff8000"),
      Case("{{colors.outline.default.rgb}}", "rgb(0, 255, 0)"),
      Case("{{colors.on_surface.default.hsl}}", "hsl(30, 100%, 50%)"),
      Case("{{colors.on_surface.default.red}}", "255"),
      Case("{{colors.surface}}", "#000000"),
      Case("{{style}} {{user}} {{theme}}", "dark 1000 Rosé Pine-2"),
      Case("\\{{style}} \\<* x *>", "{{style}} <* x *>"),
      Case("\\{% x %} 5%}", "{% x %} 5%}"),
      Case("<* if {{ is_dark_mode }} *>d<* else *>l<* endif *>", "d"),
      Case("<* if not is_dark_mode *>d<* else *>l<* endif *>", "l"),
      Case("<* if {{style}} == \"dark\" *>d<* endif *>", "d"),
      Case("<* if {{style}} != \"dark\" *>d<* endif *>", ""),
      Case(
        "<* for name, value in colors *>{{name}}={{value.default.hex}};<* endfor *>",
        "onSurface=#ff8000;surface=#000000;"
      ),
      Case("<* for i in 1..3 *>{{i}}<* if not loop.last *>,<* endif *><* endfor *>", "1,2,3"),
      Case("a\n  <* if is_dark_mode *>\n  b\n  <* endif *>\nc", "a\n  b\nc"),
      Case("a <* if is_dark_mode *>\nb<* endif *>", "a \nb"),
      Case("{{colors.on_surface.default.hex | lighten: +10}}", "#ff9933"),
      Case("{{colors.on_surface.default.hex | lighten: -10.0}}", "#cc6600"),
      Case("{{colors.on_surface.default.hex | darken: 10}}", "#cc6600"),
      Case("{{colors.on_surface.default.red | set_lightness: 25}}", "128"),
      Case("{{colors.on_surface.default.hex | auto_lightness: 20}}", "#994d00"),
      Case("{{colors.surface.default.hex | auto_lightness: 20}}", "#333333"),
      Case("{{colors.on_surface.default.hex | saturate: -50.0, hsl}}", "#bf8040"),
      Case("{{colors.on_surface.default.hex | set_hue: 240 | set_saturation: 50}}", "#4040bf"),
      Case("{{colors.on_surface.default.rgb | grayscale}}", "rgb(128, 128, 128)"),
      Case("{{colors.on_surface.default.hex | invert}}", "#007fff"),
      Case("{{colors.on_surface.default.rgba | set_alpha: 0.25}}", "rgba(255, 128, 0, 0.25)"),
      Case("{{colors.on_surface.default.hsl | set_alpha: 0.5}}", "hsla(30, 100%, 50%, 0.5)"),
      Case("{{colors.on_surface.default.hex_alpha}}", "#FF8000FF"),
      Case("{{colors.on_surface.default.alpha_hex_stripped}}", "FFFF8000"),
      Case("{{colors.on_surface.default.hex | format: \"rgb_csv\"}}", "255,128,0"),
      Case(
        "{{colors.on_surface.default.hex | harmonize: {{colors.on_surface.default.hex}}}}",
        "#ff8000"
      ),
      Case("{{\"onSurface_dim b\" | kebab_case}}", "on-surface-dim-b"),
      Case(
        "{{\"on_surface\" | camel_case}} {{\"on_surface\" | pascal_case}}",
        "onSurface OnSurface"
      ),
      Case("{{missing | default: \"x\"}}{{empty | default: 'y'}}", "xy"),
      Case("{{ colors.surface | mix: colors.on_surface, 0 }}", "#000000"),
      Case(
        "{{ colors.surface.default.hex | mix: {{colors.on_surface.default.hex}}, 1 }}",
        "#ff8000"
      ),
      Case("{{ style | upper_case | replace: \"A\", \"4\" }}", "D4RK"),
      Case("{{home | shell}} {{home | vim}}", "'/home/o'\\''brien' '/home/o''brien'"),
      Case("{{home | url}} {{home | json}}", "/home/o%27brien \"/home/o'brien\""),
    ]
  )
  func text(_ it: Case) throws {
    #expect(try Template(it.template).text(Self.values) == it.text)
  }

  @Test(
    "A mistake in a template is reported with its line and column",
    arguments: [
      Case(
        "a\n{% if x %}",
        "2:1: expected “<* … *>” for a block, found “{%”, which other template languages have; "
          + "write “\\{%” for these characters as text"
      ),
      Case("a\n{{style", "2:8: expected “}}” to close the last “{{”"),
      Case("{{style |\nlower_case x", "2:11: expected “}}” to close the mark that begins at 1:1"),
      Case(
        "{{ include \"x\" }}",
        "1:11: expected “}}” or a filter, found “ \"x\" ”: nightd does not support arithmetic, "
          + "include or words other than values and filters"
      ),
      Case("{{ }}", "1:4: expected a name"),
      Case("{{style | }}", "1:11: expected a name"),
      Case("<* if style *>x", "1:1: expected “<* endif *>” for this if"),
      Case("x<* endif *>", "1:2: expected no “<* endif *>” here: no block is open"),
      Case(
        "<* for a in colors *><* endif *>",
        "1:22: expected “<* endfor *>”, found “<* endif *>”"
      ),
      Case(
        "<* while x *>",
        "1:1: expected “for”, “if”, “else”, “endif” or “endfor”, found “while”"
      ),
      Case(
        "<* for i in 1..99999999 *><* endfor *>",
        "1:13: expected a range of at most 4,096 numbers, such as 0..15"
      ),
      Case("{{ \"open }}", "1:4: expected the end of this text"),
    ]
  )
  func flaws(_ it: Case) throws {
    let flaw = #expect(throws: Flaw.self) { try Template(it.template) }
    #expect(flaw.map { "\($0)" } == it.text)
  }

  @Test(
    "If a template uses a value that is missing or of the wrong kind, this is reported",
    arguments: [
      Case(
        "\n {{ colors.onSurfce.default.hex }}",
        "2:5: colors has no “onSurfce”; did you mean “onSurface”?"
      ),
      Case("{{ colors }}", "1:4: expected one value, found several: onSurface, surface"),
      Case("{{ style.hex }}", "1:4: style has no parts, but the template uses its part “hex”"),
      Case("{{ style | mix: style, 1 }}", "1:4: the filter mix needs a colour"),
      Case(
        "{{ colors.surface | set_alpha: 5 }}",
        "1:4: the filter set_alpha needs a number from 0 to 1"
      ),
      Case(
        "{{ colors.surface | mix: colors.surface, 5 }}",
        "1:4: the filter mix needs a number from 0 to 1"
      ),
      Case("{{ custom.foo }}", "1:4: custom has no “foo”; it is empty"),
    ]
  )
  func missing(_ it: Case) throws {
    let template = try Template(it.template)
    let flaw = #expect(throws: Flaw.self) { try template.text(Self.values) }
    #expect(flaw.map { "\($0)" } == it.text)
  }

  @Test(
    "Foreign text that could be read as code is refused, unless a filter escapes it",
    arguments: ["a\"b", "a'b", "a\nb", "$(a)", "`a`", "a;b", "a\\b", "#{a}", "a|b", "(a)", "[a]"]
  )
  func code(text: String) throws {
    let values = TemplateValue.table([("theme", .foreign(text))])
    let flaw = try #require(throws: Flaw.self) { try Template("{{theme}}").text(values) }
    #expect(flaw.message.contains("a program may read as code"))
    #expect(try Template("{{theme | json}}").text(values).hasPrefix("\""))
  }

  @Test("If nested loops run too often, they stop at a limit with an error")
  func endless() throws {
    let loops = String(repeating: "<* for i in 0..4000 *>", count: 4)
    let template = try Template(loops + "x" + String(repeating: "<* endfor *>", count: 4))
    let flaw = #expect(throws: Flaw.self) { try template.text(Self.values) }
    #expect(flaw?.message.contains("at most") == true)
  }

  @Test("If filters keep lengthening a text, they are stopped at a limit")
  func growing() throws {
    let filter = "| replace: \"k\", \"\(String(repeating: "k", count: 16))\" "
    let template = try Template("{{ \"k\" \(String(repeating: filter, count: 12))}}")
    let flaw = #expect(throws: Flaw.self) { try template.text(Self.values) }
    #expect(flaw?.message.contains("at most") == true)
  }

  @Test("If a template is huge or its blocks are deeply nested, it is refused")
  func limits() {
    #expect(throws: Flaw.self) {
      try Template(String(repeating: "<* if style *>", count: 10_000))
    }
    #expect(throws: Flaw.self) {
      try Template(String(repeating: "{{ {{ ", count: 10_000))
    }
    #expect(throws: Flaw.self) { try Template(String(repeating: "a", count: 2 << 20)) }
  }
}
