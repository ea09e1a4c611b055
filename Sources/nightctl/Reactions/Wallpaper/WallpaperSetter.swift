import Glibc
import NightBus
import NightClient
import NightStore
import NightReactions
import NightValues

/// Shows a picture behind all windows with the program that does this here.
///
/// Before the first picture, the user's own values are stored, so that `off` can restore them.
struct WallpaperSetter {
  private let context: ReactionContext
  private let finder: ProgramFinder

  init(_ context: ReactionContext, _ finder: ProgramFinder) {
    self.context = context
    self.finder = finder
  }

  /// Shows the picture; nil gives the desktop its own picture back.
  ///
  /// Returns sentences about what failed.
  func set(_ wallpaper: Wallpaper?) -> [String] {
    do throws(Failure) {
      if let missing = missing(wallpaper) { throw .system(missing) }
      if let desktop = desktop { return try change(desktop, wallpaper) }
      let swaybg = Swaybg(context, finder)
      let run = AwaitedCommand(finder)
      if finder.path(of: "swaybg") != nil, swaybg.hasScreen {
        if let sway = SwayWallpaper(context, swaybg, run) {
          try sway.show(wallpaper?.picture)
          return []
        }
        try swaybg.show(wallpaper?.picture)
      } else if finder.path(of: "feh") != nil, context.environment("DISPLAY") != nil {
        try showWithFeh(wallpaper?.picture)
      }
      return []
    } catch {
      return [error.sentence]
    }
  }

  private func missing(_ wallpaper: Wallpaper?) -> String? {
    guard let wallpaper, let picture = wallpaper.picture else { return nil }
    let key = "wallpaper.\(wallpaper.style.rawValue)"
    guard picture.hasPrefix("/") else { return Messages.relativePicture(key, picture) }
    var facts = stat()
    guard stat(picture, &facts) == 0 else { return Messages.noPicture(key, picture, errno) }
    guard facts.st_mode & S_IFMT == S_IFREG, access(picture, R_OK) == 0 else {
      return Messages.noPicture(key, picture, facts.st_mode & S_IFMT == S_IFREG ? errno : EISDIR)
    }
    return nil
  }

  /// The desktop or the program that runs and has the picture as a setting of its own.
  private var desktop: (any WallpaperDesktop)? {
    if runs("gnome-shell") { return GnomeWallpaper() }
    if runs("plasmashell") {
      let names = ["qdbus6", "qdbus-qt6", "qdbus", "qdbus-qt5"]
      return names.first { finder.path(of: $0) != nil }.map { PlasmaWallpaper(program: $0) }
    }
    if runs("xfdesktop") { return XfceWallpaper() }
    if let name = ["swww", "awww"].first(where: { runs($0 + "-daemon") }) {
      return SwwwWallpaper(program: name)
    }
    return runs("hyprpaper") ? HyprpaperWallpaper() : nil
  }

  private func runs(_ program: String) -> Bool { !finder.running([program]).isEmpty }

  // MARK: - Desktops with a setting

  private func change(
    _ desktop: any WallpaperDesktop,
    _ wallpaper: Wallpaper?
  ) throws(Failure) -> [String] {
    let run = AwaitedCommand(finder)
    var record = WallpaperRecord(context.own("wallpaper.json"))
    guard let wallpaper else {
      try desktop.write(record.values, run)
      try record.remove()
      return []
    }
    let current = try desktop.values(run)
    let wanted = desktop.wanted(wallpaper, current)
    let own = Set([wallpaper.light, wallpaper.dark].compactMap { $0 }.map(desktop.value))
      .union(record.last)
    var values = record.values
    // A value that is not nightd's is the user's, also if the user chose it since the last change.
    for (key, value) in current where !own.contains(value) { values[key] = value }
    // First the record: if nightctl is killed in between, `off` still finds the user's values.
    try record.store(values, last: Set(wanted.values))
    try desktop.write(wanted.filter { current[$0.key] != $0.value }, run)
    return []
  }

  // MARK: - X11 without a desktop

  /// feh sets the picture of the root window; `~/.fehbg` stays the user's.
  private func showWithFeh(_ picture: String?) throws(Failure) {
    let run = AwaitedCommand(finder)
    if let picture {
      try run.output(["feh", "--no-fehbg", "--bg-fill", picture])
    } else if access(context.home(".fehbg"), X_OK) == 0 {
      try run.output([context.home(".fehbg")])
    }
  }
}

/// The values of the user that `off` restores: `reactions/wallpaper.json` in the state folder.
private struct WallpaperRecord {
  private static let mostBytes = 256 << 10

  private let file: UserFile
  private(set) var values: [String: String] = [:]
  /// The values that nightd set last.
  private(set) var last: Set<String> = []

  /// Reads the record; a damaged one counts as empty.
  init(_ path: String) {
    file = UserFile(path: path)
    for member in file.json(most: Self.mostBytes)?.members ?? [] {
      if member.name == "last", case .array(let texts) = member.node.plain {
        last = Set(texts.compactMap { if case .string(let text) = $0 { text } else { nil } })
      }
      for value in member.name == "values" ? member.node.members ?? [] : [] {
        if case .string(let text) = value.node.value { values[value.name] = text }
      }
    }
  }

  mutating func store(_ values: [String: String], last: Set<String>) throws(Failure) {
    guard values != self.values || last != self.last else { return }
    self.values = values
    self.last = last
    let members = values.sorted { $0.key < $1.key }.map {
      JSON.Member(name: $0.key, value: .string($0.value))
    }
    try file.write(
      .object([
        .init(name: "values", value: .object(members)),
        .init(name: "last", value: .array(last.sorted().map(JSON.string))),
      ])
    )
  }

  func remove() throws(Failure) {
    guard unlink(file.path) != 0, errno != ENOENT else { return }
    throw .system(Messages.cannotRemove(file.path, errno))
  }
}
