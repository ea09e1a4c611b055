import CDBus
import Glibc

/// Where the session bus is.
package enum SessionBus {
  /// The address that an environment names, or that of the usual socket of the user's runtime folder.
  ///
  /// libdbus would, without an address, start a new bus through X11; a daemon and its clients would
  /// then speak on different buses, so that is never done here.
  package static func address(
    environment: (String) -> String?
  ) throws(BusError) -> String {
    if let addresses = environment("DBUS_SESSION_BUS_ADDRESS"), !addresses.isEmpty {
      guard let usable = BusAddresses.usable(addresses) else {
        throw .noBus("DBUS_SESSION_BUS_ADDRESS says “autolaunch:”, which is not supported")
      }
      return usable
    }
    guard let folder = environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
      throw .noBus("neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR says where")
    }
    let socket = folder + "/bus"
    guard access(socket, F_OK) == 0 else {
      throw .noBus("DBUS_SESSION_BUS_ADDRESS is not set and \(socket) does not exist")
    }
    guard let escaped = dbus_address_escape_value(socket) else { throw .outOfMemory }
    defer { dbus_free(escaped) }
    return "unix:path=" + String(cString: escaped)
  }
}
