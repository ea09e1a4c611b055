import NightClient
import NightContract
import NightCore

@testable import nightctl

extension WhyTests {
  private static let chosen = "You chose that the schedule decides."
  private static let sunny = "The rules are “dark sunset” and “light sunrise”."
  private static let answer =
    "It is dark because the schedule says so by “dark sunset”; at 07:43 tomorrow it turns light."

  private static func sun(_ report: @escaping @Sendable () -> PlaceSection)
    -> @Sendable () -> Reasoning
  {
    {
      Reasoning(.dark, .schedule, .schedule, next: Reasoning.made(7, 43, day: 1)) {
        $0.decides(at: report())
      }
    }
  }

  private static let seattle = Place(latitude: 47.60621, longitude: -122.33207)

  static let schedules: [WhyCase] = [
    WhyCase(
      "the schedule for a place that was set",
      answer,
      chosen,
      sunny,
      "Sunrise and sunset are computed for 47.60621,-122.33207: you set it.",
      make: sun { PlaceSection(.set, seattle, zone: "UTC", layer: .set) }
    ),
    WhyCase(
      "the schedule for a place from a file",
      answer,
      chosen,
      sunny,
      "Sunrise and sunset are computed for 47.60621,-122.33207: your config.json5 sets it: /c:1:2.",
      make: sun {
        PlaceSection(.set, seattle, zone: "UTC", layer: .user, file: "/c:1:2")
      }
    ),
    WhyCase(
      "the schedule for the place from GeoClue",
      answer,
      chosen,
      sunny,
      "Sunrise and sunset are computed for 47.61,-122.33: GeoClue found it.",
      make: sun { PlaceSection(.geoclue, seattle, zone: "UTC", geoClue: "found") }
    ),
    WhyCase(
      "the schedule for the last place from GeoClue",
      answer,
      chosen,
      sunny,
      "Sunrise and sunset are computed for 47.61,-122.33: GeoClue found it earlier, and now GeoClue "
        + "denies nightd access.",
      make: sun { PlaceSection(.last, seattle, zone: "UTC", geoClue: "denied") }
    ),
    WhyCase(
      "the schedule for the zone's place, while GeoClue is silent",
      answer,
      chosen,
      sunny,
      "Sunrise and sunset are computed for 47.61,-122.33: the place of the zone America/Los_Angeles, because there "
        + "is no GeoClue on this machine.",
      make: sun { PlaceSection(.zone, seattle, zone: "America/Los_Angeles", geoClue: "absent") }
    ),
    WhyCase(
      "the schedule without a place",
      answer,
      chosen,
      sunny,
      "The zone UTC has no place, so 19:30 is used as sunset and 07:00 as sunrise; to set a "
        + "place, run nightctl location LAT,LON.",
      make: sun { PlaceSection(.none, nil, zone: "UTC") }
    ),
    WhyCase(
      "rules by the clock, two of which give this style",
      "It is dark because the schedule says so by “dark 20:00 on mon-fri” or “dark 22:00 on sat,sun”; "
        + "at 07:00 tomorrow it turns light.",
      chosen,
      "The rules are “dark 20:00 on mon-fri”, “dark 22:00 on sat,sun” and “light 07:00”.",
      "The time zone of the rules is Europe/Berlin."
    ) {
      Reasoning(.dark, .schedule, .schedule, next: Reasoning.made(7, 0, day: 1)) {
        $0.decides(
          by: ["dark 20:00 on mon-fri", "dark 22:00 on sat,sun", "light 07:00"],
          at: .berlin
        )
      }
    },
    WhyCase(
      "rules of which only one is for the day of the last change",
      "It is dark because the schedule says so by “dark 20:00 on mon-fri”; at 07:00 tomorrow it turns "
        + "light.",
      chosen,
      "The rules are “dark 20:00 on mon-fri”, “dark 22:00 on sat,sun” and “light 07:00”.",
      "The time zone of the rules is Europe/Berlin."
    ) {
      Reasoning(.dark, .schedule, .schedule, next: Reasoning.made(7, 0, day: 1)) {
        $0.decides(
          by: ["dark 20:00 on mon-fri", "dark 22:00 on sat,sun", "light 07:00"],
          causes: ["dark 20:00 on mon-fri"],
          at: .berlin
        )
      }
    },
    WhyCase(
      "a day that no rule names",
      "It is dark because the schedule says so by “dark sunset”; at 07:43 tomorrow it turns light.",
      chosen,
      "The rules are “dark 20:00 on mon-fri” and “light 07:00 on mon-fri”.",
      "Sunrise and sunset are computed for 52.5,13.37: the place of the zone Europe/Berlin."
    ) {
      Reasoning(.dark, .schedule, .schedule, next: Reasoning.made(7, 43, day: 1)) {
        $0.decides(
          by: ["dark 20:00 on mon-fri", "light 07:00 on mon-fri"],
          causes: ["dark sunset"],
          at: .berlin
        )
      }
    },
    WhyCase(
      "days that no rule names",
      "It is light because the schedule says so by “light 07:00 on mon-fri” or “light sunrise”; "
        + "with these rules, the style never changes at your location.",
      chosen,
      "The rules are “dark 20:00 on mon-fri” and “light 07:00 on mon-fri”.",
      "Sunrise and sunset are computed for 52.5,13.37: the place of the zone Europe/Berlin."
    ) {
      Reasoning(.light, .schedule, .schedule) {
        $0.decides(
          by: ["dark 20:00 on mon-fri", "light 07:00 on mon-fri"],
          causes: ["light 07:00 on mon-fri", "light sunrise"],
          at: .berlin
        )
      }
    },
    WhyCase(
      "a rule of a newer daemon",
      "It is dark because the schedule says so by “dark moonrise”; at 07:43 tomorrow it turns light.",
      chosen,
      "The rules are “dark moonrise” and “light 07:00”.",
      "Sunrise and sunset are computed for 52.5,13.37: the place of the zone Europe/Berlin."
    ) {
      Reasoning(.dark, .schedule, .schedule, next: Reasoning.made(7, 43, day: 1)) {
        $0.decides(by: ["dark moonrise", "light 07:00"], at: .berlin)
      }
    },
    WhyCase(
      "a schedule without further facts",
      "It is dark because the schedule says so; at 07:43 tomorrow it turns light.",
      chosen
    ) { Reasoning(.dark, .schedule, .schedule, next: Reasoning.made(7, 43, day: 1)) },
  ]

  private static let desktop = "You chose that the desktop decides."

  static let desktops: [WhyCase] = [
    WhyCase(
      "the desktop asks for light",
      "It is light because the desktop asks for this style; it changes with the desktop's own switch.",
      desktop,
      "gsettings reports that the desktop asks for light."
    ) { Reasoning(.light, .system, .system) { $0.desktop(.light, "gsettings") } },
    WhyCase(
      "the desktop asks for dark, without a choice",
      "It is dark because the desktop asks for this style; it changes with the desktop's own switch.",
      "The desktop decides, as long as nobody chooses something else.",
      "gnome reports that the desktop asks for dark."
    ) { Reasoning(.dark, .system, .system, isChosen: false) { $0.desktop(.dark) } },
    WhyCase(
      "the desktop has no preference",
      "It is light because the desktop has no preference, which means light; it changes with the "
        + "desktop's own switch.",
      desktop,
      "kde reports that the desktop has no preference, which means light."
    ) { Reasoning(.light, .system, .system) { $0.desktop(nil, "kde") } },
    WhyCase(
      "no choice, and no report of the desktop",
      "It is light because nobody has chosen anything yet; to choose what decides, use nightctl set.",
      "Nothing reports what the desktop prefers (asked: gtk and gsettings); use nightctl set "
        + "light, dark or schedule to decide without the desktop."
    ) { Reasoning(.light, .fallback, .system, isChosen: false) },
    WhyCase(
      "the desktop decides, without a report",
      "It is light because the desktop decides, and nothing reports what it prefers; it follows "
        + "the desktop as soon as something reports the desktop's preference.",
      desktop,
      "Nothing reports what the desktop prefers (asked: gtk and gsettings); use nightctl set "
        + "light, dark or schedule to decide without the desktop."
    ) { Reasoning(.light, .fallback, .system) },
    WhyCase(
      "an ignored switch",
      "It is dark because you set it 20 minutes ago; it stays dark until you choose another.",
      "Something keeps turning the desktop's switch back, so nightd ignores it for now; to make nightd "
        + "follow it again, run nightctl set dark --always."
    ) { Reasoning(.dark, .choice, .dark) { $0.desktop(.light, isIgnored: true) } },
    WhyCase(
      "an ignored switch under the schedule",
      "It is dark because the schedule says so; at 07:43 tomorrow it turns light.",
      chosen,
      "Something keeps turning the desktop's switch back, so nightd ignores it for now; to make nightd "
        + "follow it again, run nightctl set schedule."
    ) {
      Reasoning(.dark, .schedule, .schedule, next: Reasoning.made(7, 43, day: 1)) {
        $0.desktop(.light, isIgnored: true)
      }
    },
    WhyCase(
      "the desktop decides, and its sources do not run",
      "It is light because the desktop decides, and nothing reports what it prefers; it follows "
        + "the desktop as soon as something reports the desktop's preference.",
      desktop,
      "Nothing reports what the desktop prefers (asked: kde, mate and gsettings); use nightctl "
        + "set light, dark or schedule to decide without the desktop."
    ) {
      Reasoning(.light, .fallback, .system) {
        $0.sources = ["kde", "mate", "gsettings"]
      }
    },
    WhyCase(
      "the desktop decides, without any source",
      "It is light because the desktop decides, and nothing reports what it prefers; it follows "
        + "the desktop as soon as something reports the desktop's preference.",
      desktop,
      "Nothing reports what the desktop prefers: system.sources is empty; use nightctl set light, dark "
        + "or schedule to decide without the desktop."
    ) {
      Reasoning(.light, .fallback, .system) {
        $0.sources = []
      }
    },
  ]
}
