import NightClient
import NightCore
import Observation
import Synchronization

/// The preferences of one application or of the desktop; after the first access, nightd reports
/// their changes.
final class PreferenceSource: Sendable, Observable {
  let application: String
  let engine: Engine?
  private let channel = PreferenceChannel([:])
  private let isFollowed = Atomic(false)
  private let main: MainDelivery<[String: PreferenceValue]>
  /// The names of the preferences that were read; each name has a tracker, which notifies only the
  /// readers of that preference.
  private let readings = Mutex<[String: Reading]>([:])
  private let preview = Mutex(Preview())

  private struct Reading: Sendable {
    let tracker = Tracker()
    var value: PreferenceValue?
    /// The number of `value`: 1 when the preference is first read, and one more after each change.
    var number: UInt64 = 1
  }

  private struct Preview: Sendable {
    weak var daemon: PreviewDaemon?
  }

  /// Makes a source; if `engine` is nil, the values are kept only in memory.
  init(_ application: String, _ engine: Engine?, _ loop: OwnLoop?) {
    self.application = application
    self.engine = engine
    main = MainDelivery(channel, loop)
    channel.onChange { [weak self] _ in self?.announceElsewhere() }
    main.onDeliver { [weak self] in
      guard let self else { return }
      for (name, reading) in readings.withLock({ $0 }) {
        reading.tracker.announceOnMain(self, \.[name], newest: reading.number)
      }
    }
  }

  deinit { channel.close() }

  /// The object that sends requests to the daemon; nil if the values are kept only in memory.
  var shared: SharedState? { engine?.shared }

  /// The value of a preference, or of a member of a dictionary; nil if no layer sets it.
  subscript(name: String) -> PreferenceValue? {
    follow()
    let tracker = readings.withLock { readings in
      if let known = readings[name] { return known.tracker }
      let reading = Reading(value: Preferences.find(name, in: channel.value))
      readings[name] = reading
      return reading.tracker
    }
    return tracker.access(self, \.[name], onMainActor: { main.want() }) {
      readings.withLock { readings in
        (readings[name]?.number ?? 1, Preferences.find(name, in: channel.value))
      }
    }
  }

  private func announceElsewhere() {
    let changed = readings.withLock { readings in
      let values = channel.value
      return readings.keys.compactMap { name -> (String, Tracker)? in
        let value = Preferences.find(name, in: values)
        guard var reading = readings[name], reading.value != value else { return nil }
        reading.value = value
        reading.number += 1
        readings[name] = reading
        return (name, reading.tracker)
      }
    }
    for (name, tracker) in changed { tracker.announceElsewhere(self, \.[name]) }
  }

  func logMismatch(_ name: String, _ value: PreferenceValue) {
    let whose = application.isEmpty ? "" : " of \(application)"
    let kind = value.core.kind.rawValue
    shared?.log(
      "the preference \(name)\(whose) is of type \(kind); using the program's default",
      about: .key
    )
  }

  /// Begins to follow the preferences, and returns without waiting for them.
  func startFollowing() {
    guard let shared else { return }
    if !isFollowed.exchange(true, ordering: .acquiringAndReleasing) {
      shared.follow(preferencesOf: application, channel)
    }
  }

  private func follow() {
    startFollowing()
    engine?.limit.wait(for: channel)
  }

  /// Waits until the preferences are known, without blocking the thread.
  func ready() async {
    startFollowing()
    await engine?.limit.value(of: channel)
  }

  /// Returns the key for a preference's name; throws if the name is not valid for a preference.
  func key(_ name: String) throws(NightError) -> NightCore.PreferenceKey {
    do throws(Flaw) { return try NightCore.PreferenceKey(name, of: application) } catch {
      throw .refused(error.message)
    }
  }

  /// Sets the object that replaces nightd in a preview; pass nil if this is no preview.
  func setPreview(_ daemon: PreviewDaemon?) { preview.withLock { $0.daemon = daemon } }

  private var previewDaemon: PreviewDaemon? { preview.withLock { $0.daemon } }

  func lockInMemory(on name: String) async throws(NightError) -> String? {
    try await previewDaemon?.answer { $0.lockedKeys.contains(name) ? "the preview" : nil } ?? nil
  }

  /// Changes preferences that are kept only in memory; when the call returns, the handlers on the
  /// main actor have been called.
  func keepInMemory(_ changes: [String: PreferenceValue?]) async throws(NightError) {
    try await previewDaemon?.answer { (state) throws(NightError) in
      for name in changes.keys.sorted() { try state.checkLock(name) }
    }
    channel.change { values in
      for (name, value) in changes { values[name] = value }
    }
    await main.deliverNow()
  }

  @MainActor
  func observe(
    owner: AnyObject?,
    handle: @escaping @MainActor ([String: PreferenceValue]) -> Bool
  ) -> Subscription {
    follow()
    return main.subscribe(owner: owner, handle: handle)
  }
}
