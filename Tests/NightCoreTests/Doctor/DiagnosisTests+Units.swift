import NightCore
import NightDoctor
import Testing

/// nightd's unit, and who else has nightd's name.
extension DiagnosisTests {
  private static func absent(
    _ name: String,
    _ codes: [DoctorCode],
    _ remedy: String? = nil,
    change: @escaping @Sendable (inout DoctorFacts) -> Void
  ) -> Case {
    Case(name, codes, remedy) {
      $0.daemon.owner = nil
      $0.daemon.version = .none
      $0.daemon.scheme = nil
      $0.daemon.unit?.state = "inactive"
      $0.daemon.unit?.mainProcess = 0
      change(&$0)
    }
  }

  static let ofUnits: [Case] = [
    absent("the unit is masked", [.unitMasked], "systemctl --user unmask nightd") {
      $0.daemon.unit?.fileState = "masked"
      $0.daemon.unit?.file = "/home/ada/.config/systemd/user/nightd.service"
    },
    absent(
      "the unit is masked until the next boot",
      [.unitMasked],
      "systemctl --user unmask --runtime nightd"
    ) {
      $0.daemon.unit?.fileState = "masked-runtime"
      $0.daemon.unit?.file = "/run/user/7/systemd/user/nightd.service"
    },
    absent(
      "an administrator masked the unit",
      [.unitMasked],
      "sudo systemctl --global unmask nightd && systemctl --user daemon-reload"
    ) {
      $0.daemon.unit?.fileState = "masked"
      $0.daemon.unit?.file = "/etc/systemd/user/nightd.service"
    },
    Case("the unit was masked while nightd runs", [.unitMasked]) {
      $0.daemon.unit?.fileState = "masked"
    },
    absent("the program is gone", [.unitBroken], "sudo make install PREFIX=/usr/local") {
      $0.daemon.unit?.isRunnable = false
    },
    absent("the program in the home is gone", [.unitBroken], "make install PREFIX=/home/ada/.local")
    {
      $0.daemon.unit?.program = "/home/ada/.local/bin/nightd"
      $0.daemon.unit?.isRunnable = false
    },
    absent("the program is elsewhere, and gone", [.unitBroken], "sudo make install") {
      $0.daemon.unit?.program = "/opt/x"
      $0.daemon.unit?.isRunnable = false
    },
    absent(
      "a drop-in names another program, which is gone",
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
    absent(
      "the unit is started again and again",
      [.unitBroken],
      "journalctl --user -u nightd -n 20 --no-pager"
    ) {
      $0.daemon.unit?.state = "auto-restart"
      $0.daemon.unit?.restarts = 2
    },
    absent("the unit is just being started again, again and again", [.unitBroken]) {
      $0.daemon.unit?.state = "activating"
      $0.daemon.unit?.restarts = 9
    },
    absent("the unit was started again once", []) {
      $0.daemon.unit?.state = "auto-restart"
      $0.daemon.unit?.restarts = 1
    },
    absent("the unit is being started", []) { $0.daemon.unit?.state = "activating" },
    absent("the unit is not started any more", [.unitBroken]) {
      $0.daemon.unit?.state = "failed"
      $0.daemon.unit?.result = "start-limit-hit"
    },
    absent(
      "the unit's file has a mistake",
      [.unitBroken],
      "systemd-analyze --user verify /usr/lib/systemd/user/nightd.service"
    ) {
      $0.daemon.unit?.isValid = false
      $0.daemon.unit?.file = "/usr/lib/systemd/user/nightd.service"
    },
    absent("a drop-in has a mistake", [.unitBroken]) {
      $0.daemon.unit?.isValid = false
      $0.daemon.unit?.dropIns = [DropIn(path: "/x.conf", isOwn: true, setsProgram: false)]
    },
    absent("the unit failed after it was started again and again", [.unitBroken]) {
      $0.daemon.unit?.state = "failed"
      $0.daemon.unit?.restarts = 99
      $0.daemon.unit?.result = "exit-code"
    },
    absent(
      "the unit failed, and the machine's drop-in changes it",
      [.unitBroken],
      "sudo mv -n /etc/x.conf /etc/x.conf.aside && systemctl --user daemon-reload && "
        + "systemctl --user restart nightd"
    ) {
      $0.daemon.unit?.state = "failed"
      $0.daemon.unit?.result = "exit-code"
      $0.daemon.unit?.dropIns = [DropIn(path: "/etc/x.conf", isOwn: false, setsProgram: false)]
    },
    absent("its sandbox fails again and again", [.unitFailed], "systemctl --user cat nightd") {
      $0.daemon.unit?.state = "auto-restart"
      $0.daemon.unit?.restarts = 5
      $0.daemon.unit?.exitStatus = 226
    },
    absent(
      "its sandbox fails by a drop-in",
      [.unitFailed],
      "mv -n /x.conf /x.conf.aside && systemctl --user daemon-reload && "
        + "systemctl --user restart nightd"
    ) {
      $0.daemon.unit?.state = "failed"
      $0.daemon.unit?.exitStatus = 226
      $0.daemon.unit?.dropIns = [DropIn(path: "/x.conf", isOwn: true, setsProgram: false)]
    },
  ]

  private static func silent(_ name: String, isStopped: Bool, _ remedy: String) -> Case {
    Case(name, [.managerSilent], remedy) {
      $0.daemon.unit = nil
      $0.session.silentManager =
        SilentManager(process: ProcessFacts(identifier: 5, name: "systemd"), isStopped: isStopped)
    }
  }

  static let ofManager = [
    silent("the manager was stopped", isStopped: true, "kill -CONT 5"),
    silent("the manager hangs", isStopped: false, "journalctl --user -n 20 --no-pager"),
  ]

  private static func taken(
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
      $0.daemon.scheme = nil
      $0.daemon.unit?.mainProcess = 0
      change(&$0)
    }
  }

  static let ofNames: [Case] = [
    taken("another program has the name", [.nameTaken], "kill 9") { _ in },
    taken("another program has the name and hangs", [.nameTaken], "kill -9 9") {
      $0.daemon.version = .silent
    },
    taken("a unit has the name", [.nameTaken], "systemctl --user stop other.service") {
      $0.daemon.ownerUnit = "other.service"
    },
    taken("a process that cannot be seen has the name", [.daemonSilent]) {
      $0.daemon.owner = ProcessFacts(identifier: 0, name: "")
    },
    taken("another program answers as nightd does", [.twoCopies], "kill 9") {
      $0.daemon.version = .told(Contract.version)
    },
    taken("a copy of nightd runs beside the unit's", [.twoCopies], "kill 9") {
      $0.daemon.owner = ProcessFacts(identifier: 9, name: "nightd")
      $0.daemon.ownerProgram = "/home/ada/nightd"
      $0.daemon.version = .told("0.0.1")
    },
    Case("nightctl belongs to another nightd", [.twoCopies], "systemctl --user cat nightd") {
      $0.daemon.version = .told("0.0.1")
      $0.daemon.realProgram = "/home/ada/.local/bin/nightd"
    },
    Case("nightctl belongs to another nightd of the same version", []) {
      $0.daemon.realProgram = "/home/ada/.local/bin/nightd"
    },
    taken("nightd was started by hand", []) {
      $0.daemon.owner = ProcessFacts(identifier: 9, name: "nightd")
      $0.daemon.ownerProgram = "/usr/local/bin/nightd"
      $0.daemon.version = .told(Contract.version)
    },
    taken("the unit's own script became nightd", []) {
      $0.daemon.owner = ProcessFacts(identifier: 9, name: "nightd")
      $0.daemon.ownerProgram = "/opt/nightd"
      $0.daemon.version = .told(Contract.version)
      $0.daemon.unit?.mainProcess = 9
    },
  ]

  @Test("nightd's unit, and the manager", arguments: ofUnits + ofManager)
  func unit(row: Case) { Self.check(row) }

  @Test("who has nightd's name", arguments: ofNames)
  func name(row: Case) { Self.check(row) }
}
