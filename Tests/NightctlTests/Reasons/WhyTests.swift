import NightCore
import Testing

@testable import nightctl

/// Each reason in the words that people read.
@Suite("nightctl why")
struct WhyTests {
  @Test(
    "each reason has its sentences",
    arguments: WhyTests.choices + WhyTests.files + WhyTests.holds + WhyTests.schedules
      + WhyTests.desktops + WhyTests.others
  )
  func lines(row: WhyCase) { #expect(Words.whys(row.make()) == row.lines) }

  static let choices: [WhyCase] = [
    WhyCase(
      "a choice made with nightctl",
      "It is dark because you set it so with nightctl 20 minutes ago; it stays so until you choose "
        + "another."
    ) { Reasoning(.dark, .choice, .dark) { $0.changed(by: .program("nightctl")) } },
    WhyCase(
      "a choice made with another program",
      "It is light because busctl set it so 20 minutes ago; it stays so until you choose another."
    ) { Reasoning(.light, .choice, .light) { $0.changed(by: .program("busctl")) } },
    WhyCase(
      "a choice of which the program is not known",
      "It is dark because you set it so a moment ago; it stays so until you choose another."
    ) {
      Reasoning(.dark, .choice, .dark, since: Reasoning.now) { $0.changed(by: .program(nil)) }
    },
    WhyCase(
      "a choice that changed nothing, and a colour that did later",
      "It is light because you set it so a minute ago; it stays so until you choose another."
    ) {
      Reasoning(.light, .choice, .light, since: Reasoning.made(19, 59)) {
        $0.changed(by: .program("nightctl"))
        $0.changes[1].style = .light
      }
    },
    WhyCase(
      "a choice after which other things changed",
      "It is dark because you set it so with nightctl at 07:00 yesterday; it stays so until you "
        + "choose another."
    ) {
      Reasoning(.dark, .choice, .dark, since: Reasoning.made(7, 0, day: -1)) {
        $0.changed(by: .program("nightctl"))
        var later = $0.changes[0]
        later.time = Reasoning.made(19, 0)
        later.origin = .program("busctl")
        $0.changes.insert(later, at: 0)
      }
    },
    WhyCase(
      "a switch that ended what it held, and went back to what was chosen",
      "It is dark because you set it so with the desktop's own switch 5 minutes ago; it stays so "
        + "until you choose another."
    ) {
      Reasoning(.dark, .choice, .dark, since: Reasoning.made(16, 5)) {
        $0.changed(by: .program("nightctl"))
        var (held, back) = ($0.changes[0], $0.changes[0])
        held.time = Reasoning.made(19, 50)
        held.style = .light
        held.origin = .desktop
        back.time = Reasoning.made(19, 55)
        back.origin = .desktop
        $0.changes = [back, held] + $0.changes
      }
    },
    WhyCase(
      "colours that changed since, by whoever",
      "It is dark because you set it so with nightctl 20 minutes ago; it stays so until you choose "
        + "another."
    ) {
      Reasoning(.dark, .choice, .dark) {
        $0.changed(by: .program("nightctl"))
        var later = $0.changes[0]
        later.time = Reasoning.made(19, 55)
        later.style = .light
        later.isOfStyle = false
        later.origin = .program("busctl")
        $0.changes.insert(later, at: 0)
      }
    },
    WhyCase(
      "a choice by the desktop's switch",
      "It is dark because you set it so with the desktop's own switch at 16:05; it stays so until "
        + "you choose another.",
      "gnome tells that the desktop asks for dark."
    ) {
      Reasoning(.dark, .choice, .dark, since: Reasoning.made(16, 5)) {
        $0.appearance.isByDesktop = true
        $0.desktop(.dark)
      }
    },
    WhyCase(
      "a choice that another nightd stored",
      "It is dark because another nightd stored it so at 16:05 on Thu 2026-11-19; it stays so until "
        + "you choose another."
    ) {
      Reasoning(.dark, .choice, .dark, since: Reasoning.made(16, 5, day: -2)) {
        $0.changed(by: .store)
      }
    },
  ]

  static let files: [WhyCase] = [
    WhyCase(
      "the user's file",
      "It is dark because your config.json5 says so (/home/ada/config.json5:3:5); it stays so until "
        + "you choose another."
    ) {
      Reasoning(.dark, .choice, .dark) {
        $0.layers = ChoiceLayers([.winning(.user, .dark, file: "/home/ada/config.json5")])
        $0.changed(by: .file)
      }
    },
    WhyCase(
      "the machine's file",
      "It is light because the machine's config.json5 says so (/etc/xdg/config.json5:3:5); it stays "
        + "so until you choose another."
    ) {
      Reasoning(.light, .choice, .light) {
        $0.layers = ChoiceLayers([.winning(.system, .light, file: "/etc/xdg/config.json5")])
      }
    },
    WhyCase(
      "a lock over the person's own choice",
      "It is light because the machine's config.json5 says so (/etc/xdg/config.json5:3:5); the "
        + "choice is locked.",
      "The choice is locked by /etc/xdg/locks:1:1; your choice of dark has no effect."
    ) {
      Reasoning(.light, .choice, .light) {
        $0.layers = ChoiceLayers([
          .passedOver(.dark),
          .winning(.system, .light, file: "/etc/xdg/config.json5", lock: "/etc/xdg/locks:1:1"),
        ])
      }
    },
    WhyCase(
      "a lock where no file makes a choice",
      "It is light because the choice is locked, and no file of the machine makes one; only the "
        + "machine's files can change that.",
      "Nobody tells what the desktop asks for; nightctl prefs read system.sources says who is asked.",
      "The choice is locked by /etc/xdg/locks:1:1."
    ) {
      Reasoning(.light, .fallback, .system, isChosen: false) {
        $0.layers = ChoiceLayers([.winning(.registered, .system, lock: "/etc/xdg/locks:1:1")])
        $0.nobodyTells()
      }
    },
    WhyCase(
      "the schedule, by the user's file",
      "It is dark because the schedule says so by “dark sunset”; at 07:43 tomorrow it turns light.",
      "Your config.json5 says that the schedule decides (/home/ada/config.json5:3:5).",
      "The rules are “dark sunset” and “light sunrise”.",
      "The sun is reckoned for 52.5,13.37: the place of the zone Europe/Berlin."
    ) {
      Reasoning(.dark, .schedule, .schedule, next: Reasoning.made(7, 43, day: 1)) {
        $0.layers = ChoiceLayers([.winning(.user, .schedule, file: "/home/ada/config.json5")])
        $0.decides(at: .berlin)
      }
    },
  ]

  static let others: [WhyCase] = [
    WhyCase(
      "a program that asks for no change",
      "It is light because vlc asks that nothing changes by itself; what is due meanwhile happens "
        + "once nobody asks for that any more.",
      "You chose that the schedule decides.",
      "The rules are “dark sunset” and “light sunrise”.",
      "The sun is reckoned for 52.5,13.37: the place of the zone Europe/Berlin.",
      "vlc asks since 15:30 that nothing changes by itself: “a film”."
    ) {
      Reasoning(.light, .inhibit, .schedule) {
        $0.decides(at: .berlin)
        $0.inhibitors = [
          Inhibitor(application: "vlc", why: "a film", since: Reasoning.made(15, 30))
        ]
      }
    },
    WhyCase(
      "two programs, and one that has no name",
      "It is dark because mpv and another one ask that nothing changes by itself; what is due "
        + "meanwhile happens once nobody asks for that any more.",
      "You chose light.",
      "mpv asks since 19:40 that nothing changes by itself: it does not say why.",
      "a program asks since 19:40 that nothing changes by itself: “x\\u{1b}”."
    ) {
      Reasoning(.dark, .inhibit, .light) {
        let since = $0.appearance.since
        $0.inhibitors = [
          Inhibitor(application: "", why: "", since: since, process: .init(number: 1, name: "mpv")),
          Inhibitor(application: "", why: "x\u{1b}", since: since),
        ]
      }
    },
    WhyCase(
      "many programs",
      "It is dark because p1 and 5 others ask that nothing changes by itself; what is due meanwhile "
        + "happens once nobody asks for that any more.",
      "You chose light.",
      "p1 asks since 19:40 that nothing changes by itself: “w”.",
      "p2 asks since 19:40 that nothing changes by itself: “w”.",
      "p3 asks since 19:40 that nothing changes by itself: “w”.",
      "p4 asks since 19:40 that nothing changes by itself: “w”.",
      "2 more ask the same."
    ) {
      Reasoning(.dark, .inhibit, .light) {
        let since = $0.appearance.since
        $0.inhibitors = (1...6).map { Inhibitor(application: "p\($0)", why: "w", since: since) }
      }
    },
    WhyCase(
      "programs that have just gone",
      "It is dark because a program asks that nothing changes by itself; what is due meanwhile "
        + "happens once nobody asks for that any more.",
      "You chose light."
    ) { Reasoning(.dark, .inhibit, .light) },
  ]

  @Test("an application's own style has its own sentence, and others are everyone's")
  func application() {
    let own = Reasoning(.dark, .app, .light)
    #expect(
      Words.whys(own, of: "org.example.Editor") == [
        "org.example.Editor is dark because that was set for it alone; nightctl set follow --app "
          + "org.example.Editor has it do as all others."
      ]
    )
    let others = Reasoning(.light, .choice, .light)
    #expect(
      Words.whys(others, of: "a\u{1b}[2J") == [
        "a\\u{1b}[2J does as all others.",
        "It is light because you set it so 20 minutes ago; it stays so until you choose another.",
      ]
    )
  }
}
