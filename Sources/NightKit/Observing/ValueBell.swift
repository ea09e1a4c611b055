import Synchronization

/// Has a value told by a loop of the program's own.
final class ValueBell<Value>: OwnLoop.Delivering {
  private let isRung = Atomic(false)
  private let loop: OwnLoop
  @MainActor private weak var value: SubscribableValue<Value>?

  @MainActor
  init(_ value: SubscribableValue<Value>, _ loop: OwnLoop) {
    self.value = value
    self.loop = loop
    loop.add(self)
  }

  func ring() {
    isRung.store(true, ordering: .sequentiallyConsistent)
    loop.ring()
  }

  @MainActor
  func deliver() {
    if isRung.exchange(false, ordering: .sequentiallyConsistent) { value?.tell() }
  }
}
