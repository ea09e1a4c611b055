import NightBus

/// Notices that a desktop shell has started.
///
/// Shells such as noctalia serve notifications, and so own this name. A shell that starts after a
/// change of the style has not been told it.
final class ShellWatch {
  private static let name: BusName = "org.freedesktop.Notifications"
  private static let limitMilliseconds = 10_000
  /// How long after the start `onStart` is called; the second call is for a shell that was not yet
  /// ready at the first one.
  private static let milliseconds = [500, 3_000]

  private let onStart: () -> Void
  private var owner: NameOwner?
  private var isKnown = false
  private var timer: Timer?
  private var delays: ArraySlice<Int> = []

  init(on connection: Connection, _ loop: Loop, onStart: @escaping () -> Void) throws(BusError) {
    self.onStart = onStart
    timer = loop.timer { [unowned self] in
      wait()
      onStart()
    }
    owner = try NameOwner(
      of: Self.name,
      on: connection,
      milliseconds: Self.limitMilliseconds
    ) { [unowned self] owner in
      // nightd tells a shell that is there already without being asked.
      defer { isKnown = true }
      guard isKnown, owner != nil else { return }
      delays = Self.milliseconds[...]
      wait()
    }
  }

  private func wait() {
    if let delay = delays.popFirst() { timer?.set(milliseconds: delay) }
  }
}
