import NightCore
@testable import nightctl

/// The facts of a healthy system; each test changes some of them.
extension DoctorFacts {
  static let settings = "org.freedesktop.impl.portal.Settings"

  static func portalFile(_ name: String, _ useIn: [String]) -> PortalFile {
    PortalFile(
      name: name,
      busName: "org.freedesktop.impl.portal.desktop.\(name)",
      interfaces: [settings] + (name == "gtk" ? ["org.freedesktop.impl.portal.FileChooser"] : []),
      useIn: useIn
    )
  }

  /// Debian 12 with sway, and nightd installed below /usr/local.
  static var healthy: DoctorFacts {
    var facts = DoctorFacts()
    facts.daemon.owner = ProcessFacts(identifier: 7, name: "nightd")
    facts.daemon.version = .told(Contract.version)
    facts.daemon.style.scheme = 1
    facts.daemon.hasBackendName = true
    facts.daemon.installation.activatable = ["org.nightd.Night1", PortalFile.ownBusName]
    facts.daemon.unit = UnitFacts(isKnown: true, state: "active", fileState: "disabled")
    facts.daemon.unit?.program = "/usr/local/bin/nightd"
    facts.daemon.unit?.realProgram = "/usr/local/bin/nightd"
    facts.daemon.unit?.run.mainProcess = 7
    facts.daemon.ownerProgram = "/usr/local/bin/nightd"
    facts.daemon.ownerUnit = "nightd.service"
    facts.daemon.environment = ["HOME": "/home/ada", "XDG_CURRENT_DESKTOP": "sway"]
    facts.session.environment = facts.daemon.environment ?? [:]
    facts.session.home = "/home/ada"
    facts.session.loginFolder = "/run/user/7"
    facts.daemon.installation.program = "/usr/local/bin/nightd"
    facts.daemon.gnome.isOn = true
    facts.daemon.style.desktop = DesktopView(report: DesktopReport(source: "gtk"), isIgnored: false)
    facts.portal.owner = ProcessFacts(identifier: 8, name: "xdg-desktop-portal")
    facts.portal.isActivatable = true
    facts.portal.unit = UnitFacts(isKnown: true, state: "active")
    facts.portal.desktops = ["sway"]
    facts.portal.callersDesktops = ["sway"]
    facts.portal.answers.version = .told(1)
    facts.portal.answers.scheme = .told(1)
    facts.portal.answers.schemes = [1, 1]
    facts.portal.answers.fileChooser = .told(3)
    facts.portal.lookup.folders = PortalFolders(["sway"]) { ["HOME": "/home/ada"][$0] }
    facts.portal.lookup.files = [portalFile("gtk", ["gnome"]), portalFile("nightd", ["sway"])]
    facts.portal.own.configHome = "/home/ada/.config"
    facts.portal.own.dataHome = "/home/ada/.local/share"
    facts.portal.own.sources = [PortalFolders.system + "/gtk.portal"]
    facts.session.manager.environment = [:]
    facts.session.hasQt = true
    facts.session.qtTheme = "xdgdesktopportal"
    facts.session.installer = "sudo apt-get install"
    facts.toolkits.hasWebPrograms = true
    return facts
  }

  /// A healthy system with a portal of 2023 or later.
  static var newer: DoctorFacts {
    var facts = healthy
    facts.portal.lookup.rules = .byConf
    facts.portal.answers.version = .told(2)
    facts.portal.lookup.onlyConf = conf("/usr/share", "portals.conf", "\(settings)=nightd;gtk")
    facts.portal.answers.schemes = [1]
    return facts
  }

  static func conf(_ base: String, _ name: String, _ line: String) -> PortalsConf? {
    PortalsConf(path: "\(base)/xdg-desktop-portal/\(name)", text: "[preferred]\n\(line)\n")
  }
}

extension PortalLookup {
  /// The only `portals.conf` that the portal reads; nil if it reads none.
  var onlyConf: PortalsConf? {
    get { confs.first }
    set { confs = newValue.map { [$0] } ?? [] }
  }
}
