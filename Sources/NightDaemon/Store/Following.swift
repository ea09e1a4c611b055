import NightBus
import Synchronization

/// Reads what stands in files off the loop's thread, and follows it.
///
/// Each thing that is read may take several files. What may be only half of a change is given a
/// moment to become whole: many programs empty a file, or move it away, to write it. Whatever happens
/// to the other things meanwhile is read at once.
final class Following<Content: Equatable & Sendable> {
  struct Reading: Sendable {
    let content: Content
    /// Whether this may be a moment in the middle of a change, if it is one.
    let isHalf: Bool
  }

  /// Called once some content is another one; the next is told after `then` was called.
  var onNews: (_ then: @escaping () -> Void) -> Void = { $0() }

  /// Says that a thing does not answer; once until it does.
  var saySilent: (_ thing: String) -> Void = { _ in }

  /// What counts, by thing.
  private(set) var contents: [String: Content] = [:]

  /// Which thing is to be read when a file changes, by path.
  private var things: [String: String]
  private let reader: @Sendable (_ thing: String, _ known: Content?) -> Reading
  private let loop: Loop
  private let graceMilliseconds: Int
  /// Says once of each folder, or of all at once, that it cannot be watched.
  private let sayUnwatched: (_ folder: String?, BusError) -> Void
  private var first: EarlyReading<Void>?
  private var patience: Timer?
  /// Whether what is read does not answer, and the thing that is being read if it is one of these.
  private var isSilent = false
  private(set) var silent: String?
  private let current = ReadingNow()
  private var watch: PathWatch?
  private var unwatched: Set<String> = []

  /// To be read as soon as nothing else is.
  private var stale: Set<String> = []
  /// Those of them that count as they are now, after their grace.
  private var settled: Set<String> = []
  private var isReading = false
  /// The grace of each that may be only half of a change.
  private var doubts: [String: Timer] = [:]
  private var askers: [() -> Void] = []

  init(
    _ things: [String: String],
    on loop: Loop,
    graceMilliseconds: Int,
    sayUnwatched: @escaping (_ folder: String?, BusError) -> Void,
    _ reader: @escaping @Sendable (_ thing: String, _ known: Content?) -> Reading
  ) {
    self.things = things
    self.loop = loop
    self.graceMilliseconds = graceMilliseconds
    self.sayUnwatched = sayUnwatched
    self.reader = reader
  }

  /// Reads at the start, and waits for it; from then on changes are followed.
  func load() {
    watchFiles()
    for thing in Set(things.values) { contents[thing] = reader(thing, nil).content }
  }

  /// Begins to find out whether the files answer; `load(within:)` waits for that.
  func beginLoad() {
    isReading = true
    let names = Set(things.values)
    first = EarlyReading(on: loop) { [reader, current] in
      for name in names {
        current.name.withLock { $0 = name }
        _ = reader(name, nil)
      }
      current.name.withLock { $0 = nil }
    } late: { [weak self] in
      self?.loadLate()
    }
  }

  /// Loads, but only if the files answer in this time; else they are read as soon as they do.
  ///
  /// Even a watch may hang, so that a first reading finds out.
  func load(within milliseconds: Int) {
    if first == nil { beginLoad() }
    guard first.take()?.wait(milliseconds: milliseconds) != nil else { return fallSilent() }
    isReading = false
    load()
  }

  private func loadLate() {
    isReading = false
    watchFiles()
    settled.formUnion(things.values)
    read(things.values)
  }

  /// Follows other things from now on, and reads those that are new; what is dropped is forgotten.
  func follow(_ things: [String: String]) {
    guard things != self.things else { return }
    self.things = things
    let names = Set(things.values)
    contents = contents.filter { names.contains($0.key) }
    doubts = doubts.filter { names.contains($0.key) }
    stale.formIntersection(names)
    settled.formIntersection(names)
    watchFiles()
    read(names.filter { contents[$0] == nil })
  }

  /// Reads all of it anew, whether or not it is watched, and answers once nothing is in doubt, or if
  /// it does not answer for a while.
  ///
  /// What changed is told by `onNews` before.
  func readNow(then answer: @escaping () -> Void) {
    // While something hangs, a watch may hang as well.
    if watch == nil, !isReading { watchFiles() }
    askers.append(answer)
    read(things.values)
    // Nothing is to be read where nothing is followed any more.
    answerAskers()
  }
}

// MARK: - Watching

extension Following {
  private func watchFiles() {
    do throws(BusError) {
      watch = try PathWatch(Array(things.keys), on: loop) { [unowned self] changed in
        sayObstacles()
        read(changed.compactMap { things[$0] })
      }
      sayObstacles()
    } catch {
      if unwatched.insert("").inserted { sayUnwatched(nil, error) }
    }
  }

  private func sayObstacles() {
    for failure in watch?.failures ?? [] where unwatched.insert(failure.folder).inserted {
      sayUnwatched(failure.folder, failure.error)
    }
  }
}

// MARK: - Reading

extension Following {
  private func read(_ things: some Sequence<String>) {
    stale.formUnion(things)
    readNext()
  }

  private func readNext() {
    guard !isReading, !stale.isEmpty else { return }
    let things = stale.map { (name: $0, known: contents[$0]) }
    let isSettled = settled
    stale = []
    settled = []
    isReading = true
    beginPatience()
    loop.offloadReading { [reader, current] in
      things.map { thing in
        current.name.withLock { $0 = thing.name }
        defer { current.name.withLock { $0 = nil } }
        return (thing.name, reader(thing.name, thing.known))
      }
    } then: { [weak self] readings in
      self?.took(readings, isSettled)
    }
  }

  private func beginPatience() {
    let timer = loop.timer { [unowned self] in fallSilent() }
    timer.set(milliseconds: Self.silentMilliseconds)
    patience = timer
  }

  private static var silentMilliseconds: Int { 1_500 }

  private func fallSilent() {
    patience = nil
    isSilent = true
    // Another one's reading may be what hangs; it says so itself.
    let name = current.name.withLock(\.self)
    if let name, name != silent {
      silent = name
      saySilent(name)
    }
    answerAskers()
  }

  private func took(_ readings: [(String, Reading)], _ isSettled: Set<String>) {
    var isNews = silent != nil
    silent = nil
    isSilent = false
    let followed = Set(things.values)
    for (thing, reading) in readings where followed.contains(thing) {
      let isOther = contents[thing] != reading.content
      if !isSettled.contains(thing), reading.isHalf, isOther {
        if doubts[thing] == nil { doubts[thing] = grace(of: thing) }
        continue
      }
      doubts[thing] = nil
      guard isOther else { continue }
      contents[thing] = reading.content
      isNews = true
    }
    guard isNews else { return finishReading() }
    onNews { [weak self] in self?.finishReading() }
  }

  private func finishReading() {
    patience = nil
    isSilent = false
    isReading = false
    readNext()
    answerAskers()
  }

  private func answerAskers() {
    guard isSilent || (!isReading && doubts.isEmpty) else { return }
    let answered = askers
    askers = []
    for answer in answered { answer() }
  }

  private func grace(of thing: String) -> Timer {
    let timer = loop.timer { [unowned self] in
      doubts[thing] = nil
      settled.insert(thing)
      read([thing])
    }
    timer.set(milliseconds: graceMilliseconds)
    return timer
  }
}

/// Which thing is being read, for the loop's thread to name.
private final class ReadingNow: Sendable {
  let name = Mutex<String?>(nil)
}
