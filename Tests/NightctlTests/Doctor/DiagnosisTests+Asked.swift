import NightCore
@testable import nightctl
import Testing

/// Which backends the portal would ask for settings, and whose settings they report, if all their
/// answers are equal.
extension DiagnosisTests {
  private static let folder = "/home/ada/.local/share/nightd/portals"
  private static let system = "/usr/share/xdg-desktop-portal/portals"

  /// Facts in which all backends answer “no preference”.
  static var unchosen: DoctorFacts { styled(0) }

  /// Facts in which all backends answer “light”.
  static var light: DoctorFacts { styled(2) }

  private static func styled(_ scheme: UInt32) -> DoctorFacts {
    var facts = DoctorFacts.healthy
    facts.daemon.style.scheme = scheme
    facts.portal.answers.scheme = .told(scheme)
    facts.portal.answers.schemes = [scheme, scheme]
    facts.portal.answers.isReachingNightd = true
    facts.portal.backends = [
      backend("gtk", .told(scheme)), backend("nightd", .told(scheme)),
    ]
    return facts
  }

  private static func backend(_ name: String, _ scheme: Answer<UInt32>) -> BackendFacts {
    BackendFacts(
      name: "org.freedesktop.impl.portal.desktop.\(name)",
      process: ProcessFacts(identifier: 9, name: name),
      scheme: scheme
    )
  }

  private static func setDesktops(_ desktops: [String], _ facts: inout DoctorFacts) {
    facts.portal.desktops = desktops
    facts.portal.callersDesktops = desktops
  }

  /// Changes the facts as if nightd were not running, because it was not started yet or was
  /// stopped.
  static func stopDaemon(_ facts: inout DoctorFacts) {
    facts.daemon.owner = nil
    facts.daemon.ownerProgram = nil
    facts.daemon.ownerUnit = nil
    facts.daemon.version = .none
    facts.daemon.style.scheme = nil
    facts.daemon.hasBackendName = false
    facts.daemon.unit?.state = "inactive"
    facts.daemon.unit?.run.mainProcess = 0
    facts.portal.backends.removeAll { $0.name == PortalFile.ownBusName }
    facts.portal.answers.isReachingNightd = nil
  }

  /// Each case runs once with backends that have no preference, and once with backends that answer
  /// “light”.
  static let ofAsked = asked("", unchosen) + asked(", light", light)

  private static func asked(_ suffix: String, _ facts: DoctorFacts) -> [Case] {
    [
      Case("all is well" + suffix, from: facts, []) { _ in },
      Case("GTK's backend is first on an unknown desktop" + suffix, from: facts, []) {
        setDesktops(["home-made"], &$0)
      },
      Case("GTK's backend is first and no desktop is set" + suffix, from: facts, []) {
        setDesktops([], &$0)
      },
      Case(
        "GTK's backend is first on GNOME and nightd's portal file is missing" + suffix,
        from: facts,
        [.notAtLogin]
      ) {
        setDesktops(["GNOME"], &$0)
        $0.portal.lookup.files = [portalFile("gtk", ["gnome"])]
      },
      Case(
        "GTK's backend is first on GNOME and the portal is not running yet" + suffix,
        from: facts,
        []
      ) {
        setDesktops(["GNOME"], &$0)
        $0.portal.lookup.files = [portalFile("gtk", ["gnome"]), portalFile("nightd", ["sway"])]
        $0.portal.owner = nil
        $0.portal.answers.version = .none
        $0.portal.answers.scheme = .none
        $0.portal.answers.schemes = []
        $0.portal.backends = []
      },
      Case(
        "GTK's backend is first, no desktop is set and nightd is not running" + suffix,
        from: facts,
        []
      ) {
        setDesktops([], &$0)
        stopDaemon(&$0)
      },
      Case(
        "nightd is not running and GTK's backend reports another program's value" + suffix,
        from: facts,
        []
      ) {
        setDesktops(["GNOME"], &$0)
        stopDaemon(&$0)
        $0.portal.answers.scheme = .told(1)
      },
      Case(
        "GTK's backend is first, nightd is not running and gnome is off" + suffix,
        from: facts,
        [.portalOtherWins]
      ) {
        setDesktops([], &$0)
        stopDaemon(&$0)
        $0.daemon.gnome.isOn = false
      },
      Case(
        "nightd is not running and a backend with its own settings is asked too" + suffix,
        from: facts,
        [.doubleAnswer],
        "nightctl doctor --fix"
      ) {
        stopDaemon(&$0)
        $0.portal.lookup.files.append(portalFile("zenman", ["sway"]))
        $0.portal.backends.append(backend("zenman", $0.portal.answers.scheme))
      },
      Case(
        "nightd is not running, GTK's backend is second and GIO is missing" + suffix,
        from: facts,
        [.doubleAnswer],
        "sudo apt-get install libglib2.0-0 && systemctl --user restart nightd"
      ) {
        stopDaemon(&$0)
        $0.daemon.gnome.lacks = .noProgram
      },
      Case(
        "nightd's portal file is missing" + suffix,
        from: facts,
        [.portalFileMissing, .notAtLogin],
        "nightctl doctor --fix"
      ) {
        $0.portal.lookup.files = [portalFile("gtk", ["gnome"])]
      },
      Case(
        "nightd's portal file is missing on an unknown desktop" + suffix,
        from: facts,
        [.portalFileMissing, .notAtLogin]
      ) {
        setDesktops(["home-made"], &$0)
        $0.portal.lookup.files = [portalFile("gtk", ["gnome"])]
      },
      Case(
        "nightd's portal file names no desktop" + suffix,
        from: facts,
        [.portalFileMissing, .notAtLogin]
      ) {
        let name = "org.freedesktop.impl.portal.desktop.nightd"
        $0.portal.lookup.files[1] = PortalFile(
          name: "nightd",
          busName: name,
          interfaces: [DoctorFacts.settings],
          useIn: nil
        )
      },
      Case(
        "GTK's backend is first and no dconf keeps the settings that it reads" + suffix,
        from: facts,
        [.portalOtherWins],
        "nightctl doctor --fix"
      ) {
        setDesktops(["GNOME"], &$0)
        $0.daemon.gnome.hasDconf = false
      },
      Case(
        "GTK's backend is second and GIO is missing" + suffix,
        from: facts,
        [.doubleAnswer],
        "sudo apt-get install libglib2.0-0 && systemctl --user restart nightd"
      ) {
        $0.daemon.gnome.lacks = .noProgram
      },
      Case(
        "the portal does not pass requests on to nightd" + suffix,
        from: facts,
        [.portalStale],
        restart
      ) {
        $0.portal.answers.isReachingNightd = false
      },
      Case(
        "a backend with its own settings is asked too" + suffix,
        from: facts,
        [.doubleAnswer],
        "nightctl doctor --fix"
      ) {
        $0.portal.lookup.files.append(portalFile("zenman", ["sway"]))
        $0.portal.backends.append(backend("zenman", $0.portal.answers.scheme))
      },
      Case("another backend is asked first and has no colour scheme" + suffix, from: facts, []) {
        $0.portal.lookup.files.append(portalFile("aman", ["sway"]))
        $0.portal.backends.append(backend("aman", .none))
      },
      Case(
        "a backend with its own settings would be asked too" + suffix,
        from: facts,
        [.doubleAnswer]
      ) {
        $0.portal.lookup.files.append(portalFile("zenman", ["sway"]))
        $0.portal.startable = ["org.freedesktop.impl.portal.desktop.zenman"]
        $0.portal.owner = nil
        $0.portal.answers.version = .none
        $0.portal.answers.scheme = .none
        $0.portal.answers.schemes = []
        $0.portal.backends = []
      },
      Case(
        "a backend with its own settings is asked first" + suffix,
        from: facts,
        [.portalOtherWins],
        "nightctl doctor --fix"
      ) {
        setDesktops(["KDE"], &$0)
        $0.portal.lookup.files.append(portalFile("kde", ["KDE"]))
        $0.portal.backends.append(backend("kde", $0.portal.answers.scheme))
      },
    ]
  }

  static let ofStart: [Case] = [
    Case(
      "the portal's unit is masked",
      [.portalMasked],
      "systemctl --user unmask xdg-desktop-portal"
    ) {
      stopPortal(&$0)
      $0.portal.unit?.fileState = "masked"
    },
    Case(
      "the portal's unit is masked until the next login",
      [.portalMasked],
      "systemctl --user unmask --runtime xdg-desktop-portal"
    ) {
      stopPortal(&$0)
      $0.portal.unit?.state = "failed"
      $0.portal.unit?.fileState = "masked-runtime"
    },
    Case(
      "the portal's unit is masked for all users, and the portal is still running",
      [.portalMasked],
      "sudo systemctl --global unmask xdg-desktop-portal && systemctl --user daemon-reload"
    ) {
      $0.portal.unit?.fileState = "masked"
      $0.portal.unit?.file = "/etc/systemd/user/xdg-desktop-portal.service"
    },
    Case(
      "the portal's program is missing",
      [.portalMissing],
      "sudo apt-get install --reinstall xdg-desktop-portal"
    ) {
      stopPortal(&$0)
      $0.portal.unit?.state = "failed"
      $0.portal.missingProgram = "/usr/libexec/xdg-desktop-portal"
    },
    Case(
      "the portal's program is missing on Fedora",
      [.portalMissing],
      "sudo dnf reinstall xdg-desktop-portal"
    ) {
      $0.session.installer = "sudo dnf install"
      $0.portal.missingProgram = "/usr/libexec/xdg-desktop-portal"
    },
    Case(
      "the portal's program is missing on Arch",
      [.portalMissing],
      "sudo pacman -S xdg-desktop-portal"
    ) {
      $0.session.installer = "sudo pacman -S"
      $0.portal.missingProgram = "/usr/lib/xdg-desktop-portal"
    },
    Case(
      "the portal's program is missing on openSUSE",
      [.portalMissing],
      "sudo zypper install --force xdg-desktop-portal"
    ) {
      $0.session.installer = "sudo zypper install"
      $0.portal.missingProgram = "/usr/libexec/xdg-desktop-portal"
    },
    Case(
      "the manager's environment points the portal to a missing folder",
      [.portalLedNowhere],
      "systemctl --user unset-environment XDG_DESKTOP_PORTAL_DIR && " + restart
    ) {
      useMissingFolder(&$0)
      $0.session.manager.environment = ["XDG_DESKTOP_PORTAL_DIR": "/x"]
    },
    Case(
      "a user's drop-in points the portal to a missing folder",
      [.portalLedNowhere],
      "rm /home/ada/.config/systemd/user/p.d/a.conf && " + restart
    ) {
      useMissingFolder(&$0)
      let text = "[Service]\nEnvironment=XDG_DESKTOP_PORTAL_DIR=/nowhere\n"
      let path = "/home/ada/.config/systemd/user/p.d/a.conf"
      $0.portal.leading = LinkedFile(path: path, text: text)
    },
    Case(
      "an administrator's drop-in points the portal to a missing folder",
      [.portalLedNowhere],
      "sudo rm /etc/systemd/user/p.d/a.conf && " + restart
    ) {
      useMissingFolder(&$0)
      let text = "[Service]\nEnvironment=XDG_DESKTOP_PORTAL_DIR=/nowhere\n"
      $0.portal.leading = LinkedFile(path: "/etc/systemd/user/p.d/a.conf", text: text)
    },
    Case(
      "one line of a drop-in points the portal to a missing folder",
      [.portalLedNowhere],
      "/home/ada/a.conf"
    ) {
      useMissingFolder(&$0)
      let text = "[Service]\nNice=1\nEnvironment=XDG_DESKTOP_PORTAL_DIR=/nowhere\n"
      $0.portal.leading = LinkedFile(path: "/home/ada/a.conf", text: text)
    },
    Case(
      "the portal is pointed to a missing folder and there is no user manager",
      [.portalLedNowhere],
      "dbus-update-activation-environment XDG_DESKTOP_PORTAL_DIR=\(system); kill 8"
    ) {
      useMissingFolder(&$0)
      $0.session.manager.environment = nil
    },
    Case("Qt uses GTK's platform theme", [.qtTheme]) { $0.session.qtTheme = "gtk3" },
    Case("Qt uses GNOME's platform theme", [.qtTheme]) { $0.session.qtTheme = "gnome" },
  ]

  static func stopPortal(_ facts: inout DoctorFacts) {
    facts.portal.owner = nil
    facts.portal.answers.version = .none
    facts.portal.answers.scheme = .none
    facts.portal.answers.schemes = []
    facts.portal.answers.fileChooser = .none
  }

  private static func useMissingFolder(_ facts: inout DoctorFacts) {
    facts.portal.lookup.folders = PortalFolders(["sway"]) {
      ["XDG_DESKTOP_PORTAL_DIR": "/nowhere"][$0]
    }
    facts.portal.lookup.files = []
    facts.portal.own.sources = []
    facts.portal.answers.version = .none
    facts.portal.answers.scheme = .none
    facts.portal.answers.schemes = []
    facts.portal.answers.fileChooser = .none
  }

  @Test(
    "The doctor reports which backends the portal asks, and why the portal does not start",
    arguments: ofAsked + ofStart
  )
  func asked(row: Case) { Self.check(row) }

  @Test("If the portal's variable contains the path of a missing folder, `--fix` plans no files")
  func missingFolder() {
    var facts = DoctorFacts.healthy
    Self.useMissingFolder(&facts)
    #expect(Diagnosis(facts).planned == [])
  }

  @Test(
    "A single `--fix` both puts nightd before a rival and stops the portal from asking the rival"
  )
  func rivalFirst() throws {
    var facts = Self.light
    Self.setDesktops(["KDE"], &facts)
    facts.portal.lookup.files.append(Self.portalFile("kde", ["KDE"]))
    facts.portal.backends.append(Self.backend("kde", .told(2)))
    let path = Self.system + "/kde.portal"
    facts.portal.own.sources.append(path)
    facts.portal.own.texts[path] =
      "[portal]\nDBusName=a.kde\nInterfaces=\(DoctorFacts.settings);a.b;\nUseIn=KDE\n"
    let planned = Diagnosis(facts).planned
    let quiet = planned.first { $0.path == Self.folder + "/kde.portal" }
    #expect(quiet?.content == .text("[portal]\nDBusName=a.kde\nInterfaces=a.b;\nUseIn=KDE\n"))
    let own = try #require(planned.first { $0.path == Self.folder + "/00-nightd.portal" })
    guard case .text(let text) = own.content else { return }
    #expect(text.hasSuffix("UseIn=KDE;\n"))
    #expect(planned.last?.path == Self.dropIn)
  }

  @Test(
    "On an unknown desktop, but not on GNOME, a portal newer than 1.17.0 should ask nightd first"
  )
  func newerUnknown() {
    var facts = DoctorFacts.newer
    Self.setDesktops(["home-made"], &facts)
    facts.daemon.style.scheme = 2
    facts.portal.answers.scheme = .told(2)
    facts.portal.lookup.onlyConf = DoctorFacts.conf(
      "/home/ada/.config",
      "portals.conf",
      "\(DoctorFacts.settings)=gtk"
    )
    #expect(Diagnosis(facts).findings.map(\.code) == [.portalPartly, .notAtLogin])
    Self.setDesktops(["GNOME"], &facts)
    #expect(Diagnosis(facts).findings.map(\.code) == [.notAtLogin])
  }
}
