import NightCore
import NightStore

/// What the doctor says, finding by finding.
extension Words {
  static let busSilent = "the session bus does not answer"

  static func healthy(_ facts: DoctorFacts) -> String {
    let running = "All is well: nightd \(Contract.version) runs, and the desktop portal"
    guard facts.portal.asked.first?.isOwn != false else {
      return "\(running) says the same through another backend."
    }
    return "\(running) \(facts.portal.owner == nil ? "will ask" : "asks") it first."
  }

  static func findings(_ count: Int) -> String {
    count == 1 ? "one thing is to be mended" : "\(count) things are to be mended"
  }

  static func fixable(_ count: Int) -> String {
    let files = count == 1 ? "one file" : "\(count) files"
    return "nightctl doctor --fix mends \(files) for you; with --dry-run it only shows what."
  }

  static func nothingToFix(_ findings: Int) -> String {
    findings == 0
      ? "There is nothing to be mended." : "There is nothing that it can write for you."
  }

  /// The one line that a set prints, once.
  static func hint(_ matter: DoctorMatter, isFixable: Bool) -> String {
    let remedy = isFixable ? "doctor --fix mends it" : "doctor says what mends it"
    return "\(what(matter)), so applications get no accent, contrast or motion from it; "
      + "nightctl \(remedy)"
  }

  static func wrote(_ planned: Planned, isTried: Bool) -> String {
    switch planned.content {
    case .text: "\(isTried ? "would write" : "wrote") \(planned.path)"
    case .nothing: "\(isTried ? "would take away" : "took away") \(planned.path)"
    case .link(let target):
      "\(isTried ? "would link" : "linked") \(planned.path) to \(target)"
    }
  }

  static func leftToDo(_ command: String) -> String { "left to do: \(command)" }

  static func changedMeanwhile(_ path: String) -> String {
    "\(path) was changed meanwhile and is left as it is; run it again"
  }

  static func readOnly(_ path: String) -> String {
    "\(path) may only be read, as its rights say, and is left as it is; chmod u+w lets it be written"
  }

  static func indented(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    " + $0 }.dropLast(text.hasSuffix("\n") ? 1 : 0)
  }

  /// What stands where the portal looks for a file.
  static func inTheWay(_ flaw: FileFlaw) -> String {
    switch flaw {
    case .folder: "it is a folder"
    case .tooLarge(let limit): "it is larger than \(limit >> 10) KiB"
    default: "it is no file, and who reads it may wait for ever"
    }
  }

  static func lines(_ finding: DoctorFinding) -> [String] {
    let head = ["\(finding.code.rawValue): \(what(finding.matter))", "  " + means(finding.matter)]
    switch finding.remedy {
    case .command(let command): return head + ["  run: " + command] + details(finding.matter)
    case .file(let path, let content):
      return head + ["  write \(path):"] + indented(content) + details(finding.matter)
    case .line(let path, let group, let line):
      let words = "  in \(path), have this line in the group [\(group)], and no other of that key:"
      return head + [words] + indented(line) + details(finding.matter)
    }
  }

  private static func details(_ matter: DoctorMatter) -> [String] {
    guard case .reactionFailed(let reaction) = matter, !reaction.output.isEmpty else { return [] }
    return indented(reaction.output)
  }

  // MARK: - What is

  private static func process(_ process: SeenProcess?) -> String {
    guard let process, process.identifier != 0 else { return "" }
    return " (\(process.name), process \(process.identifier))"
  }

  private static func scheme(_ scheme: UInt32?) -> String {
    switch scheme {
    case 0: "no preference"
    case 1: "dark"
    case 2: "light"
    case nil: "nothing"
    case let other?: "\(other), which means nothing"
    }
  }

  private static func desktops(_ desktops: [String]) -> String {
    desktops.isEmpty ? "no desktop" : "the desktop \(desktops.joined(separator: ":"))"
  }

  static func what(_ matter: DoctorMatter) -> String {
    switch matter {
    case .noBus(let why): why
    case .daemonSilent(let owner): "nightd\(process(owner)) does not answer"
    case .unitFailed: "nightd ended with an error, and does not run"
    case .sandboxFailed: "the sandbox of nightd.service cannot be set up, so nightd does not run"
    case .activationBroken(let file, let missing):
      "\(file) is to start nightd with \(missing), which is not there"
    case .notActivatable(let names):
      "the session bus cannot start nightd: it does not know \(names.joined(separator: " nor "))"
    case .notRunning: "nightd does not run"
    case .versionDiffers(let version):
      "nightd is of version \(version), and this nightctl of \(Contract.version)"
    case .backendNameMissing: "nightd does not have the name under which the portal asks it"
    case .backendSilent(let name, let owner): "\(name)\(process(owner)) does not answer"
    case .backendFailed(let unit, _): "\(unit) ended with an error, and does not run"
    case .portalMissing: "xdg-desktop-portal is not installed"
    case .portalFailed: "xdg-desktop-portal ended with an error, and does not run"
    case .portalSilent(let owner): "the desktop portal\(process(owner)) does not answer"
    case .portalWithoutSettings: "the desktop portal runs, and serves no settings"
    case .portalFileMissing(let folder):
      "the desktop portal finds no nightd.portal; it looked into \(folder)"
    case .portalFolderOld(let missing):
      "the folder that leads the portal to nightd lacks \(missing.joined(separator: ", "))"
    case .portalFolderNeedless(let file, let isNightdGone):
      "\(file) leads the desktop portal into a folder of nightd's, and "
        + (isNightdGone ? "nightd is not installed" : "this portal is one that needs none")
    case .portalDesktop(let had, let has):
      "the desktop portal was started for \(desktops(had)), and this is \(desktops(has))"
    case .noPortalsConf: "no portals.conf tells the desktop portal to ask nightd"
    case .portalOtherWins(let first, let conf, let names):
      "the desktop portal asks \(first ?? "nobody") before nightd, "
        + (conf.map { "as \($0) says" } ?? "as it does for \(desktops(names))")
    case .portalPartly(let first, let conf, let names):
      "the desktop portal asks \(first ?? "nobody") before nightd, "
        + (conf.map { "as \($0) says" } ?? "as it does for \(desktops(names))")
    case .portalStale(let told, let own):
      own.map { "the desktop portal tells \(scheme(told)), and nightd \(scheme($0))" }
        ?? "the desktop portal was started before it was led to nightd"
    case .mirrorInMemory:
      "nightd writes nothing into GNOME's settings: GSETTINGS_BACKEND=memory is in its environment"
    case .doubleAnswer(let schemes, _, _):
      "the desktop portal gives several answers to one question: "
        + schemes.map(scheme).joined(separator: ", then ")
    case .otherWriter(let source):
      "another program sets the desktop's switch (\(source)) back whenever nightd changes it"
    case .noFileChooser: "the desktop portal has nobody to choose files with"
    case .gtkTheme(let theme): "GTK_THEME is set to \(theme)"
    case .flatpakGtkTheme(let override): "\(override.path) sets GTK_THEME to \(override.theme)"
    case .qtTheme(let theme):
      theme.map { "QT_QPA_PLATFORMTHEME is set to \($0)" } ?? "QT_QPA_PLATFORMTHEME is not set"
    case .unusablePath(let path):
      "\(path.path) cannot be \(path.isWritten ? "written" : "read"): \(path.why)"
    case .reactionFailed(let reaction): "the reaction \(reaction.name) failed: \(reaction.words)"
    case .placeUnknown(let place):
      "the schedule goes by the sun, and nothing says where this is"
        + ((geoClue(place.geoClue) ?? (place.hasGeoClue ? nil : noGeoClue)).map { ": " + $0 } ?? "")
    case .preferenceMistakes(let count):
      count == 1
        ? "one thing in the files of preferences does not count"
        : "\(count) things in the files of preferences do not count"
    case .notAtLogin: "nothing starts nightd at login"
    }
  }

  // MARK: - What it means

  private static func silencing(_ backends: [String]) -> String {
    let names = backends.joined(separator: " and ")
    return " The files have the portal ask \(names) for everything but settings; what only "
      + "\(names) knows (such as KDE's colours for its programs in Flatpak) the portal does not tell then."
  }

  private static func why(_ unit: String, _ end: BackendEnd) -> String {
    switch end {
    case .managerLacksScreen: "systemd was not told of the screen that it shows things on."
    case .noScreen:
      "It has no screen to show things on, and there is none here: run this in your desktop."
    case .unknown: "journalctl --user -u \(unit) says why it ended."
    }
  }

  private static func after(_ reaction: FailedReaction) -> String {
    let said = reaction.output.isEmpty ? "" : " Below is what it said."
    if let key = reaction.lockedKey {
      return "An administrator locked \(key); this shows the file that has the lock." + said
    }
    return "What it was to set elsewhere is as it was; nightd tries it again when it starts." + said
  }

  private static func without(_ path: UnusablePath) -> String {
    let lost = path.isWritten ? "What you choose is not kept." : "What stands in it does not count."
    return switch path.flaw {
    case .rights, .shut: lost
    case .foreign: lost + " It belongs to somebody else, and is to be yours."
    case .disk: lost + " This shows the disk that takes nothing."
    case .inTheWay: "The portal looks for a file of that name; this moves it aside."
    }
  }

  static func means(_ matter: DoctorMatter) -> String {
    switch matter {
    case .noBus: "Without it nobody can ask nightd, nor change the style."
    case .daemonSilent: "The portal waits for it, and each application that starts with it."
    case .unitFailed: "The style stays as it is; journalctl --user -u nightd says why it ended."
    case .sandboxFailed:
      "Another start fails in the same way: a line of the unit or of a drop-in asks for what this "
        + "machine does not give."
    case .activationBroken:
      "Whoever asks for nightd while it does not run waits, and is told that it failed."
    case .notActivatable:
      "An application that starts before nightd does not follow, some of them for good."
    case .notRunning: "Nothing changes at dusk or dawn until somebody asks for it."
    case .versionDiffers:
      "nightd was not restarted since one of them was replaced; what one can do the other may not."
    case .backendNameMissing:
      "No application hears of the style; another nightd may have the name, or this one is too old."
    case .backendSilent:
      "The portal waits for it, and each application that starts waits for the portal."
    case .backendFailed(let unit, let end): "The portal waits minutes for it. " + why(unit, end)
    case .portalMissing: "GTK, Qt, Firefox, Chromium and Electron have nobody to ask for the style."
    case .portalFailed, .portalSilent:
      "Applications wait for it when they start, and do not follow the style."
    case .portalWithoutSettings:
      "It found no backend when it started, and does not look again until it is restarted."
    case .portalFileMissing:
      "It does not know that nightd can be asked, and so applications do not follow."
    case .portalFolderOld: "What these serve is not there for applications."
    case .portalFolderNeedless:
      "It sees no other folder: neither what is installed since nor any portals.conf counts."
    case .portalDesktop: "It asks other backends than those of this desktop."
    case .noPortalsConf, .portalOtherWins:
      "Applications follow what others say, or nobody, whatever nightd does."
    case .portalPartly:
      "Applications hear of light and dark through GNOME's settings at best, and of nightd's accent, "
        + "contrast and motion not at all."
    case .portalStale: "Applications keep the wrong style until it is restarted."
    case .mirrorInMemory:
      "The portal's other backend reads them; Firefox and Qt take its answer when they start."
    case .doubleAnswer(_, let isFollowed, let silenced):
      "Firefox and Qt take the last answer and start wrong; others take the first."
        + (silenced.isEmpty
          ? isFollowed
            ? " While the desktop decides nightd leaves it as it is; this ends that." : ""
          : Self.silencing(silenced))
    case .otherWriter:
      "nightd does not listen to it any more. This shows who writes; end it, and choose anew."
    case .noFileChooser: "Chromium and Electron never ask for the style then, and stay light."
    case .gtkTheme:
      "GTK programs started with it never follow. Take it out of what sets it at login as well, "
        + "such as ~/.profile or ~/.config/environment.d."
    case .flatpakGtkTheme(let override):
      override.application.isEmpty
        ? "No GTK program from Flatpak follows." : "\(override.application) does not follow."
    case .qtTheme:
      "Qt programs ask the portal only with xdgdesktopportal, gnome or gtk3. It counts at the next "
        + "login."
    case .unusablePath(let path): without(path)
    case .reactionFailed(let reaction): after(reaction)
    case .placeUnknown(let place):
      "The sun rises at 07:00 and sets at 19:30 then, all year."
        + (place.isToBeAsked ? "" : " LAT,LON are degrees north and east, as in 52.52,13.405.")
    case .preferenceMistakes: "What is in force is not all that you wrote."
    case .notAtLogin: "Nothing changes by itself until somebody asks for it."
    }
  }
}
