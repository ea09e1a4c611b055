import Glibc
import Observation
package import NightKit
package import SettingsModel

/// The user's session: follows nightd with NightKit, and does the model's jobs.
///
/// NightKit reports each change without waiting. nightctl makes the changes and answers questions,
/// on other threads; its results arrive as events on the main thread.
@MainActor
package final class Desk {
  /// Runs a closure soon on the main thread, in the toolkit's loop.
  package typealias Hop = @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void

  package let night: Night
  private let nightctl: String?
  private let searchPath: [String]
  private let hop: Hop
  private let handle: @MainActor (Event) -> Void
  private let changes = Worker()
  private let imports = Worker()
  private var subscriptions: [Subscription] = []
  private var isFollowing = false
  private var watch: Watch?

  /// Makes a desk that reports events to `handle`.
  ///
  /// - Parameters:
  ///   - hop: Runs closures on the main thread.
  ///   - handle: Receives the events on the main thread.
  package init(hop: @escaping Hop, handle: @escaping @MainActor (Event) -> Void) {
    self.hop = hop
    self.handle = handle
    // Only the main thread reads the environment, because GTK may change it.
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    // The nightctl beside this program comes before those in PATH.
    searchPath =
      [Self.executable()?.folder].compactMap(\.self) + path.split(separator: ":").map(String.init)
    nightctl = Self.find("nightctl", in: searchPath)
    // With this timeout, no call waits: the window opens without nightd.
    night = Night(delivery: .ownLoop, timeout: .zero)
  }

  /// Begins to follow nightd, and passes each appearance to `show`.
  package func follow(_ show: @escaping @MainActor (Appearance) -> Void) {
    subscriptions.append(
      night.observe { [weak self] appearance in
        show(appearance)
        self?.change()
      }
    )
    for name in ["schedule", "programs", "programs-off"] {
      observe(PreferenceKey<[String]>(name, default: []))
    }
    for name in ["choice", "theme.light", "theme.dark"] {
      observe(PreferenceKey<String>(name, default: ""))
    }
    for name in ["location.latitude", "location.longitude"] {
      observe(PreferenceKey<Double>(name, default: .nan))
    }
    observe(PreferenceKey<Bool>("location.auto", default: false))
    isFollowing = true
    followSource()
  }

  private func observe<Value>(_ key: PreferenceKey<Value>) where Value: Equatable {
    subscriptions.append(night.preferences.observe(key) { [weak self] _ in self?.change() })
  }

  /// Reports a change; the values that are known at the beginning are no changes.
  private func change() {
    if isFollowing { handle(.changed) }
  }

  /// Reports when nightd comes or goes.
  private func followSource() {
    withObservationTracking {
      _ = night.source
    } onChange: { [hop, weak self] in
      hop {
        self?.change()
        self?.followSource()
      }
    }
  }

  /// Starts a job of the model; its end is an event.
  package func start(_ job: Job) {
    let finish: @Sendable (Outcome) -> Void = { [hop, weak self] outcome in
      hop { self?.finish(job, outcome) }
    }
    guard let nightctl else { return finish(.failed(.noProgram)) }
    let limit = job.isRead ? Self.readLimit : Self.changeLimit
    let isAdded = worker(for: job).add { [searchPath] in
      do throws(Failure) {
        if case .importTheme(let path) = job { try Self.checkFile(path) }
        var results: [CommandResult] = []
        for words in job.commands {
          let path = words[0] == "nightctl" ? nightctl : Self.find(words[0], in: searchPath)
          guard let path else { throw .noProgram }
          results.append(try Command.run(path, Array(words.dropFirst()), seconds: limit))
        }
        finish(Reader.outcome(job, results))
      } catch {
        finish(.failed(error))
      }
    }
    if !isAdded { finish(.failed(.refused("The system cannot start another thread."))) }
  }

  /// The worker for a job: changes happen in the user's order, and no question waits.
  ///
  /// Changes do not wait for a file, because its disk may hang.
  private func worker(for job: Job) -> Worker {
    if case .importTheme = job { return imports }
    return job.isRead ? Worker() : changes
  }

  /// Refuses what nightctl would wait for, such as a named pipe.
  private nonisolated static func checkFile(_ path: String) throws(Failure) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { throw .noFile(path) }
  }

  private nonisolated static let readLimit = 15.0
  private nonisolated static let changeLimit = 120.0

  private func finish(_ job: Job, _ outcome: Outcome) {
    var outcome = outcome
    if case .why = outcome { startWatch() }
    if case .preferences(var report) = outcome {
      let off = night.preferences[PreferenceKey<[String]>("programs-off", default: [])]
      report.keepsOff = off.contains("all")
      outcome = .preferences(report)
    }
    handle(.finished(job, outcome))
  }

  /// Follows the reason, the hold and the next change, which no appearance contains.
  private func startWatch() {
    guard watch == nil, let nightctl else { return }
    watch = Watch(
      nightctl,
      line: { [hop, weak self] in hop { self?.change() } },
      end: { [hop, weak self] isShort in
        hop {
          // A watch that ends at once would be started again for ever.
          if !isShort { self?.watch = nil }
          self?.change()
        }
      }
    )
  }

  private nonisolated static func find(_ name: String, in folders: [String]) -> String? {
    folders.lazy.map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
  }

  /// The path of this program's file.
  package nonisolated static func executable() -> String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}

extension String {
  /// The folder of a file, or of a folder.
  package var folder: String {
    lastIndex(of: "/").map { String(self[..<$0]) } ?? "."
  }
}
