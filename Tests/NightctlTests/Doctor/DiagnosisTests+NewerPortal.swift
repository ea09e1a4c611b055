import NightCore
@testable import nightctl
import Testing

/// Portals that read portals.conf, and the remains of a fix for portals that do not read it.
extension DiagnosisTests {
  private static func link(_ facts: inout DoctorFacts, _ name: String, text: String?) {
    link(&facts, path: conf + name, text: text)
  }

  static func link(_ facts: inout DoctorFacts, path: String, text: String?) {
    facts.portal.own.present[path] = .link(to: "../dots/p.conf")
    facts.portal.own.linked[path] = LinkedFile(path: "/home/ada/dots/p.conf", text: text)
  }

  static let dropIn =
    "/home/ada/.config/systemd/user/xdg-desktop-portal.service.d/nightd.conf"

  static let ofNewerPortal: [Case] = [
    Case(
      "no portals.conf names nightd",
      from: .newer,
      [.noPortalsConf, .notAtLogin],
      conf + "portals.conf"
    ) {
      $0.portal.lookup.onlyConf = nil
      $0.portal.lookup.files = [portalFile("gtk", ["gnome"]), portalFile("nightd", [])]
      $0.portal.answers.scheme = .told(0)
    },
    Case(
      "the desktop's portals.conf names other backends",
      from: .newer,
      [.portalOtherWins, .notAtLogin],
      conf + "sway-portals.conf"
    ) {
      $0.portal.lookup.onlyConf = DoctorFacts.conf("/usr/share", "sway-portals.conf", "default=gtk")
      $0.portal.answers.scheme = .told(0)
    },
    Case(
      "nightd's portal file is missing",
      from: .newer,
      [.portalFileMissing, .notAtLogin],
      "/home/ada/.local/share/xdg-desktop-portal/portals/nightd.portal"
    ) {
      $0.portal.lookup.files = [portalFile("gtk", ["gnome"])]
      $0.portal.answers.scheme = .told(0)
    },
    Case(
      "the user's portals.conf names other backends and is read-only",
      from: .newer,
      [.portalOtherWins, .notAtLogin],
      "chmod u+w \(conf)portals.conf && nightctl doctor --fix"
    ) {
      $0.portal.lookup.onlyConf = DoctorFacts.conf(
        "/home/ada/.config",
        "portals.conf",
        "default=gtk"
      )
      $0.portal.own.present = [conf + "portals.conf": .text($0.portal.lookup.conf?.text ?? "")]
      $0.portal.own.readOnly = [conf + "portals.conf"]
      $0.portal.answers.scheme = .told(0)
    },
    Case(
      "the user's portals.conf names other backends and is a link",
      from: .newer,
      [.portalOtherWins, .notAtLogin],
      "/home/ada/dots/p.conf [preferred] \(DoctorFacts.settings)=nightd;gtk"
    ) {
      $0.portal.lookup.onlyConf = DoctorFacts.conf(
        "/home/ada/.config",
        "portals.conf",
        "default=gtk"
      )
      link(&$0, "portals.conf", text: $0.portal.lookup.conf?.text)
      $0.portal.answers.scheme = .told(0)
    },
    Case(
      "the user's portals.conf is a dangling link",
      from: .newer,
      [.portalOtherWins, .notAtLogin],
      "/home/ada/dots/p.conf"
    ) {
      $0.portal.lookup.onlyConf = DoctorFacts.conf("/usr/share", "sway-portals.conf", "default=gtk")
      link(&$0, "sway-portals.conf", text: nil)
      $0.portal.answers.scheme = .told(0)
    },
    Case(
      "the user's portals.conf is ignored because it has no [preferred] group",
      from: .newer,
      [.portalOtherWins, .notAtLogin],
      "\(conf)sway-portals.conf [preferred] \(DoctorFacts.settings)=nightd;gtk"
    ) {
      $0.portal.lookup.onlyConf = DoctorFacts.conf("/usr/share", "sway-portals.conf", "default=gtk")
      $0.portal.own.present = [conf + "sway-portals.conf": .text("# nothing yet\n")]
      $0.portal.answers.scheme = .told(0)
    },
    Case(
      "the drop-in is a link to another text",
      [.portalFileMissing, .notAtLogin],
      "/home/ada/dots/p.conf"
    ) {
      $0.portal.lookup.files = [portalFile("gtk", ["gnome"])]
      $0.portal.answers.scheme = .told(0)
      $0.portal.own.present = written
      link(&$0, path: dropIn, text: "[Service]\n")
    },
    Case("the drop-in is a link to the right text", [.portalStale, .notAtLogin], restart) {
      $0.portal.lookup.files = [portalFile("gtk", ["gnome"])]
      $0.portal.answers.scheme = .told(0)
      $0.portal.own.present = written
      guard case .text(let text) = written[dropIn] else { return }
      link(&$0, path: dropIn, text: text)
    },
    Case(
      "no file chooser is named in portals.conf, which is a link",
      from: .newer,
      [.noFileChooser],
      "/home/ada/dots/p.conf [preferred] org.freedesktop.impl.portal.FileChooser=gtk"
    ) {
      $0.portal.lookup.onlyConf = DoctorFacts.conf(
        "/home/ada/.config",
        "portals.conf",
        "\(DoctorFacts.settings)=nightd;gtk"
      )
      link(&$0, "portals.conf", text: $0.portal.lookup.conf?.text)
      $0.portal.answers.fileChooser = .none
    },
    Case(
      "no file chooser is named in portals.conf",
      from: .newer,
      [.noFileChooser],
      conf + "portals.conf"
    ) {
      $0.portal.answers.fileChooser = .none
    },
  ]

  /// Portals from 1.21.1 on, which read a `portals.conf` in each folder.
  @Test(
    "If a portal reads every portals.conf, `--fix` only adds nightd's line to the user's file",
    arguments: [
      // The user has no portals.conf: two lines are enough, and the desktop's file stays in force.
      (nil, "default=gtk", "[preferred]\n\(DoctorFacts.settings)=nightd;gtk\n"),
      // The user's file says nothing about settings, so the file keeps its lines.
      (
        "org.freedesktop.impl.portal.FileChooser=kde", "default=gtk",
        "[preferred]\n\(DoctorFacts.settings)=nightd;gtk\n"
          + "org.freedesktop.impl.portal.FileChooser=kde\n"
      ),
      // The user's own file decides.
      ("default=gtk", nil, "[preferred]\n\(DoctorFacts.settings)=nightd;gtk\ndefault=gtk\n"),
      // Nothing is written if the user's file already asks nightd first.
      ("\(DoctorFacts.settings)=nightd", "default=gtk", nil),
    ] as [(String?, String?, String?)]
  )
  func eachFolder(users: String?, desktops: String?, wanted: String?) {
    var facts = DoctorFacts.newer
    facts.portal.lookup.readsEachFolder = true
    facts.portal.lookup.confs = [
      users.flatMap { DoctorFacts.conf("/home/ada/.config", "sway-portals.conf", $0) },
      desktops.flatMap { DoctorFacts.conf("/usr/share", "sway-portals.conf", $0) },
    ].compactMap(\.self)
    if wanted != nil { facts.portal.answers.scheme = .told(0) }
    if let own = users.flatMap({
      DoctorFacts.conf("/home/ada/.config", "sway-portals.conf", $0)
    }) {
      facts.portal.own.present = [own.path: .text(own.text)]
    }
    let planned = Diagnosis(facts).planned
    #expect(planned.map(\.path) == (wanted == nil ? [] : [Self.conf + "sway-portals.conf"]))
    #expect(planned.first.map(\.content) == wanted.map { .text($0) })
  }

  // MARK: - Leftovers that only an older portal needed

  static let ofNeedless: [Case] = [
    Case(
      "a newer portal uses nightd's folder through the doctor's drop-in",
      from: .newer,
      [.portalFolderNeedless],
      "nightctl doctor --fix"
    ) {
      $0.portal.isLedAside = true
      $0.portal.own.present = written
    },
    Case(
      "a newer portal would use nightd's folder at its next start",
      from: .newer,
      [.portalFolderNeedless],
      "nightctl doctor --fix"
    ) {
      $0.portal.own.present = written
    },
    Case(
      "a newer portal still uses nightd's folder after the drop-in is gone",
      from: .newer,
      [.portalFolderNeedless],
      restart
    ) {
      $0.portal.isLedAside = true
      $0.portal.answers.scheme = .told(0)
    },
    Case(
      "a line of the user's drop-in gives a newer portal another folder",
      from: .newer,
      [.portalFolderNeedless],
      dropIn
    ) {
      $0.portal.own.present = [
        dropIn: .text("[Service]\nEnvironment=A=b\nEnvironment=XDG_DESKTOP_PORTAL_DIR=/x\n")
      ]
    },
    Case(
      "a user's drop-in that does nothing else gives a newer portal another folder",
      from: .newer,
      [.portalFolderNeedless],
      "rm \(dropIn) && \(restart)"
    ) {
      $0.portal.own.present = [
        dropIn: .text("[Service]\n\nEnvironment=XDG_DESKTOP_PORTAL_DIR=/x\n")
      ]
    },
    Case(
      "a linked drop-in gives a newer portal another folder",
      from: .newer,
      [.portalFolderNeedless],
      "/home/ada/dots/p.conf"
    ) {
      let text = "[Service]\nEnvironment=A=b\nEnvironment=XDG_DESKTOP_PORTAL_DIR=/x\n"
      link(&$0, path: dropIn, text: text)
    },
    Case("the drop-in sets no portal folder", from: .newer, []) {
      $0.portal.own.present = [dropIn: .text("[Service]\nEnvironment=A=b\n")]
    },
    Case(
      "an older portal uses nightd's folder after nightd is uninstalled",
      [.notActivatable, .portalFolderNeedless],
      "sudo make install"
    ) {
      $0.daemon = DaemonFacts()
      $0.portal.own.present = written
    },
  ]

  @Test("`--fix` deletes its drop-in for portals up to 1.17.0 only if nobody has changed the text")
  func plannedRemoval() {
    var facts = DoctorFacts.newer
    facts.portal.isLedAside = true
    facts.portal.own.present = Self.written
    let planned = Diagnosis(facts).planned
    #expect(planned.map(\.path) == [Self.dropIn])
    #expect(planned.first?.content == .nothing)
    #expect(planned.first?.replaced == Self.written[Self.dropIn])
    #expect(Diagnosis(facts).leftToDo(after: planned) == [Self.restart])
    // --fix also plans a repair of the file that newer portals read instead.
    facts.portal.lookup.onlyConf = DoctorFacts.conf(
      "/usr/share",
      "sway-portals.conf",
      "default=gtk"
    )
    facts.portal.answers.scheme = .told(0)
    #expect(
      Diagnosis(facts).planned.map(\.path) == [Self.dropIn, Self.conf + "sway-portals.conf"]
    )
    facts.portal.lookup.onlyConf = DoctorFacts.newer.portal.lookup.onlyConf
    facts.portal.own.readOnly = [Self.dropIn]
    #expect(Diagnosis(facts).planned == [])
    facts.portal.own.readOnly = []
    facts.portal.own.present[Self.dropIn] = .text(
      "[Service]\nEnvironment=XDG_DESKTOP_PORTAL_DIR=/x\n"
    )
    #expect(Diagnosis(facts).planned == [])
    // An older portal needs the drop-in as long as nightd is installed.
    var older = DoctorFacts.healthy
    older.portal.own.present = Self.written
    #expect(Diagnosis(older).planned == [])
    older.daemon = DaemonFacts()
    #expect(Diagnosis(older).planned.map(\.path) == [Self.dropIn])
  }
}
