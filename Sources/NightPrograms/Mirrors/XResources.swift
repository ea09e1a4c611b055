import NightCore
import NightThemes
import NightValues

extension Mirrors {
  /// The mirror for programs that read X resources, such as xterm and urxvt.
  ///
  /// It replaces colours that the user chose by hand, so it is off unless its preference is true.
  static let xresources = Mirror(
    "xresources",
    "the colours in .Xresources",
    .tried("xrdb 1.2.1"),
    evidence: { folders in XResources.names.map { (folders.home ?? "") + "/" + $0 } },
    isWanted: { XResources.path($0) != nil },
    settings: XResources.settings,
    announcements: XResources.announcements
  )
}

private enum XResources {
  /// The files, the one that is used first.
  static let names = [".Xresources", ".Xdefaults"]

  static func path(_ context: MirrorContext) -> String? {
    names.map(context.base.home).first(where: context.base.fileExists)
  }

  /// The settings: only keys that the user's file has, so that xrdb can put all of them back.
  ///
  /// xrdb merges a file into the server's resources. It would not remove a key that nightd added.
  static let settings: @Sendable (MirrorContext) -> [MirrorSetting] = { context in
    guard let path = path(context), let text = context.text(path) else { return [] }
    let place = MirrorPlace.file(path: path, .xresources)
    let colors = colors(context.base.terminal)
    return SettingsText(text, .xresources).keys.compactMap { key in
      guard let own = context.own(place, key) else { return nil }
      if key.name == "Xcursor.theme" {
        // A cursor need not match the style, so only a preference changes it.
        return context.name("cursor-theme", own: nil, among: []).map {
          MirrorSetting(place, key, $0)
        }
      }
      guard let color = colors[resource(key.name)] else { return nil }
      return MirrorSetting(place, key, opacity(own) + color.text)
    }
  }

  static let announcements: @Sendable (MirrorContext) -> [Announcement] = { context in
    guard context.base.environment("DISPLAY") != nil, let path = path(context) else {
      return []
    }
    let merge: [String] = ["xrdb", "-merge", path]
    guard path.hasSuffix(names[1]) else { return [.run(merge)] }
    // Programs read .Xdefaults themselves unless the server has resources. So nightd must not give
    // the first ones to the server.
    return [.run(["sh", "-c", #"[ -z "$(xrdb -query)" ] || exec "$@""#, "sh"] + merge)]
  }

  /// The last part of a resource's name, such as `color0` of `URxvt*color0`.
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

  /// The opacity that urxvt allows before a colour, such as `[90]` of `[90]#101010`.
  private static func opacity(_ value: String) -> String {
    guard value.hasPrefix("["), let end = value.firstIndex(of: "]"),
      value[..<end].dropFirst().allSatisfy(\.isNumber)
    else { return "" }
    return String(value[...end])
  }
}
