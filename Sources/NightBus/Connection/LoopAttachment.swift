import CDBus
import Glibc

/// Makes a loop serve a connection's descriptors, timeouts and queue.
final class LoopAttachment {
  /// How many messages are dispatched before the loop handles its other events.
  private static let burst = 64
  /// The number of unsent bytes at which the loop stops dispatching messages.
  private static let waitingBytes = 8 << 20
  private static let memoryRetryMilliseconds = 100

  private let connection: OpaquePointer
  private unowned let owner: Connection
  private let loop: Loop
  private var step: UInt64?
  private var retry: Timer?

  init(_ owner: Connection, to loop: Loop) throws(BusError) {
    self.owner = owner
    connection = owner.pointer
    self.loop = loop
    let data = Unmanaged.passUnretained(self).toOpaque()
    let watched = dbus_connection_set_watch_functions(
      connection,
      { LoopAttachment.at($1)?.add(watch: $0) ?? 0 },
      { watch, _ in watch.map(WatchEntry.remove) },
      { watch, _ in watch.map(WatchEntry.toggle) },
      data,
      nil
    )
    let timed = dbus_connection_set_timeout_functions(
      connection,
      { LoopAttachment.at($1)?.add(timeout: $0) ?? 0 },
      { timeout, _ in timeout.map(TimeoutEntry.remove) },
      { timeout, _ in timeout.map(TimeoutEntry.toggle) },
      data,
      nil
    )
    guard watched != 0, timed != 0 else {
      detach()
      throw .outOfMemory
    }
    retry = loop.timer {}
    step = loop.addStep { [unowned self] in dispatch() }
  }

  func callServed() { loop.rest?.callServed() }

  func detach() {
    if let step { loop.removeStep(step) }
    step = nil
    dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
    dbus_connection_set_timeout_functions(connection, nil, nil, nil, nil, nil)
  }

  private static func at(_ data: UnsafeMutableRawPointer?) -> LoopAttachment? {
    data.map { Unmanaged<LoopAttachment>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Dispatches some of the queued messages; returns whether more messages are queued.
  ///
  /// An earlier blocking call may have read messages and queued them. So the loop dispatches before
  /// each wait, not only when the descriptor is readable.
  private func dispatch() -> Bool {
    // Keep the connection alive: a handler may release it.
    let held = owner
    for _ in 0..<Self.burst {
      // If the bus is lost, ignore the limit of unsent bytes. The unsent bytes can never be sent,
      // but the loss of the bus must still be reported.
      let isGone = dbus_connection_get_is_connected(connection) == 0
      guard step != nil, isGone || held.unsentBytes < Self.waitingBytes else { return false }
      switch dbus_connection_get_dispatch_status(connection) {
      case DBUS_DISPATCH_COMPLETE: return false
      case DBUS_DISPATCH_NEED_MEMORY:
        retry?.set(milliseconds: Self.memoryRetryMilliseconds)
        return false
      default: dbus_connection_dispatch(connection)
      }
    }
    return true
  }

  private func add(watch: OpaquePointer?) -> dbus_bool_t {
    guard let watch else { return 0 }
    let entry = WatchEntry(watch, on: loop)
    dbus_watch_set_data(
      watch,
      Unmanaged.passRetained(entry).toOpaque(),
      { $0.map { Unmanaged<WatchEntry>.fromOpaque($0).release() } }
    )
    return 1
  }

  private func add(timeout: OpaquePointer?) -> dbus_bool_t {
    guard let timeout else { return 0 }
    let entry = TimeoutEntry(timeout, on: loop)
    dbus_timeout_set_data(
      timeout,
      Unmanaged.passRetained(entry).toOpaque(),
      { $0.map { Unmanaged<TimeoutEntry>.fromOpaque($0).release() } }
    )
    return 1
  }
}

extension Connection {
  /// Makes the connection receive its messages on this loop's thread from now on.
  package func attach(to loop: Loop) throws(BusError) {
    attachment?.detach()
    attachment = try LoopAttachment(self, to: loop)
  }

  /// Stops using the connection; releases its handlers, calls and objects, so that no reference
  /// cycle remains.
  package func close() {
    attachment?.detach()
    attachment = nil
    isLost = true
    // Release the handlers, calls and objects last: their deinit may use this connection again.
    let gone = (calls, subscribers, onLost, onNameLost, onNameAcquired, server)
    calls = [:]
    forgetSubscribers()
    onLost = {}
    onNameLost = { _ in }
    onNameAcquired = { _ in }
    server = ObjectServer()
    withExtendedLifetime(gone) {}
  }
}

/// A descriptor that the loop polls for libdbus.
///
/// While libdbus has disabled the watch, the descriptor is not polled; otherwise the loop would
/// spin.
private final class WatchEntry {
  private var watch: Watch?

  init(_ bus: OpaquePointer, on loop: Loop) {
    watch = loop.watch(dbus_watch_get_unix_fd(bus), events: Self.events(bus)) { ready in
      var flags: UInt32 = 0
      if ready & Int16(POLLIN) != 0 { flags |= DBUS_WATCH_READABLE.rawValue }
      if ready & Int16(POLLOUT) != 0 { flags |= DBUS_WATCH_WRITABLE.rawValue }
      if ready & Int16(POLLHUP) != 0 { flags |= DBUS_WATCH_HANGUP.rawValue }
      if ready & Int16(POLLERR | POLLNVAL) != 0 { flags |= DBUS_WATCH_ERROR.rawValue }
      // Ignore whether dbus_watch_handle succeeds: if it fails because memory is short, the
      // descriptor stays ready, so the loop tries again.
      dbus_watch_handle(bus, flags)
    }
  }

  private static func events(_ bus: OpaquePointer) -> Int16 {
    guard dbus_watch_get_enabled(bus) != 0 else { return 0 }
    let flags = dbus_watch_get_flags(bus)
    var events: Int16 = 0
    if flags & DBUS_WATCH_READABLE.rawValue != 0 { events |= Int16(POLLIN) }
    if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { events |= Int16(POLLOUT) }
    return events
  }

  private static func at(_ bus: OpaquePointer) -> WatchEntry? {
    dbus_watch_get_data(bus).map { Unmanaged<WatchEntry>.fromOpaque($0).takeUnretainedValue() }
  }

  static func toggle(_ bus: OpaquePointer) { at(bus)?.watch?.events = events(bus) }

  /// Stops polling, because libdbus is about to close the descriptor, and another file may then get
  /// the descriptor's number.
  static func remove(_ bus: OpaquePointer) {
    at(bus)?.watch?.cancel()
    at(bus)?.watch = nil
  }
}

/// A timeout that libdbus requests; the timeout repeats until libdbus removes or disables it.
private final class TimeoutEntry {
  private var timer: Timer?

  init(_ bus: OpaquePointer, on loop: Loop) {
    timer = loop.timer { [unowned self] in
      set(bus)
      dbus_timeout_handle(bus)
    }
    set(bus)
  }

  private func set(_ bus: OpaquePointer) {
    if dbus_timeout_get_enabled(bus) != 0 {
      timer?.set(milliseconds: Int(dbus_timeout_get_interval(bus)))
    } else {
      timer?.stop()
    }
  }

  private static func at(_ bus: OpaquePointer) -> TimeoutEntry? {
    dbus_timeout_get_data(bus).map { Unmanaged<TimeoutEntry>.fromOpaque($0).takeUnretainedValue() }
  }

  static func toggle(_ bus: OpaquePointer) { at(bus)?.set(bus) }
  static func remove(_ bus: OpaquePointer) { at(bus)?.timer = nil }
}
