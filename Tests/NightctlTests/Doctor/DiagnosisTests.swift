import NightCore
@testable import nightctl
import Testing

/// The doctor's findings for made-up facts.
///
/// The tests compare the order of the findings, and the remedy of the first finding.
@Suite struct DiagnosisTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    var from = DoctorFacts.healthy
    let codes: [DoctorCode]
    var remedy: String?
    let change: @Sendable (inout DoctorFacts) -> Void
    var testDescription: String { name }

    init(
      _ name: String,
      from: DoctorFacts = .healthy,
      _ codes: [DoctorCode],
      _ remedy: String? = nil,
      change: @escaping @Sendable (inout DoctorFacts) -> Void
    ) {
      self.name = name
      self.from = from
      self.codes = codes
      self.remedy = remedy
      self.change = change
    }
  }

  static let ofDaemon: [Case] = [
    Case("all is well", []) { _ in },
    Case("all is well on a newer portal", from: .newer, []) { _ in },
    Case("nightd hangs", [.daemonSilent], "systemctl --user restart nightd") {
      $0.daemon.version = .silent
      $0.daemon.style.scheme = nil
      $0.portal.answers.version = .silent
      $0.portal.answers.scheme = .silent
      $0.portal.backends = [.init(name: PortalFile.ownBusName, process: nil, scheme: .silent)]
    },
    Case("nightd hangs and has a third name", [.daemonSilent], "systemctl --user restart nightd") {
      $0.daemon.version = .silent
      $0.daemon.style.scheme = nil
      $0.portal.backends = [PortalFile.ownBusName, "a.darkman"].map {
        .init(name: $0, process: $0 == "a.darkman" ? healthyOwner : nil, scheme: .silent)
      }
    },
    Case("nightd hangs and has no unit", [.daemonSilent], "kill -9 7; nightctl get") {
      $0.daemon.version = .silent
      $0.daemon.style.scheme = nil
      $0.daemon.unit = nil
    },
    Case("nightd is older than nightctl and has no unit", [.versionDiffers], "kill 7; nightctl get")
    {
      $0.daemon.version = .told("0.0.1")
      $0.daemon.unit = nil
    },
    Case(
      "nightd is older than nightctl and its process is unknown",
      [.versionDiffers],
      "nightctl get"
    ) {
      $0.daemon.version = .told("0.0.1")
      $0.daemon.unit = nil
      $0.daemon.owner = ProcessFacts(identifier: 0, name: "")
    },
    Case("nightd is not running yet", []) {
      $0.daemon.owner = nil
      $0.daemon.version = .none
      $0.daemon.style.scheme = nil
    },
    Case("nightd's unit failed", [.unitFailed], "systemctl --user restart nightd") {
      $0.daemon.owner = nil
      $0.daemon.style.scheme = nil
      $0.daemon.unit?.state = "failed"
    },
    Case(
      "the sandbox of nightd's unit cannot be set up",
      [.unitFailed],
      "systemctl --user cat nightd"
    ) {
      $0.daemon.owner = nil
      $0.daemon.style.scheme = nil
      $0.daemon.unit?.state = "failed"
      $0.daemon.unit?.run.exitStatus = 226
    },
    Case("the bus cannot start nightd", [.notActivatable, .notAtLogin], "nightctl doctor --fix") {
      $0.daemon.owner = nil
      $0.daemon.style.scheme = nil
      $0.daemon.installation.activatable = []
    },
    Case(
      "the bus does not know the name of nightd's backend",
      [.notActivatable, .notAtLogin],
      "/home/ada/.local/share/dbus-1/services/\(PortalFile.ownBusName).service"
    ) {
      $0.daemon.installation.activatable = ["org.nightd.Night1"]
    },
    Case(
      "the bus has not read an existing service file",
      [.notActivatable, .notAtLogin],
      "dbus-send --session --print-reply --dest=org.freedesktop.DBus / "
        + "org.freedesktop.DBus.ReloadConfig"
    ) {
      $0.daemon.installation.activatable = ["org.nightd.Night1"]
      $0.daemon.installation.serviceFiles = [service(PortalFile.ownBusName, isRunnable: true)]
    },
    otherServiceFolder("nightd is not running", "/usr/local/bin/nightd &") {
      $0.daemon.owner = nil
      $0.daemon.version = .none
      $0.session.manager.environment = nil
    },
    otherServiceFolder(
      "nightd is running",
      #"exec env XDG_DATA_HOME=/home/ada/.local/share dbus-run-session -- "${SHELL:-/bin/sh}""#
    ) {
      $0.session.manager.environment = nil
    },
    otherServiceFolder("there is a user manager", "export XDG_DATA_HOME=/other/share") { _ in },
    Case("nightd's program is not found", [.notActivatable, .notAtLogin], "sudo make install") {
      $0.daemon.installation.activatable = []
      $0.daemon.installation.program = nil
    },
    Case("a service file names a missing program", [.activationBroken], "nightctl doctor --fix") {
      $0.daemon.unit = nil
      $0.daemon.installation.serviceFiles = [service("org.nightd.Night1", isRunnable: false)]
    },
    Case(
      "a service file names a missing program and is read-only",
      [.activationBroken],
      "chmod u+w \(services)/org.nightd.Night1.service && nightctl doctor --fix"
    ) {
      $0.daemon.unit = nil
      $0.daemon.installation.serviceFiles = [service("org.nightd.Night1", isRunnable: false)]
      $0.portal.own.present = [services + "/org.nightd.Night1.service": .text("")]
      $0.portal.own.readOnly = [services + "/org.nightd.Night1.service"]
    },
    Case("nightd's service file names no known unit", [.activationBroken], "nightctl doctor --fix")
    {
      $0.daemon.unit = UnitFacts(isKnown: false)
      $0.daemon.installation.serviceFiles = [service("org.nightd.Night1", isRunnable: true)]
    },
    Case("nightd is older than nightctl", [.versionDiffers], "systemctl --user restart nightd") {
      $0.daemon.version = .told("0.0.1")
    },
    Case(
      "nightd lacks the backend's name",
      [.backendNameMissing],
      "systemctl --user restart nightd"
    ) {
      $0.daemon.hasBackendName = false
    },
  ]

  private static let services = "/home/ada/.local/share/dbus-1/services"
  private static let healthyOwner = DoctorFacts.healthy.daemon.owner

  private static func otherServiceFolder(
    _ name: String,
    _ remedy: String,
    _ change: @escaping @Sendable (inout DoctorFacts) -> Void
  ) -> Case {
    Case(
      "the bus does not read the user's service files; " + name,
      [.notActivatable, .notAtLogin],
      remedy
    ) {
      $0.daemon.installation.activatable = []
      $0.daemon.installation.serviceFiles = Diagnosis.activated.map {
        service($0, isRunnable: true, in: services)
      }
      $0.session.otherBusDataHome = "/other/share"
      change(&$0)
    }
  }

  private static func service(
    _ name: String,
    isRunnable: Bool,
    in folder: String = "/usr/share/dbus-1/services"
  ) -> ServiceFile {
    let text = "[D-BUS Service]\nName=\(name)\nExec=/gone/nightd\nSystemdService=nightd.service\n"
    guard
      let file = ServiceFile(
        path: "\(folder)/\(name).service",
        text: text,
        isRunnable: { _ in
          isRunnable
        }
      )
    else { preconditionFailure("it is one") }
    return file
  }

  @Test("If `--fix` plans nothing, the doctor's advice consists of the remedies of its findings")
  func leftAdvice() {
    var facts = DoctorFacts.healthy
    facts.daemon.hasBackendName = false
    facts.session.qtTheme = "qt5ct"
    facts.daemon.reactions = [.init(name: "gnome", words: "exited with 1", output: "no")]
    let diagnosis = Diagnosis(facts)
    #expect(diagnosis.planned == [])
    #expect(
      diagnosis.leftToDo(after: []) == [
        "systemctl --user restart nightd",
        "write /home/ada/.config/environment.d/60-nightd-qt.conf",
      ]
    )
  }

  @Test(
    "In a unit's sandbox, only the folders that the unit lists and their contents can be written",
    arguments: [
      ("/s/nightd", true), ("/s/nightd/x", true), ("/s/nightd2", false), ("/s", false),
      ("/o", true),
    ]
  )
  func writable(folder: String, isWritable: Bool) {
    var unit = UnitFacts(isKnown: true)
    unit.writablePaths = ["-/s/nightd/", "+/o"]
    #expect(unit.leavesWritable(folder) == isWritable)
  }

  @Test(
    "The doctor finds each problem with nightd, with its effects on programs and with the place",
    arguments: ofDaemon + ofWork + ofPlace
  )
  func daemon(row: Case) { Self.check(row) }

  static func check(_ row: Case) {
    var facts = row.from
    row.change(&facts)
    let findings = Diagnosis(facts).findings
    #expect(findings.map(\.code) == row.codes)
    guard let remedy = row.remedy else { return }
    switch findings.first?.remedy {
    case .command(let command): #expect(command == remedy)
    case .file(let path, _): #expect(path == remedy)
    case .line(let path, let group, let line): #expect("\(path) [\(group)] \(line)" == remedy)
    case nil: Issue.record("nothing was found, or nothing is left to do")
    }
  }
}
