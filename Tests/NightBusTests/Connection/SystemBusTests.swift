import NightBus
import Testing

@Suite("The address of the system bus")
struct SystemBusTests {
  private static let usual =
    "unix:path=/run/dbus/system_bus_socket;unix:path=/var/run/dbus/system_bus_socket"

  @Test(
    "An address in the environment is used unchanged, but no bus is ever started",
    arguments: [
      (nil, usual), ("", usual), ("autolaunch:", usual), ("unix:path=/a", "unix:path=/a"),
      ("autolaunch:;unix:path=/a", "unix:path=/a"),
    ]
  )
  func address(named: String?, expected: String) {
    let address = SystemBus.address { $0 == "DBUS_SYSTEM_BUS_ADDRESS" ? named : "unix:path=/no" }
    #expect(address == expected)
  }
}
