import NightCore
@testable import nightctl
import Testing

/// Findings about the portal, the backends that it asks, and its answers.
extension DiagnosisTests {
  static let restart =
    "systemctl --user daemon-reload && systemctl --user restart xdg-desktop-portal"
  static let conf = "/home/ada/.config/xdg-desktop-portal/"

  static let ofPortal: [Case] = [
    Case(
      "the portal is not installed",
      [.portalMissing, .notAtLogin],
      "sudo apt-get install xdg-desktop-portal xdg-desktop-portal-gtk"
    ) {
      $0.portal = PortalFacts()
    },
    Case("the portal is not running but can be started", []) {
      $0.portal.owner = nil
      $0.portal.answers.version = .none
      $0.portal.answers.scheme = .none
      $0.portal.answers.schemes = []
      $0.portal.answers.fileChooser = .none
    },
    Case(
      "a backend ended with an error",
      [.backendFailed],
      "systemctl --user import-environment DISPLAY XDG_CURRENT_DESKTOP && "
        + "systemctl --user reset-failed xdg-desktop-portal-gtk.service && " + restart
    ) {
      // The portal never asks a backend that has no portal file.
      $0.portal.failedBackends = ["gtk", "kde"]
      $0.session.callersScreen = ["DISPLAY", "XDG_CURRENT_DESKTOP"]
    },
    Case(
      "a backend ended with an error and the caller has no screen",
      [.backendFailed],
      "systemctl --user import-environment DISPLAY WAYLAND_DISPLAY XAUTHORITY XDG_CURRENT_DESKTOP "
        + "&& systemctl --user reset-failed xdg-desktop-portal-gtk.service && " + restart
    ) {
      $0.portal.failedBackends = ["gtk"]
      $0.session.callersScreen = ["XDG_CURRENT_DESKTOP"]
    },
    Case(
      "a backend ended with an error although it had a screen",
      [.backendFailed],
      "systemctl --user restart xdg-desktop-portal-gtk.service && " + restart
    ) {
      $0.portal.failedBackends = ["gtk"]
      $0.session.manager.environment = ["DISPLAY": ":0"]
    },
    Case(
      "a backend ended with an error and systemd ended the portal that waited for it",
      [.backendFailed]
    ) {
      $0.portal.failedBackends = ["gtk"]
      $0.portal.owner = nil
      $0.portal.unit?.state = "failed"
    },
    Case("the portal's unit failed", [.portalFailed], restart) {
      $0.portal.owner = nil
      $0.portal.unit?.state = "failed"
    },
    Case("the portal hangs", [.portalSilent], restart) {
      $0.portal.answers.version = .silent
      $0.portal.answers.scheme = .silent
      $0.portal.answers.fileChooser = .silent
    },
    Case("a backend hangs and so the portal hangs", [.backendSilent], "kill -9 9") {
      $0.portal.answers.version = .silent
      $0.portal.answers.scheme = .silent
      $0.portal.answers.fileChooser = .silent
      let process = ProcessFacts(identifier: 9, name: "xdg-desktop-portal-gtk")
      $0.portal.backends = [.init(name: "a.gtk", process: process, scheme: .silent)]
    },
    Case("a hanging backend has two names", [.backendSilent], "kill -9 9") {
      let process = ProcessFacts(identifier: 9, name: "both")
      $0.portal.backends = [
        .init(name: "a.gtk", process: process, scheme: .silent),
        .init(name: "a.xapp", process: process, scheme: .silent),
      ]
    },
    Case(
      "two backends hang, one of them in an unknown process",
      [.backendSilent, .backendSilent],
      "kill -9 9"
    ) {
      let process = ProcessFacts(identifier: 9, name: "one")
      $0.portal.backends = [
        .init(name: "a.gtk", process: process, scheme: .silent),
        .init(name: "a.xapp", process: ProcessFacts(identifier: 0, name: ""), scheme: .silent),
      ]
    },
    Case("the portal serves no settings", [.portalWithoutSettings], restart) {
      $0.portal.answers.version = .none
      $0.portal.answers.scheme = .none
    },
    Case("GTK's backend comes first by its name", [.portalOtherWins], "nightctl doctor --fix") {
      $0.portal.desktops = ["GNOME"]
      $0.portal.callersDesktops = ["GNOME"]
      $0.portal.lookup.files = [
        portalFile("gtk", ["gnome"]), portalFile("nightd", ["sway", "gnome"]),
      ]
      $0.portal.answers.scheme = .told(0)
    },
    Case("GTK's backend comes first and answers what nightd wrote", []) {
      $0.portal.desktops = ["GNOME"]
      $0.portal.callersDesktops = ["GNOME"]
      $0.portal.lookup.files = [portalFile("gtk", ["gnome"]), portalFile("nightd", ["sway"])]
    },
    Case(
      "the portal was started without XDG_CURRENT_DESKTOP",
      [.portalDesktop],
      "dbus-update-activation-environment --systemd XDG_CURRENT_DESKTOP && " + restart
    ) {
      $0.portal.desktops = []
      $0.portal.answers.scheme = .told(0)
    },
    Case(
      "the portal does not find nightd's portal file",
      [.portalFileMissing, .notAtLogin],
      "nightctl doctor --fix"
    ) {
      $0.portal.lookup.files = [portalFile("gtk", ["gnome"])]
      $0.portal.answers.scheme = .told(0)
    },
    Case(
      "all files are written but the portal was not restarted",
      [.portalStale, .notAtLogin],
      restart
    ) {
      $0.portal.lookup.files = [portalFile("gtk", ["gnome"])]
      $0.portal.answers.scheme = .told(0)
      $0.portal.own.present = written
    },
    Case("no portal runs yet", [.portalStale, .notAtLogin], "systemctl --user daemon-reload") {
      $0.portal.lookup.files = [portalFile("gtk", ["gnome"])]
      $0.portal.own.present = written
      stopPortal(&$0)
    },
    Case(
      "all files are written, and the bus would start the portal without systemd",
      [.portalStale],
      "dbus-update-activation-environment XDG_DESKTOP_PORTAL_DIR=/home/ada/.local/share/nightd"
        + "/portals && dbus-send --session --print-reply --dest=org.freedesktop.portal.Desktop "
        + "/org/freedesktop/portal/desktop org.freedesktop.DBus.Peer.Ping"
    ) {
      $0.portal.lookup.files = [portalFile("gtk", ["gnome"])]
      $0.portal.own.present = written
      $0.session.manager = ManagerFacts()
      $0.daemon.unit = nil
      stopPortal(&$0)
    },
    Case(
      "nightd's portal folder lacks a new portal file",
      [.portalFolderOld],
      "nightctl doctor --fix"
    ) {
      $0.portal.own.present = written
      $0.portal.lookup.folders = PortalFolders(["sway"]) {
        ["XDG_DESKTOP_PORTAL_DIR": "/home/ada/.local/share/nightd/portals"][$0]
      }
      $0.portal.own.sources += ["/usr/share/xdg-desktop-portal/portals/wlr.portal"]
    },
    Case("nightd's portal folder is the one in use and lacks no system file", []) {
      $0.portal.own.present = written
      $0.portal.lookup.folders = PortalFolders(["sway"]) {
        ["XDG_DESKTOP_PORTAL_DIR": "/home/ada/.local/share/nightd/portals"][$0]
      }
      $0.portal.own.sources = ["/opt/portals/gtk.portal"]
    },
    Case("the portal answers another scheme", [.portalStale], restart) {
      $0.portal.answers.scheme = .told(2)
    },
    Case("the portal has no colour scheme", [.portalStale], restart) {
      $0.portal.answers.scheme = .none
    },
    Case(
      "two backends contradict each other",
      [.doubleAnswer],
      "gsettings set org.gnome.desktop.interface color-scheme prefer-dark"
    ) {
      $0.portal.answers.schemes = [1, 0]
    },
    Case(
      "two backends contradict each other while nightd follows the desktop",
      [.doubleAnswer],
      "nightctl set dark"
    ) {
      $0.portal.answers.schemes = [1, 0]
      $0.daemon.style.choice = .system
    },
    Case(
      "two backends contradict each other because GIO is missing",
      [.doubleAnswer],
      "sudo zypper install libgio-2_0-0 && systemctl --user restart nightd"
    ) {
      $0.portal.answers.schemes = [1, 0]
      $0.daemon.gnome.lacks = .noProgram
      $0.session.installer = "sudo zypper install"
    },
    Case(
      "two backends contradict each other because the schemas are missing",
      [.doubleAnswer],
      "sudo apt-get install gsettings-desktop-schemas && systemctl --user restart nightd"
    ) {
      $0.portal.answers.schemes = [1, 0]
      $0.daemon.gnome.lacks = .noSchema
    },
    Case("“light” and “no preference” do not contradict each other", []) {
      $0.daemon.style.scheme = 2
      $0.portal.answers.scheme = .told(2)
      $0.portal.answers.schemes = [2, 0]
    },
    Case(
      "two backends contradict each other because writing failed",
      [.reactionFailed],
      "systemctl --user restart nightd"
    ) {
      $0.portal.answers.schemes = [1, 0]
      $0.daemon.reactions = [FailedReaction(name: "gnome", words: "", output: "")]
    },
    Case(
      "two backends contradict each other, and a reaction failed that is not of GNOME's settings",
      [.doubleAnswer, .reactionFailed]
    ) {
      $0.portal.answers.schemes = [1, 0]
      $0.daemon.reactions = [FailedReaction(name: "hooks", words: "", output: "")]
    },
    Case(
      "two backends contradict each other because gnome is off",
      [.doubleAnswer],
      "nightctl programs on gnome"
    ) {
      $0.portal.answers.schemes = [1, 0]
      $0.daemon.gnome.isOn = false
    },
    Case("nightd writes to memory only", [.gnomeInMemory], "systemctl --user restart nightd") {
      $0.portal.answers.schemes = [1, 0]
      $0.daemon.gnome.hasOnlyMemory = true
    },
    Case(
      "nightd writes to memory only because of the user manager's environment",
      [.gnomeInMemory],
      "systemctl --user unset-environment GSETTINGS_BACKEND && systemctl --user restart nightd "
        + "&& systemctl --user try-restart 'xdg-desktop-portal*'"
    ) {
      $0.daemon.gnome.hasOnlyMemory = true
      $0.session.manager.environment = ["GSETTINGS_BACKEND": "memory"]
    },
    Case(
      "nightd writes to memory only because of nightd's unit",
      [.gnomeInMemory],
      "/home/ada/.config/systemd/user/nightd.service.d/settings.conf"
    ) {
      $0.daemon.gnome.hasOnlyMemory = true
      $0.daemon.unit?.environment = ["GSETTINGS_BACKEND=memory"]
    },
    Case(
      "nightd writes to memory only and nightd has no unit",
      [.gnomeInMemory],
      "dbus-update-activation-environment GSETTINGS_BACKEND=dconf; kill 7; nightctl get"
    ) {
      $0.daemon.gnome.hasOnlyMemory = true
      $0.daemon.unit = nil
    },
    Case("nightd would write to memory only but is off", []) {
      $0.daemon.gnome.hasOnlyMemory = true
      $0.daemon.gnome.isOn = false
    },
    Case("nightd writes to memory only but no backend reads its settings", []) {
      $0.daemon.gnome.hasOnlyMemory = true
      $0.portal.lookup.files = [portalFile("nightd", ["sway"]), portalFile("wlr", ["sway"])]
    },
    Case(
      "no backend serves a file chooser",
      [.noFileChooser],
      "sudo apt-get install xdg-desktop-portal-gtk && " + restart
    ) {
      $0.portal.answers.fileChooser = .none
      $0.portal.lookup.files = [portalFile("nightd", ["sway"])]
    },
    Case("a file chooser was installed after the portal started", [.noFileChooser], restart) {
      $0.portal.answers.fileChooser = .told(0)
    },
    Case("no backend would serve a file chooser", [.noFileChooser]) {
      $0.portal.owner = nil
      $0.portal.lookup.files = [portalFile("nightd", ["sway"])]
    },
  ]

  static func portalFile(_ name: String, _ useIn: [String]) -> PortalFile {
    DoctorFacts.portalFile(name, useIn)
  }

  /// The files that `--fix` writes for an older portal.
  static var written: [String: FileFix.Content] {
    let folder = "/home/ada/.local/share/nightd/portals"
    let own = """
      [portal]
      DBusName=org.freedesktop.impl.portal.desktop.nightd
      Interfaces=org.freedesktop.impl.portal.Settings;
      UseIn=sway;

      """
    return [
      folder + "/gtk.portal": .link(to: "/usr/share/xdg-desktop-portal/portals/gtk.portal"),
      folder + "/00-nightd.portal": .text(own),
      dropIn: .text("[Service]\nEnvironment=XDG_DESKTOP_PORTAL_DIR=\(folder)\n"),
    ]
  }

  @Test(
    "The doctor finds each problem with the portal",
    arguments: ofPortal + ofNewerPortal + ofNeedless
  )
  func portal(row: Case) { Self.check(row) }

  // MARK: - Planned files

  @Test("For a portal up to 1.17.0, `--fix` plans a folder of links, a portal file and a drop-in")
  func plannedFolder() {
    var facts = DoctorFacts.healthy
    facts.portal.lookup.files = [Self.portalFile("gtk", ["gnome"])]
    facts.portal.answers.scheme = .told(0)
    let planned = Diagnosis(facts).planned
    let texts = Dictionary(uniqueKeysWithValues: planned.map { ($0.path, $0.content) })
    #expect(texts == Self.written)
    #expect(planned.allSatisfy { $0.replaced == nil })
    #expect(Diagnosis(facts).leftToDo(after: planned) == [Self.restart])
    facts.portal.own.present = texts
    #expect(Diagnosis(facts).planned == [])
  }

  @Test("For a portal newer than 1.17.0, `--fix` plans a copy of portals.conf with one new line")
  func plannedConf() {
    var facts = DoctorFacts.newer
    let path = Self.conf + "sway-portals.conf"
    facts.portal.lookup.onlyConf = DoctorFacts.conf(
      "/usr/share",
      "sway-portals.conf",
      "default=wlr;gtk"
    )
    facts.portal.answers.scheme = .told(0)
    let text = "[preferred]\n\(DoctorFacts.settings)=nightd;wlr;gtk\ndefault=wlr;gtk\n"
    #expect(Diagnosis(facts).planned == [.init(path: path, content: .text(text), replaced: nil)])
    // If a link or a file that the portal ignores is at the path, --fix does not replace it.
    facts.portal.own.present = [path: .link(to: "/dotfiles/sway")]
    #expect(Diagnosis(facts).planned == [])
    facts.portal.own.present = [path: .text("# mine, and not counted")]
    #expect(Diagnosis(facts).planned == [])
    facts.portal.lookup.onlyConf = DoctorFacts.conf(
      "/home/ada/.config",
      "sway-portals.conf",
      "default=wlr;gtk"
    )
    let present = FileFix.Content.text(facts.portal.lookup.conf?.text ?? "")
    facts.portal.own.present = [path: present]
    #expect(
      Diagnosis(facts).planned == [.init(path: path, content: .text(text), replaced: present)]
    )
  }

  @Test("If the bus cannot activate a name, `--fix` plans a service file in the user's folder")
  func plannedServices() throws {
    var facts = DoctorFacts.healthy
    facts.daemon.installation.activatable = []
    let planned = Diagnosis(facts).planned
    #expect(
      planned.map(\.path)
        == ["org.nightd.Night1", PortalFile.ownBusName].map {
          "/home/ada/.local/share/dbus-1/services/\($0).service"
        }
    )
    let text = """
      [D-BUS Service]
      Name=org.nightd.Night1
      Exec=/usr/local/bin/nightd
      SystemdService=nightd.service

      """
    #expect(planned.first?.content == .text(text))
    #expect(Diagnosis(facts).leftToDo(after: planned).count == 1)
    facts.daemon.installation.program = "/home/a da/nightd"
    #expect(Diagnosis(facts).planned == [])
  }

  @Test("`--fix` plans nothing if no problem exists or no bus is found")
  func nothingPlanned() {
    #expect(Diagnosis(.healthy).planned == [])
    #expect(Diagnosis(.newer).planned == [])
    var facts = DoctorFacts.healthy
    facts.busFailure = BusFailure(why: "nowhere", loginFolder: "/run/user/7")
    facts.daemon.installation.activatable = []
    #expect(Diagnosis(facts).planned == [])
  }
}
