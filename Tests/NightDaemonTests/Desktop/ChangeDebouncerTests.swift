import NightCore
import TestSupport
import Testing

@testable import NightDaemon

@Suite("Debouncing the reports of a source") struct ChangeDebouncerTests {
  private let light = DesktopReport(source: "gsettings", style: .light)
  private let dark = DesktopReport(source: "gsettings", style: .dark)

  @Test(
    "If the desktop's value changes and returns within the quiet period, no change is reported"
  )
  func flutter() throws {
    let runner = try Runner()
    var passed: [Style?] = []
    let debouncer = ChangeDebouncer(runner.loop) { passed.append($0?.style) }
    debouncer.add(light)
    debouncer.add(dark)
    debouncer.add(light)
    debouncer.flush()
    #expect(passed == [.light])
  }

  @Test(
    "The debouncer reports both a change by the user and the echo of nightd's write right after it"
  )
  func writtenOver() throws {
    let runner = try Runner()
    var passed: [Style?] = []
    let debouncer = ChangeDebouncer(runner.loop) {
      passed.append($0?.style)
      if passed.count == 3 { runner.done() }
    }
    debouncer.add(light)
    debouncer.add(dark)
    debouncer.add(light, isEcho: true)
    #expect(passed == [.light, .dark])
    try runner.run()
    #expect(passed == [.light, .dark, .light])
  }

  @Test(
    "If a value changes back within the quiet period, `onReturn` is called at the end of this period"
  )
  func changedBack() throws {
    let runner = try Runner()
    var passed: [Style?] = []
    let debouncer = ChangeDebouncer(runner.loop) { passed.append($0?.style) }
    debouncer.onReturn = {
      #expect(!debouncer.isWaiting)
      runner.done()
    }
    debouncer.add(light)
    debouncer.add(dark)
    #expect(debouncer.isWaiting)
    debouncer.add(light)
    try runner.run()
    #expect(passed == [.light])
  }
}
