import Dispatch
import NightBus
import Observation
import Synchronization

/// Notifies Swift's Observation framework when one property changes; each reader is notified once.
///
/// Readers on the main actor are notified on the main actor, because their closures may belong to
/// it. All other readers are notified on the thread that makes the change.
final class Tracker: Sendable {
  private let onMain = ObservationRegistrar()
  private let elsewhere = ObservationRegistrar()
  /// Whether any thread other than the main thread has read the property.
  private let isReadElsewhere = Atomic(false)
  /// The number of the oldest value that readers on the main actor have read since they were last
  /// notified.
  private let oldestRead = Atomic(UInt64.max)

  /// Reads the property, which the caller may be observing; `read` returns the value and its
  /// number.
  ///
  /// The observer is registered before the value is read, so that the observer learns of each later
  /// change. `onMainActor` is called before a read on the main actor.
  func access<Subject: Observable, Member, Value>(
    _ subject: Subject,
    _ path: KeyPath<Subject, Member>,
    onMainActor want: () -> Void,
    _ read: () -> (number: UInt64, value: Value)
  ) -> Value {
    guard MainActor.isHere else {
      if !isReadElsewhere.load(ordering: .relaxed) {
        isReadElsewhere.store(true, ordering: .sequentiallyConsistent)
      }
      elsewhere.access(subject, keyPath: path)
      return read().value
    }
    want()
    onMain.access(subject, keyPath: path)
    let (number, value) = read()
    // Load and store need not be one atomic step, because only the main actor stores this number.
    if number < oldestRead.load(ordering: .relaxed) { oldestRead.store(number, ordering: .relaxed) }
    return value
  }

  /// Notifies the readers on other threads; called on the thread that has made a change.
  func announceElsewhere<Subject: Observable, Member>(
    _ subject: Subject,
    _ path: KeyPath<Subject, Member>
  ) {
    guard isReadElsewhere.load(ordering: .sequentiallyConsistent) else { return }
    elsewhere.willSet(subject, keyPath: path)
    elsewhere.didSet(subject, keyPath: path)
  }

  /// Notifies the readers on the main actor, unless all of them have already read the newest value.
  @MainActor
  func announceOnMain<Subject: Observable, Member>(
    _ subject: Subject,
    _ path: KeyPath<Subject, Member>,
    newest number: UInt64
  ) {
    guard oldestRead.load(ordering: .relaxed) < number else { return }
    oldestRead.store(.max, ordering: .relaxed)
    onMain.willSet(subject, keyPath: path)
    onMain.didSet(subject, keyPath: path)
  }
}

extension MainActor {
  private static let queueKey = DispatchSpecificKey<Bool>()
  private static let markQueue: Void = DispatchQueue.main.setSpecific(key: queueKey, value: true)

  /// Whether the caller runs on the main actor.
  ///
  /// The main actor normally runs on the program's first thread. In programs with an async `main`,
  /// the main actor may run on another thread that serves the main queue. Check the thread first,
  /// because checking the queue takes longer.
  fileprivate static var isHere: Bool {
    if FirstThread.isCurrent { return true }
    markQueue
    return DispatchQueue.getSpecific(key: queueKey) == true
  }
}
