import Glibc
import NightCore
import NightStore

/// The command `theme from`, which makes a light and a dark theme from a picture.
struct ThemeFromPicture: Command {
  let nightctl: Nightctl

  func makeThemes(_ invocation: Invocation) throws(Failure) {
    let path = invocation.operand ?? ""
    let method = try method(invocation)
    let stem = path.fileName.split(separator: ".").first.map(String.init) ?? ""
    let slug = Base16.slug(stem)
    let ending = "-" + Style.light.rawValue
    let most = ThemeFolders.fileNameBytes - ending.utf8.count
    let isName =
      !slug.isEmpty && slug.utf8.count <= most && ThemeName.flaw(slug + ending) == nil
    let name = try invocation.newThemeName(most: most) ?? (isName ? slug : "picture")
    let installer = ThemeInstaller(try ThemeFolders(environment))
    let themes = PictureThemes.make(
      try pixels(path),
      method,
      named: name,
      title: path.fileName,
      path: Disk.realPath(path).map(short)
    ).map { ThemeCandidate($0, from: path, shortName: $0.style.rawValue) }
    try ImportThemes(nightctl: nightctl).put(
      themes,
      [],
      installer,
      isReplacing: invocation.has(.replace),
      invocation
    )
  }

  /// The path with `~` in place of the home folder, so that the theme does not contain a user's
  /// name.
  private func short(_ path: String) -> String {
    guard let home = BaseFolders(environment: environment).home, path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }

  private func method(_ invocation: Invocation) throws(Failure) -> MaterialScheme.Method {
    guard let word = invocation.value(of: .pictureMethod) else { return .tonalSpot }
    guard let method = MaterialScheme.Method(rawValue: word) else {
      throw invocation.usage(
        ThemeMessages.noThemeFormat(word, MaterialScheme.Method.allCases.map(\.rawValue))
      )
    }
    return method
  }

  /// The pixels of a small copy of the picture.
  func pixels(_ path: String) throws(Failure) -> [Pixel] {
    // With `./` in front, no relative path looks like an option.
    let file = path.hasPrefix("/") ? path : "./" + path
    let decoder = Decoder(name: "nightd-picture", of: "pictures", environment)
    let output = try decoder.output(for: path, [file])
    guard let pixels = PictureThemes.pixels(in: String(decoding: output, as: UTF8.self)),
      !pixels.isEmpty
    else {
      throw .system(Messages.cannotRead(path, ThemeMessages.isTransparent))
    }
    return pixels
  }
}

extension Option {
  static let pictureMethod = Option(
    name: "--method",
    value: "METHOD",
    summary: MaterialScheme.Method.allCases.map(\.rawValue).joined(separator: ", ")
  )
}
