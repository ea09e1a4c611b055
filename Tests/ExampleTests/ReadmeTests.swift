import TestSupport
import Testing

@Suite("README.md")
struct ReadmeTests {
  @Test(
    "the Swift examples compile in a package of someone else's",
    .enabled(if: Stranger.canCompile)
  )
  func swiftExamples() throws {
    let examples = try Documentation("README.md").blocks.filter { $0.kind == "swift" }.map(\.text)
    #expect(examples.count == 2)
    let first = try #require(examples.first)
    // The first five lines have all that they need; what follows has the `night` that they made.
    try Stranger.compile(first)
    try Stranger.compile("import NightKit\nlet night = Night()\n" + examples.dropFirst().joined())
  }
}
