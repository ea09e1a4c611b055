import NightCore
import NightPrograms
import Testing

/// Configurations of Alacritty in the forms that people use.
@Suite("Alacritty's file in TOML")
struct AlacrittyFileTests {
  static let path = "/home/ann/.config/alacritty/alacritty.toml"
  static let own = "\"~/.local/state/nightd/programs/alacritty.toml\""

  struct Case: Sendable, CustomTestStringConvertible {
    let form: String
    let text: String
    /// The configuration after nightctl has added its import.
    let expected: String

    init(_ form: String, _ text: String, _ expected: String) {
      self.form = form
      self.text = text
      self.expected = expected
    }

    var testDescription: String { form }
  }

  private func include(_ text: String, _ others: [String: String] = [:]) throws -> IncludeLine {
    let files = others.merging([Self.path: text]) { $1 }
    let context = ProgramContext(
      ColorScheme(style: .dark, theme: "made-up", roles: [:]),
      BaseFolders { $0 == "HOME" ? "/home/ann" : nil },
      exists: { files[$0] != nil },
      text: { files[$0] }
    )
    return try #require(ShippedPrograms.program("alacritty").wanted(context).include)
  }

  @Test(
    "In each usual form of the configuration, nightd's file is added as the last import",
    arguments: [
      Case(
        "no tables",
        "live_config_reload = true",
        "general.import = [\(own)]\nlive_config_reload = true"
      ),
      Case("an empty file", "", "general.import = [\(own)]\n"),
      Case(
        "keys before the tables",
        "working_directory = \"/\"\n[font]\nsize = 10\n",
        "general.import = [\(own)]\nworking_directory = \"/\"\n[font]\nsize = 10\n"
      ),
      Case(
        "[general] with an import",
        "[general]\nlive_config_reload = true\nimport = [\"~/themes/a.toml\"]\n[font]\nsize = 9\n",
        "[general]\nlive_config_reload = true\nimport = [\"~/themes/a.toml\", \(own)]\n[font]\nsize = 9\n"
      ),
      Case(
        "[general] without an import",
        "[window]\nopacity = 0.9\n[general]\nlive_config_reload = true",
        "[window]\nopacity = 0.9\n[general]\nimport = [\(own)]\nlive_config_reload = true"
      ),
      Case("[general] at the end", "[general]", "[general]\nimport = [\(own)]\n"),
      Case(
        "[ general ] with spaces and a comment",
        "  [ general ]  # all\r\nlive_config_reload = true\r\n",
        "  [ general ]  # all\r\nimport = [\(own)]\r\nlive_config_reload = true\r\n"
      ),
      Case(
        "the import of version 0.13, of many lines",
        "import = [\n    \"~/.config/alacritty/a.toml\", # first\n    \"b.toml\"\n]\n\n[font]\nsize = 9\n",
        "import = [\n    \"~/.config/alacritty/a.toml\", # first\n    \"b.toml\", \(own)\n]\n\n[font]\nsize = 9\n"
      ),
      Case(
        "a comma after the last import",
        "import = [\n  \"a.toml\",\n  # \"b.toml\",\n]\n",
        "import = [\n  \"a.toml\", \(own),\n  # \"b.toml\",\n]\n"
      ),
      Case("an empty import", "import = []\n", "import = [ \(own) ]\n"),
      Case(
        "texts in single quotation marks",
        "[general]\nimport = ['~/a,b].toml']\n",
        "[general]\nimport = ['~/a,b].toml', \(own)]\n"
      ),
      Case(
        "dotted keys",
        "general.live_config_reload = true\n[font]\nsize = 9\n",
        "general.import = [\(own)]\ngeneral.live_config_reload = true\n[font]\nsize = 9\n"
      ),
      Case(
        "a dotted import",
        "general.import = [\"a.toml\"]\n",
        "general.import = [\"a.toml\", \(own)]\n"
      ),
      Case(
        "colours that nightd does not set",
        "[colors]\ndraw_bold_text_with_bright_colors = true\n[colors.search]\n[colors.primary]\n",
        "general.import = [\(own)]\n[colors]\ndraw_bold_text_with_bright_colors = true\n"
          + "[colors.search]\n[colors.primary]\n"
      ),
      Case(
        "words in comments and texts",
        "# import = []\n[hints]\nalphabet = \"\"\"\n[general]\nimport = [\n\"\"\"\n",
        "general.import = [\(own)]\n# import = []\n[hints]\nalphabet = \"\"\"\n[general]\nimport = [\n\"\"\"\n"
      ),
    ]
  )
  func added(_ test: Case) throws {
    let include = try include(test.text)
    let bytes = Array(test.text.utf8)
    #expect(include.refusal(test.text) == nil)
    let added = include.added(to: bytes)
    #expect(String(decoding: added, as: UTF8.self) == test.expected)
    #expect(include.isIn(added))
    // The line that off removes is exactly the line that was added.
    let recorded = IncludeLine(in: [Self.path], include.line, at: .bottom)
    #expect(recorded.removed(from: added, wasOpen: IncludeLine.isOpen(bytes)) == bytes)
    // The added line is found, so a second run adds nothing.
    let again = try self.include(test.expected)
    #expect(again.isIn(added))
    #expect(again.refusal(test.expected) == nil)
  }

  @Test(
    "If a configuration would override nightd's file or lacks a list of imports, it is refused",
    arguments: [
      ("[colors.primary]\nbackground = \"#000000\"\n", "remove the keys below colors.primary"),
      (
        "import = [\"a\"]\n[colors.normal]\nred = \"#f00\"\n", "remove the keys below colors.normal"
      ),
      ("colors.primary.background = \"#000\"\n", "remove the keys below colors.primary"),
      ("colors = { primary = {} }\n", "remove the keys below colors"),
      (
        "general = { live_config_reload = true }\n",
        "add \(own) to the end of the list “import” in it"
      ),
      ("import = \"a.toml\"\n", "its “import” is not a list"),
      ("[general]\nimport = [\"a\", 1]\n", "its “import” is not a list"),
    ]
  )
  func refused(_ text: String, _ advice: String) throws {
    let refusal = try #require(try include(text).refusal(text))
    #expect("\(refusal)".contains(advice.replacing("\"", with: "\\\"")), "\(refusal)")
  }

  @Test("An import that follows nightd's import is a problem only if it sets colours")
  func laterImport() throws {
    let text = "import = [\(Self.own), \"~/a.toml\"]\n"
    let colors = ["/home/ann/a.toml": "[colors.primary]\nbackground = \"#000\"\n"]
    #expect(try include(text, colors).refusal(text) != nil)
    #expect(try include(text, ["/home/ann/a.toml": "[font]\nsize = 1\n"]).refusal(text) == nil)
    #expect(try include(text).refusal(text) == nil)
  }
}
