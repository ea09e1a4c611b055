import Testing

@testable import SettingsModel

struct StylePageTests {
  @Test(
    "The page says why the style is in effect, and until when",
    arguments: [
      (Samples.why(), "You chose it"),
      (Samples.why(by: "desktop"), "You chose it with the desktop's switch"),
      (
        Samples.why(reason: "schedule", next: "2026-12-01T06:54:22.361536Z"),
        "The schedule decides, until 06:54"
      ),
      (
        Samples.why(.light, reason: "schedule", next: "2026-12-03T15:00:00Z"),
        "The schedule decides, until Thursday 15:00"
      ),
      (
        Samples.why(.light, reason: "schedule", next: "2027-02-03T15:00:00Z"),
        "The schedule decides, until 2027-02-03 15:00"
      ),
      (
        Samples.why(
          reason: "hold",
          next: "2026-11-30T13:00:00Z",
          holdUntil: "2026-11-30T13:00:00Z"
        ),
        "For a while, until 13:00"
      ),
      (Samples.why(.light, reason: "fallback"), "Nobody has chosen a style yet"),
      (Samples.why(reason: "inhibit"), "A program prevents the change for now"),
      (Samples.why(reason: "a later version's reason"), ""),
    ]
  )
  func reason(_ report: WhyReport, _ sentence: String) {
    #expect(Samples.context.reason(report) == sentence)
  }

  @Test("The chosen option is the choice, and not the present style")
  func choice() {
    let settings = Samples.settings([(.why, .why(Samples.why(.dark, choice: "schedule")))])
    let rows = settings.stylePage(Samples.context).groups.first { $0.id == "choice" }?.rows ?? []
    let chosen = rows.filter {
      if case .option(true, _) = $0.content { true } else { false }
    }
    #expect(chosen.map(\.id) == ["schedule"])
  }

  @Test("A lock switches the controls off, and the page names its place")
  func lock() {
    let settings = Samples.settings([
      (.why, .why(Samples.why())),
      (
        .preferences,
        .preferences(PreferencesReport(locks: ["choice": "/etc/xdg/nightd/locks:3:1"]))
      ),
    ])
    let page = settings.stylePage(Samples.context)
    #expect(page.row("notice", "notice")?.title.contains("/etc/xdg/nightd/locks:3:1") == true)
    #expect(page.row("choice", "light")?.isEnabled == false)
    #expect(page.row("hold", "hour")?.isEnabled == false)
  }

  @Test("Only a hold can be ended")
  func hold() {
    let free = Samples.settings([(.why, .why(Samples.why()))])
    let held = Samples.settings([
      (.why, .why(Samples.why(reason: "hold", holdUntil: "2026-11-30T13:00:00Z")))
    ])
    #expect(free.stylePage(Samples.context).row("now", "hold") == nil)
    #expect(held.stylePage(Samples.context).row("now", "hold")?.text == "Afterwards: Dark")
  }

  @Test(
    "Each failure has a title, its own sentence, and a button to try again",
    arguments: [
      (Failure.unreachable("there is no session bus"), "nightd cannot be reached"),
      (.noAnswer, "nightd does not answer"),
      (.noProgram, "nightd is not installed"),
      (.malformed("no JSON"), "Something went wrong"),
    ]
  )
  func failure(_ failure: Failure, _ title: String) {
    var settings = Samples.settings([(.why, .failed(failure))])
    let status = settings.stylePage(Samples.context).status
    #expect(status?.title == title)
    #expect(status?.text == Samples.context.sentence(failure))
    #expect(status?.button?.intent == .reload)
    _ = settings.handle(.finished(.why, .why(Samples.why())), Samples.context)
    #expect(settings.stylePage(Samples.context).status == nil)
  }

  @Test("The switch of the icon shows whether the icon is on", arguments: [true, false])
  func icon(_ isOn: Bool) {
    let read: [(Job, Outcome)] = [
      (.why, .why(Samples.why())), (.icon, .icon(isOn: isOn)),
    ]
    #expect(
      Samples.settings(read).stylePage(Samples.context).row("icon", "icon")?.content
        == .toggle(isOn: isOn, on: .run(.showIcon(true)), off: .run(.showIcon(false)))
    )
  }

  @Test("If the icon is not installed, the page has no switch for it, and says nothing")
  func noIcon() {
    var settings = Samples.settings([(.why, .why(Samples.why()))])
    #expect(settings.handle(.finished(.icon, .failed(.noProgram)), Samples.context).isEmpty)
    let page = settings.stylePage(Samples.context)
    #expect(page.status == nil)
    #expect(page.row("icon", "icon") == nil)
  }

  @Test(
    "After each use of the icon's switch, the window reads whether the icon is on",
    arguments: [Outcome.done, .failed(.refused("cannot write the file"))]
  )
  func iconSwitch(_ outcome: Outcome) {
    var settings = Samples.settings([(.why, .why(Samples.why())), (.icon, .icon(isOn: false))])
    #expect(
      settings.handle(.intent(.run(.showIcon(true))), Samples.context)
        == [.start(.showIcon(true))]
    )
    #expect(settings.stylePage(Samples.context).row("icon", "icon")?.isEnabled == false)
    let effects = settings.handle(.finished(.showIcon(true), outcome), Samples.context)
    #expect(effects.contains(.start(.icon)))
    #expect(settings.stylePage(Samples.context).row("icon", "icon")?.isEnabled == true)
  }

  @Test("Before the first answer, the page waits")
  func waiting() {
    #expect(Settings().stylePage(Samples.context).status?.isWaiting == true)
  }
}
