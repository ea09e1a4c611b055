import NightValues

/// The ready reaction for the picture behind all windows.
extension ReadyReactions {
  static let wallpaper: [ReadyReaction] = [pictures]

  private static let pictures = ReadyReaction(
    "wallpaper",
    .wallpaper,
    programs: Wallpaper.programs,
    .tried("swaybg 1.2.0, feh 3.9.1"),
    note: "Name your pictures with nightctl prefs write wallpaper.light FILE, and wallpaper.dark.",
    announcements: { context in
      func picture(_ style: Style) -> String? {
        let text = context.preferences["wallpaper.\(style.rawValue)"] ?? ""
        guard !text.isEmpty else { return nil }
        return text.hasPrefix("~/") ? context.home(String(text.dropFirst(2))) : text
      }
      let wallpaper = Wallpaper(
        style: context.style,
        light: picture(.light),
        dark: picture(.dark)
      )
      return [.wallpaper(wallpaper.picture == nil ? nil : wallpaper)]
    },
    restorations: { _ in [.wallpaper(nil)] }
  )
}

extension Wallpaper {
  /// The programs that can show a picture; one must be installed.
  package static let programs = [
    "gnome-shell", "plasmashell", "xfdesktop", "swww", "awww", "hyprpaper", "swaybg", "feh",
  ]
}
