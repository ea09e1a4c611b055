import TestSupport
import Testing

/// Every input that is kept, once through its target: the fuzzer's short form.
@Suite("The inputs kept for the fuzzer") struct CorpusTests {
  @Test("everything holds on each of them", arguments: FuzzTarget.allCases)
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

  @Test("what does not hold is told")
  func fails() {
    #expect(throws: Finding.self) { try assure(false, "broken") }
  }
}
