package import NightBus
package import NightCore
package import NightStore

/// Reads and parses the hand-written files off the loop's thread, and follows them.
///
/// A file that goes or becomes empty is given a moment to come back: that is how many programs
/// write one. Whatever happens meanwhile is read at once.
package final class Layering {
  /// Called with all of them once one says something else than before.
  package var onChange: (Layers) -> Void = { _ in }

  private let files: LayerFiles
  private let loop: Loop
  private let log: Log
  private let graceMilliseconds: Int
  private var watch: PathWatch?
  /// The folders that were said not to be watched.
  private var unwatched: Set<String> = []

  /// What counts, by path.
  private var contents: [String: FileReading.Content] = [:]
  /// What was told last.
  private var layers = Layers()
  /// To be read as soon as nothing else is.
  private var stale: Set<String> = []
  /// Those of them that count as they are now, after their grace.
  private var settled: Set<String> = []
  private var isReading = false
  /// The grace of each that may be only half of a change.
  private var doubts: [String: Timer] = [:]
  private var askers: [() -> Void] = []

  package init(_ files: LayerFiles, on loop: Loop, log: Log, graceMilliseconds: Int = 300) {
    self.files = files
    self.loop = loop
    self.log = log
    self.graceMilliseconds = graceMilliseconds
  }

  /// Reads at the start, and waits for it; from then on changes are followed.
  package func load() -> Layers {
    watchFiles()
    for path in files.paths { contents[path] = files.read(path).content }
    layers = Layers(texts)
    return layers
  }

  /// Reads all of them anew, whether or not they are watched, and answers once none is in doubt.
  ///
  /// What changed is told by `onChange` before.
  package func readNow(then answer: @escaping () -> Void) {
    if watch == nil { watchFiles() }
    askers.append(answer)
    read(files.paths)
  }

  /// What counts now.
  package var texts: LayerTexts {
    LayerTexts(
      user: files.user.map(file) ?? .init(path: "", content: .missing),
      systems: files.systems.map { .init(config: file($0.config), locks: file($0.locks)) }
    )
  }

  private func file(_ path: String) -> LayerTexts.File {
    switch contents[path] ?? .missing {
    case .missing: .init(path: path, content: .missing)
    case .bytes(let bytes): .init(path: path, content: .bytes(bytes))
    case .flawed(let flaw): .init(path: path, content: .flawed(Words.half(flaw)))
    }
  }
}

// MARK: - Following

extension Layering {
  private func watchFiles() {
    do throws(BusError) {
      watch = try PathWatch(files.paths, on: loop) { [unowned self] changed in
        sayObstacles()
        read(changed)
      }
      sayObstacles()
    } catch {
      log.warning(Words.filesNotWatched(in: nil, error))
    }
  }

  private func sayObstacles() {
    for obstacle in watch?.obstacles ?? [] where unwatched.insert(obstacle.folder).inserted {
      log.warning(Words.filesNotWatched(in: obstacle.folder, obstacle.error))
    }
  }

  private func read(_ paths: some Sequence<String>) {
    stale.formUnion(paths)
    readNext()
  }

  private func readNext() {
    guard !isReading, !stale.isEmpty else { return }
    let paths = stale
    let isSettled = settled
    stale = []
    settled = []
    isReading = true
    loop.offload { [files] in
      paths.map { ($0, files.read($0)) }
    } then: { [weak self] readings in
      self?.took(readings, isSettled)
    }
  }

  private func took(_ readings: [(String, FileReading)], _ isSettled: Set<String>) {
    var isNews = false
    for (path, reading) in readings {
      if !isSettled.contains(path), isInDoubt(path, reading) {
        if doubts[path] == nil { doubts[path] = grace(of: path) }
        continue
      }
      doubts[path] = nil
      guard contents[path] != reading.content else { continue }
      contents[path] = reading.content
      isNews = true
    }
    guard isNews else { return finishReading() }
    loop.offload { [texts, layers] in
      Layers(texts, after: layers)
    } then: { [weak self] layers in
      guard let self else { return }
      self.layers = layers
      onChange(layers)
      finishReading()
    }
  }

  private func finishReading() {
    isReading = false
    readNext()
    guard !isReading, doubts.isEmpty else { return }
    let answered = askers
    askers = []
    for answer in answered { answer() }
  }

  /// Whether this may be a moment in the middle of a change.
  private func isInDoubt(_ path: String, _ reading: FileReading) -> Bool {
    if reading.isChanging { return true }
    switch reading.content {
    // A file that cannot be read for want of something else may be a moment later.
    case .missing, .bytes([]), .flawed(.unreadable): return contents[path] != reading.content
    case .bytes, .flawed: return false
    }
  }

  private func grace(of path: String) -> Timer {
    let timer = loop.timer { [unowned self] in
      doubts[path] = nil
      settled.insert(path)
      read([path])
    }
    timer.set(milliseconds: graceMilliseconds)
    return timer
  }
}
