import Testing
import Trials

@Suite struct DesktopTrialTests {
  @Test("Whichever sources come and go, the style is always that of the first source with a style")
  func desktops() throws {
    let tally = try Desktops(deeds: 60).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 60)
  }

  @Test(
    "After an application has received the last style, it never receives an earlier style",
    .enabled(if: Flutter.skipReason == nil, "\(Flutter.skipReason ?? "")")
  )
  func flutter() throws {
    let tally = try Flutter(flips: 32).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 32)
  }
}
