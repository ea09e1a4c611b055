import TestSupport
import Testing

/// Runs each kept input once through its target, as a short form of the fuzzer.
@Suite("Stored inputs of the fuzzer") struct CorpusTests {
  @Test("For each fuzz input in the corpus, every property holds", arguments: FuzzTarget.allCases)
  func holds(_ target: FuzzTarget) throws {
    let files = try KeptInput.all(of: target)
    #expect(files.count > 5, "\(target) has too few inputs to show anything")
    let run = try target.make()
    for file in files {
      do throws(Finding) { try run(file.bytes) } catch {
        Issue.record("\(file.name): \(error)")
      }
    }
  }

  @Test("If a property does not hold, the fuzz target throws the error `Finding`")
  func fails() {
    #expect(throws: Finding.self) { try assure(false, "broken") }
  }
}
