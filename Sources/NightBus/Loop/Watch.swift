/// A file descriptor that a loop looks at; it ends when it is let go.
package final class Watch {
  let number: Int32
  private weak var loop: Loop?
  private(set) var isCancelled = false
  let handler: (Int16) -> Void

  /// What to wait for, as poll(2) has it; nothing to rest.
  var events: Int16 {
    didSet { if events != oldValue { loop?.watchesChanged() } }
  }

  init(_ number: Int32, events: Int16, loop: Loop, handler: @escaping (Int16) -> Void) {
    self.number = number
    self.events = events
    self.loop = loop
    self.handler = handler
  }

  package func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    loop?.watchesChanged()
  }

  deinit { loop?.watchesChanged() }
}
