import Glibc
import NightBus
import NightClient
import NightStore
import NightPrograms
import NightValues

/// Shows a picture behind all windows with the program that does this here.
///
/// Before the first picture, the user's own values are stored, so that `off` can restore them.
struct WallpaperSetter {
  private let context: ProgramContext
  private let finder: ProgramFinder

  init(_ context: ProgramContext, _ finder: ProgramFinder) {
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
    let processes = finder.runningProcesses()
    func runs(_ program: String) -> Bool { !processes.running([program]).isEmpty }
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

  // MARK: - Desktops with a setting

  private func change(
    _ desktop: any WallpaperDesktop,
    _ wallpaper: Wallpaper?
  ) throws(Failure) -> [String] {
    let run = AwaitedCommand(finder)
    var file = try RecordFile<WallpaperRecord>(context, keepsAside: true)
    try file.requireWhole()
    let record = file.content.desktops[desktop.name] ?? .blank
    let current = try desktop.values(run)
    guard let wallpaper else {
      // A value that is not nightd's is the user's, chosen since the last change.
      let restored = record.values.filter { key, _ in
        current[key].map(record.last.contains) ?? true
      }
      try desktop.write(restored, run)
      file.content.desktops[desktop.name] = nil
      try file.store()
      return []
    }
    let wanted = desktop.wanted(wallpaper, current)
    let own = Set([wallpaper.light, wallpaper.dark].compactMap { $0 }.map(desktop.value))
      .union(record.last)
    var values = record.values
    // So it is here.
    for (key, value) in current where !own.contains(value) { values[key] = value }
    // First the record: if nightctl is killed in between, `off` still finds the user's values.
    file.content.desktops[desktop.name] = .init(values: values, last: Set(wanted.values))
    try file.store()
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

/// The values of the user that `off` restores: `programs/wallpaper.json` in the state folder.
struct WallpaperRecord: StoredRecord {
  static let blank = Self()
  static let loss = "it says which picture you had, so the pictures stay as they are"

  struct Entry: Record {
    static let blank = Self()

    var values: [String: String] = [:]
    /// The values that nightd set last.
    var last: Set<String> = []

    mutating func visit(_ fields: inout Fields) {
      fields.required("values", &values)
      var texts = last.sorted()
      fields.required("last", &texts)
      last = Set(texts)
    }
  }

  /// By the desktop or program that has the settings: somebody may use several.
  var desktops: [String: Entry] = [:]

  var isEmpty: Bool { desktops.isEmpty }

  mutating func visit(_ fields: inout Fields) { fields.required("desktops", &desktops) }
}

extension RecordFile<WallpaperRecord> {
  init(_ context: ProgramContext, keepsAside: Bool) throws(Failure) {
    try self.init(context.own("wallpaper.json"), keepsAside: keepsAside)
  }
}
