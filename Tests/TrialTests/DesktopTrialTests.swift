import Testing
import Trials

@Suite struct DesktopTrialTests {
  @Test(
    "However the desktop's sources change, the style is that of the first source that reports one"
  )
  func desktops() throws {
    let tally = try Desktops(deeds: 60).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 60)
  }

  @Test(
    "Once an application has got the last style, it gets no earlier style",
    .enabled(if: Flutter.skipReason == nil, "\(Flutter.skipReason ?? "")")
  )
  func flutter() throws {
    let tally = try Flutter(flips: 32).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 32)
  }
}
