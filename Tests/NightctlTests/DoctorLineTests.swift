import NightCore
import NightDoctor
import NightThemes
import NightValues
import Testing

@testable import nightctl

@Suite("Lines of nightctl doctor")
struct DoctorLineTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let finding: DoctorFinding
    let lines: [String]
    var testDescription: String { finding.code.rawValue }
  }

  private static let never = Remedy.command("true")

  private static let all: [Case] = [
    Case(
      finding: .reactionFailed(
        FailedReaction(
          name: "gsettings",
          words: "could not write",
          output: "icon-theme may not be changed here: it is locked\n"
        ),
        never
      ),
      lines: [
        "reaction-failed: the reaction gsettings failed: could not write",
        "  An administrator locked icon-theme; this shows the file that has the lock. "
          + "Its output is below.",
        "  run: true",
        "    icon-theme may not be changed here: it is locked",
      ]
    ),
    Case(
      finding: .reactionFailed(
        FailedReaction(name: "gsettings", words: "was killed", output: ""),
        never
      ),
      lines: [
        "reaction-failed: the reaction gsettings failed: was killed",
        "  The setting is unchanged; nightd tries again when it starts.",
        "  run: true",
      ]
    ),
    Case(
      finding: .reactionFailed(
        FailedReaction(name: "hooks", words: "was killed", output: ""),
        never
      ),
      lines: [
        "reaction-failed: the reaction hooks failed: was killed",
        "  nightd runs it again after the next change.",
        "  run: true",
      ]
    ),
    Case(
      finding: .placeUnknown(
        LackingPlace(
          geoClue: "denied",
          hasGeoClue: true,
          reason: "GeoClue does not let nightd know"
        ),
        never
      ),
      lines: [
        "place-unknown: the schedule uses the sun, but the place is unknown: "
          + "GeoClue does not let nightd know",
        "  Without a place, sunrise is at 07:00 and sunset at 19:30, all year. "
          + "LAT,LON are degrees north and east, as in 52.52,13.405.",
        "  run: true",
      ]
    ),
    Case(
      finding: .unusablePath(UnusablePath(path: "/a", isWritten: true, why: "no", .foreign), never),
      lines: [
        "unusable-path: /a cannot be written: no",
        "  What you choose is not kept. It belongs to another user, but should belong to you.",
        "  run: true",
      ]
    ),
    Case(
      finding: .choiceUnread(
        UnreadChoice(
          StoreProblem(path: "/s/intent.json", why: "/s/intent.json is empty", aside: "/s/aside"),
          effect: "The defaults are in effect until the next change.",
          isIntact: false
        ),
        never
      ),
      lines: [
        "choice-unread: the stored choice could not be read: /s/intent.json is empty",
        "  The defaults are in effect until the next change. The file is kept as /s/aside. "
          + "The command stores what is in effect now. You may also choose something else with it.",
        "  run: true",
      ]
    ),
    Case(
      finding: .themeMissing(
        MissingTheme(slot: ThemeSlot(.dark, isHigh: true), name: "sea", file: "/t/sea.json5"),
        never
      ),
      lines: [
        "theme-missing: theme.dark-high names the theme “sea”, which does not exist",
        "  nightd looks for /t/sea.json5. midnight-high is shown instead. This chooses it; "
          + "nightctl theme list names the others.",
        "  run: true",
      ]
    ),
    Case(
      finding: .doubleAnswer(
        [1, 2],
        isFollowed: false,
        silenced: ["kde"],
        .command("nightctl doctor --fix")
      ),
      lines: [
        "double-answer: the desktop portal gives several answers to one question: "
          + "dark, then light",
        "  Firefox and Qt use the last answer and start with the wrong style; others use the first. "
          + "With the files the portal asks kde for everything but settings. It then no longer "
          + "reports what only kde knows, such as KDE's colours for its programs in Flatpak.",
        "  run: nightctl doctor --fix",
      ]
    ),
    Case(
      finding: .doubleAnswer([1, 0], isFollowed: true, silenced: [], never),
      lines: [
        "double-answer: the desktop portal gives several answers to one question: "
          + "dark, then no preference",
        "  Firefox and Qt use the last answer and start with the wrong style; others use the first. "
          + "While the desktop decides, nightd does not change its setting; this ends that.",
        "  run: true",
      ]
    ),
    Case(
      finding: .noPortalsConf(.line(path: "/b", group: "preferred", line: "c=d")),
      lines: [
        "no-portals-conf: no portals.conf tells the desktop portal to ask nightd",
        "  Applications follow another backend, or none, whatever nightd does.",
        "  in /b, put this line into the group [preferred], and remove other lines with this key:",
        "    c=d",
      ]
    ),
  ]

  @Test("nightctl doctor prints each finding with its meaning and its remedy", arguments: all)
  func lines(row: Case) {
    #expect(Messages.lines(row.finding) == row.lines)
  }
}
