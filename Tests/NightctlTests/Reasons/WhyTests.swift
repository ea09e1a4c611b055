import NightContract
import NightCore
import Testing

@testable import nightctl

/// The sentences of `nightctl why` for each reason.
@Suite("nightctl why")
struct WhyTests {
  @Test(
    "`nightctl why` prints the sentences of each reason",
    arguments: WhyTests.choices + WhyTests.files + WhyTests.holds + WhyTests.schedules
      + WhyTests.desktops + WhyTests.inhibited
  )
  func lines(row: WhyCase) { #expect(WhyMessages.whys(row.make()) == row.lines) }

  static let choices: [WhyCase] = [
    WhyCase(
      "a choice made with nightctl",
      "It is dark because you set it with nightctl 20 minutes ago; it stays dark until you choose "
        + "another."
    ) { Reasoning(.dark, .choice, .dark) { $0.changed(by: .program("nightctl")) } },
    WhyCase(
      "a choice made with another program",
      "It is light because busctl set it 20 minutes ago; it stays light until you choose another."
    ) { Reasoning(.light, .choice, .light) { $0.changed(by: .program("busctl")) } },
    WhyCase(
      "a choice by an unknown program",
      "It is dark because you set it a moment ago; it stays dark until you choose another."
    ) {
      Reasoning(.dark, .choice, .dark, since: Reasoning.now) { $0.changed(by: .program(nil)) }
    },
    WhyCase(
      "a choice that changed nothing, followed by a change of colour",
      "It is light because you set it a minute ago; it stays light until you choose another."
    ) {
      Reasoning(.light, .choice, .light, since: Reasoning.made(19, 59)) {
        $0.changed(by: .program("nightctl")) { $0[1].style = .light }
      }
    },
    WhyCase(
      "a choice followed by other changes",
      "It is dark because you set it with nightctl at 07:00 yesterday; it stays dark until you "
        + "choose another."
    ) {
      Reasoning(.dark, .choice, .dark, since: Reasoning.made(7, 0, day: -1)) {
        $0.changed(by: .program("nightctl")) {
          var later = $0[0]
          later.time = Reasoning.made(19, 0)
          later.origin = .program("busctl")
          $0.insert(later, at: 0)
        }
      }
    },
    WhyCase(
      "a switch that ended its hold and returned to the choice",
      "It is dark because you set it with the desktop's own switch 5 minutes ago; it stays dark "
        + "until you choose another."
    ) {
      Reasoning(.dark, .choice, .dark, since: Reasoning.made(16, 5)) {
        $0.changed(by: .program("nightctl")) {
          var (held, back) = ($0[0], $0[0])
          held.time = Reasoning.made(19, 50)
          held.style = .light
          held.origin = .desktop
          back.time = Reasoning.made(19, 55)
          back.origin = .desktop
          $0 = [back, held] + $0
        }
      }
    },
    WhyCase(
      "changes of colours since then, by any program",
      "It is dark because you set it with nightctl 20 minutes ago; it stays dark until you choose "
        + "another."
    ) {
      Reasoning(.dark, .choice, .dark) {
        $0.changed(by: .program("nightctl")) {
          var later = $0[0]
          later.time = Reasoning.made(19, 55)
          later.style = .light
          later.isOfStyle = false
          later.origin = .program("busctl")
          $0.insert(later, at: 0)
        }
      }
    },
    WhyCase(
      "a choice by the desktop's switch",
      "It is dark because you set it with the desktop's own switch at 16:05; it stays dark until "
        + "you choose another.",
      "gnome reports that the desktop asks for dark."
    ) {
      Reasoning(.dark, .choice, .dark, since: Reasoning.made(16, 5)) {
        $0.appearance.isByDesktop = true
        $0.desktop(.dark)
      }
    },
    WhyCase(
      "a choice that another nightd stored",
      "It is dark because another nightd stored it at 16:05 on Thu 2026-11-19; it stays dark until "
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
      "It is dark because your config.json5 says so (/home/ada/config.json5:3:5); it stays dark "
        + "until you choose another."
    ) {
      Reasoning(.dark, .choice, .dark) {
        $0.choice = [.winning(.user, .dark, file: "/home/ada/config.json5")]
        $0.changed(by: .file)
      }
    },
    WhyCase(
      "the machine's file",
      "It is light because the system-wide config.json5 says so (/etc/xdg/config.json5:3:5); it "
        + "stays light until you choose another."
    ) {
      Reasoning(.light, .choice, .light) {
        $0.choice = [.winning(.system, .light, file: "/etc/xdg/config.json5")]
      }
    },
    WhyCase(
      "a lock over the user's choice",
      "It is light because the system-wide config.json5 says so (/etc/xdg/config.json5:3:5); "
        + "the choice is locked.",
      "The administrator has locked the choice (/etc/xdg/locks, line 1); your choice of dark has no "
        + "effect."
    ) {
      Reasoning(.light, .choice, .light) {
        $0.choice = [
          .ignored(.dark),
          .winning(.system, .light, file: "/etc/xdg/config.json5", lock: "/etc/xdg/locks:1:1"),
        ]
      }
    },
    WhyCase(
      "a lock without a choice in a file",
      "It is dark because the desktop asks for this style; it changes with the desktop's own switch.",
      "The desktop decides; the administrator has locked this (/etc/xdg/locks, line 1); your choice of "
        + "light has no effect.",
      "gnome reports that the desktop asks for dark."
    ) {
      Reasoning(.dark, .system, .system, isChosen: false) {
        $0.choice = [
          .ignored(.light), .winning(.registered, .system, lock: "/etc/xdg/locks:1:1"),
        ]
        $0.desktop(.dark)
      }
    },
    WhyCase(
      "a lock without a choice in a file, and no report of the desktop",
      "It is light because the desktop decides, and nothing reports what it prefers; it follows "
        + "the desktop as soon as something reports the desktop's preference.",
      "The desktop decides; the administrator has locked this (/etc/xdg/locks, line 1).",
      "Nothing reports what the desktop prefers (asked: gtk and gsettings)."
    ) {
      Reasoning(.light, .fallback, .system, isChosen: false) {
        $0.choice = [.winning(.registered, .system, lock: "/etc/xdg/locks:1:1")]
      }
    },
    WhyCase(
      "files with mistakes",
      "It is dark because you set it 20 minutes ago; it stays dark until you choose another.",
      "/home/ada/config.json5 and others have mistakes; to see where, run nightctl prefs check."
    ) {
      Reasoning(.dark, .choice, .dark) {
        $0.findings = [
          PreferenceFinding(.unknown, in: "/etc/xdg/config.json5", "-"),
          PreferenceFinding(.value, in: "/home/ada/config.json5", "-"),
          PreferenceFinding(.lock, in: "/etc/xdg/locks", "-"),
        ]
      }
    },
    WhyCase(
      "a file with a mistake",
      "It is dark because you set it 20 minutes ago; it stays dark until you choose another.",
      "/home/ada/config.json5 has a mistake; to see where, run nightctl prefs check."
    ) {
      Reasoning(.dark, .choice, .dark) {
        $0.findings = [PreferenceFinding(.broken, in: "/home/ada/config.json5", "-")]
      }
    },
    WhyCase(
      "the schedule, by the user's file",
      "It is dark because the schedule says so by “dark sunset”; at 07:43 tomorrow it turns light.",
      "Your config.json5 says that the schedule decides (/home/ada/config.json5:3:5).",
      "The rules are “dark sunset” and “light sunrise”.",
      "Sunrise and sunset are computed for 52.5,13.37: the place of the zone Europe/Berlin."
    ) {
      Reasoning(.dark, .schedule, .schedule, next: Reasoning.made(7, 43, day: 1)) {
        $0.choice = [.winning(.user, .schedule, file: "/home/ada/config.json5")]
        $0.decides(at: .berlin)
      }
    },
  ]

  @Test("`nightctl why` explains an application's own style, or else the style of the desktop")
  func application() {
    let own = Reasoning(.dark, .app, .light)
    #expect(
      WhyMessages.whys(own, of: "org.example.Editor") == [
        "org.example.Editor is dark because this style was set for this application alone; "
          + "to make it follow the desktop again, run nightctl set follow --app org.example.Editor."
      ]
    )
    for (isOwn, line) in [
      (
        true,
        "For dark, it uses its own theme, lagoon; to make it use the desktop's themes again, run "
          + "nightctl theme use follow --app org.example.Editor."
      ), (false, "None of its own themes can be used for dark."),
    ] {
      var themed = own
      themed.appearance.theme = "lagoon"
      themed.appearance.isThemeOwn = isOwn
      #expect(WhyMessages.whys(themed, of: "org.example.Editor").dropFirst() == [line])
      themed.appearance.reason = .choice
      #expect(
        WhyMessages.whys(themed, of: "org.example.Editor").prefix(2) == [
          "org.example.Editor has no style of its own.", line,
        ]
      )
    }
    let others = Reasoning(.light, .choice, .light)
    #expect(
      WhyMessages.whys(others, of: "a\u{1b}[2J") == [
        "a\\u{1b}[2J has no style of its own.",
        "It is light because you set it 20 minutes ago; it stays light until you choose another.",
      ]
    )
  }
}
