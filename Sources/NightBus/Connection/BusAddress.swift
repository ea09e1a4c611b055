import CDBus
import Glibc

/// Finds the address of the session bus.
package enum SessionBus {
  /// The address in the environment, or that of the usual socket in the user's runtime folder.
  ///
  /// Without an address libdbus would start a new bus through X11. A daemon and its clients would
  /// then be on different buses, so nothing here ever does that. Throws `.noBus` if no address is
  /// known.
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

/// Finds the address of the system bus.
package enum SystemBus {
  /// The address in the environment, or that of the usual socket.
  ///
  /// Only connecting shows whether a bus is there.
  package static func address(environment: (String) -> String?) -> String {
    environment("DBUS_SYSTEM_BUS_ADDRESS").flatMap(BusAddresses.usable)
      ?? "unix:path=/run/dbus/system_bus_socket;unix:path=/var/run/dbus/system_bus_socket"
  }
}

/// A list of bus addresses; libdbus uses the first one that accepts a connection.
private enum BusAddresses {
  /// The list without the addresses that would start a new bus; nil if none remains.
  static func usable(_ list: String) -> String? {
    // Most lists are one address. libdbus refuses a longer list with an empty entry.
    if !list.isEmpty, strpbrk(list, ";") == nil, strstr(list, "autolaunch:") == nil { return list }
    let usable = list.split(separator: ";").filter { !$0.hasPrefix("autolaunch:") }
    return usable.isEmpty ? nil : usable.joined(separator: ";")
  }
}
