import NightCore
import NightDoctor
import Testing

/// No session bus: where one is, and who could start one.
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
      "nobody says where one is, and there is none",
      #"exec dbus-run-session -- "${SHELL:-/bin/sh}""#
    ) { _ in },
    noBus("nobody says where it is", "export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/7/bus") {
      $0.foldersWithBus = ["/run/user/7"]
      $0.foldersWithManager = ["/run/user/7"]
    },
    noBus(
      "the address is an old one",
      "export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/7/bus"
    ) {
      $0.address = "unix:path=/tmp/dbus-old"
      $0.runtimeFolder = "/run/user/7"
      $0.foldersWithBus = ["/run/user/7"]
    },
    noBus("the manager has not started it", "systemctl --user start dbus.socket") {
      $0.runtimeFolder = "/run/user/7"
      $0.foldersWithManager = ["/run/user/7"]
    },
    noBus(
      "nobody says where the manager is, and it has not started it",
      "export XDG_RUNTIME_DIR=/run/user/7 && systemctl --user start dbus.socket"
    ) {
      $0.foldersWithManager = ["/run/user/7"]
    },
    noBus(
      "the address is an old one, and the manager has not started it",
      "systemctl --user start dbus.socket && "
        + "export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/7/bus"
    ) {
      $0.address = "unix:path=/tmp/dbus-old"
      $0.runtimeFolder = "/run/user/7"
      $0.foldersWithManager = ["/run/user/7"]
    },
    noBus("it does not answer", "systemctl --user restart dbus.service") {
      $0.address = "unix:path=/run/user/7/bus,guid=1"
      $0.runtimeFolder = "/run/user/7"
      $0.foldersWithBus = ["/run/user/7"]
      $0.foldersWithManager = ["/run/user/7"]
    },
    noBus(
      "it does not answer, and there is no manager",
      #"exec dbus-run-session -- "${SHELL:-/bin/sh}""#
    ) {
      $0.runtimeFolder = "/run/user/7"
      $0.foldersWithBus = ["/run/user/7"]
    },
    noBus(
      "the folder is another one's",
      "export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/7/bus"
    ) {
      $0.runtimeFolder = "/run/user/0"
      $0.foldersWithBus = ["/run/user/7"]
    },
  ]

  @Test("no bus: where it is, who starts it, or one of one's own", arguments: ofBus)
  func bus(row: Case) { Self.check(row) }
}
