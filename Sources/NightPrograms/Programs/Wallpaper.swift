import NightValues

/// What is decided about the picture behind all windows.
extension Wallpaper {
  /// The programs that can show a picture; one must be installed.
  package static let programs = [
    "gnome-shell", "plasmashell", "xfdesktop", "swww", "awww", "hyprpaper", "swaybg", "feh",
  ]

  @Sendable
  static func announcements(_ context: ProgramContext) -> [Announcement]? {
    let wallpaper = Wallpaper(
      style: context.style,
      light: picture(.light, context),
      dark: picture(.dark, context)
    )
    return [.wallpaper(wallpaper.picture == nil ? nil : wallpaper)]
  }

  @Sendable
  static func blocker(_ context: ProgramContext) -> String? {
    let pictures = [Style.light, .dark].compactMap { style in
      picture(style, context).map { (key: "wallpaper.\(style.rawValue)", path: $0) }
    }
    guard !pictures.isEmpty else {
      return "no picture is named; name one with nightctl prefs write wallpaper.light FILE, or "
        + "wallpaper.dark"
    }
    return pictures.first { !context.fileExists($0.path) }.map { key, path in
      "\(key) names \(path), which does not exist; name a picture with nightctl prefs write "
        + "\(key) FILE"
    }
  }

  private static func picture(_ style: Style, _ context: ProgramContext) -> String? {
    let text = context.preferences["wallpaper.\(style.rawValue)"] ?? ""
    return text.isEmpty ? nil : context.long(text)
  }
}
