import Glibc
import NightCore
import NightStore

/// The command `theme from`, which makes a light and a dark theme from a picture.
struct ThemeFromPicture: Command {
  let nightctl: Nightctl

  private static let program = "nightd-picture"
  /// The time limit for decoding the picture.
  private static let milliseconds = 15_000

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

  /// The path with `~` in place of the home folder, so that the theme names no user.
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
  private func pixels(_ path: String) throws(Failure) -> [Pixel] {
    let own = (try? Disk.system.readLink("/proc/self/exe")) ?? nil ?? ""
    let folder = own.parentFolder
    let places = ["\(folder)/\(Self.program)", "\(folder.parentFolder)/libexec/\(Self.program)"]
    guard let program = places.first(where: { access($0, X_OK) == 0 }) else {
      throw .system(ThemeMessages.noPictureProgram(places[1]))
    }
    let command = AwaitedCommand(
      ProgramFinder(environment: environment),
      milliseconds: Self.milliseconds
    )
    // A path that begins with a hyphen or has no folder would be searched for in PATH.
    let file = path.hasPrefix("/") ? path : "./" + path
    let outcome = try command.outcome([program, file])
    guard outcome.problem == nil else {
      let line = outcome.output.split(separator: "\n").last.map(String.init)
      let isReason = outcome.code != nil && line != nil
      throw .system(Messages.cannotRead(path, isReason ? line ?? "" : outcome.problem ?? ""))
    }
    guard let pixels = PictureThemes.pixels(in: outcome.output), !pixels.isEmpty else {
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
