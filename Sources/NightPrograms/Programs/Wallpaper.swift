package import NightCore

/// The paths of the wallpaper images for light and dark.
package struct Wallpaper: Equatable, Sendable {
  package let style: Style
  package let light: String?
  package let dark: String?

  package init(style: Style, light: String?, dark: String?) {
    self.style = style
    self.light = light
    self.dark = dark
  }

  package init(_ context: ProgramContext) {
    self.init(
      style: context.style,
      light: Self.picture(.light, context),
      dark: Self.picture(.dark, context)
    )
  }

  /// The image for the style in effect; nil if the user chose no image.
  package var picture: String? { picture(for: style) }

  package func picture(for style: Style) -> String? { style == .dark ? dark : light }

  static func blocker(_ context: ProgramContext) -> String? {
    let pictures = [Style.light, .dark].compactMap { style in
      picture(style, context).map { (key: "wallpaper.\(style.rawValue)", path: $0) }
    }
    guard !pictures.isEmpty else {
      return "no picture is set; set one with nightctl prefs write wallpaper.light FILE, or "
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

/// The settings in which a desktop or a program stores the paths of its wallpaper images, usually
/// one setting for each screen.
package struct PictureStore: Equatable, Sendable {
  /// The name under which nightctl records the values that the user had in these settings.
  package let name: String
  /// The programs that use these settings; nightctl uses the settings only if one of these programs
  /// is running.
  package let running: [String]
  /// The command that prints one line for each of these settings; empty if `light` and `dark` are
  /// the only keys.
  package let list: [String]
  /// The string that follows the key in a line of the output of `list`; nil if the whole line is
  /// the key.
  package let until: String?
  /// The string before the value in a line of that output; nil if everything after the key is the
  /// value.
  package let after: String?
  /// The ending of the names of keys that hold an image; other keys are ignored.
  package let ending: String
  /// The key for all screens, which is used if the command `list` prints no setting.
  package let all: String?
  /// The key for each style's image, if the desktop switches between the images by itself.
  package let light: String?
  package let dark: String?
  /// The command that prints the value of a key; empty if the output of `list` already contains the
  /// values.
  package let read: [String]
  /// The command to run before each write of a setting; nightctl ignores a failure of this command.
  package let prepare: [String]
  package let write: [String]
  private let value: String

  init(_ node: JSONNode) {
    name = node["name"]?.text ?? ""
    running = node.texts("running")
    list = node.texts("list")
    until = node["until"]?.text
    after = node["after"]?.text
    ending = node["ending"]?.text ?? ""
    all = node["all"]?.text
    light = node["light"]?.text
    dark = node["dark"]?.text
    read = node.texts("read")
    prepare = node.texts("prepare")
    write = node.texts("write")
    value = node["value"]?.text ?? "{=}"
  }

  /// The schema of GSettings that has these settings; nil for any other store.
  package var schema: String? {
    guard read.count == 4 else { return nil }
    let commands = SettingsCommands(schema: read[2])
    return read == commands.read && write == commands.write ? read[2] : nil
  }

  /// Converts an image's path to the form that these settings use.
  package func value(of picture: String) -> String {
    value.filled([("{=}", picture), ("{url}", FileURL.escaped(picture))])
  }

  /// The values that must replace the current ones so that the desktop shows the wallpaper.
  package func wanted(_ wallpaper: Wallpaper, _ current: [String: String]) -> [String: String] {
    guard light == nil, dark == nil else {
      let pictures = [(light, wallpaper.light), (dark, wallpaper.dark)]
      return pictures.reduce(into: [:]) { wanted, pair in
        if let key = pair.0, let picture = pair.1 { wanted[key] = value(of: picture) }
      }
    }
    guard let picture = wallpaper.picture else { return [:] }
    return current.mapValues { _ in value(of: picture) }
  }

  /// The keys in the output of the command `list`, each with its value; the value is empty if the
  /// line has no value.
  package func values(in text: String) -> [String: String] {
    var values: [String: String] = [:]
    // Split bytes, not characters, because Swift treats “\r\n” as one character.
    for bytes in text.utf8.split(separator: 10) {
      let line = String(decoding: bytes.last == 13 ? bytes.dropLast() : bytes, as: UTF8.self)
      // Some programs print a colon or spaces before the key.
      let start = String(line.drop { " :\t".contains($0) })
      var (key, rest) = (start, "")
      if let until {
        guard let place = start.firstPlace(of: until) else { continue }
        (key, rest) = (String(start[..<place.lowerBound]), String(start[place.upperBound...]))
      }
      if let after {
        rest = rest.firstPlace(of: after).map { String(rest[$0.upperBound...]) } ?? ""
      }
      if !key.isEmpty, key.hasSuffix(ending) { values[key] = rest }
    }
    return values
  }
}
