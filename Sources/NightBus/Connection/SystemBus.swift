/// Where the machine's own bus is.
package enum SystemBus {
  /// The address that an environment names, or that of the usual socket.
  ///
  /// Whether anybody serves there is found out by connecting.
  package static func address(environment: (String) -> String?) -> String {
    environment("DBUS_SYSTEM_BUS_ADDRESS").flatMap(BusAddresses.usable)
      ?? "unix:path=/run/dbus/system_bus_socket;unix:path=/var/run/dbus/system_bus_socket"
  }
}
