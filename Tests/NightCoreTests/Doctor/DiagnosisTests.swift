import NightCore
import NightDoctor
import Testing

/// What the doctor makes of facts: the codes in their order, and what mends the first.
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
    Case("it hangs", [.daemonSilent], "systemctl --user restart nightd") {
      $0.daemon.version = .silent
      $0.daemon.scheme = nil
      $0.portal.version = .silent
      $0.portal.scheme = .silent
      $0.portal.backends = [.init(name: PortalFile.ownBusName, process: nil, scheme: .silent)]
    },
    Case("it hangs, and has a third name", [.daemonSilent], "systemctl --user restart nightd") {
      $0.daemon.version = .silent
      $0.daemon.scheme = nil
      $0.portal.backends = [PortalFile.ownBusName, "a.darkman"].map {
        .init(name: $0, process: $0 == "a.darkman" ? healthyOwner : nil, scheme: .silent)
      }
    },
    Case("it hangs, and is no unit", [.daemonSilent], "kill -9 7; nightctl get") {
      $0.daemon.version = .silent
      $0.daemon.scheme = nil
      $0.daemon.unit = nil
    },
    Case("it is older, and no unit", [.versionDiffers], "kill 7; nightctl get") {
      $0.daemon.version = .told("0.0.1")
      $0.daemon.unit = nil
    },
    Case("it is older, and its process is not known", [.versionDiffers], "nightctl get") {
      $0.daemon.version = .told("0.0.1")
      $0.daemon.unit = nil
      $0.daemon.owner = ProcessFacts(identifier: 0, name: "")
    },
    Case("nobody asked it yet", []) {
      $0.daemon.owner = nil
      $0.daemon.version = .none
      $0.daemon.scheme = nil
    },
    Case("its unit failed", [.unitFailed], "systemctl --user restart nightd") {
      $0.daemon.owner = nil
      $0.daemon.scheme = nil
      $0.daemon.unit?.state = "failed"
    },
    Case("its sandbox cannot be set up", [.unitFailed], "systemctl --user cat nightd") {
      $0.daemon.owner = nil
      $0.daemon.scheme = nil
      $0.daemon.unit?.state = "failed"
      $0.daemon.unit?.exitStatus = 226
    },
    Case("nothing starts it", [.notActivatable, .notAtLogin], "nightctl doctor --fix") {
      $0.daemon.owner = nil
      $0.daemon.scheme = nil
      $0.daemon.activatable = []
    },
    Case(
      "the bus does not know the backend",
      [.notActivatable, .notAtLogin],
      "/home/ada/.local/share/dbus-1/services/\(PortalFile.ownBusName).service"
    ) {
      $0.daemon.activatable = ["org.nightd.Night1"]
    },
    Case(
      "the bus did not read what is there",
      [.notActivatable, .notAtLogin],
      "dbus-send --session --print-reply --dest=org.freedesktop.DBus / "
        + "org.freedesktop.DBus.ReloadConfig"
    ) {
      $0.daemon.activatable = ["org.nightd.Night1"]
      $0.daemon.serviceFiles = [service(PortalFile.ownBusName, isRunnable: true)]
    },
    elsewhere("nightd does not run", "/usr/local/bin/nightd &") {
      $0.daemon.owner = nil
      $0.daemon.version = .none
      $0.session.hasManager = false
    },
    elsewhere(
      "nightd runs",
      #"exec env XDG_DATA_HOME=/home/ada/.local/share dbus-run-session -- "${SHELL:-/bin/sh}""#
    ) {
      $0.session.hasManager = false
    },
    elsewhere("there is a manager", "export XDG_DATA_HOME=/other/share") { _ in },
    Case("its program is nowhere", [.notActivatable, .notAtLogin], "sudo make install") {
      $0.daemon.activatable = []
      $0.daemon.program = nil
    },
    Case("a service file leads to nothing", [.activationBroken], "nightctl doctor --fix") {
      $0.daemon.unit = nil
      $0.daemon.serviceFiles = [service("org.nightd.Night1", isRunnable: false)]
    },
    Case(
      "a service file leads to nothing, and may only be read",
      [.activationBroken],
      "chmod u+w \(services)/org.nightd.Night1.service && nightctl doctor --fix"
    ) {
      $0.daemon.unit = nil
      $0.daemon.serviceFiles = [service("org.nightd.Night1", isRunnable: false)]
      $0.portal.own.present = [services + "/org.nightd.Night1.service": .text("")]
      $0.portal.own.readOnly = [services + "/org.nightd.Night1.service"]
    },
    Case("a service file names no unit", [.activationBroken], "nightctl doctor --fix") {
      $0.daemon.unit = UnitFacts(isKnown: false)
      $0.daemon.serviceFiles = [service("org.nightd.Night1", isRunnable: true)]
    },
    Case("it is older", [.versionDiffers], "systemctl --user restart nightd") {
      $0.daemon.version = .told("0.0.1")
    },
    Case("it lacks the backend's name", [.backendNameMissing], "systemctl --user restart nightd") {
      $0.daemon.hasBackendName = false
    },
  ]

  private static let services = "/home/ada/.local/share/dbus-1/services"
  private static let healthyOwner = DoctorFacts.healthy.daemon.owner

  private static func elsewhere(
    _ name: String,
    _ remedy: String,
    _ change: @escaping @Sendable (inout DoctorFacts) -> Void
  ) -> Case {
    Case(
      "the bus does not read the service files that are written; " + name,
      [.notActivatable, .notAtLogin],
      remedy
    ) {
      $0.daemon.activatable = []
      $0.daemon.serviceFiles = Diagnosis.activated.map {
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

  @Test("What is left holds each finding's advice if nothing can be written")
  func leftAdvice() {
    var facts = DoctorFacts.healthy
    facts.daemon.hasBackendName = false
    facts.session.qtTheme = "qt5ct"
    facts.daemon.reactions = [.init(name: "gsettings", words: "exited with 1", output: "no")]
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
    "A unit's sandbox leaves its own folders writable",
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

  @Test("nightd itself, and what it did", arguments: ofDaemon + ofWork + ofPlace)
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
    case nil: Issue.record("nothing was found")
    }
  }
}
