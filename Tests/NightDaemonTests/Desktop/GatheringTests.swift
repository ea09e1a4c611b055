import NightCore
import NightValues
import TestSupport
import Testing

@testable import NightDaemon

@Suite("Reports of a source that changes fast") struct GatheringTests {
  private let light = DesktopReport(source: "gsettings", style: .light)
  private let dark = DesktopReport(source: "gsettings", style: .dark)

  @Test("Reports that return to the last one told within a moment are not told")
  func flutter() throws {
    let runner = try Runner()
    var told: [Style?] = []
    let gathering = Gathering(runner.loop) { told.append($0?.style) }
    gathering.take(light)
    gathering.take(dark)
    gathering.take(light)
    gathering.tellNow()
    #expect(told == [.light])
  }

  @Test("A person's word between nightd's last look and its write is told before the echo")
  func writtenOver() throws {
    let runner = try Runner()
    var told: [Style?] = []
    let gathering = Gathering(runner.loop) {
      told.append($0?.style)
      if told.count == 3 { runner.done() }
    }
    gathering.take(light)
    gathering.take(dark)
    gathering.take(light, isEcho: true)
    #expect(told == [.light, .dark])
    try runner.run()
    #expect(told == [.light, .dark, .light])
  }
}
