import Testing

@testable import SettingsModel

struct SettingsTests {
  @Test("A change during a read makes the model read once more, and only once")
  func changesDuringRead() {
    var settings = Settings()
    #expect(settings.handle(.started, Samples.context) == [.start(.why), .start(.preferences)])
    #expect(settings.handle(.changed, Samples.context) == [])
    #expect(settings.handle(.changed, Samples.context) == [])
    #expect(
      settings.handle(.finished(.why, .why(Samples.why())), Samples.context) == [.start(.why)]
    )
    #expect(settings.handle(.finished(.why, .why(Samples.why())), Samples.context) == [])
  }

  @Test("A second click on a button whose job still runs starts nothing")
  func twoClicks() {
    var settings = Settings()
    let click = Event.intent(.run(.set(.dark, .hour)))
    #expect(settings.handle(click, Samples.context) == [.start(.set(.dark, .hour))])
    #expect(settings.handle(click, Samples.context) == [])
  }

  @Test("A program is switched on only after the user has seen and accepted the diff")
  func programOn() throws {
    var settings = Settings()
    let plan = Plan.programOn("kitty", title: "kitty")
    #expect(settings.handle(.intent(.preview(plan)), Samples.context) == [.start(.plan(plan))])
    let diff = CommandResult(code: 0, output: "+include x\n")
    let effects = settings.handle(.finished(.plan(plan), .text(diff)), Samples.context)
    guard case .confirm(let confirmation)? = effects.first else {
      Issue.record("no confirmation: \(effects)")
      return
    }
    #expect(confirmation.code == "+include x")
    let job = Job.program("kitty", isOn: true)
    #expect(confirmation.job == job)
    #expect(settings.handle(.answered(job, isAccepted: false), Samples.context) == [])
    #expect(settings.handle(.answered(job, isAccepted: true), Samples.context) == [.start(job)])
  }

  @Test("A refused program leaves nightctl's sentence")
  func refusedProgram() {
    var settings = Settings()
    let result = CommandResult(code: 1, errors: "nightctl: mako was not switched on: it is old\n")
    let effects = settings.handle(
      .finished(.program("mako", isOn: true), .text(result)),
      Samples.context
    )
    #expect(
      effects.last
        == .announce(
          Announcement(
            title: "The program does not follow",
            text: "mako was not switched on: it is old",
            code: "",
            close: "Close"
          )
        )
    )
  }

  @Test("A failed change says why, and reads the true state again")
  func failedChange() {
    var settings = Settings()
    let effects = settings.handle(
      .finished(.set(.dark, .always), .failed(.refused("the choice is locked"))),
      Samples.context
    )
    #expect(effects == [.say("the choice is locked"), .start(.why)])
  }

  @Test("Opening a page reads what it shows", arguments: PageID.allCases)
  func open(_ page: PageID) {
    var settings = Settings()
    #expect(!settings.handle(.opened(page), Samples.context).isEmpty)
    #expect(settings.openPage == page)
    #expect(settings.page(page, Samples.context).status?.isWaiting == true)
  }

  @Test("Names from other programs are never options of nightctl")
  func arguments() {
    let jobs: [Job] = [
      .program("--all", isOn: true), .plan(.programOn("--all", title: "")), .colors(["--json"]),
      .importTheme("--replace"), .importTheme("-.png"),
    ]
    for job in jobs {
      let arguments = job.arguments ?? []
      #expect(arguments.dropLast().last == "--", "\(arguments)")
    }
  }

  @Test("Dropped pictures become themes, other files are imported, and a heap of files is cut")
  func drop() {
    var settings = Settings()
    let files = (0..<100).map { "/tmp/\($0).json" } + ["/tmp/a.png"]
    #expect(settings.handle(.intent(.drop(files)), Samples.context).count == 20)
    #expect(Job.importTheme("/tmp/A.PNG").arguments?[1] == "from")
    #expect(Job.importTheme("/tmp/a.zip").arguments?[1] == "import")
  }
}
