import NightCore

@testable import nightctl

extension WhyTests {
  private static let film = Inhibitor(
    application: "sh",
    why: "film",
    since: Reasoning.made(15, 30),
    process: .init(number: 4711, name: "nightctl")
  )
  private static let asks = "sh has prevented automatic changes since 15:30: “film”."
  private static let chosen = "You chose that the schedule decides."

  /// Whether it is effective already or not yet.
  static let inhibited: [WhyCase] = [
    WhyCase(
      "a change of the schedule that is held back once it is due",
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
      "a change of the schedule that is held back now",
      "It is still light because “film” (sh) runs; when that ends it turns dark. nightctl set dark "
        + "does it now.",
      chosen,
      asks
    ) {
      Reasoning(.light, .inhibit, .schedule) {
        $0.appearance.isInhibited = true
        $0.inhibitors = [film]
        $0.planned = .dark
      }
    },
    WhyCase(
      "what the schedule says now is not known",
      "It is still light because “film” (sh) runs; when that ends, what is due happens.",
      chosen,
      asks
    ) {
      Reasoning(.light, .inhibit, .schedule) {
        $0.appearance.isInhibited = true
        $0.inhibitors = [film]
      }
    },
    WhyCase(
      "the end of a hold that is held back once it is due",
      "It is dark because you set it so 20 minutes ago; it would turn light at 22:30 today, but not "
        + "before “film” (sh) has ended.",
      "You chose light.",
      "This is a temporary hold; nightctl resume ends it at once.",
      asks
    ) {
      Reasoning(.dark, .hold, .light, next: Reasoning.made(22, 30)) {
        $0.appearance.holdUntil = Reasoning.made(22, 30)
        $0.appearance.isInhibited = true
        $0.inhibitors = [film]
      }
    },
    WhyCase(
      "the end of a hold that changes nothing by itself",
      "It is dark because you set it so 20 minutes ago; at 22:30 today the desktop decides again, but "
        + "not before “film” (sh) has ended.",
      "You chose that the desktop decides.",
      "This is a temporary hold; nightctl resume ends it at once.",
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
      "the desktop's switch, which is held back",
      "It is light because the desktop asks for it; it changes when the desktop's own switch does, but "
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
      "what the desktop asks for is held back",
      "It is still light because mpv and another one run; when they end it turns dark. nightctl set "
        + "dark does it now.",
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
      "many programs, under a lock",
      "It is still dark because p1 and 5 others run; when they end it turns light.",
      "The machine's config.json5 says light (/c:3:5).",
      "p1 has prevented automatic changes since 19:40: “p1 runs”.",
      "p2 has prevented automatic changes since 19:40: “p2 runs”.",
      "p3 has prevented automatic changes since 19:40: “p3 runs”.",
      "p4 has prevented automatic changes since 19:40: “p4 runs”.",
      "2 more do the same.",
      "The administrator has fixed the choice (/l, line 1)."
    ) {
      Reasoning(.dark, .inhibit, .light) {
        let since = $0.appearance.since
        $0.layers = ChoiceLayers([.winning(.system, .light, file: "/c", lock: "/l:1:1")])
        $0.inhibitors = (1...6).map {
          Inhibitor(application: "p\($0)", why: "p\($0) runs", since: since)
        }
      }
    },
    WhyCase(
      "programs that have just gone",
      "It is still dark because a program that wants no change runs; when that ends it turns light. "
        + "nightctl set light does it now.",
      "You chose light."
    ) { Reasoning(.dark, .inhibit, .light) },
  ]
}
