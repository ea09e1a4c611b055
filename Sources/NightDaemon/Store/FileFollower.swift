import NightBus
import Synchronization

/// Reads contents from files on a thread other than the loop's, and follows the files.
///
/// The files may be on a disk that hangs. So, except in `load()`, every access to the files, even a
/// check for changes or the start of a watch, happens on another thread, in a task that is called a
/// reading. Only one reading runs at a time.
///
/// Each piece of content has a name and may come from several files. Many programs empty a file, or
/// move it away, before they write it. So content that may be incomplete is read again after a
/// grace period. During the grace period, other contents that change are read without a delay.
final class FileFollower<Content: Equatable & Sendable> {
  struct Reading: Sendable {
    let content: Content
    /// Whether the content may be incomplete, because another program was just changing the files.
    let isHalf: Bool
  }

  /// Called after contents have changed; the next call comes only after you have called `then`.
  var onChange: (_ then: @escaping () -> Void) -> Void = { $0() }

  /// Called once when the files of one piece of content no longer answer.
  var onSilence: (_ name: String) -> Void = { _ in }

  /// The contents in force; the key is the name of the content.
  private(set) var contents: [String: Content] = [:]

  /// Maps each file's path to the name of the content that must be read when the file changes.
  private var names: [String: String]
  private let read: @Sendable (_ name: String, _ known: Content?) -> Reading
  private let loop: Loop
  private let graceMilliseconds: Int
  /// Called once for each folder that cannot be watched, or with nil if no folder can be watched.
  private let onUnwatched: (_ folder: String?, BusError) -> Void
  private var earlyReading: EarlyReading<Outcome>?
  private let current = CurrentReading()
  private var watch = Watch()
  private var queue = Queue()
  private var silence = Silence()
  /// The timers that end the grace periods of contents that may be incomplete; each key is a
  /// content's name.
  private var graces: [String: Timer] = [:]
  /// The closures to call when no reading and no grace period is running.
  private var waiters: [() -> Void] = []

  private struct Watch {
    var paths: PathWatch?
    /// The values that `onUnwatched` got: paths of folders, and an empty string in place of nil.
    var failures: Set<String> = []
  }

  /// The result of one reading.
  private struct Outcome: Sendable {
    var look: PathWatch.Look?
    var readings: [(name: String, reading: Reading)] = []
  }

  private struct Queue {
    /// The names of the contents to read next.
    var names: Set<String> = []
    /// The contents among `names` whose grace period is over; they are accepted even if they may be
    /// incomplete.
    var settled: Set<String> = []
    var isReading = false
  }

  private struct Silence {
    /// Whether the current reading has exceeded its time limit.
    var isSilent = false
    /// The name of the content whose files could not be read in time.
    var name: String?
    var timer: Timer?
  }

  /// Creates a follower; `names` maps the path of each file to the name of its content.
  init(
    _ names: [String: String],
    on loop: Loop,
    graceMilliseconds: Int,
    onUnwatched: @escaping (_ folder: String?, BusError) -> Void,
    _ read: @escaping @Sendable (_ name: String, _ known: Content?) -> Reading
  ) {
    self.names = names
    self.loop = loop
    self.graceMilliseconds = graceMilliseconds
    self.onUnwatched = onUnwatched
    self.read = read
  }

  /// The content whose files do not answer; nil if all files answer.
  var silentName: String? { silence.name }

  /// Reads all contents on this thread, and follows their files from now on.
  func load() {
    watchFiles()
    loaded(reading(of: Set(names.values))())
  }

  /// Begins to read on another thread, because the disk with the files may hang.
  func beginLoad() {
    queue.isReading = true
    watchFiles()
    let names = Set(names.values)
    earlyReading = EarlyReading(on: loop, reading(of: names)) { [weak self] outcome in
      self?.readingEnded(outcome, settled: names)
    }
  }

  /// Loads the contents if the files are read in time; otherwise, loads them as soon as the files
  /// are read.
  func load(within milliseconds: Int) {
    if earlyReading == nil { beginLoad() }
    guard let outcome = earlyReading.take()?.wait(milliseconds: milliseconds) else {
      return fallSilent()
    }
    queue.isReading = false
    loaded(outcome)
  }

  private func loaded(_ outcome: Outcome) {
    end(outcome.look)
    for (name, reading) in outcome.readings { contents[name] = reading.content }
  }

  /// Follows these files instead of the earlier ones.
  ///
  /// Drops the contents that `names` no longer contains. All other contents are read again, because
  /// the earlier watch may have seen changes that are not handled yet.
  func follow(_ names: [String: String]) {
    guard names != self.names else { return }
    self.names = names
    let followed = Set(names.values)
    contents = contents.filter { followed.contains($0.key) }
    graces = graces.filter { followed.contains($0.key) }
    queue.names.formIntersection(followed)
    queue.settled.formIntersection(followed)
    watchFiles()
    enqueue(followed)
  }

  /// Reads all contents again.
  ///
  /// Calls `done` when no reading and no grace period is running, or if a file hangs. This call
  /// also reads files that cannot be watched. `onChange` is called before `done`.
  func readNow(then done: @escaping () -> Void) {
    if watch.paths == nil { watchFiles() }
    waiters.append(done)
    enqueue(names.values)
    // If no content has to be read, nothing else will call the waiting closures, so call them now.
    callWaiters()
  }
}

// MARK: - Watching

extension FileFollower {
  /// Starts to watch the files; the next reading checks the files for the first time.
  private func watchFiles() {
    do throws(BusError) {
      let paths = try PathWatch(unseen: Array(names.keys), on: loop)
      paths.onEvents = { [unowned self] in readNext() }
      watch.paths = paths
    } catch {
      if watch.failures.insert("").inserted { onUnwatched(nil, error) }
    }
  }

  private func end(_ look: PathWatch.Look?) {
    guard let look else { return }
    watch.paths?.end(look)
    reportFailures()
  }

  private func reportFailures() {
    for failure in watch.paths?.failures ?? []
    where watch.failures.insert(failure.folder).inserted {
      onUnwatched(failure.folder, failure.error)
    }
  }
}

// MARK: - Reading

extension FileFollower {
  private static var silenceMilliseconds: Int { 1_500 }

  private func enqueue(_ names: some Sequence<String>) {
    queue.names.formUnion(names)
    readNext()
  }

  private func readNext() {
    guard !queue.isReading, !queue.names.isEmpty || watch.paths?.needsLook == true else { return }
    let reading = reading(of: queue.names)
    let settled = queue.settled
    queue = Queue(isReading: true)
    limitReading()
    loop.offloadReading(reading) { [weak self] outcome in
      self?.readingEnded(outcome, settled: settled)
    }
  }

  /// Makes a closure that reads contents; except in `load()`, it is called on another thread.
  ///
  /// The closure reads the contents in `wanted`, and all contents whose files have changed.
  private func reading(of wanted: Set<String>) -> @Sendable () -> Outcome {
    let look = watch.paths?.beginLook()
    return { [names, contents, read, current] in
      defer { current.name.withLock { $0 = nil } }
      var outcome = Outcome(look: look)
      outcome.look?.perform { path in current.name.withLock { $0 = names[path] } }
      let changed = outcome.look?.changed.compactMap { names[$0] } ?? []
      for name in wanted.union(changed) {
        current.name.withLock { $0 = name }
        outcome.readings.append((name, read(name, contents[name])))
      }
      return outcome
    }
  }

  private func limitReading() {
    let timer = loop.timer { [unowned self] in fallSilent() }
    timer.set(milliseconds: Self.silenceMilliseconds)
    silence.timer = timer
  }

  private func fallSilent() {
    silence.timer = nil
    silence.isSilent = true
    // If `current.name` is nil, another follower's reading still blocks the thread; that follower
    // reports the problem.
    let name = current.name.withLock(\.self)
    if let name, name != silence.name {
      silence.name = name
      onSilence(name)
    }
    callWaiters()
  }

  private func readingEnded(_ outcome: Outcome, settled: Set<String>) {
    end(outcome.look)
    var hasChanges = silence.name != nil
    silence.name = nil
    silence.isSilent = false
    let followed = Set(names.values)
    for (name, reading) in outcome.readings where followed.contains(name) {
      let isChange = contents[name] != reading.content
      if isChange, reading.isHalf, !settled.contains(name) {
        if graces[name] == nil { graces[name] = grace(for: name) }
        continue
      }
      graces[name] = nil
      guard isChange else { continue }
      contents[name] = reading.content
      hasChanges = true
    }
    guard hasChanges else { return finishReading() }
    onChange { [weak self] in self?.finishReading() }
  }

  private func finishReading() {
    silence.timer = nil
    silence.isSilent = false
    queue.isReading = false
    readNext()
    callWaiters()
  }

  private func callWaiters() {
    guard silence.isSilent || (!queue.isReading && graces.isEmpty) else { return }
    let called = waiters
    waiters = []
    for done in called { done() }
  }

  private func grace(for name: String) -> Timer {
    let timer = loop.timer { [unowned self] in
      graces[name] = nil
      queue.settled.insert(name)
      enqueue([name])
    }
    timer.set(milliseconds: graceMilliseconds)
    return timer
  }
}

/// Tells the loop's thread which content another thread is reading now.
private final class CurrentReading: Sendable {
  let name = Mutex<String?>(nil)
}
