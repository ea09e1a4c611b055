import NightPrograms
import NightValues

/// A desktop, or a program, that has the picture as a setting.
protocol WallpaperDesktop {
  /// The name in the record.
  var name: String { get }
  /// The settings as they are: usually one for each screen.
  func values(_ run: AwaitedCommand) throws(Failure) -> [String: String]
  /// The settings that show the picture.
  func wanted(_ wallpaper: Wallpaper, _ current: [String: String]) -> [String: String]
  func write(_ values: [String: String], _ run: AwaitedCommand) throws(Failure)
  /// A picture as the settings have it.
  func value(_ picture: String) -> String
}

extension WallpaperDesktop {
  func value(_ picture: String) -> String { picture }

  /// The same picture on each screen.
  func wanted(_ wallpaper: Wallpaper, _ current: [String: String]) -> [String: String] {
    guard let picture = wallpaper.picture else { return [:] }
    return current.mapValues { _ in value(picture) }
  }
}

/// GNOME has a picture for each style, and changes between them by itself.
struct GnomeWallpaper: WallpaperDesktop {
  let name = "gnome"
  private static let schema = "org.gnome.desktop.background"

  func values(_ run: AwaitedCommand) throws(Failure) -> [String: String] {
    var values: [String: String] = [:]
    for key in ["picture-uri", "picture-uri-dark"] {
      values[key] = Text.trimmed(try run.output(["gsettings", "get", Self.schema, key]))
    }
    return values
  }

  func wanted(_ wallpaper: Wallpaper, _ current: [String: String]) -> [String: String] {
    var values: [String: String] = [:]
    values["picture-uri"] = wallpaper.light.map(value)
    values["picture-uri-dark"] = wallpaper.dark.map(value)
    return values
  }

  func write(_ values: [String: String], _ run: AwaitedCommand) throws(Failure) {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      try run.output(["gsettings", "set", Self.schema, key, value])
    }
  }

  func value(_ picture: String) -> String { "'file://\(FileURL.escaped(picture))'" }
}

/// Xfce has a setting for each screen and workspace.
struct XfceWallpaper: WallpaperDesktop {
  let name = "xfce"
  private static let channel = ["xfconf-query", "-c", "xfce4-desktop"]

  func values(_ run: AwaitedCommand) throws(Failure) -> [String: String] {
    var values: [String: String] = [:]
    let list = try run.output(Self.channel + ["-l"])
    for key in list.split(separator: "\n") where key.hasSuffix("/last-image") {
      values[String(key)] = Text.trimmed(try run.output(Self.channel + ["-p", String(key)]))
    }
    return values
  }

  func write(_ values: [String: String], _ run: AwaitedCommand) throws(Failure) {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      try run.output(Self.channel + ["-p", key, "-s", value])
    }
  }
}

/// Plasma has a setting for each screen, which its scripts read and write.
struct PlasmaWallpaper: WallpaperDesktop {
  let name = "plasma"
  let program: String

  private func evaluate(_ script: String, _ run: AwaitedCommand) throws(Failure) -> String {
    try run.output([
      program, "org.kde.plasmashell", "/PlasmaShell", "org.kde.PlasmaShell.evaluateScript", script,
    ])
  }

  private static let group =
    "d.currentConfigGroup = ['Wallpaper', 'org.kde.image', 'General'];"

  /// A value has the name of the kind of wallpaper, a space, and the picture.
  func values(_ run: AwaitedCommand) throws(Failure) -> [String: String] {
    let text = try evaluate(
      """
      desktops().forEach(function (d) { \(Self.group)
      print(d.id + ' ' + d.wallpaperPlugin + ' ' + d.readConfig('Image') + '\\n'); });
      """,
      run
    )
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2, Int(parts[0]) != nil { values[String(parts[0])] = String(parts[1]) }
    }
    return values
  }

  func write(_ values: [String: String], _ run: AwaitedCommand) throws(Failure) {
    guard !values.isEmpty else { return }
    let table = JSON.object(
      values.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: .string($0.value)) }
    )
    _ = try evaluate(
      """
      var values = \(table.text(pretty: false));
      desktops().forEach(function (d) { var value = values[d.id]; if (!value) return;
      var space = value.indexOf(' '); d.wallpaperPlugin = value.slice(0, space); \(Self.group)
      d.writeConfig('Image', value.slice(space + 1)); });
      """,
      run
    )
  }

  func value(_ picture: String) -> String {
    "org.kde.image file://\(FileURL.escaped(picture))"
  }
}

/// swww, which is now called awww, has a picture for each screen.
struct SwwwWallpaper: WallpaperDesktop {
  let name = "swww"
  let program: String

  func values(_ run: AwaitedCommand) throws(Failure) -> [String: String] {
    Self.values(in: try run.output([program, "query"]))
  }

  /// Reads lines such as `eDP-1: 1920x1080, scale: 1, currently displaying: image: PATH`; newer
  /// versions have `: ` before the screen.
  static func values(in text: String) -> [String: String] {
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = Text.split(String(line), at: "currently displaying: ")
      guard
        let screen = parts.first?.split(separator: ":").map(String.init).map(Text.trimmed)
          .first(where: { !$0.isEmpty })
      else { continue }
      let picture = parts.count == 2 ? Text.split(parts[1], at: "image: ") : []
      values[screen] = picture.count == 2 ? picture[1] : ""
    }
    return values
  }

  func write(_ values: [String: String], _ run: AwaitedCommand) throws(Failure) {
    for (screen, picture) in values.sorted(by: { $0.key < $1.key }) where !picture.isEmpty {
      try run.output([program, "img", "-o", screen, picture])
    }
  }
}

struct HyprpaperWallpaper: WallpaperDesktop {
  let name = "hyprpaper"
  private static let program = ["hyprctl", "hyprpaper"]

  /// Reads lines such as `eDP-1 = PATH`; without one, all screens have one setting.
  func values(_ run: AwaitedCommand) throws(Failure) -> [String: String] {
    let text = (try? run.output(Self.program + ["listactive"])) ?? ""
    return Self.values(in: text)
  }

  static func values(in text: String) -> [String: String] {
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = Text.split(String(line), at: " = ")
      if parts.count == 2, parts[1].hasPrefix("/") { values[parts[0]] = parts[1] }
    }
    return values.isEmpty ? ["": ""] : values
  }

  func write(_ values: [String: String], _ run: AwaitedCommand) throws(Failure) {
    for (screen, picture) in values.sorted(by: { $0.key < $1.key }) where !picture.isEmpty {
      // Versions from 0.8 load pictures by themselves, and no longer know `preload`.
      _ = try? run.output(Self.program + ["preload", picture])
      try run.output(Self.program + ["wallpaper", "\(screen),\(picture)"])
    }
  }
}

private enum Text {
  static func trimmed(_ text: String) -> String {
    String(text.trimmed { " \n\t\r".contains($0) })
  }

  /// The parts before and after the first place that has the words; one part if no place has them.
  static func split(_ text: String, at words: String) -> [String] {
    guard let place = text.firstPlace(of: words) else { return [text] }
    return [String(text[..<place.lowerBound]), String(text[place.upperBound...])]
  }
}
