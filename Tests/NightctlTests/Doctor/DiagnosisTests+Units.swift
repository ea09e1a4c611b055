import NightCore
@testable import nightctl
import Testing

/// Findings about nightd's unit, and about other owners of nightd's bus name.
extension DiagnosisTests {
  private static func notRunning(
    _ name: String,
    _ codes: [DoctorCode],
    _ remedy: String? = nil,
    change: @escaping @Sendable (inout DoctorFacts) -> Void
  ) -> Case {
    Case(name, codes, remedy) {
      $0.daemon.owner = nil
      $0.daemon.version = .none
      $0.daemon.style.scheme = nil
      $0.daemon.unit?.state = "inactive"
      $0.daemon.unit?.run.mainProcess = 0
      change(&$0)
    }
  }

  static let ofUnits: [Case] = [
    notRunning("nightd's unit is masked", [.unitMasked], "systemctl --user unmask nightd") {
      $0.daemon.unit?.fileState = "masked"
      $0.daemon.unit?.file = "/home/ada/.config/systemd/user/nightd.service"
    },
    notRunning(
      "nightd's unit is masked until the next boot",
      [.unitMasked],
      "systemctl --user unmask --runtime nightd"
    ) {
      $0.daemon.unit?.fileState = "masked-runtime"
      $0.daemon.unit?.file = "/run/user/7/systemd/user/nightd.service"
    },
    notRunning(
      "an administrator masked nightd's unit",
      [.unitMasked],
      "sudo systemctl --global unmask nightd && systemctl --user daemon-reload"
    ) {
      $0.daemon.unit?.fileState = "masked"
      $0.daemon.unit?.file = "/etc/systemd/user/nightd.service"
    },
    Case("nightd's unit was masked while nightd is running", [.unitMasked]) {
      $0.daemon.unit?.fileState = "masked"
    },
    notRunning(
      "the unit's program is missing",
      [.unitBroken],
      "sudo make install PREFIX=/usr/local"
    ) {
      $0.daemon.unit?.isRunnable = false
    },
    notRunning(
      "the unit's program below the home folder is missing",
      [.unitBroken],
      "make install PREFIX=/home/ada/.local"
    ) {
      $0.daemon.unit?.program = "/home/ada/.local/bin/nightd"
      $0.daemon.unit?.isRunnable = false
    },
    notRunning(
      "the unit's program in another folder is missing",
      [.unitBroken],
      "sudo make install"
    ) {
      $0.daemon.unit?.program = "/opt/x"
      $0.daemon.unit?.isRunnable = false
    },
    notRunning(
      "a drop-in names another program, which is missing",
      [.unitBroken],
      "mv -n '/a b.conf' '/a b.conf.aside' && systemctl --user daemon-reload && "
        + "systemctl --user restart nightd"
    ) {
      $0.daemon.unit?.isRunnable = false
      $0.daemon.unit?.dropIns = [
        DropIn(path: "/other.conf", isOwn: true, setsProgram: false),
        DropIn(path: "/a b.conf", isOwn: true, setsProgram: true),
      ]
    },
    notRunning(
      "systemd restarts the unit again and again",
      [.unitBroken],
      "journalctl --user -u nightd -n 20 --no-pager"
    ) {
      $0.daemon.unit?.state = "auto-restart"
      $0.daemon.unit?.run.restarts = 2
    },
    notRunning("systemd restarts the unit again and again, and is starting it now", [.unitBroken]) {
      $0.daemon.unit?.state = "activating"
      $0.daemon.unit?.run.restarts = 9
    },
    notRunning("systemd restarted the unit once", []) {
      $0.daemon.unit?.state = "auto-restart"
      $0.daemon.unit?.run.restarts = 1
    },
    notRunning("systemd is starting the unit", []) { $0.daemon.unit?.state = "activating" },
    notRunning("systemd no longer restarts the unit", [.unitBroken]) {
      $0.daemon.unit?.state = "failed"
      $0.daemon.unit?.run.result = "start-limit-hit"
    },
    notRunning(
      "the unit file has a mistake",
      [.unitBroken],
      "systemd-analyze --user verify /usr/lib/systemd/user/nightd.service"
    ) {
      $0.daemon.unit?.isValid = false
      $0.daemon.unit?.file = "/usr/lib/systemd/user/nightd.service"
    },
    notRunning("a drop-in has a mistake", [.unitBroken]) {
      $0.daemon.unit?.isValid = false
      $0.daemon.unit?.dropIns = [DropIn(path: "/x.conf", isOwn: true, setsProgram: false)]
    },
    notRunning("the unit failed after many restarts", [.unitBroken]) {
      $0.daemon.unit?.state = "failed"
      $0.daemon.unit?.run.restarts = 99
      $0.daemon.unit?.run.result = "exit-code"
    },
    notRunning(
      "the unit failed and a system drop-in changes it",
      [.unitBroken],
      "sudo mv -n /etc/x.conf /etc/x.conf.aside && systemctl --user daemon-reload && "
        + "systemctl --user restart nightd"
    ) {
      $0.daemon.unit?.state = "failed"
      $0.daemon.unit?.run.result = "exit-code"
      $0.daemon.unit?.dropIns = [DropIn(path: "/etc/x.conf", isOwn: false, setsProgram: false)]
    },
    notRunning(
      "the unit's sandbox fails again and again",
      [.unitFailed],
      "systemctl --user cat nightd"
    ) {
      $0.daemon.unit?.state = "auto-restart"
      $0.daemon.unit?.run.restarts = 5
      $0.daemon.unit?.run.exitStatus = 226
    },
    notRunning(
      "the unit's sandbox fails because of a drop-in",
      [.unitFailed],
      "mv -n /x.conf /x.conf.aside && systemctl --user daemon-reload && "
        + "systemctl --user restart nightd"
    ) {
      $0.daemon.unit?.state = "failed"
      $0.daemon.unit?.run.exitStatus = 226
      $0.daemon.unit?.dropIns = [DropIn(path: "/x.conf", isOwn: true, setsProgram: false)]
    },
  ]

  private static func silent(_ name: String, isStopped: Bool, _ remedy: String) -> Case {
    Case(name, [.managerSilent], remedy) {
      $0.daemon.unit = nil
      $0.session.manager.silent =
        SilentManager(process: ProcessFacts(identifier: 5, name: "systemd"), isStopped: isStopped)
    }
  }

  static let ofManager = [
    silent("the user manager is stopped", isStopped: true, "kill -CONT 5"),
    silent("the user manager hangs", isStopped: false, "journalctl --user -n 20 --no-pager"),
  ]

  private static func withOtherOwner(
    _ name: String,
    _ codes: [DoctorCode],
    _ remedy: String? = nil,
    change: @escaping @Sendable (inout DoctorFacts) -> Void
  ) -> Case {
    Case(name, codes, remedy) {
      $0.daemon.owner = ProcessFacts(identifier: 9, name: "python3")
      $0.daemon.ownerProgram = "/usr/bin/python3.11"
      $0.daemon.ownerUnit = nil
      $0.daemon.version = .none
      $0.daemon.style.scheme = nil
      $0.daemon.unit?.run.mainProcess = 0
      change(&$0)
    }
  }

  static let ofNames: [Case] = [
    withOtherOwner("another program owns nightd's name", [.nameTaken], "kill 9") { _ in },
    withOtherOwner("another program owns nightd's name and hangs", [.nameTaken], "kill -9 9") {
      $0.daemon.version = .silent
    },
    withOtherOwner(
      "another unit owns nightd's name",
      [.nameTaken],
      "systemctl --user stop other.service"
    ) {
      $0.daemon.ownerUnit = "other.service"
    },
    withOtherOwner("a process that cannot be inspected owns nightd's name", [.daemonSilent]) {
      $0.daemon.owner = ProcessFacts(identifier: 0, name: "")
    },
    withOtherOwner("another program answers with nightd's version", [.twoCopies], "kill 9") {
      $0.daemon.version = .told(Contract.version)
    },
    withOtherOwner("a second copy of nightd runs beside the unit's", [.twoCopies], "kill 9") {
      $0.daemon.owner = ProcessFacts(identifier: 9, name: "nightd")
      $0.daemon.ownerProgram = "/home/ada/nightd"
      $0.daemon.version = .told("0.0.1")
    },
    Case(
      "nightctl belongs to another nightd of another version",
      [.twoCopies],
      "systemctl --user cat nightd"
    ) {
      $0.daemon.version = .told("0.0.1")
      $0.daemon.installation.realProgram = "/home/ada/.local/bin/nightd"
    },
    Case("nightctl belongs to another nightd of the same version", []) {
      $0.daemon.installation.realProgram = "/home/ada/.local/bin/nightd"
    },
    withOtherOwner("nightd was started by hand", []) {
      $0.daemon.owner = ProcessFacts(identifier: 9, name: "nightd")
      $0.daemon.ownerProgram = "/usr/local/bin/nightd"
      $0.daemon.version = .told(Contract.version)
    },
    withOtherOwner("the unit's own script became nightd", []) {
      $0.daemon.owner = ProcessFacts(identifier: 9, name: "nightd")
      $0.daemon.ownerProgram = "/opt/nightd"
      $0.daemon.version = .told(Contract.version)
      $0.daemon.unit?.run.mainProcess = 9
    },
  ]

  @Test(
    "The doctor finds each problem with nightd's unit and the user manager",
    arguments: ofUnits + ofManager
  )
  func unit(row: Case) { Self.check(row) }

  @Test(
    "The doctor finds programs other than nightd that own nightd's bus name",
    arguments: ofNames
  )
  func name(row: Case) { Self.check(row) }
}
