import Testing
import Trials

@Suite struct DesktopTrialTests {
  @Test("whoever comes, goes, lies or flutters, it is as the first source that tells has it")
  func desktops() throws {
    let tally = try Desktops(deeds: 60).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 60)
  }

  @Test(
    "An application that was told the last style is told no earlier one after it",
    .enabled(if: Flutter.obstacle == nil, "\(Flutter.obstacle ?? "")")
  )
  func flutter() throws {
    let tally = try Flutter(flips: 32).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 32)
  }
}
