import Testing
import Trials

@Suite struct DesktopTrialTests {
  @Test("The style is always that of the first source with a style, however the sources change")
  func desktops() throws {
    let tally = try Desktops(deeds: 60).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 60)
  }

  @Test(
    "An application that has received the last style never receives an earlier style",
    .enabled(if: Flutter.skipReason == nil, "\(Flutter.skipReason ?? "")")
  )
  func flutter() throws {
    let tally = try Flutter(flips: 32).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 32)
  }
}
