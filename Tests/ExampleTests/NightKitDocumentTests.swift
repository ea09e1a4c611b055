import TestSupport
import Testing

@Suite("NightKit's manual")
struct NightKitDocumentTests {
  private static let folder = "Sources/NightKit"

  @Test(
    "The Swift examples of each NightKit article compile",
    .enabled(if: OtherPackage.canCompile),
    arguments: ["NightKit", "UseItFromAnApplication", "ComingFromAnotherDesign"]
  )
  func articles(name: String) throws {
    let article = try Documentation("\(Self.folder)/NightKit.docc/\(name).md")
    let examples = article.blocks.filter { $0.kind == "swift" }.map(\.text)
    #expect(!examples.isEmpty)
    // The examples of an article build on each other, so compile them together.
    try OtherPackage.compile(examples.joined(separator: "\n"))
  }

  @Test("Every public declaration has a comment")
  func documented() throws {
    let files = try Self.sources()
    #expect(files.count > 15)
    var found = 0
    for file in files {
      let lines = try TextFile(file).lines
      for (number, line) in lines.enumerated() where Self.isPublic(line) {
        found += 1
        // There may be attributes between the comment and the declaration.
        let above = lines[..<number].last { !$0.drop { $0 == " " }.hasPrefix("@") } ?? ""
        let isDocumented = above.drop { $0 == " " }.hasPrefix("///")
        #expect(isDocumented, "\(file):\(number + 1): \(line)")
      }
    }
    #expect(found > 150)
  }

  @Test(
    "For each mechanism of five other theming libraries, the documentation lists an existing test"
  )
  func mechanisms() throws {
    let text = try TextFile("\(Built.sourceRoot)/\(Self.folder)/NightKit.docc/EveryMechanism.md")
    let cells = text.lines.filter { $0.hasPrefix("| ") }.map { $0.split(separator: "|").last ?? "" }
    let names = cells.map { $0.filter { !" `".contains($0) } }.filter { $0.contains("Tests.") }
    #expect(names.count >= 92)
    let tests = try Self.tests()
    // Compare with an empty list, because a failure would otherwise print the whole set.
    let missing = names.filter { !tests.contains($0) }
    #expect(missing == [])
  }

  /// The names of all tests in the repository, in the form `Suite.function`.
  private static func tests() throws -> Set<String> {
    let finished = try Program.run(
      "/bin/grep",
      ["-rhoE", "(struct [A-Za-z0-9]+Tests)|(func [A-Za-z0-9]+)", "\(Built.sourceRoot)/Tests"],
      environment: [:]
    )
    var suite = ""
    var tests: Set<String> = []
    for line in finished.output.split(separator: "\n") {
      let name = line.split(separator: " ").last.map(String.init) ?? ""
      if line.hasPrefix("struct") { suite = name } else { tests.insert("\(suite).\(name)") }
    }
    return tests
  }

  /// Whether the line begins a public declaration; an extension needs no comment of its own.
  private static func isPublic(_ line: String) -> Bool {
    let tokens = line.split(separator: " ")
    return tokens.first == "public" && !tokens.contains("import") && !tokens.contains("extension")
  }

  private static func sources() throws -> [String] {
    let finished = try Program.run(
      "/usr/bin/find",
      ["\(Built.sourceRoot)/\(folder)", "-name", "*.swift"],
      environment: [:]
    )
    return finished.output.split(separator: "\n").map(String.init)
  }
}

@Suite("README.md")
struct ReadmeTests {
  @Test(
    "The Swift examples in README.md compile in a separate package",
    .enabled(if: OtherPackage.canCompile)
  )
  func swiftExamples() throws {
    let examples = try Documentation("README.md").blocks.filter { $0.kind == "swift" }.map(\.text)
    #expect(examples.count == 2)
    let first = try #require(examples.first)
    // Compile the first example alone, because it is a complete program. The second example uses
    // the constant `night` of the first example.
    try OtherPackage.compile(first)
    try OtherPackage.compile(
      "import NightKit\nlet night = Night()\n" + examples.dropFirst().joined()
    )
  }
}
