import NightBus
import NightCore
import NightStore

/// Follows the files of the themes in use, and reads them on a thread other than the loop's.
final class ThemeWatcher {
  /// How long the daemon, at its start, waits for the files of the themes in use.
  private static let startMilliseconds = 1_000
  /// If several assets change within this time, in milliseconds, nightd reads the themes only once.
  private static let debounceMilliseconds = 50

  /// Called after the status of a theme in use has changed.
  var onChange: ([String: ThemeStatus]) -> Void = { _ in }
  /// Called when the set of themes may have changed, but only after a call of `watchSet`.
  var onSetChange: () -> Void = {}

  let folders: ThemeFolders
  private let loop: Loop
  private let log: Log
  private let graceMilliseconds: Int
  private var used: Set<String> = []
  /// What was last read from the files of each theme that is in use or about to be used.
  private var readings: [String: ThemeReading] = [:]
  private var follower: FileFollower<ThemeFile>?
  private var setWatch: ThemeSetWatch?
  private var assets = Assets()
  /// The theme of the current appearance, as it was when the appearance was announced, even if its
  /// files have changed since.
  private var lastShown: Theme?
  /// The mistakes that are already in the log, and the status that `onChange` reported last.
  private var told: (mistakes: Set<String>, statuses: [String: ThemeStatus]) = ([], [:])
  /// The number of the last resolution (a computation of inherited values); the results of all
  /// earlier resolutions are ignored.
  private var lastResolution = 0

  private struct ThemeFile: Equatable, Sendable {
    let text: ThemeText?
  }

  /// All files of the themes in use except the theme files themselves; most are pictures.
  private struct Assets {
    var folders: [String] = []
    var watch: FolderWatch?
    var timer: Timer?
  }

  init(_ folders: ThemeFolders, on loop: Loop, log: Log, graceMilliseconds: Int = 300) {
    self.folders = folders
    self.loop = loop
    self.log = log
    self.graceMilliseconds = graceMilliseconds
  }

  /// The mistakes in the files of themes in use, as messages.
  var mistakes: [String] {
    used.sorted().flatMap { name -> [String] in
      guard let reading = readings[name], !reading.isMissing else { return [] }
      return reading.mistakes.map(\.description)
    }
  }

  /// The themes in use that do not exist.
  var missing: Set<String> { used.filter { readings[$0]?.isMissing == true } }

  /// The theme with all inherited values; nil if the theme is not in use or cannot be used.
  func theme(_ name: String) -> Theme? { used.contains(name) ? readings[name]?.theme : nil }

  /// The version of the theme that the appearance shows; nil if nightd does not know this version.
  func shown(as appearance: Appearance) -> Theme? {
    guard let lastShown, lastShown.isShown(as: appearance) else { return nil }
    return lastShown
  }

  /// Stores the theme of a new appearance, so that `shown` can return the theme later.
  func updateShown(_ appearance: Appearance) {
    guard shown(as: appearance) == nil else { return }
    let theme = readings[appearance.theme]?.theme
    lastShown = theme.flatMap { $0.isShown(as: appearance) ? $0 : nil }
  }

  /// Reads the themes at the start, and waits at most a second for their files.
  func load(_ names: Set<String>) -> [String: ThemeStatus] {
    guard !names.isEmpty else { return [:] }
    let reading = EarlyReading(on: loop) { [folders] in
      names.map { ($0, ThemeReading($0, find: folders.find)) }
    } late: { [weak self] _ in
      if let self, used.isEmpty { use(names) }
    }
    guard let found = reading.wait(milliseconds: Self.startMilliseconds) else {
      let paths = names.sorted().flatMap(folders.paths)
      log.warning(Messages.fileSilent(paths.joined(separator: " or ")))
      return [:]
    }
    used = names
    for (name, reading) in found { readings[name] = reading }
    logMistakes()
    follow()
    watchAssets()
    loop.giveMemoryBack()
    told.statuses = statuses
    return told.statuses
  }

  /// Stores a theme that was just read, so that it is not read again when it comes into use.
  func store(_ reading: ThemeReading, for name: String) {
    guard !folders.paths(of: name).isEmpty else { return }
    readings[name] = reading
  }

  /// Follows these themes from now on.
  func use(_ names: Set<String>) {
    guard names != used else { return }
    used = names
    readings = readings.filter { names.contains($0.key) }
    told.statuses = told.statuses.filter { names.contains($0.key) }
    guard !names.isEmpty || follower != nil else { return }
    follow()
    resolve {}
  }

  /// Follows these themes from now on; calls `then` when they have been read and reported.
  func use(_ names: Set<String>, then: @escaping () -> Void) {
    use(names)
    guard let follower else { return then() }
    follower.readNow(then: then)
  }

  /// Watches the set of all themes from now on, and calls `onSetChange` when it may have changed.
  func watchSet() {
    guard setWatch == nil else { return }
    setWatch = ThemeSetWatch(folders.folders.map(\.path), on: loop) { [unowned self] in
      onSetChange()
    } onUnwatched: { [log] in
      log.warning(Messages.themesNotWatched(in: $0, $1))
    }
  }

  private var statuses: [String: ThemeStatus] { readings.mapValues(\.status) }

  // MARK: - Following

  /// Follows all paths at which a theme in use, one of its parents, or a theme in `more` may have a
  /// file.
  private func follow(_ more: Set<String> = []) {
    var names: [String: String] = [:]
    for name in used.union(readings.values.flatMap(\.names)).union(more) {
      for path in folders.paths(of: name) { names[path] = name }
    }
    if let follower { return follower.follow(names) }
    let follower = FileFollower<ThemeFile>(
      names,
      on: loop,
      graceMilliseconds: graceMilliseconds,
      onUnwatched: { [log] in log.warning(Messages.themesNotWatched(in: $0, $1)) },
      { [folders] name, _ in
        let (text, isHalf) = folders.read(name)
        return .init(content: ThemeFile(text: text), isHalf: isHalf)
      }
    )
    follower.onChange = { [unowned self] then in resolve(then) }
    follower.onSilence = { [log, folders] name in
      log.warning(Messages.fileSilent(folders.paths(of: name).joined(separator: " or ")))
    }
    self.follower = follower
    follower.load(within: Self.startMilliseconds)
  }

  /// Follows the pictures of the themes, because a change to a picture is also a change to its
  /// theme.
  private func watchAssets() {
    var found: [String] = []
    for case let text? in (follower?.contents ?? [:]).values.map(\.text) {
      guard let own = text.folder else { continue }
      found += [own] + text.subfolders.map { "\(own)/\($0)" }
    }
    let folders = found.sorted()
    guard folders != assets.folders else { return }
    assets.folders = []
    assets.watch = nil
    guard !folders.isEmpty else { return }
    let timer = assets.timer ?? loop.timer { [unowned self] in follower?.readNow {} }
    assets.timer = timer
    do throws(BusError) {
      let watch = try FolderWatch(on: loop) { timer.set(milliseconds: Self.debounceMilliseconds) }
      assets.watch = watch
      assets.folders = folders
      loop.offloadReading { [addition = watch.addition] in
        addition.add(folders)
      } then: { [weak self, log] failures in
        for failure in failures {
          log.warning(Messages.themesNotWatched(in: failure.folder, failure.error))
        }
        // Read the themes again, to find changes that were made between the last reading and the
        // start of the watch.
        self?.follower?.readNow {}
      }
    } catch {
      log.warning(Messages.themesNotWatched(in: nil, error))
    }
  }

  private func resolve(_ then: @escaping () -> Void) {
    let known = readings.compactMapValues(\.theme)
    let contents = follower?.contents ?? [:]
    let texts = contents.compactMapValues(\.text)
    lastResolution += 1
    loop.offloadReading { [used, number = lastResolution] in
      let readings = Dictionary(
        uniqueKeysWithValues: used.map { name in
          let reading = ThemeReading(name, after: known[name]) {
            texts[$0] ?? BuiltInThemes.text($0)
          }
          return (name, reading)
        }
      )
      return (number, readings)
    } then: { [weak self] number, readings in
      if number == self?.lastResolution { self?.update(readings, from: Set(contents.keys)) }
      then()
      self?.loop.giveMemoryBack()
    }
  }

  /// Stores the results of a resolution, and reports changes.
  ///
  /// `read` contains the names of the themes whose files had been read when the resolution began.
  private func update(_ new: [String: ThemeReading], from read: Set<String>) {
    let new = new.filter { used.contains($0.key) }
    let names = Set(new.values.flatMap(\.names))
    // If a parent theme was not followed yet, its files are read before anything is reported.
    let isLacking = names.contains { name in
      !folders.paths(of: name).isEmpty && !read.contains(name)
    }
    guard !isLacking else { return follow(names) }
    readings = new
    follow()
    watchAssets()
    logMistakes()
    guard statuses != told.statuses else { return }
    told.statuses = statuses
    onChange(told.statuses)
  }

  /// Logs each mistake once; a mistake that disappears and then returns is logged again.
  private func logMistakes() {
    let mistakes = mistakes
    for mistake in mistakes where !told.mistakes.contains(mistake) { log.warning(mistake) }
    told.mistakes = Set(mistakes)
  }
}

extension Theme {
  fileprivate func isShown(as appearance: Appearance) -> Bool {
    name.isSameText(as: appearance.theme) && digest == appearance.themeDigest
  }
}
