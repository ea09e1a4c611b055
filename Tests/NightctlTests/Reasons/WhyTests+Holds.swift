import NightCore

@testable import nightctl

extension WhyTests {
  private static let held = "This is a temporary hold; nightctl resume ends it at once."

  static let holds: [WhyCase] = [
    WhyCase(
      "a hold under the schedule",
      "It is light because you set it so with nightctl 20 minutes ago; at 07:43 tomorrow the schedule "
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
      "It is dark because you set it so 20 minutes ago; at 22:30 today it is light again, as you "
        + "chose.",
      "You chose light.",
      held
    ) { Reasoning(.dark, .hold, .light) { $0.appearance.holdUntil = Reasoning.made(22, 30) } },
    WhyCase(
      "a hold over a choice of the same style",
      "It is dark because you set it so 20 minutes ago; after 07:00 on Mon 2026-11-23 it "
        + "stays dark, as you chose.",
      "You chose dark.",
      held
    ) {
      Reasoning(.dark, .hold, .dark) { $0.appearance.holdUntil = Reasoning.made(7, 0, day: 2) }
    },
    WhyCase(
      "a hold by the desktop's switch under the schedule",
      "It is light because you set it so with the desktop's own switch 20 minutes ago; at 07:43 "
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
      "a timed hold over the desktop",
      "It is light because you set it so 20 minutes ago; at 22:30 today the desktop decides again.",
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
      "a hold where nobody decides",
      "It is dark because you set it so 20 minutes ago; at 22:30 today it is light, because "
        + "nothing reports what the desktop prefers.",
      "Otherwise the desktop decides, as long as nobody chooses something else.",
      held,
      "Nothing reports what the desktop prefers; nightctl set light, dark or schedule decides without "
        + "it."
    ) {
      Reasoning(.dark, .hold, .system, isChosen: false) {
        $0.appearance.holdUntil = Reasoning.made(22, 30)
        $0.nobodyTells()
      }
    },
  ]
}
