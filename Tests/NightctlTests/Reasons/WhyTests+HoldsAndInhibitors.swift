import NightContract
import NightCore

@testable import nightctl

extension WhyTests {
  private static let held = "This is a temporary hold; to end it at once, run nightctl resume."

  static let holds: [WhyCase] = [
    WhyCase(
      "a hold under the schedule",
      "It is light because you set it with nightctl 20 minutes ago; at 07:43 tomorrow the schedule "
        + "decides again.",
      "You chose that the schedule decides.",
      held,
      "The rules are “dark sunset” and “light sunrise”.",
      "Sunrise and sunset are computed for 52.5,13.37: the place of the zone Europe/Berlin."
    ) {
      Reasoning(.light, .hold, .schedule) {
        $0.appearance.holdUntil = Reasoning.made(7, 43, day: 1)
        $0.changed(by: .program("nightctl"))
        $0.decides(at: .berlin)
      }
    },
    WhyCase(
      "a hold over a choice of the other style",
      "It is dark because you set it 20 minutes ago; at 22:30 today it is light again, as you "
        + "chose.",
      "You chose light.",
      held
    ) { Reasoning(.dark, .hold, .light) { $0.appearance.holdUntil = Reasoning.made(22, 30) } },
    WhyCase(
      "a hold over a choice of the same style",
      "It is dark because you set it 20 minutes ago; after 07:00 on Mon 2026-11-23 it "
        + "stays dark, as you chose.",
      "You chose dark.",
      held
    ) {
      Reasoning(.dark, .hold, .dark) { $0.appearance.holdUntil = Reasoning.made(7, 0, day: 2) }
    },
    WhyCase(
      "a hold by the desktop's switch under the schedule",
      "It is light because you set it with the desktop's own switch 20 minutes ago; at 07:43 "
        + "tomorrow the schedule decides again.",
      "You chose that the schedule decides.",
      held,
      "The rules are “dark sunset” and “light sunrise”.",
      "Sunrise and sunset are computed for 52.5,13.37: the place of the zone Europe/Berlin.",
      "gtk reports that the desktop asks for light."
    ) {
      Reasoning(.light, .hold, .schedule) {
        $0.appearance.holdUntil = Reasoning.made(7, 43, day: 1)
        $0.appearance.isByDesktop = true
        $0.decides(at: .berlin)
        $0.desktop(.light, "gtk")
      }
    },
    WhyCase(
      "a timed hold while the desktop decides",
      "It is light because you set it 20 minutes ago; at 22:30 today the desktop decides again.",
      "You chose that the desktop decides.",
      held,
      "gnome reports that the desktop asks for dark."
    ) {
      Reasoning(.light, .hold, .system) {
        $0.appearance.holdUntil = Reasoning.made(22, 30)
        $0.desktop(.dark)
      }
    },
    WhyCase(
      "a hold without a choice",
      "It is dark because you set it 20 minutes ago; at 22:30 today it is light, because "
        + "nothing reports what the desktop prefers.",
      "Otherwise the desktop decides, as long as nobody chooses something else.",
      held,
      "Nothing reports what the desktop prefers (asked: gtk and gsettings); use nightctl set "
        + "light, dark or schedule to decide without the desktop."
    ) {
      Reasoning(.dark, .hold, .system, isChosen: false) {
        $0.appearance.holdUntil = Reasoning.made(22, 30)
      }
    },
  ]
}

extension WhyTests {
  private static let film = Inhibitor(
    application: "sh",
    why: "film",
    since: Reasoning.made(15, 30),
    process: .init(number: 4711, name: "nightctl")
  )
  private static let asks = "sh has prevented automatic changes since 15:30: “film”."
  private static let chosen = "You chose that the schedule decides."

  /// Inhibitors, at times before and after a change is due.
  static let inhibited: [WhyCase] = [
    WhyCase(
      "an inhibitor before the schedule's next change",
      "It is light because the schedule says so; it would turn dark at 21:28 today, but not before "
        + "“film” (sh) has ended.",
      chosen,
      asks
    ) {
      Reasoning(.light, .schedule, .schedule, next: Reasoning.made(21, 28)) {
        $0.appearance.isInhibited = true
        $0.inhibitors = [film]
      }
    },
    WhyCase(
      "an inhibitor after the schedule's change was due",
      "It is still light because “film” (sh) runs; when that ends, it turns dark. To make the change "
        + "now, run nightctl set dark.",
      chosen,
      "The rules are “dark 19:00” and “light 07:00”.",
      "The time zone of the rules is Europe/Berlin.",
      asks
    ) {
      Reasoning(.light, .inhibit, .schedule) {
        $0.appearance.isInhibited = true
        $0.inhibitors = [film]
        $0.decides(by: ["dark 19:00", "light 07:00"], at: .berlin)
        $0.schedule?.planned = .dark
      }
    },
    WhyCase(
      "an inhibitor, and an unknown schedule",
      "It is still light because “film” (sh) runs; when that ends, any pending change takes effect.",
      chosen,
      asks
    ) {
      Reasoning(.light, .inhibit, .schedule) {
        $0.appearance.isInhibited = true
        $0.inhibitors = [film]
      }
    },
    WhyCase(
      "an inhibitor before the end of a hold",
      "It is dark because you set it 20 minutes ago; it would turn light at 22:30 today, but not "
        + "before “film” (sh) has ended.",
      "You chose light.",
      "This is a temporary hold; to end it at once, run nightctl resume.",
      asks
    ) {
      Reasoning(.dark, .hold, .light, next: Reasoning.made(22, 30)) {
        $0.appearance.holdUntil = Reasoning.made(22, 30)
        $0.appearance.isInhibited = true
        $0.inhibitors = [film]
      }
    },
    WhyCase(
      "an inhibitor, and a hold whose end changes nothing",
      "It is dark because you set it 20 minutes ago; at 22:30 today the desktop decides again, but "
        + "not before “film” (sh) has ended.",
      "You chose that the desktop decides.",
      "This is a temporary hold; to end it at once, run nightctl resume.",
      "gnome reports that the desktop asks for dark.",
      asks
    ) {
      Reasoning(.dark, .hold, .system) {
        $0.appearance.holdUntil = Reasoning.made(22, 30)
        $0.appearance.isInhibited = true
        $0.desktop(.dark)
        $0.inhibitors = [film]
      }
    },
    WhyCase(
      "an inhibitor against the desktop's switch",
      "It is light because the desktop asks for this style; it changes with the desktop's own switch, but "
        + "not before “film” (sh) has ended.",
      "You chose that the desktop decides.",
      "gnome reports that the desktop asks for light.",
      asks
    ) {
      Reasoning(.light, .system, .system) {
        $0.desktop(.light)
        $0.appearance.isInhibited = true
        $0.inhibitors = [film]
      }
    },
    WhyCase(
      "inhibitors against the desktop's style",
      "It is still light because mpv and another one run; when they end, it turns dark. To make the "
        + "change now, run nightctl set dark.",
      "You chose that the desktop decides.",
      "gnome reports that the desktop asks for dark.",
      "mpv has prevented automatic changes since 19:40: it gives no reason.",
      "a program has prevented automatic changes since 19:40: “x\\u{1b}”."
    ) {
      Reasoning(.light, .inhibit, .system) {
        let since = $0.appearance.since
        $0.desktop(.dark)
        $0.inhibitors = [
          Inhibitor(application: "", why: "", since: since, process: .init(number: 1, name: "mpv")),
          Inhibitor(application: "", why: "x\u{1b}", since: since),
        ]
      }
    },
    WhyCase(
      "many inhibitors, under a lock",
      "It is still dark because p1 and 5 others run; when they end, it turns light.",
      "The system-wide config.json5 says light (/c:3:5).",
      "p1 has prevented automatic changes since 19:40: “p1 runs”.",
      "p2 has prevented automatic changes since 19:40: “p2 runs”.",
      "p3 has prevented automatic changes since 19:40: “p3 runs”.",
      "p4 has prevented automatic changes since 19:40: “p4 runs”.",
      "2 more programs do the same.",
      "The administrator has locked the choice (/l, line 1)."
    ) {
      Reasoning(.dark, .inhibit, .light) {
        let since = $0.appearance.since
        $0.choice = [.winning(.system, .light, file: "/c", lock: "/l:1:1")]
        $0.inhibitors = (1...6).map {
          Inhibitor(application: "p\($0)", why: "p\($0) runs", since: since)
        }
      }
    },
    WhyCase(
      "inhibitors that have just ended",
      "It is still dark because a program that prevents changes runs; when that ends, it turns "
        + "light. To make the change now, run nightctl set light.",
      "You chose light."
    ) { Reasoning(.dark, .inhibit, .light) },
  ]
}
