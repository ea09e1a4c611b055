import Glibc

/// Finds the address of the session bus.
package enum SessionBus {
  /// The address in the environment, or the address of the usual socket in the runtime folder.
  ///
  /// If libdbus got no address, it would start a new bus through X11. A daemon and its clients
  /// would then be on different buses. So this function never returns an address that starts a bus.
  /// Throws `.noBus` if no usable address is known.
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
    return "unix:path=" + escaped(socket)
  }

  /// Escapes all bytes that an address may not contain as they are.
  ///
  /// libdbus has such a function too, but a program that only reads the style must not load libdbus.
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
  /// The address in the environment, or the addresses of the usual sockets.
  ///
  /// A bus may be missing at the address; only connecting shows whether a bus is there.
  package static func address(environment: (String) -> String?) -> String {
    environment("DBUS_SYSTEM_BUS_ADDRESS").flatMap(BusAddresses.usable)
      ?? "unix:path=/run/dbus/system_bus_socket;unix:path=/var/run/dbus/system_bus_socket"
  }
}

/// A list of bus addresses; libdbus uses the first one that accepts a connection.
private enum BusAddresses {
  /// The list without the addresses that would start a new bus; nil if none remains.
  static func usable(_ list: String) -> String? {
    // Return a list of one address unchanged, which is the usual case. From a longer list, the code
    // below also removes empty entries, because libdbus refuses them.
    if !list.isEmpty, strpbrk(list, ";") == nil, strstr(list, "autolaunch:") == nil { return list }
    let usable = list.split(separator: ";").filter { !$0.hasPrefix("autolaunch:") }
    return usable.isEmpty ? nil : usable.joined(separator: ";")
  }
}
