import NightBus

/// Notices that a desktop shell has started.
///
/// Shells such as noctalia show notifications, so they own the bus name of the notification
/// service. A shell that starts after a change of the style does not know the new style.
final class ShellWatch {
  private static let name: BusName = "org.freedesktop.Notifications"
  private static let limitMilliseconds = 10_000
  /// The delays before the two calls of `onStart`; the second call is for a shell that was not
  /// ready at the first call.
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
      // Ignore the first report: a shell that already runs is updated with all other programs.
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
