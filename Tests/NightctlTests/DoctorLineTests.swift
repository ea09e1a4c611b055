import NightCore
import Testing

@testable import nightctl

@Suite("Lines of nightctl doctor")
struct DoctorLineTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let matter: DoctorMatter
    let remedy: Remedy
    let lines: [String]
    var testDescription: String { matter.code.rawValue }
  }

  private static let never = Remedy.command("true")

  private static let all: [Case] = [
    Case(
      matter: .reactionFailed(
        FailedReaction(
          name: "gsettings",
          words: "could not write",
          output: "icon-theme may not be changed here: it is locked\n"
        )
      ),
      remedy: never,
      lines: [
        "reaction-failed: the reaction gsettings failed: could not write",
        "  An administrator locked icon-theme; this shows the file that has the lock. "
          + "Its output is below.",
        "  run: true",
        "    icon-theme may not be changed here: it is locked",
      ]
    ),
    Case(
      matter: .reactionFailed(FailedReaction(name: "gsettings", words: "was killed", output: "")),
      remedy: never,
      lines: [
        "reaction-failed: the reaction gsettings failed: was killed",
        "  The settings elsewhere are unchanged; nightd tries again when it starts.",
        "  run: true",
      ]
    ),
    Case(
      matter: .placeUnknown(LackingPlace(geoClue: "denied", hasGeoClue: true)),
      remedy: never,
      lines: [
        "place-unknown: the schedule depends on the sun, and the place is unknown: "
          + "GeoClue denies nightd access",
        "  Sunrise is then at 07:00 and sunset at 19:30, all year. "
          + "LAT,LON are degrees north and east, as in 52.52,13.405.",
        "  run: true",
      ]
    ),
    Case(
      matter: .unusablePath(UnusablePath(path: "/a", isWritten: true, why: "no", .foreign)),
      remedy: never,
      lines: [
        "unusable-path: /a cannot be written: no",
        "  Your choices are not stored. It belongs to another user, and must be yours.",
        "  run: true",
      ]
    ),
    Case(
      matter: .doubleAnswer([1, 2], isFollowed: false, silenced: ["kde"]),
      remedy: .command("nightctl doctor --fix"),
      lines: [
        "double-answer: the desktop portal gives several answers to one question: "
          + "dark, then light",
        "  Firefox and Qt take the last answer and start wrong; others take the first. "
          + "With these files the portal asks kde for everything but settings. It then does not report "
          + "what only kde knows, such as KDE's colours for its programs in Flatpak.",
        "  run: nightctl doctor --fix",
      ]
    ),
    Case(
      matter: .doubleAnswer([1, 0], isFollowed: true, silenced: []),
      remedy: never,
      lines: [
        "double-answer: the desktop portal gives several answers to one question: "
          + "dark, then no preference",
        "  Firefox and Qt take the last answer and start wrong; others take the first. "
          + "While the desktop decides, nightd leaves it unchanged; this ends that.",
        "  run: true",
      ]
    ),
    Case(
      matter: .noPortalsConf,
      remedy: .line(path: "/b", group: "preferred", line: "c=d"),
      lines: [
        "no-portals-conf: no portals.conf tells the desktop portal to ask nightd",
        "  Applications follow other backends or nothing, whatever nightd does.",
        "  in /b, put this line into the group [preferred], and remove other lines with this key:",
        "    c=d",
      ]
    ),
  ]

  @Test("A finding says what is wrong, what it means, and what to do", arguments: all)
  func lines(row: Case) {
    #expect(Words.lines(DoctorFinding(row.matter, row.remedy)) == row.lines)
  }
}
