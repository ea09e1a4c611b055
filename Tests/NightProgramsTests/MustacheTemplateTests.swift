import NightCore
import Testing

@testable import NightPrograms

/// tinted-theming's templates, with the values of the scheme Solarized Dark (in
/// github.com/tinted-theming/schemes, `base16/solarized-dark.yaml`).
@Suite("Templates of tinted-theming")
struct MustacheTemplateTests {
  private static let solarized = [
    "002b36", "073642", "586e75", "657b83", "839496", "93a1a1", "eee8d5", "fdf6e3", "dc322f",
    "cb4b16", "b58900", "859900", "2aa198", "268bd2", "6c71c4", "d33682",
  ]

  private static func scheme(
    _ colors: [String] = solarized,
    name: String = "solarized-dark",
    title: String? = "Solarized Dark",
    author: String = "Ethan Schoonover (modified by aramisgithub)",
    _ style: Style = .dark
  ) throws -> ColorScheme {
    var file = ThemeFile(name: name, style: style)
    file.description = title
    file.author = author
    file.palette = try zip(Base16.twentyFour, colors).map { name, digits in
      .init(name, .init(.color(try Color(reading: "#" + digits))))
    }
    let built = ColorScheme(builtIn: style == .dark ? "midnight" : "daylight", style: style)
    let roles = Dictionary(uniqueKeysWithValues: built.roleNames.map { ($0, built[$0]) })
    var scheme = ColorScheme(style: style, theme: name, roles: roles)
    scheme.file = file
    return scheme
  }

  private static func text(
    _ template: String,
    _ system: SchemeSystem = .base16,
    _ scheme: ColorScheme? = nil
  ) throws -> String {
    let context = ProgramContext(try scheme ?? Self.scheme(), BaseFolders { _ in nil })
    let values = TemplateValue.table(SchemeValues.values(context, system))
    return try Template(template, .mustache(system))
      .text(.table([(SchemeValues.table, values)]))
  }

  /// A template and its text.
  typealias Case = TemplateTests.Case

  @Test(
    "Each format of a colour is written as the builder specification describes it",
    arguments: [
      // The colour and the values of the specification's table of variables. The specification has
      // four decimals, and its builders write eight.
      Case("hex", "7cafc2"), Case("hex-bgr", "c2af7c"), Case("hex-r", "7c"), Case("hex-g", "af"),
      Case("hex-b", "c2"), Case("rgb-r", "124"), Case("rgb-g", "175"), Case("rgb-b", "194"),
      Case("dec-r", "0.48627451"), Case("dec-g", "0.68627451"), Case("dec-b", "0.76078431"),
      Case("rgb16-r", "31868"), Case("rgb16-g", "44975"), Case("rgb16-b", "49858"),
    ]
  )
  func formats(it: Case) throws {
    let colors = ["7CAFC2"] + Self.solarized.dropFirst()
    #expect(try Self.text("{{base00-\(it.template)}}", .base16, Self.scheme(colors)) == it.text)
  }

  @Test("The decimal channels of a colour, from 0 for black to 1 for white, have eight decimals")
  func decimals() throws {
    let scheme = try Self.scheme(["000000", "ffffff", "010203"] + Self.solarized.dropFirst(3))
    let template =
      "{{base00-dec-r}} {{base01-dec-g}} {{base02-dec-r}} {{base02-dec-b}} {{base01-rgb16-b}}"
    #expect(
      try Self.text(template, .base16, scheme)
        == "0.00000000 1.00000000 0.00392157 0.01176471 65535"
    )
  }

  @Test(
    "The facts of a scheme are written as the builder specification describes them",
    arguments: [
      Case("{{scheme-name}}", "Solarized Dark"), Case("{{scheme-slug}}", "solarized-dark"),
      Case("{{scheme-slug-underscored}}", "solarized_dark"), Case("{{scheme-system}}", "base16"),
      Case("{{scheme-variant}}", "dark"), Case("{{scheme-is-dark-variant}}", "true"),
      Case("{{scheme-is-light-variant}}", ""), Case("{{scheme-description}}", ""),
      Case("{{scheme-author}}", "Ethan Schoonover (modified by aramisgithub)"),
      Case("{{base10-hex}}{{base17-rgb-r}}{{base0a-hex}}{{scheme}}{{scheme.name}}", ""),
    ]
  )
  func facts(it: Case) throws { #expect(try Self.text(it.template) == it.text) }

  @Test(
    "A slug is made as in the specification's examples",
    arguments: [
      Case("Tomorrow Night", "tomorrow-night"), Case("Rosé Pine", "rose-pine"),
      Case("Default (Dark)", "default-dark"), Case("a_b.c-D", "abc-d"), Case("日本", ""),
    ]
  )
  func slugs(it: Case) { #expect(SchemeValues.slug(it.template) == it.text) }

  @Test(
    "A palette of 16 colours gets the other colours of base24 from the theme's terminal colours"
  )
  func base24() throws {
    let template = "{{base10-hex}} {{base11-hex}} {{base12-hex}} {{scheme-system}}"
    let words = try Self.text(template, .base24).split(separator: " ")
    #expect(words.count == 4 && words[0] == "002b36" && words[1] == "002b36")
    #expect(words[2] != "002b36" && words[3] == "base24")
    let own = Self.solarized + (0..<8).map { "00000\($0)" }
    #expect(
      try Self.text(template, .base24, Self.scheme(own)) == "000000 000001 000002 base24"
    )
    #expect(try Self.text("{{base00-hex}}{{base10-hex}}", .base16, Self.scheme(own)) == "002b36")
  }

  @Test("A theme without a palette of base16 gets the colours of its roles")
  func derived() throws {
    let scheme = ColorScheme(builtIn: "daylight", style: .light)
    let text = try Self.text("{{base00-hex}} {{scheme-name}} {{scheme-variant}}", .base16, scheme)
    #expect(text == "\(scheme["background"].digits) daylight light")
  }

  /// Cases of mustache's specification (github.com/mustache/spec, `specs`), in other words.
  @Test(
    "Tags are read as mustache's specification describes them",
    arguments: [
      Case("a{{! note }}b", "ab"), Case("a\n  {{! two\n lines }}  \nb", "a\nb"),
      Case("|\r\n{{! note }}\r\n|", "|\r\n|"), Case(" 1 {{! note }}\n", " 1 \n"),
      Case("  {{! note }}", ""), Case("{{=<% %>=}}(<% scheme-slug %>)", "(solarized-dark)"),
      Case("({{=[ ]=}}[scheme-variant])", "(dark)"),
      Case("a\n{{= | | =}}\n|base00-hex|", "a\n002b36"),
      Case("{{=@ @=}}{{base00-hex}}", "{{base00-hex}}"),
      Case("\"{{#scheme-is-dark-variant}}yes{{/scheme-is-dark-variant}}\"", "\"yes\""),
      Case("\"{{^scheme-is-dark-variant}}no{{/scheme-is-dark-variant}}\"", "\"\""),
      Case("\"{{^scheme-is-light-variant}}yes{{/scheme-is-light-variant}}\"", "\"yes\""),
      Case("[{{#other}}no{{/other}}{{^other}}yes{{/other}}]", "[yes]"),
      Case(
        "| a\n{{#scheme-is-dark-variant}}\n|\n  {{/scheme-is-dark-variant}}\n| b\n",
        "| a\n|\n| b\n"
      ),
      Case("\r\n{{^other}}\r\n{{/other}}\r\n|", "\r\n|"),
      Case("{{# base00-hex }}{{#base00-hex}}{{.}}{{/base00-hex}}{{/ base00-hex }}", "002b36"),
      Case("  {{base00-hex}}\n", "  002b36\n"),
      Case("|{{& base00-hex }}{{{ base00-hex }}}|", "|002b36002b36|"),
      Case("{ {base00-hex} } }}", "{ {base00-hex} } }}"),
    ]
  )
  func mustache(it: Case) throws { #expect(try Self.text(it.template) == it.text) }

  @Test("A text from the theme is written with HTML's entities, and cannot become code")
  func escapes() throws {
    let scheme = try Self.scheme(title: nil, author: "A & <b@c.org> \"d\"'s")
    #expect(
      try Self.text("{{scheme-author}}", .base16, scheme)
        == "A &amp; &lt;b@c.org&gt; &quot;d&quot;&#39;s"
    )
    #expect(throws: Flaw.self) { try Self.text("{{{scheme-author}}}", .base16, scheme) }
    #expect(try Self.text("{{{scheme-name}}}") == "Solarized Dark")
    for author in ["$(id)", "`id`", "a\nb", "\\"] {
      let scheme = try Self.scheme(author: author)
      #expect(throws: Flaw.self) { try Self.text("x\n {{scheme-author}}", .base16, scheme) }
      #expect(try Self.text("{{scheme-name}}", .base16, scheme) == "Solarized Dark")
    }
  }

  @Test(
    "A mistake in a template is reported with its position",
    arguments: [
      ("a\n {{base00-hex", "2:2: expected “}}” to close this tag"),
      ("{{{base00-hex}}", "1:1: expected “}}}” to close this tag"),
      ("{{#a}}\n{{#b}}{{/a}}", "2:7: expected “/b”, the end of the last section, found “/a”"),
      ("{{/a}}", "1:1: expected no end of a section, found “/a”"),
      ("x{{^a}}y", "1:2: expected “/a” to close this section"),
      ("{{> part}}", "1:1: expected no partial"), ("{{=<%=}}", "1:1: expected two delimiters"),
      (String(repeating: "{{#a}}", count: 40), "1:97: expected at most 16 nested sections"),
    ]
  )
  func mistakes(template: String, message: String) {
    let flaw = #expect(throws: Flaw.self) { try Template(template, .mustache(.base16)) }
    #expect(flaw.map { "\($0)".hasPrefix(message) } == true, "\(flaw.map { "\($0)" } ?? "")")
  }

  /// Templates in the form of public ones for twelve programs, in other words.
  @Test(
    "Templates that are written like public templates are filled in",
    arguments: [
      // A terminal's TOML.
      Case(
        "# {{scheme-system}} {{scheme-name}}\n[colors.primary]\nbackground = '0x{{base00-hex}}'\n",
        "# base16 Solarized Dark\n[colors.primary]\nbackground = '0x002b36'\n"
      ),
      // A terminal's INI.
      Case(
        "[colors]\nregular1={{base08-hex}}\n16={{base09-hex}}",
        "[colors]\nregular1=dc322f\n16=cb4b16"
      ),
      // A terminal's words, padded with spaces.
      Case(
        "color16   #{{ base09-hex }}\ncursor #{{base05-hex}}",
        "color16   #cb4b16\ncursor #93a1a1"
      ),
      // Resources of X.
      Case("#define b0 #{{base00-hex}}\n*color0: b0\n", "#define b0 #002b36\n*color0: b0\n"),
      // A script with channels between slashes.
      Case(
        "export THEME={{scheme-slug}}\ncolor01=\"{{base08-hex-r}}/{{base08-hex-g}}/{{base08-hex-b}}\"",
        "export THEME=solarized-dark\ncolor01=\"dc/32/2f\""
      ),
      // A property list with decimal channels.
      Case("<real>{{base08-dec-r}}</real>", "<real>0.86274510</real>"),
      // A registry's file with decimal bytes and Windows's line ends.
      Case("\"Colour0\"=\"{{base05-rgb-r}},{{base05-rgb-g}}\"\r\n", "\"Colour0\"=\"147,161\"\r\n"),
      // Bytes from blue to red.
      Case("fg = 0x00{{base0D-hex-bgr}}", "fg = 0x00d28b26"),
      // YAML with a section inside a line.
      Case(
        "details: '{{#scheme-is-dark-variant}}darker{{/scheme-is-dark-variant}}"
          + "{{^scheme-is-dark-variant}}lighter{{/scheme-is-dark-variant}}'",
        "details: 'darker'"
      ),
      // An editor's script with the fallback for colours that only base24 has.
      Case(
        "let g:a = \"{{#base12-hex}}{{base12-hex}}{{/base12-hex}}"
          + "{{^base12-hex}}{{base08-hex}}{{/base12-hex}}\"",
        "let g:a = \"dc322f\""
      ),
      // A script whose braces need other delimiters.
      Case("{{=<% %>=}}\nset c to {{<%base00-rgb16-r%>, 0}}\n", "set c to {{0, 0}}\n"),
      // A bar's style sheet.
      Case("@define-color base0E #{{base0E-hex}};", "@define-color base0E #6c71c4;"),
    ]
  )
  func publicForms(it: Case) throws { #expect(try Self.text(it.template) == it.text) }
}
