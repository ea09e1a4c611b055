import Testing
import Trials

@Suite struct DesktopTrialTests {
  @Test("whoever comes, goes, lies or flutters, it is as the first source that tells has it")
  func desktops() throws {
    let tally = try Desktops(deeds: 60).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 60)
  }
}
