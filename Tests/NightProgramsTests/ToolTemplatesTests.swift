import NightCore
import Testing

@testable import NightPrograms

/// The templates of other tools; the configuration is written as JSON here, because its reader for
/// TOML belongs to nightctl.
@Suite("Templates of other tools")
struct ToolTemplatesTests {
  private static let matugen = ToolTemplates.tools[0]
  private static let folder = "/home/ann/.config/matugen"

  private static func descriptions(
    _ json: String
  ) throws -> (descriptions: [ToolTemplates.Description], flaws: [Flaw]) {
    let root = try JSONReader.read(Array(json.utf8), limits: ProgramReader.limits)
    let found = ToolTemplates.descriptions(
      root,
      of: matugen,
      file: "config.toml",
      home: "/home/ann",
      path: {
        ToolTemplates.path($0.hasPrefix("~/") ? "/home/ann/" + $0.dropFirst(2) : $0, in: folder)
      },
      target: { $0 == "/home/ann/link" ? folder + "/t" : $0 }
    )
    return (found.descriptions, found.flaws.map(\.flaw))
  }

  /// The files that the templates in a configuration make.
  private static func texts(
    _ json: String,
    _ files: [String: String],
    _ style: Style = .dark
  ) throws -> [String: String] {
    func scheme(_ style: Style) -> ColorScheme {
      ColorScheme(builtIn: style == .dark ? "midnight" : "daylight", style: style)
    }
    let context = ProgramContext(
      scheme(style),
      other: scheme(style == .dark ? .light : .dark),
      BaseFolders { $0 == "HOME" ? "/home/ann" : nil }
    )
    var texts: [String: String] = [:]
    for description in try descriptions(json).descriptions {
      let program = try ProgramReader.read(description, in: folder, Array(json.utf8)) { path in
        files[path].map { Array($0.utf8) }
      }
      for setting in try program.wanted(context).settings {
        guard case .file(let path, .whole) = setting.place else { continue }
        texts[path] = setting.value
      }
    }
    return texts
  }

  @Test("A file that a template made is not treated as a sign that KDE's programs are installed")
  func made() throws {
    let program = try ShippedPrograms.program("kde")
    for isMade in [false, true] {
      let context = ProgramContext(
        ColorScheme(builtIn: "midnight", style: .dark),
        BaseFolders { $0 == "HOME" ? "/home/ada" : nil },
        exists: { $0 == "/home/ada/.config/kdeglobals" },
        isMade: { isMade && $0 == "/home/ada/.config/kdeglobals" },
        programExists: { _ in false }
      )
      #expect(program.isHere(context) != isMade)
    }
  }

  @Test(
    "Each template gets the name of a program, and its paths become absolute",
    arguments: [
      ("a", #"{ input_path: "~/t", output_path: "/home/ann/o" }"#, "matugen-a", "/home/ann/t"),
      ("A b", #"{ input_path: "t", output_path: "/home/ann/o" }"#, "matugen-a-b", folder + "/t"),
      (
        "é", #"{ input_path: "./x/../t", output_path: "~/o" }"#, "matugen---", folder + "/t"
      ),
    ]
  )
  func names(name: String, template: String, program: String, input: String) throws {
    let found = try Self.descriptions("{ templates: { \"\(name)\": \(template) } }")
    #expect(found.flaws == [])
    #expect(found.descriptions.map(\.name) == [program])
    #expect(
      try Self.texts(
        "{ templates: { \"\(name)\": \(template) } }",
        [input: "{{mode}}"]
      ) == ["/home/ann/o": "dark"]
    )
  }

  @Test("If a template has several outputs and one input for each style, all outputs are written")
  func modes() throws {
    let json = """
      { templates: { a: { input_path: "a", input_path_modes: { light: "l", dark: "d" },
        output_path: ["~/one", "~/two"] } } }
      """
    let files = ["l", "d"].reduce(into: [:]) { $0[Self.folder + "/" + $1] = $1 }
    for (style, text) in [(Style.light, "l"), (.dark, "d")] {
      #expect(
        try Self.texts(json, files, style) == ["/home/ann/one": text, "/home/ann/two": text]
      )
    }
  }

  @Test("A template can use the colours of either style, whichever style is in effect")
  func bothStyles() throws {
    let json = #"{ templates: { a: { input_path: "t", output_path: "~/o" } } }"#
    let template =
      "{{colors.background.light.hex}} {{colors.background.dark.hex}} {{colors.background.default.hex}}"
    for style in [Style.light, .dark] {
      let text = try Self.texts(json, [Self.folder + "/t": template], style)["/home/ann/o"] ?? ""
      let words = text.split(separator: " ")
      #expect(words.count == 3 && words[0] != words[1] && words[2] == words[style == .dark ? 1 : 0])
    }
  }

  @Test("In a tool's template, `surface` is the window's background, and not that of raised parts")
  func surface() throws {
    let json = #"{ templates: { a: { input_path: "t", output_path: "~/o" } } }"#
    let names = ["surface", "background", "surface_container", "secondary", "tertiary"]
    let template = names.map { "{{colors.\($0).default.hex}}" }.joined(separator: " ")
    for style in [Style.light, .dark] {
      let text = try Self.texts(json, [Self.folder + "/t": template], style)["/home/ann/o"] ?? ""
      let words = text.split(separator: " ")
      #expect(words.count == 5 && words[0] == words[1] && words[1] != words[2])
      #expect(words[3] != words[4])
    }
  }

  @Test("A loop over the colours visits Material's names")
  func loop() throws {
    let json = #"{ templates: { a: { input_path: "t", output_path: "~/o" } } }"#
    let template = "<* for name, value in colors *>{{name}} {{value.default.hex}}\n<* endfor *>"
    let text = try Self.texts(json, [Self.folder + "/t": template])["/home/ann/o"] ?? ""
    let lines = text.split(separator: "\n")
    #expect(lines.count == 50)
    #expect(lines.first?.hasPrefix("background #") == true)
    #expect(lines.contains { $0.hasPrefix("on_surface_variant #") })
    #expect(lines == lines.sorted())
  }

  @Test("noctalia's names of the terminal's colours have values, but a loop does not visit them")
  func terminalColors() throws {
    let json = #"{ templates: { a: { input_path: "t", output_path: "~/o" } } }"#
    let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    let pairs =
      names.flatMap { [("normal_" + $0, $0), ("bright_" + $0, "bright_" + $0)] } + [
        ("foreground", "foreground"), ("background", "background"), ("cursor", "cursor"),
        ("cursor_text", "background"), ("selection_fg", "selection_foreground"),
        ("selection_bg", "selection_background"),
      ]
    for style in ["default", "light", "dark"] {
      let template = pairs.map {
        "{{colors.terminal_\($0).\(style).hex}} {{terminal.\($1).\(style).hex}}\n"
      }.joined()
      let text = try Self.texts(json, [Self.folder + "/t": template])["/home/ann/o"] ?? ""
      for line in text.split(separator: "\n") {
        let colors = line.split(separator: " ")
        #expect(colors.count == 2 && colors[0] == colors[1], "\(line)")
      }
    }
    let loop = "<* for name, value in colors *>{{name}} <* endfor *>"
    let text = try Self.texts(json, [Self.folder + "/t": loop])["/home/ann/o"]
    #expect(text?.contains("terminal_") == false)
  }

  @Test(
    "An unknown colour is reported with the most similar names and the page that lists all colours",
    arguments: [
      ("primry", "did you mean “primary”?"), ("terminal_normal_rd", "did you mean “terminal_"),
      (
        "accent_dark",
        "did you mean “secondary”, “tertiary” or “on_secondary”? docs/programs/add.md lists all names"
      ),
    ]
  )
  func unknown(name: String, message: String) throws {
    let json = #"{ templates: { a: { input_path: "t", output_path: "~/o" } } }"#
    let flaw = #expect(throws: Flaw.self) {
      try Self.texts(json, [Self.folder + "/t": "{{colors.\(name).default.hex}}"])
    }
    #expect(flaw?.message.contains(message) == true, "\(flaw?.message ?? "")")
    #expect(flaw.map { $0.message.utf8.count < 200 } == true)
  }

  @Test("Each custom colour in the configuration produces six colours, in both styles")
  func customColors() throws {
    let json = """
      { config: { custom_colors: { red: "#ff0000", sky: { color: "#00aaff", blend: false }, bad: "x" } },
        templates: { a: { input_path: "t", output_path: "~/o" } } }
      """
    let names = ["sky", "on_sky", "sky_container", "on_sky_container"]
    let template =
      "{{colors.red_value.default.hex}} {{colors.sky_source.default.hex}} "
      + names.map { "{{colors.\($0).dark.hex}}" }.joined(separator: " ")
      + " {{colors.sky.light.hex}}"
    let text = try Self.texts(json, [Self.folder + "/t": template])["/home/ann/o"] ?? ""
    let words = text.split(separator: " ")
    #expect(words.prefix(2) == ["#ff0000", "#00aaff"])
    #expect(words.count == 7 && Set(words).count == 7, "\(text)")
  }

  @Test("In a palette, a tone with a higher number is lighter")
  func palettes() throws {
    let json = #"{ templates: { a: { input_path: "t", output_path: "~/o" } } }"#
    let template =
      "{{palettes.primary._0.hex}} {{palettes.primary._40.red}} {{palettes.primary._90.red}} "
      + "{{palettes.neutral._100.hex}}"
    let words =
      try Self.texts(json, [Self.folder + "/t": template])["/home/ann/o"]?
      .split(separator: " ") ?? []
    #expect(words.first == "#000000" && words.last == "#ffffff", "\(words)")
    #expect((words[1...2].compactMap { Int($0) }.reduce(0) { $1 - $0 }) > 0)
  }

  @Test(
    "An unusable template is reported with its position, and the other templates are kept",
    arguments: [
      (#"{ output_path: "~/o" }"#, "expected “input_path”"),
      (#"{ input_path: "t" }"#, "expected “output_path”"),
      (#"{ input_path: "t", output_path: [1] }"#, "expected a path as a string"),
      (
        #"{ input_path: "t", output_path: "~/o" }, "A": { input_path: "t", output_path: "~/p" }"#,
        "an earlier template is also called matugen-a"
      ),
      (#"{ input_path: "t", output_path: "~/.config/matugen/x/../t" }"#, "other than the template"),
      (#"{ input_path: "t", output_path: "~/link" }"#, "other than the template"),
      (
        #"{ input_path_modes: { light: "l", dark: "t" }, output_path: "~/link" }"#,
        "other than the template"
      ),
    ]
  )
  func refused(template: String, message: String) throws {
    let found = try Self.descriptions(
      #"{ templates: { ok: { input_path: "t", output_path: "~/o" }, a: \#(template) } }"#
    )
    #expect(found.descriptions.first?.name == "matugen-ok")
    #expect(found.flaws.map(\.message).first?.contains(message) == true)
    #expect(found.flaws.first?.position != nil)
  }
}
