import TestSupport
import Testing

@Suite("NightKit's manual")
struct NightKitDocumentTests {
  private static let folder = "Sources/NightKit"

  @Test(
    "what an article has in Swift compiles",
    .enabled(if: Stranger.canCompile),
    arguments: ["NightKit", "UseItFromAnApplication", "ComingFromAnotherDesign"]
  )
  func articles(name: String) throws {
    let article = try Documentation("\(Self.folder)/NightKit.docc/\(name).md")
    let examples = article.blocks.filter { $0.kind == "swift" }.map(\.text)
    #expect(!examples.isEmpty)
    // They build on each other.
    try Stranger.compile(examples.joined(separator: "\n"))
  }

  @Test("every public declaration says what it is")
  func documented() throws {
    let files = try Self.sources()
    #expect(files.count > 20)
    var found = 0
    for file in files {
      let lines = try TextFile(file).lines
      for (number, line) in lines.enumerated() where Self.isPublic(line) {
        found += 1
        // Attributes stand between.
        let above = lines[..<number].last { !$0.drop { $0 == " " }.hasPrefix("@") } ?? ""
        let isSaid = above.drop { $0 == " " }.hasPrefix("///")
        #expect(isSaid, "\(file):\(number + 1): \(line)")
      }
    }
    #expect(found > 150)
  }

  /// An extension is said with what it extends.
  private static func isPublic(_ line: String) -> Bool {
    let words = line.split(separator: " ")
    return words.first == "public" && !words.contains("import") && !words.contains("extension")
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
