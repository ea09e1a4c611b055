import NightBus
import NightCore
import NightStore
import NightThemes
import NightValues

/// Reads the themes in use off the loop's thread, and follows their files.
final class Theming {
  /// Called once anything about a theme in use is another.
  var onChange: ([String: ThemeStatus]) -> Void = { _ in }
  /// Called when the set of themes may be another; not before anyone has asked for it.
  var onSetChange: () -> Void = {}
  /// What was read of the themes in use, or that come into use.
  private var readings: [String: ThemeReading] = [:]

  let folders: ThemeFolders
  private let loop: Loop
  private let log: Log
  private let graceMilliseconds: Int
  private var used: Set<String> = []
  private var following: Following<Found>?
  private var setWatch: ThemeSetWatch?
  /// What stands beside the files of themes in use: pictures, for the most part.
  private var assets: (folders: [String], watch: FolderWatch)?
  /// What happens there in a moment is read together.
  private var settling: Timer?
  /// As it was shown last, for as long as it is, whatever its files say by now.
  private var worn: Theme?
  private var said: Set<String> = []
  private var told: [String: ThemeStatus] = [:]
  /// Counts how often themes were put together; where several are at it, only the last one counts.
  private var resolving = 0

  private struct Found: Equatable, Sendable {
    let text: ThemeText?
  }

  init(_ folders: ThemeFolders, on loop: Loop, log: Log, graceMilliseconds: Int = 300) {
    self.folders = folders
    self.loop = loop
    self.log = log
    self.graceMilliseconds = graceMilliseconds
  }

  /// What is wrong with the themes in use, for people.
  var mistakes: [String] {
    used.sorted().flatMap { name -> [String] in
      guard let reading = readings[name], !reading.isMissing else { return [] }
      return reading.mistakes.map(\.description)
    }
  }

  /// The themes in use that do not exist.
  var missing: Set<String> { used.filter { readings[$0]?.isMissing == true } }

  /// The theme as it serves; nil where it is not in use, or none serves.
  func theme(_ name: String) -> Theme? { used.contains(name) ? readings[name]?.theme : nil }

  /// What is shown, inheritance done; nil where its files never said so since the start.
  func shown(as appearance: Appearance) -> Theme? {
    guard let worn, worn.isShown(as: appearance) else { return nil }
    return worn
  }

  /// Keeps what is shown from now on.
  func wear(_ appearance: Appearance) {
    guard shown(as: appearance) == nil else { return }
    let theme = readings[appearance.theme]?.theme
    worn = theme.flatMap { $0.isShown(as: appearance) ? $0 : nil }
  }

  /// How long a start waits for the themes in use.
  private static let startMilliseconds = 1_000

  /// Reads those at the start, and waits a while for it; where all are built in there is nothing to read.
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
    say()
    follow()
    watchAssets()
    loop.giveMemoryBack()
    told = standings
    return told
  }

  /// Takes one that was just read as it is, so that it need not be read again once it is in use.
  func keep(_ name: String, _ reading: ThemeReading) {
    guard !folders.paths(of: name).isEmpty else { return }
    readings[name] = reading
  }

  /// Follows those from now on.
  func use(_ names: Set<String>) {
    guard names != used else { return }
    used = names
    readings = readings.filter { names.contains($0.key) }
    told = told.filter { names.contains($0.key) }
    guard !names.isEmpty || following != nil else { return }
    follow()
    resolve {}
  }

  /// Follows those from now on, and calls once they have been read and told.
  func use(_ names: Set<String>, then: @escaping () -> Void) {
    use(names)
    guard let following else { return then() }
    following.readNow(then: then)
  }

  /// From now on it is told that the set of themes may be another.
  func watchSet() {
    guard setWatch == nil else { return }
    setWatch = ThemeSetWatch(folders.folders.map(\.path), on: loop) { [unowned self] in
      onSetChange()
    } sayUnwatched: { [log] in
      log.warning(Messages.themesNotWatched(in: $0, $1))
    }
  }

  private var standings: [String: ThemeStatus] { readings.mapValues(\.standing) }

  // MARK: - Following

  /// Every file that the themes in use stand in, or would stand in.
  private func follow(_ more: Set<String> = []) {
    var things: [String: String] = [:]
    for name in used.union(readings.values.flatMap(\.names)).union(more) {
      for path in folders.paths(of: name) { things[path] = name }
    }
    if let following { return following.follow(things) }
    let following = Following<Found>(
      things,
      on: loop,
      graceMilliseconds: graceMilliseconds,
      sayUnwatched: { [log] in log.warning(Messages.themesNotWatched(in: $0, $1)) },
      { [folders] name, _ in
        let (text, isHalf) = folders.read(name)
        return .init(content: Found(text: text), isHalf: isHalf)
      }
    )
    following.onNews = { [unowned self] then in resolve(then) }
    following.saySilent = { [log, folders] name in
      log.warning(Messages.fileSilent(folders.paths(of: name).joined(separator: " or ")))
    }
    self.following = following
    following.load(within: Self.startMilliseconds)
  }

  /// Where a picture comes, goes or is another one, its theme is another.
  private func watchAssets() {
    var folders: [String] = []
    for case let text? in (following?.contents ?? [:]).values.map(\.text) {
      guard let own = text.folder else { continue }
      folders += [own] + text.subfolders.map { "\(own)/\($0)" }
    }
    folders.sort()
    guard folders != assets?.folders ?? [] else { return }
    assets = nil
    guard !folders.isEmpty else { return }
    let settling =
      settling
      ?? loop.timer { [unowned self] in following?.readNow {} }
    self.settling = settling
    do throws(BusError) {
      let watch = try FolderWatch(folders, on: loop) {
        settling.set(milliseconds: Self.settlingMilliseconds)
      } sayUnwatched: { [log] in
        log.warning(Messages.themesNotWatched(in: $0, $1))
      }
      assets = (folders, watch)
    } catch {
      log.warning(Messages.themesNotWatched(in: nil, error))
    }
    // What happened between the reading and this.
    following?.readNow {}
  }

  private static let settlingMilliseconds = 50

  private func resolve(_ then: @escaping () -> Void) {
    let known = readings.compactMapValues(\.theme)
    let contents = following?.contents ?? [:]
    let texts = contents.compactMapValues(\.text)
    resolving += 1
    loop.offloadReading { [used, number = resolving] in
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
      if number == self?.resolving { self?.took(readings, of: Set(contents.keys)) }
      then()
      self?.loop.giveMemoryBack()
    }
  }

  /// `seen` are those whose files had been read when this was begun.
  private func took(_ new: [String: ThemeReading], of seen: Set<String>) {
    let new = new.filter { used.contains($0.key) }
    let names = Set(new.values.flatMap(\.names))
    // A parent that was not followed yet is read first; nothing is told of the moment before.
    let isLacking = names.contains { name in
      !folders.paths(of: name).isEmpty && !seen.contains(name)
    }
    guard !isLacking else { return follow(names) }
    readings = new
    follow()
    watchAssets()
    say()
    guard standings != told else { return }
    told = standings
    onChange(told)
  }

  // MARK: - Saying

  /// Each mistake once, for as long as it is there.
  private func say() {
    let mistakes = mistakes
    for mistake in mistakes where !said.contains(mistake) { log.warning(mistake) }
    said = Set(mistakes)
  }
}

extension Theme {
  fileprivate func isShown(as appearance: Appearance) -> Bool {
    name.isSameText(as: appearance.theme) && digest == appearance.themeDigest
  }
}
