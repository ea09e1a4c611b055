import Glibc
import NightBus
import NightClient
import NightCore
import NightPrograms
import NightStore

/// Sets the wallpaper through a desktop's own setting, swaybg, or feh.
///
/// Before nightd sets a wallpaper for the first time, it records the user's own values, so that
/// `off` can restore them.
struct WallpaperSetter {
  private let context: ProgramContext
  private let finder: ProgramFinder
  private let stores: [PictureStore]

  init(_ context: ProgramContext, _ finder: ProgramFinder, _ stores: [PictureStore]) {
    self.context = context
    self.finder = finder
    self.stores = stores
  }

  /// Shows the wallpaper; nil restores the desktop's own wallpaper.
  ///
  /// If the wallpaper could not be set, the returned list contains a message; otherwise the list is
  /// empty.
  func set(_ wallpaper: Wallpaper?) -> [String] {
    do throws(Failure) {
      if let picture = wallpaper?.picture, let style = wallpaper?.style,
        let missing = Self.missing(picture, PreferenceTable.wallpaper(style))
      {
        throw .system(missing)
      }
      let processes = finder.runningProcesses()
      let swaybg = Swaybg(context, finder)
      // Restore the user's wallpaper in the settings of every desktop, because a desktop that is
      // not running also keeps nightd's wallpaper in its settings.
      let problems = wallpaper == nil ? try restoreStores() : []
      if let store = stores.first(where: { $0.isHere(finder, processes) }) {
        if let wallpaper { try change(store, wallpaper) }
        // If the desktop's program started after nightd's swaybg, that swaybg may still be running,
        // so end it.
        if swaybg.hasPicture { try swaybg.show(nil) }
        return problems
      }
      let run = AwaitedCommand(finder)
      if finder.path(of: "swaybg") != nil, swaybg.hasScreen {
        if let sway = SwayWallpaper(context, swaybg, run) {
          try sway.show(wallpaper?.picture)
          return problems
        }
        try swaybg.show(wallpaper?.picture)
      } else if finder.path(of: "feh") != nil, context.environment("DISPLAY") != nil {
        try showWithFeh(wallpaper?.picture)
      }
      return problems
    } catch {
      return [error.sentence]
    }
  }

  /// If the picture in a preference cannot be read, the reason; otherwise nil.
  static func missing(_ picture: String, _ key: String) -> String? {
    guard picture.hasPrefix("/") else { return Messages.relativePicture(key, picture) }
    var facts = stat()
    guard stat(picture, &facts) == 0 else { return Messages.noPicture(key, picture, errno) }
    guard facts.st_mode & S_IFMT == S_IFREG, access(picture, R_OK) == 0 else {
      return Messages.noPicture(key, picture, facts.st_mode & S_IFMT == S_IFREG ? errno : EISDIR)
    }
    return nil
  }

  // MARK: - Desktops with a setting

  private func change(_ store: PictureStore, _ wallpaper: Wallpaper) throws(Failure) {
    let run = AwaitedCommand(finder)
    var file = try RecordFile<WallpaperRecord>(context, keepsAside: true)
    try file.requireWhole()
    let record = file.content.desktops[store.name] ?? .blank
    let current = try store.values(finder)
    let wanted = store.wanted(wallpaper, current)
    var entry = record
    // A present value that nightd did not write is the user's, so record it to restore it later. An
    // empty value (the program shows no picture, for example after its restart) does not replace a
    // recorded picture.
    for (key, value) in current where !record.isOwn(value, key) {
      if !value.isEmpty || store.canBeEmpty || entry.values[key] == nil {
        entry.values[key] = value
      }
    }
    entry.last = record.last.filter { current[$0.key] == nil }
      .merging(current.filter { record.isOwn($0.value, $0.key) }) { $1 }
    // Keep nightd's earlier values in the record until the new values are set, because setting them
    // can fail.
    entry.former = entry.last.filter { key, value in wanted[key].map { $0 != value } == true }
    entry.last.merge(wanted) { $1 }
    entry.keyless = []
    // Store the record before the new wallpaper is set, so that `off` finds the user's values even
    // if nightctl is killed.
    file.content.desktops[store.name] = entry
    try file.store()
    try store.write(wanted.filter { current[$0.key] != $0.value }, run)
    // If a key has one of nightd's earlier values from now on, the user has chosen this value.
    guard !entry.former.isEmpty else { return }
    file.content.desktops[store.name]?.former = [:]
    try file.store()
  }

  /// Restores the wallpapers of all desktops for which the record has the user's values; returns a
  /// message for each value that was not restored.
  private func restoreStores() throws(Failure) -> [String] {
    var file = try RecordFile<WallpaperRecord>(context, keepsAside: true)
    try file.requireWhole()
    var problems: [String] = []
    for (name, entry) in file.content.desktops.sorted(by: { $0.key < $1.key }) {
      guard let store = stores.first(where: { $0.name == name }), store.isInstalled(finder) else {
        problems.append(ProgramMessages.cannotRestore("the wallpaper", name))
        continue
      }
      do throws(Failure) {
        problems += try restore(store, entry)
        file.content.desktops[name] = nil
      } catch {
        problems.append(error.sentence)
      }
    }
    try file.store()
    return problems
  }

  /// Restores the user's values in one desktop; returns a message for each key that no longer
  /// exists, for example because its screen is not connected.
  private func restore(
    _ store: PictureStore,
    _ entry: WallpaperRecord.Entry
  ) throws(Failure) -> [String] {
    let run = AwaitedCommand(finder)
    let current = try store.values(finder)
    // If a key now has a picture that nightd did not set, the user chose it after nightd's last
    // change, so do not restore the key.
    let restored = entry.values.filter { key, value in
      guard let now = current[key] else { return false }
      return store.canBeEmpty
        ? entry.isOwn(now, key) : !value.isEmpty && (now.isEmpty || entry.isOwn(now, key))
    }
    // If the user's value is the default of its key, reset the key, because the user probably never
    // set it.
    let usual = store.schema.flatMap { StoredSettings($0) }
    let resets = restored.filter { usual?.defaultValue($0.key) == $0.value }
    for key in resets.keys.sorted() {
      try run.output(["gsettings", "reset", store.schema ?? "", key])
    }
    try store.write(restored.filter { resets[$0.key] == nil }, run)
    let now = restored.isEmpty ? [:] : try store.values(finder)
    for (key, value) in restored where now[key] != value {
      throw .system(ProgramMessages.keepsValue(key, value, nil))
    }
    return entry.values.sorted { $0.key < $1.key }.compactMap { key, value in
      value.isEmpty || current[key] != nil ? nil : ProgramMessages.isGone(key, value)
    }
  }

  // MARK: - X11 without a desktop

  /// feh sets the image of the root window; nightd does not change `~/.fehbg`.
  private func showWithFeh(_ picture: String?) throws(Failure) {
    let run = AwaitedCommand(finder)
    if let picture {
      try run.output(["feh", "--no-fehbg", "--bg-fill", picture])
    } else if access(context.home(".fehbg"), X_OK) == 0 {
      try run.output([context.home(".fehbg")])
    }
  }
}

extension PictureStore {
  /// Whether one of the programs in `running` is running, and the commands that read and write its
  /// wallpaper settings are installed.
  func isHere(_ finder: ProgramFinder, _ processes: Processes) -> Bool {
    !processes.running(running).isEmpty && isInstalled(finder)
  }

  func isInstalled(_ finder: ProgramFinder) -> Bool {
    [list, read, write].compactMap(\.first).allSatisfy { finder.path(of: $0) != nil }
  }

  /// Whether an empty value is a setting like any other; if not, an empty value means that the
  /// program shows no picture.
  var canBeEmpty: Bool { !read.isEmpty }

  /// The program's present wallpaper settings.
  func values(_ finder: ProgramFinder) throws(Failure) -> [String: String] {
    // A command may print a warning besides the values, so read only its standard output.
    let run = AwaitedCommand(finder, keepsErrors: false)
    var values: [String: String] = [:]
    for key in [light, dark].compactMap(\.self) { values[key] = "" }
    if !list.isEmpty {
      do throws(Failure) { values = self.values(in: try run.output(list)) } catch {
        // If the command `list` fails, as it may with a future version of the program, use the key
        // for all screens.
        guard all != nil else { throw error }
      }
    }
    if let all, values.isEmpty { values[all] = "" }
    guard !read.isEmpty else { return values }
    for key in values.keys {
      let text = try run.output(read.map { $0.filled([("{}", key)]) })
      values[key] = String(text.trimmed { " \n\t\r".contains($0) })
    }
    return values
  }

  func write(_ values: [String: String], _ run: AwaitedCommand) throws(Failure) {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      let pair = JSON.object([.init(name: key, value: .string(value))]).text(pretty: false)
      let words = [("{}", key), ("{=}", value), ("{json}", pair)]
      if !prepare.isEmpty { _ = try? run.output(prepare.map { $0.filled(words) }) }
      try run.output(write.map { $0.filled(words) })
    }
  }
}

/// The user's wallpaper settings that `off` will restore, stored in `programs/wallpaper.json` in
/// the state folder.
struct WallpaperRecord: StoredRecord {
  static let blank = Self()
  static let loss = "it says which wallpaper you had, so the wallpapers stay as they are"

  struct Entry: Record {
    static let blank = Self()

    var values: [String: String] = [:]
    /// The values that nightd wrote when it last changed the wallpaper.
    var last: [String: String] = [:]
    /// During a change of the wallpaper, the earlier values of nightd that are being replaced;
    /// empty after the change.
    var former: [String: String] = [:]
    /// The values in a record that an older nightd wrote without the keys of these values.
    var keyless: [String] = []

    /// Whether nightd wrote the present value of a key.
    ///
    /// If a screen was just connected, its key may have the value that nightd wrote for another
    /// screen.
    func isOwn(_ value: String, _ key: String) -> Bool {
      let isNew = values[key] == nil && last[key] == nil
      return last[key] == value || former[key] == value || keyless.contains(value)
        || isNew && last.values.contains(value)
    }

    mutating func visit(_ fields: inout Fields) {
      fields.required("values", &values)
      fields.field("last", &keyless)
      fields.field("written", &last)
      fields.field("former", &former)
    }
  }

  /// The recorded values, by the desktop or program that stores them; a user may use several
  /// desktops.
  var desktops: [String: Entry] = [:]

  var isEmpty: Bool { desktops.isEmpty }

  mutating func visit(_ fields: inout Fields) { fields.required("desktops", &desktops) }
}

extension RecordFile<WallpaperRecord> {
  init(_ context: ProgramContext, keepsAside: Bool) throws(Failure) {
    try self.init(context.own("wallpaper.json"), keepsAside: keepsAside)
  }
}
