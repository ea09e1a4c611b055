import NightCore
import NightDoctor
import Testing

/// Whom the portal would ask, and what they go by, while all of them say the same.
extension DiagnosisTests {
  private static let folder = "/home/ada/.local/share/nightd/portals"
  private static let system = "/usr/share/xdg-desktop-portal/portals"

  /// The same where nobody has chosen: every answer is that there is no preference.
  static var unchosen: DoctorFacts { styled(0) }

  /// The same where light was chosen.
  static var light: DoctorFacts { styled(2) }

  private static func styled(_ scheme: UInt32) -> DoctorFacts {
    var facts = DoctorFacts.healthy
    facts.daemon.scheme = scheme
    facts.portal.scheme = .told(scheme)
    facts.portal.schemes = [scheme, scheme]
    facts.portal.isReachingNightd = true
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

  private static func be(_ desktops: [String], _ facts: inout DoctorFacts) {
    facts.portal.desktops = desktops
    facts.portal.callersDesktops = desktops
  }

  /// nightd does not run: nobody asked for it yet, or it was stopped.
  private static func end(_ facts: inout DoctorFacts) {
    facts.daemon.owner = nil
    facts.daemon.ownerProgram = nil
    facts.daemon.ownerUnit = nil
    facts.daemon.version = .none
    facts.daemon.scheme = nil
    facts.daemon.hasBackendName = false
    facts.daemon.unit?.state = "inactive"
    facts.daemon.unit?.mainProcess = 0
    facts.portal.backends.removeAll { $0.name == PortalFile.ownBusName }
    facts.portal.isReachingNightd = nil
  }

  /// Each is tried where nobody has chosen, and where light was chosen.
  static let ofAsked = asked("", unchosen) + asked(", light", light)

  private static func asked(_ words: String, _ facts: DoctorFacts) -> [Case] {
    [
      Case("all is well" + words, from: facts, []) { _ in },
      Case("GTK's comes first on a desktop that nobody knows" + words, from: facts, []) {
        be(["home-made"], &$0)
      },
      Case("GTK's comes first, and there is no desktop" + words, from: facts, []) { be([], &$0) },
      Case(
        "GTK's comes first on GNOME, and nightd's file is not there" + words,
        from: facts,
        [.notAtLogin]
      ) {
        be(["GNOME"], &$0)
        $0.portal.files = [portalFile("gtk", ["gnome"])]
      },
      Case("GTK's comes first on GNOME, and nobody has asked yet" + words, from: facts, []) {
        be(["GNOME"], &$0)
        $0.portal.files = [portalFile("gtk", ["gnome"]), portalFile("nightd", ["sway"])]
        $0.portal.owner = nil
        $0.portal.version = .none
        $0.portal.scheme = .none
        $0.portal.schemes = []
        $0.portal.backends = []
      },
      Case(
        "GTK's comes first, there is no desktop, and nightd does not run" + words,
        from: facts,
        []
      ) {
        be([], &$0)
        end(&$0)
      },
      Case(
        "nightd does not run, and GTK's says what somebody else wrote" + words,
        from: facts,
        []
      ) {
        be(["GNOME"], &$0)
        end(&$0)
        $0.portal.scheme = .told(1)
      },
      Case(
        "GTK's comes first, and a nightd that does not run would not write what it reads" + words,
        from: facts,
        [.portalOtherWins]
      ) {
        be([], &$0)
        end(&$0)
        $0.daemon.isMirroring = false
      },
      Case(
        "nightd does not run, and a backend with settings of its own is asked as well" + words,
        from: facts,
        [.doubleAnswer],
        "nightctl doctor --fix"
      ) {
        end(&$0)
        $0.portal.files.append(portalFile("zenman", ["sway"]))
        $0.portal.backends.append(backend("zenman", $0.portal.scheme))
      },
      Case(
        "nightd does not run, GTK's comes second, and there is no gsettings" + words,
        from: facts,
        [.doubleAnswer],
        "sudo apt-get install libglib2.0-bin && systemctl --user restart nightd"
      ) {
        end(&$0)
        $0.daemon.mirrorLacks = .noProgram
      },
      Case(
        "nightd's file is not there" + words,
        from: facts,
        [.portalFileMissing, .notAtLogin],
        "nightctl doctor --fix"
      ) {
        $0.portal.files = [portalFile("gtk", ["gnome"])]
      },
      Case(
        "nightd's file is not there, on a desktop that nobody knows" + words,
        from: facts,
        [.portalFileMissing, .notAtLogin]
      ) {
        be(["home-made"], &$0)
        $0.portal.files = [portalFile("gtk", ["gnome"])]
      },
      Case(
        "nightd's file says of no desktop that it is for it" + words,
        from: facts,
        [.portalFileMissing, .notAtLogin]
      ) {
        let name = "org.freedesktop.impl.portal.desktop.nightd"
        $0.portal.files[1] = PortalFile(
          name: "nightd",
          busName: name,
          interfaces: [DoctorFacts.settings],
          useIn: nil
        )
      },
      Case(
        "GTK's comes first, and there is nobody to write what it reads" + words,
        from: facts,
        [.portalOtherWins],
        "nightctl doctor --fix"
      ) {
        be(["GNOME"], &$0)
        $0.daemon.hasDconf = false
      },
      Case(
        "GTK's comes second, and there is no gsettings" + words,
        from: facts,
        [.doubleAnswer],
        "sudo apt-get install libglib2.0-bin && systemctl --user restart nightd"
      ) {
        $0.daemon.mirrorLacks = .noProgram
      },
      Case("the portal does not pass questions on" + words, from: facts, [.portalStale], restart) {
        $0.portal.isReachingNightd = false
      },
      Case(
        "a backend with settings of its own is asked as well" + words,
        from: facts,
        [.doubleAnswer],
        "nightctl doctor --fix"
      ) {
        $0.portal.files.append(portalFile("zenman", ["sway"]))
        $0.portal.backends.append(backend("zenman", $0.portal.scheme))
      },
      Case("another backend is asked first, and knows of no style" + words, from: facts, []) {
        $0.portal.files.append(portalFile("aman", ["sway"]))
        $0.portal.backends.append(backend("aman", .none))
      },
      Case(
        "a backend with settings of its own would be asked as well" + words,
        from: facts,
        [.doubleAnswer]
      ) {
        $0.portal.files.append(portalFile("zenman", ["sway"]))
        $0.portal.startable = ["org.freedesktop.impl.portal.desktop.zenman"]
        $0.portal.owner = nil
        $0.portal.version = .none
        $0.portal.scheme = .none
        $0.portal.schemes = []
        $0.portal.backends = []
      },
      Case(
        "a backend with settings of its own is asked first" + words,
        from: facts,
        [.portalOtherWins],
        "nightctl doctor --fix"
      ) {
        be(["KDE"], &$0)
        $0.portal.files.append(portalFile("kde", ["KDE"]))
        $0.portal.backends.append(backend("kde", $0.portal.scheme))
      },
    ]
  }

  static let ofStart: [Case] = [
    Case("its unit is masked", [.portalMasked], "systemctl --user unmask xdg-desktop-portal") {
      stop(&$0)
      $0.portal.unit?.fileState = "masked"
    },
    Case(
      "its unit is masked until the next login",
      [.portalMasked],
      "systemctl --user unmask --runtime xdg-desktop-portal"
    ) {
      stop(&$0)
      $0.portal.unit?.state = "failed"
      $0.portal.unit?.fileState = "masked-runtime"
    },
    Case(
      "its unit is masked for all users, and it runs still",
      [.portalMasked],
      "sudo systemctl --global unmask xdg-desktop-portal && systemctl --user daemon-reload"
    ) {
      $0.portal.unit?.fileState = "masked"
      $0.portal.unit?.file = "/etc/systemd/user/xdg-desktop-portal.service"
    },
    Case(
      "its program is gone",
      [.portalMissing],
      "sudo apt-get install --reinstall xdg-desktop-portal"
    ) {
      stop(&$0)
      $0.portal.unit?.state = "failed"
      $0.portal.missingProgram = "/usr/libexec/xdg-desktop-portal"
    },
    Case("its program is gone on Fedora", [.portalMissing], "sudo dnf reinstall xdg-desktop-portal")
    {
      $0.session.installer = "sudo dnf install"
      $0.portal.missingProgram = "/usr/libexec/xdg-desktop-portal"
    },
    Case("its program is gone on Arch", [.portalMissing], "sudo pacman -S xdg-desktop-portal") {
      $0.session.installer = "sudo pacman -S"
      $0.portal.missingProgram = "/usr/lib/xdg-desktop-portal"
    },
    Case(
      "its program is gone on openSUSE",
      [.portalMissing],
      "sudo zypper install --force xdg-desktop-portal"
    ) {
      $0.session.installer = "sudo zypper install"
      $0.portal.missingProgram = "/usr/libexec/xdg-desktop-portal"
    },
    Case(
      "the manager leads it nowhere",
      [.portalLedNowhere],
      "systemctl --user unset-environment XDG_DESKTOP_PORTAL_DIR && " + restart
    ) {
      leadNowhere(&$0)
      $0.portal.isManagerLeading = true
    },
    Case(
      "a drop-in leads it nowhere",
      [.portalLedNowhere],
      "rm /home/ada/.config/systemd/user/p.d/a.conf && " + restart
    ) {
      leadNowhere(&$0)
      let text = "[Service]\nEnvironment=XDG_DESKTOP_PORTAL_DIR=/nowhere\n"
      let path = "/home/ada/.config/systemd/user/p.d/a.conf"
      $0.portal.leading = LinkedFile(path: path, text: text)
    },
    Case(
      "an administrator's drop-in leads it nowhere",
      [.portalLedNowhere],
      "sudo rm /etc/systemd/user/p.d/a.conf && " + restart
    ) {
      leadNowhere(&$0)
      let text = "[Service]\nEnvironment=XDG_DESKTOP_PORTAL_DIR=/nowhere\n"
      $0.portal.leading = LinkedFile(path: "/etc/systemd/user/p.d/a.conf", text: text)
    },
    Case("a line leads it nowhere", [.portalLedNowhere], "/home/ada/a.conf") {
      leadNowhere(&$0)
      let text = "[Service]\nNice=1\nEnvironment=XDG_DESKTOP_PORTAL_DIR=/nowhere\n"
      $0.portal.leading = LinkedFile(path: "/home/ada/a.conf", text: text)
    },
    Case(
      "it is led nowhere, and there is no manager",
      [.portalLedNowhere],
      "dbus-update-activation-environment XDG_DESKTOP_PORTAL_DIR=\(system); kill 8"
    ) {
      leadNowhere(&$0)
      $0.session.hasManager = false
    },
    Case("Qt has GTK's theme", [.qtTheme]) { $0.session.qtTheme = "gtk3" },
    Case("Qt has GNOME's theme", [.qtTheme]) { $0.session.qtTheme = "gnome" },
  ]

  private static func stop(_ facts: inout DoctorFacts) {
    facts.portal.owner = nil
    facts.portal.version = .none
    facts.portal.scheme = .none
    facts.portal.schemes = []
    facts.portal.fileChooser = .none
  }

  private static func leadNowhere(_ facts: inout DoctorFacts) {
    facts.portal.folders = PortalFolders(["sway"]) { ["XDG_DESKTOP_PORTAL_DIR": "/nowhere"][$0] }
    facts.portal.files = []
    facts.portal.own.sources = []
    facts.portal.version = .none
    facts.portal.scheme = .none
    facts.portal.schemes = []
    facts.portal.fileChooser = .none
  }

  @Test("whom the portal asks, whatever they say now", arguments: ofAsked + ofStart)
  func asked(row: Case) { Self.check(row) }

  @Test("nothing is written for a portal that is led nowhere")
  func ledNowhere() {
    var facts = DoctorFacts.healthy
    Self.leadNowhere(&facts)
    #expect(Diagnosis(facts).planned == [])
  }

  @Test("one --fix puts nightd before a rival and keeps the rival from being asked for settings")
  func rivalFirst() throws {
    var facts = Self.light
    Self.be(["KDE"], &facts)
    facts.portal.files.append(Self.portalFile("kde", ["KDE"]))
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

  @Test("on a newer portal a desktop that nobody knows is to ask nightd first")
  func newerUnknown() {
    var facts = DoctorFacts.newer
    Self.be(["home-made"], &facts)
    facts.daemon.scheme = 2
    facts.portal.scheme = .told(2)
    facts.portal.conf = DoctorFacts.conf(
      "/home/ada/.config",
      "portals.conf",
      "\(DoctorFacts.settings)=gtk"
    )
    #expect(Diagnosis(facts).findings.map(\.code) == [.portalPartly, .notAtLogin])
    Self.be(["GNOME"], &facts)
    #expect(Diagnosis(facts).findings.map(\.code) == [.notAtLogin])
  }
}
