import NightCore
@testable import nightctl
import Testing

/// Sessions without a bus, for which the doctor reports where a bus is or what could start one.
extension DiagnosisTests {
  private static func noBus(
    _ name: String,
    _ remedy: String,
    _ change: @escaping @Sendable (inout BusFailure) -> Void
  ) -> Case {
    Case(name, from: DoctorFacts(), [.noBus], remedy) {
      var flaw = BusFailure(why: "nowhere", loginFolder: "/run/user/7")
      change(&flaw)
      $0.busFailure = flaw
    }
  }

  static let ofBus: [Case] = [
    noBus(
      "no address is set and there is no bus",
      #"exec dbus-run-session -- "${SHELL:-/bin/sh}""#
    ) { _ in },
    noBus(
      "no address is set, though a bus exists",
      "export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/7/bus"
    ) {
      $0.foldersWithBus = ["/run/user/7"]
      $0.foldersWithManager = ["/run/user/7"]
    },
    noBus(
      "the address is outdated",
      "export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/7/bus"
    ) {
      $0.address = "unix:path=/tmp/dbus-old"
      $0.runtimeFolder = "/run/user/7"
      $0.foldersWithBus = ["/run/user/7"]
    },
    noBus("the user manager has not started the bus", "systemctl --user start dbus.socket") {
      $0.runtimeFolder = "/run/user/7"
      $0.foldersWithManager = ["/run/user/7"]
    },
    noBus(
      "no runtime folder is set and the user manager has not started the bus",
      "export XDG_RUNTIME_DIR=/run/user/7 && systemctl --user start dbus.socket"
    ) {
      $0.foldersWithManager = ["/run/user/7"]
    },
    noBus(
      "the address is outdated and the user manager has not started the bus",
      "systemctl --user start dbus.socket && "
        + "export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/7/bus"
    ) {
      $0.address = "unix:path=/tmp/dbus-old"
      $0.runtimeFolder = "/run/user/7"
      $0.foldersWithManager = ["/run/user/7"]
    },
    noBus("the bus does not answer", "systemctl --user restart dbus.service") {
      $0.address = "unix:path=/run/user/7/bus,guid=1"
      $0.runtimeFolder = "/run/user/7"
      $0.foldersWithBus = ["/run/user/7"]
      $0.foldersWithManager = ["/run/user/7"]
    },
    noBus(
      "the bus does not answer and there is no user manager",
      #"exec dbus-run-session -- "${SHELL:-/bin/sh}""#
    ) {
      $0.runtimeFolder = "/run/user/7"
      $0.foldersWithBus = ["/run/user/7"]
    },
    noBus(
      "the runtime folder belongs to another user",
      "export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/7/bus"
    ) {
      $0.runtimeFolder = "/run/user/0"
      $0.foldersWithBus = ["/run/user/7"]
    },
  ]

  @Test("If no session bus exists, the doctor says how to reach or start one", arguments: ofBus)
  func bus(row: Case) { Self.check(row) }
}
