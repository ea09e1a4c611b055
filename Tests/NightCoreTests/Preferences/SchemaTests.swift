import NightCore
import TestSupport
import Testing

/// Compares the JSON Schemas of hand-written files with the copies in `data/schema`.
@Suite("JSON Schemas")
struct SchemaTests {
  static let documents: [(name: String, document: JSON)] = [
    ("config.schema.json", PreferenceSchema.document), ("theme.schema.json", ThemeSchema.document),
  ]

  @Test("The files in data/schema are the schemas of this version", arguments: documents)
  func files(name: String, document: JSON) throws {
    let text = document.text(pretty: true)
    #expect(try GoldenText.inFile("data/schema/\(name)", found: text) == text, "make texts")
  }

  private static func value(_ path: [String], in json: JSON) -> JSON? {
    guard let name = path.first else { return json }
    guard case .object(let members) = json,
      let member = members.first(where: { $0.name == name })
    else { return nil }
    return value(Array(path.dropFirst()), in: member.value)
  }

  /// The names of the schema's leaves; dots separate the parts of each name.
  private static func leaves(_ schema: JSON, below prefix: String = "") -> [String] {
    guard case .object(let members)? = value(["properties"], in: schema) else { return [prefix] }
    return members.flatMap {
      leaves($0.value, below: prefix + (prefix.isEmpty ? "" : ".") + $0.name)
    }
  }

  private static func path(of name: String) -> [String] {
    name.split(separator: ".").flatMap { ["properties", String($0)] }
  }

  private static let section = ["properties", "app", "additionalProperties"]

  @Test("The preference schema has each preference in the table, with its default and summary")
  func preferences() throws {
    let schema = PreferenceSchema.document
    let own = try #require(Self.value(Self.section, in: schema))
    for entry in PreferenceTable.entries {
      for (scope, root) in [(PreferenceEntry.Scope.application, schema), (.desktop, own)]
      where entry.scope != scope {
        let leaf = try #require(Self.value(Self.path(of: entry.name), in: root), "\(entry.name)")
        #expect(Self.value(["default"], in: leaf) == entry.registered?.json)
        guard case .string(let text)? = Self.value(["description"], in: leaf) else {
          Issue.record("\(entry.name) has no description")
          continue
        }
        #expect(text.hasPrefix(entry.summary) && text.hasSuffix("Values: \(entry.type.words)."))
        #expect(text.contains("private") == entry.isPrivate)
      }
    }
  }

  @Test("The preference schema has no preferences except those in the table")
  func noOthers() throws {
    let schema = PreferenceSchema.document
    let desktop = PreferenceTable.keys().map(\.name)
    #expect(Self.leaves(schema).sorted() == (desktop + ["$schema", "format", "app"]).sorted())
    let own = try #require(Self.value(Self.section, in: schema))
    let application = PreferenceTable.keys(of: "x").map(\.name)
    #expect(Self.leaves(own).sorted() == application.sorted())
  }

  @Test("The theme schema has each section of a theme, and each role of the built-in themes")
  func sections() throws {
    let schema = ThemeSchema.document
    guard case .object(let members)? = Self.value(["properties"], in: schema) else {
      Issue.record("the schema has no properties")
      return
    }
    let words = ["$schema", "style", "name", "parent", "description", "author", "palette"]
    #expect(members.map(\.name) == words + ThemeKind.allCases.map(\.section))
    for role in ["background", "onSurfaceVariant", "shadow"] {
      #expect(Self.value(["properties", "colors", "properties", role], in: schema) != nil)
    }
  }

  private static func findings(_ text: String) -> [PreferenceFinding] {
    ConfigFile(.init(path: "/config.json5", content: .bytes(Array(text.utf8)))).findings
  }

  @Test("A preference file can contain its schema's name, which tells text editors the valid keys")
  func namedByPreferences() {
    let name = #""$schema": "file:///usr/share/nightd/schema/config.schema.json""#
    #expect(Self.findings("{\(name)}") == [])
    #expect(Self.findings("{\(name), fade: 5}") == [])
    #expect(Self.findings("{\(name), fade: 'x'}").map(\.key?.name) == ["fade"])
  }

  @Test("If an imported file contains the name of a schema, `prefs import` ignores that name")
  func namedByImport() throws {
    let text = "{$schema: 'x', format: 1, fade: 5}"
    let tree = try PreferenceTree(try JSONReader.read(Array(text.utf8), limits: .exact))
    #expect(tree.edits.map(\.subject) == [.key(PreferenceKey(known: "fade"))])
    let alone = try JSONReader.read(Array("{$schema: 'x'}".utf8), limits: .exact)
    #expect(try PreferenceTree(alone).edits.isEmpty)
  }

  @Test("`$schema` is a mistake anywhere except at the top level of a preference file")
  func namedInside() {
    #expect(Self.findings("{app: {x: {$schema: 'x'}}}").count == 1)
    #expect(Self.findings("{theme: {$schema: 'x'}}").count == 1)
  }

  @Test("A theme file can contain its schema's name, which tells text editors the valid keys")
  func namedByTheme() {
    let line = ThemeShelf(["a": "{$schema: 'x', style: 'dark'}"]).line("a")
    #expect(line.findings == [])
  }
}
