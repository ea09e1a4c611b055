import Testing
import Trials

@Suite struct DesktopTrialTests {
  @Test(
    "The style is that of the first desktop source that reports one, however the sources change"
  )
  func desktops() throws {
    let tally = try Desktops(deeds: 60).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 60)
  }

  @Test(
    "An application that got the last style gets no earlier one after it",
    .enabled(if: Flutter.skipReason == nil, "\(Flutter.skipReason ?? "")")
  )
  func flutter() throws {
    let tally = try Flutter(flips: 32).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 32)
  }
}
