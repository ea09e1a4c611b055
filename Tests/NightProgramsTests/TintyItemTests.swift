import NightCore
import Testing

@testable import NightPrograms

/// tinty's items; the configurations are written as JSON here, because their readers belong to
/// nightctl.
@Suite("Items of tinty")
struct TintyItemTests {
  private static let data = "/home/ann/.local/share/tinted-theming/tinty"
  private static let config =
    "a: { filename: \"colors/{{ scheme-system }}-{{ scheme-slug }}.toml\" }"

  private static func json(_ text: String) throws(Flaw) -> JSONNode {
    try JSONReader.read(Array(text.utf8), limits: ProgramReader.limits)
  }

  /// The descriptions of the items in `root`, if each repository has the list `config`.
  private static func items(
    _ root: String,
    _ config: String = config
  ) throws -> (descriptions: [ToolTemplates.Description], flaws: [Flaw], read: [String]) {
    var read: [String] = []
    let found = ToolTemplates.items(
      try json(root),
      file: "config.toml",
      home: "/home/ann",
      data: data,
      path: { path in
        let home = path.hasPrefix("~/") ? "/home/ann/" + path.dropFirst(2) : path
        return ToolTemplates.path(home, in: "/home/ann/.config/tinted-theming/tinty")
      }
    ) { (path) throws(Flaw) in
      read.append(path)
      return try json("{ \(config) }")
    }
    return (found.descriptions, found.flaws.map(\.flaw), read)
  }

  private static func wanted(
    _ root: String,
    _ config: String = config,
    _ template: String = "{{base00-hex}} {{scheme-system}}",
    exists: @escaping @Sendable (String) -> Bool = { _ in false }
  ) throws -> WantedProgram {
    let description = try #require(try items(root, config).descriptions.first)
    let context = ProgramContext(
      ColorScheme(builtIn: "midnight", style: .dark),
      BaseFolders { $0 == "HOME" ? "/home/ann" : nil },
      exists: exists
    )
    let program = try ProgramReader.read(description, in: "/home/ann", Array(root.utf8)) { _ in
      Array(template.utf8)
    }
    return try program.wanted(context)
  }

  private static func item(_ members: String) -> String {
    "{ items: [{ name: \"Kitty\", path: \"https://example.org/kitty\", \"themes-dir\": \"colors\", "
      + "\(members) }] }"
  }

  @Test("An item of tinty becomes a program whose theme goes into nightd's own folder")
  func own() throws {
    let found = try Self.items(Self.item(""))
    #expect(found.flaws == [] && found.descriptions.map(\.name) == ["tinty-kitty"])
    #expect(found.read == [Self.data + "/repos/Kitty/templates/config.yaml"])
    #expect(
      found.descriptions.first?.inputs
        == ["theme.toml": Self.data + "/repos/Kitty/templates/a.mustache"]
    )
    let wanted = try Self.wanted(Self.item(""))
    #expect(wanted.files.map(\.path) == ["/home/ann/.local/state/nightd/programs/tinty-kitty.toml"])
    #expect(wanted.files.first?.text.hasSuffix(" base16") == true)
    #expect(wanted.settings == [] && wanted.announcements == [])
  }

  @Test("If tinty has already copied a theme for an item, nightd's theme replaces this copy")
  func copied() throws {
    let copy = Self.data + "/Kitty-colors-file.toml"
    let wanted = try Self.wanted(Self.item(""), exists: { $0 == copy })
    #expect(wanted.files == [] && wanted.settings.count == 1)
    guard case .file(let path, .whole)? = wanted.settings.first?.place else {
      Issue.record("no file is replaced")
      return
    }
    #expect(path == copy)
  }

  @Test("A hook runs in tinty's shell, and gets the theme's path, its scheme and tinty's variables")
  func hook() throws {
    let path = "/home/ann/.local/state/nightd/programs/tinty-kitty.toml"
    let hook = #"hook: "cp %f ~/x && echo %n %o {{x}} <* {% '$HOME'""#
    let wanted = try Self.wanted(
      "{ shell: \"zsh -c '{}'\", " + Self.item(hook).dropFirst()
    )
    guard case .run(let arguments, _, _)? = wanted.announcements.first else {
      Issue.record("no hook")
      return
    }
    #expect(arguments.count == 9 && arguments[2].hasSuffix("; zsh -c \"$1\"; exit 0"))
    #expect(arguments[2].hasPrefix("export TINTY_THEME_FILE_PATH=\"$2\" "))
    #expect(
      Array(arguments[4...]) == [
        "cp \(path) ~/x && echo base16-midnight apply {{x}} <* {% '$HOME'", path, "base16",
        "midnight", "dark",
      ]
    )
  }

  @Test("A template for base24 is preferred if the item supports it")
  func systems() throws {
    let both = """
      old: { extension: ".toml", output: "colors" },
      new: { filename: "colors/{{scheme-slug}}.conf", "supported-systems": ["base24", "tinted8"] },
      no: { filename: "colors/{{scheme.slug}}", "supported-systems": ["tinted8"] }
      """
    func file(_ members: String) throws -> String? {
      try Self.items(Self.item(members), both).descriptions.first?.inputs.values.first
    }
    #expect(try file("")?.hasSuffix("/old.mustache") == true)
    #expect(
      try file(#""supported-systems": ["base16", "base24"]"#)?.hasSuffix("/new.mustache") == true
    )
    #expect(try file(#""supported-systems": ["base16"], "theme-file-extension": ".toml""#) != nil)
    #expect(try file(#""theme-file-extension": ".css""#) == nil)
    #expect(try file(#""supported-systems": ["tinted8"]"#) == nil)
  }

  @Test(
    "An unusable item is reported with its position, and the others are kept",
    arguments: [
      (#"name: "a/b", path: "~/x", "themes-dir": "colors""#, "expected a name without a slash"),
      (
        #"name: "a\u0007", path: "~/x", "themes-dir": "colors""#,
        "expected a name without a slash or control characters"
      ),
      (
        #"name: "OK", path: "~/x", "themes-dir": "colors""#,
        "expected another name: an earlier item is also called tinty-ok"
      ),
      (#"name: "a", path: "/etc/x", "themes-dir": "colors""#, "a path in your home"),
      (#"name: "a", path: "~/../bob/x", "themes-dir": "colors""#, "a path in your home"),
      (#"name: "a", path: "~/x""#, "expected “themes-dir”"),
      (#"path: "~/x", "themes-dir": "colors""#, "expected “name”"),
      (#"name: "a", path: "~/x", "themes-dir": "other""#, "expected a template for base16"),
      (
        #"name: "a", path: "~/x", "themes-dir": "colors", "supported-systems": ["base8"]"#,
        "expected base16, base24 or tinted8"
      ),
    ]
  )
  func refused(item: String, message: String) throws {
    let good = #"{ name: "ok", path: "~/ok", "themes-dir": "./colors/" }"#
    let found = try Self.items("{ items: [\(good), { \(item) }] }")
    #expect(found.descriptions.map(\.name) == ["tinty-ok"])
    #expect(found.flaws.count == 1 && found.flaws[0].message.contains(message), "\(found.flaws)")
    #expect(found.flaws.first?.position != nil)
  }

  @Test(
    "A mistake in a repository's list is reported with the list's file and position",
    arguments: [
      (#"a: { filename: "../x" }"#, "config.yaml:1:6: expected a path inside the repository"),
      (#"a: { filename: "/etc/x" }"#, "config.yaml:1:6: expected a path inside the repository"),
      (#""../a": { filename: "x" }"#, "config.yaml:1:11: expected a path inside the repository"),
      ("a: {}", "config.yaml:1:6: expected “filename”"),
      (
        #"a: { filename: "colors/x", "supported-systems": ["base17"] }"#,
        "config.yaml:1:52: expected base16, base24 or tinted8"
      ),
    ]
  )
  func badList(config: String, message: String) throws {
    let found = try Self.items(Self.item(""), config)
    #expect(found.descriptions == [] && found.flaws.count == 1)
    #expect(found.flaws.first?.message.contains(message) == true, "\(found.flaws)")
  }

  @Test("If tinty's setting `shell` lacks the placeholder {}, it is refused")
  func shell() throws {
    let found = try Self.items("{ shell: \"zsh\", " + Self.item("hook: \"x\"").dropFirst())
    #expect(found.descriptions == [] && found.flaws.first?.message.contains("{}") == true)
  }
}
