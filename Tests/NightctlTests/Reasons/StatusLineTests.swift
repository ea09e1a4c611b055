import NightCore
import Testing

@testable import nightctl

/// The lines of a status that stand there only where there is something to say.
@Suite("lines of nightctl status")
struct StatusLineTests {
  private func reasoning(_ change: (inout Reasoning) -> Void) -> Reasoning {
    Reasoning(.dark, .choice, .dark) { change(&$0) }
  }

  @Test("nothing is said where nothing is known, and nothing is not as usual")
  func nothing() {
    let reasoning = reasoning { _ in }
    #expect(Words.by(reasoning) == "")
    #expect(Words.desktopLines(reasoning) == "")
    #expect(Words.inhibitorLines(reasoning) == "")
    #expect(Words.look(reasoning.appearance) == "")
    #expect(Words.desktopLines(self.reasoning { $0.nobodyTells() }) == "")
  }

  static let origins: [(origin: HistoryEntry.Origin, line: String)] = [
    (.program("nightctl"), "by       nightctl (process 4711)\n"),
    (.program(nil), "by       process 4711\n"),
    (.program("x\u{202e}y"), "by       x\\u{202e}y (process 4711)\n"),
    (.caller(nil), ""),
    (.file, "by       a file of preferences\n"),
    (.store, "by       another nightd\n"),
    (.desktop, "by       the desktop's own switch\n"),
  ]

  @Test("who made the last change is named", arguments: origins)
  func by(origin: HistoryEntry.Origin, line: String) {
    #expect(Words.by(reasoning { $0.changed(by: origin) }) == line)
  }

  @Test("a switch that is not listened to is said with what to do about it")
  func ignored() {
    #expect(
      Words.desktopLines(reasoning { $0.desktop(nil, "kde", isIgnored: true) }) == """
        desktop  has no preference, which means light, as kde tells
                 its switch is ignored: it undid what nightd did more than three times in ten seconds;
                 nightctl set system has it listened to again

        """
    )
  }

  @Test("of many programs the first four are named")
  func inhibitors() {
    let reasoning = reasoning { reasoning in
      reasoning.inhibitors = (1...6).map { number in
        Inhibitor(
          application: number == 2 ? "" : "p\(number)",
          why: number == 3 ? "" : "it plays",
          since: Reasoning.made(15, 30, day: number == 4 ? -1 : 0),
          process: number == 1 ? .init(number: 4711, name: "mpv") : nil
        )
      }
    }
    #expect(
      Words.inhibitorLines(reasoning) == """
        inhibit  p1 (process 4711) since 15:30: “it plays”
                 a program since 15:30: “it plays”
                 p3 since 15:30: it does not say why
                 p4 since 15:30 yesterday: “it plays”
                 and 2 more

        """
    )
  }

  @Test("what is not as usual is named")
  func look() {
    let reasoning = reasoning {
      $0.appearance.isHighContrast = true
      $0.appearance.accent = .init(red: 0.2078, green: 0.5176, blue: 2)
      $0.appearance.isMotionReduced = true
    }
    #expect(
      Words.look(reasoning.appearance) == """
        contrast high
        accent   #3584FF
        motion   reduced

        """
    )
  }
}
