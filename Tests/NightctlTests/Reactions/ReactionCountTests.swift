import NightReactions
import TestSupport
import Testing

/// How many reactions exist, and how many were tried, is the same in all documents.
@Suite("Reactions in the documents")
struct ReactionCountTests {
  private let all = ReadyReactions.all
  private var untried: [ReadyReaction] { all.filter { $0.trial == .notTried } }

  @Test(
    "A document that counts the reactions counts those that were tried",
    arguments: ["README.md", "docs/compare.md", "docs/reactions.md"]
  )
  func counts(path: String) throws {
    let text = try TextFile("\(Built.sourceRoot)/\(path)").lines.joined(separator: " ")
    let tried = all.count - untried.count
    let claims = [
      "\(all.count) reactions, \(tried) of them tried with the real program",
      "\(tried) of the \(all.count) reactions were tried with the real program",
    ]
    #expect(claims.contains { text.contains($0) }, "\(claims)")
  }

  @Test("docs/reactions.md names each reaction that nobody has tried")
  func names() throws {
    let lines = try TextFile("\(Built.sourceRoot)/docs/reactions.md").lines
    let section = lines.drop { $0 != "## What was tried" }.dropFirst().prefix { !$0.hasPrefix("#") }
    let text = section.joined(separator: " ").lowercased().filter { $0 != " " }
    for reaction in untried { #expect(text.contains(reaction.name), "\(reaction.name)") }
    let compared = try TextFile("\(Built.sourceRoot)/docs/compare.md").lines
    let claim = "\(untried.count) of the \(all.count) reactions were never tried"
    #expect(compared.contains { $0.contains(claim) })
  }
}
