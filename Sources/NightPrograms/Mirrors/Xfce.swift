import NightCore
import NightValues

extension Mirrors {
  static let xfconf = Mirror(
    "xfconf",
    "the themes in Xfce's settings",
    .tried("xfconf and xfsettingsd 4.18"),
    evidence: { _ in ["xfconf-query"] },
    isWanted: { context in
      context.isRunning("xfsettingsd") && context.isInstalled("xfconf-query")
    },
    settings: { context in
      let themes = xSettings.compactMap { row -> MirrorSetting? in
        let own = context.own(Xfce.themes, .init("", row.setting))
        guard let name = name(row, own: own, context) else { return nil }
        return MirrorSetting(Xfce.themes, .init("", row.setting), name)
      }
      return themes + [Xfce.frames(context), Xfce.panel(context)].compactMap { $0 }
    }
  )
}

/// The channels of Xfce's settings; each is read and written with Xfce's own program.
private enum Xfce {
  static let themes = channel("xsettings")

  private static func channel(_ name: String, _ type: String = "string") -> MirrorPlace {
    let property = ["xfconf-query", "-c", name, "-p", "/{}"]
    return .commands(
      SettingsCommands(
        read: property,
        write: property + ["-n", "-t", type, "-s", "{=}"],
        reset: property + ["-r"]
      )
    )
  }

  /// The theme of the window frames, if the user has one and its twin is installed.
  static func frames(_ context: MirrorContext) -> MirrorSetting? {
    let (place, key) = (channel("xfwm4"), MirrorPlace.Key("", "general/theme"))
    guard let own = context.own(place, key) else { return nil }
    let pair = ThemePair.of(own, among: context.frameThemes)
    return pair.map { MirrorSetting(place, key, $0.name(isDark: context.style == .dark)) }
  }

  /// The panel's own switch for dark colours, if the user has ever set it.
  static func panel(_ context: MirrorContext) -> MirrorSetting? {
    let (place, key) = (channel("xfce4-panel", "bool"), MirrorPlace.Key("", "panels/dark-mode"))
    guard context.own(place, key) != nil else { return nil }
    return MirrorSetting(place, key, context.style == .dark ? "true" : "false")
  }
}
