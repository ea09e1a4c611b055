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

  @Test("What the user must change first is above the diff, and without a command to type")
  func noticesBeforeDiff() throws {
    let output = """
      Alacritty, as /usr/share/nightd/programs/alacritty describes it:
      --- /dev/null
      +++ /home/x/alacritty.toml
      @@ -1,0 +1,1 @@
      +[colors.primary]
      Change /home/x/own.toml first: it sets colors.primary itself, then run nightctl programs on \
      alacritty
      Sends the colours to each open terminal of alacritty.

      """
    var settings = Settings()
    let plan = Plan.programOn("alacritty", title: "Alacritty")
    let effects = settings.handle(
      .finished(.plan(plan), .text(CommandResult(code: 0, output: output))),
      Samples.context
    )
    guard case .confirm(let confirmation)? = effects.first else {
      Issue.record("no confirmation: \(effects)")
      return
    }
    #expect(
      confirmation.text.split(separator: "\n").prefix(2) == [
        "Alacritty follows only after you have done this:",
        "Change /home/x/own.toml first: it sets colors.primary itself",
      ]
    )
    #expect(confirmation.code.hasPrefix("--- /dev/null"))
    #expect(!confirmation.code.contains("first"))
    #expect(confirmation.code.hasSuffix("Sends the colours to each open terminal of alacritty."))
  }

  @Test("The reason why a program does not follow is the text, wherever nightctl printed it")
  func reasonOfProgram() {
    var settings = Settings()
    let result = CommandResult(
      code: 1,
      output: """
        Writes /home/x/alacritty.toml
        Change /home/x/own.toml first: it sets colors.primary itself, then run nightctl programs on a

        """,
      errors: "nightctl: alacritty is on, but without effect until you do what is printed above\n"
    )
    let effects = settings.handle(
      .finished(.program("alacritty", isOn: true), .text(result)),
      Samples.context
    )
    #expect(
      effects.last
        == .announce(
          Announcement(
            title: "alacritty does not follow yet",
            text: "Change /home/x/own.toml first: it sets colors.primary itself",
            code: "",
            close: "Close"
          )
        )
    )
  }

  @Test("The schedule is reset only after the user has seen the rules and accepted")
  func reset() throws {
    let rules = ["dark 19:45", "light 07:00"]
    var settings = Samples.settings([(.schedule, .schedule(Samples.schedule(rules)))])
    let effects = settings.handle(.intent(.resetSchedule), Samples.context)
    guard case .confirm(let confirmation)? = effects.first else {
      Issue.record("no confirmation: \(effects)")
      return
    }
    #expect(confirmation.code == "dark 19:45\nlight 07:00")
    #expect(confirmation.job == .clearRules)
    #expect(Job.clearRules.commands == [["nightctl", "prefs", "delete", "schedule"]])
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
            title: "mako does not follow yet",
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
      .importTheme("--replace"), .importTheme("-.png"), .setTheme(.dark, "--json"),
    ]
    for job in jobs {
      let command = job.commands.last ?? []
      #expect(command.dropLast().last == "--", "\(command)")
    }
  }

  @Test("Dropped pictures become themes, other files are imported, and a heap of files is cut")
  func drop() {
    var settings = Settings()
    let files = (0..<100).map { "/tmp/\($0).json" } + ["/tmp/a.png"]
    #expect(settings.handle(.intent(.drop(files)), Samples.context).count == 20)
    #expect(Job.importTheme("/tmp/A.PNG").commands[0][2] == "from")
    #expect(Job.importTheme("/tmp/a.zip").commands[0][2] == "import")
  }
}
