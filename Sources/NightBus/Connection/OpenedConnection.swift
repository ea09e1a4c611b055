import Glibc
import Synchronization

extension Connection {
  /// Connects without blocking the loop; then calls `deliver` on the loop's thread.
  ///
  /// A separate thread connects, because libdbus blocks in connect(2). If the bus is stopped and
  /// its queue is full, connect(2) never returns, and `deliver` is never called. `milliseconds` is
  /// the timeout for the reply to Hello. `deliver` is called with a connection that is attached to
  /// the loop. Throws if no thread can be started.
  package static func open(
    address: String,
    on loop: Loop,
    milliseconds: Int,
    then deliver: @escaping (Result<Connection, BusError>) -> Void
  ) throws(BusError) {
    try loop.offloadAlone {
      OpenedConnection.open(address, milliseconds: milliseconds)
    } then: { [weak loop] opened in
      guard let loop else { return }
      deliver(
        Result { () throws(BusError) in
          let connection = try Connection(try opened.get())
          try connection.attach(to: loop)
          return connection
        }
      )
    }
  }

  private convenience init(_ opened: OpenedConnection) throws(BusError) {
    guard let pointer = opened.removePointer() else { throw .disconnected }
    try self.init(pointer, opened.address) { opened.uniqueName }
  }
}

/// A connection that another thread has opened for the loop's thread; the bus has already replied
/// to Hello.
///
/// The pointer is never used by two threads at the same time. If nothing calls `removePointer`,
/// `deinit` closes the connection.
final class OpenedConnection: Sendable {
  let address: String
  let uniqueName: BusName
  private let pointer: Mutex<OpaquePointer?>

  private init(_ pointer: sending OpaquePointer, _ address: String, _ uniqueName: BusName) {
    self.address = address
    self.uniqueName = uniqueName
    self.pointer = Mutex(pointer)
  }

  deinit {
    if let pointer = removePointer() { Connection.release(pointer) }
  }

  func removePointer() -> sending OpaquePointer? {
    pointer.withLock { pointer in
      let removed = pointer
      pointer = nil
      return removed
    }
  }

  static func open(_ address: String, milliseconds: Int) -> Result<OpenedConnection, BusError> {
    Result { () throws(BusError) in
      let pointer = try Connection.open(address, .none)
      do throws(BusError) {
        let name = try Connection.greet(pointer, milliseconds: milliseconds)
        return OpenedConnection(pointer, address, name)
      } catch {
        Connection.release(pointer)
        throw Connection.unreachable(address, error)
      }
    }
  }
}

/// Functions to call before and after connect(2), which may block for ever.
///
/// If a bus is stopped and its queue is full, connect(2) never returns. A program can pass hooks
/// that interrupt connect(2) with a signal. A library inside another program must not use signals,
/// so it passes `none`.
package struct ConnectHooks: Sendable {
  package static let none = ConnectHooks(begin: {}, end: {})

  let begin: @Sendable () -> Void
  let end: @Sendable () -> Void

  package init(begin: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void) {
    self.begin = begin
    self.end = end
  }
}

/// Finds the address of the session bus.
package enum SessionBus {
  /// The address in `DBUS_SESSION_BUS_ADDRESS`, or else the address of the usual socket in the
  /// runtime folder.
  ///
  /// Without an address, libdbus would start a new bus through X11, and a daemon and its clients
  /// could be on different buses. So this function never returns an address that starts a bus.
  /// Throws `.noBus` if there is no usable address.
  package static func address(
    environment: (String) -> String?
  ) throws(BusError) -> String {
    if let addresses = environment("DBUS_SESSION_BUS_ADDRESS"), !addresses.isEmpty {
      guard let usable = BusAddresses.usable(addresses) else {
        throw .noBus("DBUS_SESSION_BUS_ADDRESS is “autolaunch:”, which is not supported")
      }
      return usable
    }
    guard let folder = environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
      throw .noBus("neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")
    }
    let socket = folder + "/bus"
    guard access(socket, F_OK) == 0 else {
      let why =
        errno == ENOENT ? "does not exist" : "cannot be reached: \(SystemError.message(errno))"
      throw .noBus("DBUS_SESSION_BUS_ADDRESS is not set and \(socket) \(why)")
    }
    return "unix:path=" + escaped(socket)
  }

  /// Escapes all bytes that must be escaped in an address.
  private static func escaped(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "*"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
    return text
  }
}

/// Finds the address of the system bus.
package enum SystemBus {
  /// The address in `DBUS_SYSTEM_BUS_ADDRESS`, or else the addresses of the usual sockets.
  ///
  /// Only an attempt to connect shows whether a bus listens at the address.
  package static func address(environment: (String) -> String?) -> String {
    environment("DBUS_SYSTEM_BUS_ADDRESS").flatMap(BusAddresses.usable)
      ?? "unix:path=/run/dbus/system_bus_socket;unix:path=/var/run/dbus/system_bus_socket"
  }
}

/// A list of bus addresses; libdbus uses the first address at which a bus accepts the connection.
private enum BusAddresses {
  /// The list without the addresses that would start a new bus; nil if no address remains.
  static func usable(_ list: String) -> String? {
    // Usually the list has only one usable address; then return the list unchanged. From a longer
    // list, also remove empty entries, because libdbus refuses them.
    if !list.isEmpty, strpbrk(list, ";") == nil, strstr(list, "autolaunch:") == nil { return list }
    let usable = list.split(separator: ";").filter { !$0.hasPrefix("autolaunch:") }
    return usable.isEmpty ? nil : usable.joined(separator: ";")
  }
}
