import NightCore

extension ProgramCode {
  /// The code for X resources; nightd changes only keys that the user's file already has.
  ///
  /// A key's name decides which colour the key gets.
  static let xresources = ProgramCode(
    name: "xresources",
    settings: XResources.settings,
    announcements: XResources.announcements,
    restorations: XResources.announcements
  )
}

private enum XResources {
  /// The possible names of the user's file, in the order in which nightd tries them.
  static let names = [".Xresources", ".Xdefaults"]

  static func path(_ context: ProgramContext) -> String? {
    names.map(context.home).first(where: context.fileExists)
  }

  /// The settings to write; only keys that the user's file already has, because xrdb could not
  /// remove any others.
  ///
  /// xrdb merges a file into the server's resources, so it would not remove a key that nightd
  /// added.
  static let settings: @Sendable (ProgramContext) -> [Setting]? = { context in
    guard let path = path(context), let text = context.text(path) else { return [] }
    let place = SettingPlace.file(path: path, .xresources)
    let colors = colors(context.terminal)
    return SettingsText(text, .xresources).values.map(\.key).compactMap { key in
      guard let own = context.own(place, key) else { return nil }
      if key.name == "Xcursor.theme" {
        // A cursor theme need not match the style, so only a preference changes it.
        return context.chosenTheme("cursor-theme").map { Setting(place, key, $0) }
      }
      guard let color = colors[resource(key.name)] else { return nil }
      return Setting(place, key, opacity(own) + color.text)
    }
  }

  static let announcements: @Sendable (ProgramContext) -> [Announcement]? = { context in
    guard context.environment("DISPLAY") != nil, let path = path(context) else {
      return []
    }
    let merge: [String] = ["xrdb", "-merge", path]
    guard path.hasSuffix(names[1]) else { return [.run(merge)] }
    // Programs read .Xdefaults themselves as long as the server has no resources. So nightd must
    // not add resources to a server without resources.
    return [.run(["sh", "-c", #"[ -z "$(xrdb -query)" ] || exec "$@""#, "sh"] + merge)]
  }

  /// The last part of a resource's name, such as `color0` in `URxvt*color0`.
  private static func resource(_ name: String) -> String {
    String(
      name[
        (name.lastIndex { $0 == "." || $0 == "*" }.map(name.index(after:)) ?? name.startIndex)...
      ]
    )
  }

  private static func colors(_ terminal: TerminalColors) -> [String: Color] {
    var colors = [
      "background": terminal.background, "foreground": terminal.foreground,
      "cursorColor": terminal.cursor,
    ]
    for (number, color) in terminal.palette.enumerated() { colors["color\(number)"] = color }
    return colors
  }

  /// The opacity that urxvt allows before a colour, such as `[90]` in `[90]#101010`.
  private static func opacity(_ value: String) -> String {
    guard value.hasPrefix("["), let end = value.firstIndex(of: "]"),
      value[..<end].dropFirst().allSatisfy(\.isNumber)
    else { return "" }
    return String(value[...end])
  }
}
