import NightCore
@testable import nightctl
import Testing

/// An older portal that asks nightd, and also a backend with settings of its own, such as KDE's.
extension DiagnosisTests {
  private static let folder = "/home/ada/.local/share/nightd/portals"
  private static let kdePath = PortalFolders.system + "/kde.portal"
  private static let kdeName = "org.freedesktop.impl.portal.desktop.kde"
  private static let kdeText = """
    [portal]
    DBusName=org.freedesktop.impl.portal.desktop.kde
    Interfaces=org.freedesktop.impl.portal.Access;org.freedesktop.impl.portal.Settings;\
    org.freedesktop.impl.portal.FileChooser
    UseIn=KDE

    """
  private static let quietText = """
    [portal]
    DBusName=org.freedesktop.impl.portal.desktop.kde
    Interfaces=org.freedesktop.impl.portal.Access;org.freedesktop.impl.portal.FileChooser;
    UseIn=KDE

    """

  /// Debian 12 with sway and KDE's portal backend; the colour scheme of KDE's backend is light.
  private static var rivalled: DoctorFacts {
    var facts = DoctorFacts.healthy
    facts.portal.lookup.files = [
      portalFile("gtk", ["gnome"]), portalFile("kde", ["KDE"]), portalFile("nightd", ["sway"]),
    ]
    facts.portal.answers.schemes = [1, 1, 2]
    facts.portal.backends = [
      .init(name: "org.freedesktop.impl.portal.desktop.gtk", process: nil, scheme: .told(1)),
      .init(name: kdeName, process: nil, scheme: .told(2)),
      .init(name: PortalFile.ownBusName, process: nil, scheme: .told(1)),
    ]
    facts.portal.own.sources = [PortalFolders.system + "/gtk.portal", kdePath]
    facts.portal.own.texts = [kdePath: kdeText]
    return facts
  }

  @Test("`--fix` stops the portal from asking a backend that contradicts nightd")
  func silenced() throws {
    var facts = Self.rivalled
    var diagnosis = Diagnosis(facts)
    #expect(diagnosis.findings.map(\.code) == [.doubleAnswer])
    #expect(diagnosis.findings.first?.remedy == .command("nightctl doctor --fix"))
    #expect(diagnosis.findings.first?.what.hasSuffix(": dark, then dark, then light") == true)
    #expect(diagnosis.findings.first?.means.contains("ask kde for everything") == true)
    var written = Self.written
    written[Self.folder + "/kde.portal"] = .text(Self.quietText)
    let planned = diagnosis.planned
    #expect(Dictionary(uniqueKeysWithValues: planned.map { ($0.path, $0.content) }) == written)
    #expect(diagnosis.leftToDo(after: planned) == [Self.restart])
    // The files are written, but the portal still has to be restarted.
    facts.portal.own.present = written
    diagnosis = Diagnosis(facts)
    #expect(diagnosis.planned == [])
    #expect(diagnosis.findings.map(\.code) == [.doubleAnswer])
    #expect(diagnosis.findings.first?.remedy == .command(Self.restart))
    // After a restart, the portal reads the copy of the backend's file. This copy lists all of the
    // backend's interfaces except the settings.
    Self.lead(&facts)
    facts.portal.lookup.files[1] = try #require(
      PortalFile(fileName: "kde.portal", text: Self.quietText)
    )
    facts.portal.answers.schemes = [1, 1]
    #expect(Diagnosis(facts).findings == [])
    #expect(Diagnosis(facts).planned == [])
    // Even if nightd is no longer the first backend, --fix does not remove the copy.
    facts.portal.lookup.files[2] = Self.portalFile("nightd", ["i3"])
    facts.portal.answers.scheme = .told(0)
    #expect(Diagnosis(facts).planned.allSatisfy { !$0.path.hasSuffix("/kde.portal") })
  }

  private static func lead(_ facts: inout DoctorFacts) {
    facts.portal.lookup.folders = PortalFolders(["sway"]) {
      ["XDG_DESKTOP_PORTAL_DIR": folder][$0]
    }
  }

  @Test("`--fix` replaces its own link with a copy, but not a link that points elsewhere")
  func silencedInFolder() {
    var facts = Self.rivalled
    Self.lead(&facts)
    facts.portal.own.present = Self.written
    facts.portal.own.present[Self.folder + "/kde.portal"] = .link(to: Self.kdePath)
    let planned = Diagnosis(facts).planned
    #expect(planned.map(\.path) == [Self.folder + "/kde.portal"])
    #expect(planned.first?.content == .text(Self.quietText))
    #expect(planned.first?.replaced == .link(to: Self.kdePath))
    facts.portal.own.present[Self.folder + "/kde.portal"] = .link(to: "/opt/kde.portal")
    facts.portal.own.linked[Self.folder + "/kde.portal"] = LinkedFile(
      path: "/opt/kde.portal",
      text: Self.kdeText
    )
    #expect(Diagnosis(facts).planned == [])
    #expect(
      Diagnosis(facts).findings.first?.remedy
        == .file(path: "/opt/kde.portal", content: Self.quietText)
    )
  }

  @Test("If the original of a portal file has changed, `--fix` updates its copy")
  func copyFollows() {
    var facts = Self.rivalled
    Self.lead(&facts)
    facts.portal.lookup.files.remove(at: 1)
    facts.portal.answers.schemes = [1, 1]
    facts.portal.own.present = Self.written
    let old = "[portal]\nDBusName=\(Self.kdeName)\nInterfaces=a.b;\nUseIn=KDE\n"
    facts.portal.own.present[Self.folder + "/kde.portal"] = .text(old)
    #expect(Diagnosis(facts).findings.map(\.code) == [.portalFolderOld])
    #expect(Diagnosis(facts).planned.map(\.content) == [.text(Self.quietText)])
  }

  @Test(
    "`--fix` never excludes a backend without a scheme, or any if the portal is newer than 1.17.0"
  )
  func notSilenced() {
    var facts = Self.rivalled
    facts.portal.answers.schemes = [1, 0]
    facts.portal.backends[1] = .init(name: Self.kdeName, process: nil, scheme: .none)
    #expect(Diagnosis(facts).findings.map(\.code) == [.doubleAnswer])
    #expect(Diagnosis(facts).planned == [])
    var newer = DoctorFacts.newer
    newer.portal.lookup.files.append(Self.portalFile("kde", ["KDE"]))
    newer.portal.lookup.onlyConf = DoctorFacts.conf(
      "/usr/share",
      "portals.conf",
      "\(DoctorFacts.settings)=nightd;kde"
    )
    newer.portal.answers.schemes = [1, 2]
    newer.portal.backends = Self.rivalled.portal.backends
    #expect(Diagnosis(newer).planned == [])
  }
}
