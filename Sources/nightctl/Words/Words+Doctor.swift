import NightCore
import NightStore

/// The sentences of the doctor's findings.
extension Words {
  // MARK: - What is wrong

  private static func process(_ process: ProcessFacts?) -> String {
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
    case .sandboxed(let sandbox): "this runs \(inside(sandbox)), which hides most of the session"
    case .otherUser(let user):
      "this is the session of \(user.name), and nightctl runs as \(user.caller)"
    case .noBus(let why): why
    case .managerSilent(let manager):
      "your systemd\(process(manager.process)) "
        + (manager.isStopped ? "was stopped by a signal" : "does not answer")
    case .unusableVariable(let name, let value, let isOwn):
      (value.isEmpty ? "\(name) is not set" : "\(name) is \(value), which is not an absolute path")
        + (isOwn ? "" : ", in what nightd is started with")
    case .nameTaken(let owner): "another program\(process(owner)) has nightd's name on the bus"
    case .daemonSilent(let owner): "nightd\(process(owner)) does not answer"
    case .unitMasked(let isRuntime):
      "nightd.service is masked" + (isRuntime ? " until the next boot" : "")
    case .unitBroken(.programMissing(let program)):
      "nightd.service starts \(program), which is missing or cannot be run"
    case .unitBroken(.keepsEnding): "nightd.service ends with an error each time that it is started"
    case .unitBroken(.invalid): "systemd does not understand nightd.service"
    case .unitBroken(.dropIns(let paths)): "nightd.service fails, and \(changed(paths))"
    case .unitFailed: "nightd ended with an error, and does not run"
    case .sandboxFailed(let paths):
      "the sandbox of nightd.service cannot be set up, so nightd does not run"
        + (paths.isEmpty ? "" : "; \(changed(paths))")
    case .activationBroken(let file, let missing):
      "\(file) starts nightd with \(missing), which does not exist"
    case .notActivatable(let names, let folder):
      "the session bus cannot start nightd: it does not know \(names.joined(separator: " nor "))"
        + (folder.map { ", and reads your service files below \($0) only" } ?? "")
    case .twoInstalled(let own, let unit, let version):
      "nightd.service starts \(unit), of version \(version), and this nightctl belongs to \(own), "
        + "of version \(Contract.version)"
    case .twoCopies(let running, let unit, let owner):
      "the nightd that runs\(process(owner)) is \(running), and nightd.service starts \(unit)"
    case .versionDiffers(let version):
      "nightd is of version \(version), and this nightctl of \(Contract.version)"
    case .backendNameMissing: "nightd does not have the name under which the portal asks it"
    case .backendSilent(let name, let owner): "\(name)\(process(owner)) does not answer"
    case .backendFailed(let unit, _): "\(unit) ended with an error, and does not run"
    case .portalMasked(let isRuntime):
      "the unit of xdg-desktop-portal is masked" + (isRuntime ? " until the next login" : "")
    case .portalMissing(let program):
      program.map { "\($0), which should be started as the desktop portal, does not exist" }
        ?? "xdg-desktop-portal is not installed"
    case .portalFailed: "xdg-desktop-portal ended with an error, and does not run"
    case .portalSilent(let owner): "the desktop portal\(process(owner)) does not answer"
    case .portalWithoutSettings: "the desktop portal runs but provides no settings"
    case .portalLedNowhere(let folder):
      "XDG_DESKTOP_PORTAL_DIR makes the desktop portal look only into \(folder), which has no backend"
    case .portalFileMissing(let folder, let broken):
      broken.map { "the desktop portal cannot use \($0)" }
        ?? "the desktop portal finds no nightd.portal; it looked into \(folder)"
    case .portalFolderOld(let missing):
      "the folder that leads the portal to nightd lacks \(missing.joined(separator: ", "))"
    case .portalFolderNeedless(let file, let isNightdGone):
      "\(file) leads the desktop portal into a folder of nightd's, and "
        + (isNightdGone ? "nightd is not installed" : "this portal does not need it")
    case .portalDesktop(let had, let has):
      "the desktop portal was started for \(desktops(had)), and this is \(desktops(has))"
    case .noPortalsConf: "no portals.conf tells the desktop portal to ask nightd"
    case .portalOtherWins(let first, let conf, let names):
      "the desktop portal asks \(first ?? "nobody") before nightd, "
        + (conf.map { "as \($0) says" } ?? "as it does for \(desktops(names))")
    case .portalPartly(let first, let conf, let names):
      "the desktop portal asks \(first ?? "nobody") before nightd, "
        + (conf.map { "as \($0) says" } ?? "as it does for \(desktops(names))")
    case .portalStale(let reported, let own):
      own.map { "the desktop portal reports \(scheme(reported)), and nightd \(scheme($0))" }
        ?? "the desktop portal was started before it was led to nightd"
    case .mirrorInMemory:
      "nightd writes nothing into GNOME's settings: GSETTINGS_BACKEND=memory is in its environment"
    case .doubleAnswer(let schemes, _, _):
      "the desktop portal gives several answers to one question: "
        + schemes.map(scheme).joined(separator: ", then ")
    case .doubleAnswerAhead(let names, _):
      "the desktop portal asks \(names.joined(separator: " and ")) for the style as well as nightd"
    case .otherWriter(let source):
      "another program sets the desktop's switch (\(source)) back whenever nightd changes it"
    case .noFileChooser: "no backend of the desktop portal can choose files"
    case .gtkTheme(let theme): "GTK_THEME is set to \(theme)"
    case .flatpakGtkTheme(let override): "\(override.path) sets GTK_THEME to \(override.theme)"
    case .qtTheme(let theme):
      theme.map { "QT_QPA_PLATFORMTHEME is set to \($0)" } ?? "QT_QPA_PLATFORMTHEME is not set"
    case .unusablePath(let path):
      "\(path.path) cannot be \(path.isWritten ? "written" : "read"): \(path.why)"
    case .variableDiffers(let name, let own, let nightds):
      "\(name) is \(shown(own)) in this shell, and \(shown(nightds)) for nightd"
    case .reactionFailed(let reaction): "the reaction \(reaction.name) failed: \(reaction.words)"
    case .placeUnknown(let place):
      "the schedule depends on the sun, and the place is unknown"
        + ((geoClue(place.geoClue) ?? (place.hasGeoClue ? nil : noGeoClue)).map { ": " + $0 } ?? "")
    case .preferenceMistakes(let count):
      count == 1
        ? "one entry in the preference files is ignored"
        : "\(count) entries in the preference files are ignored"
    case .notAtLogin: "nothing starts nightd at login"
    }
  }

  private static func inside(_ sandbox: Sandbox) -> String {
    switch sandbox {
    case .flatpak: "inside Flatpak's sandbox"
    case .snap: "inside a snap's sandbox"
    case .proxy: "behind a proxy such as xdg-dbus-proxy"
    }
  }

  private static func changed(_ paths: [String]) -> String {
    paths.count == 1
      ? "\(paths[0]) changes it" : "these change it: \(paths.joined(separator: ", "))"
  }

  private static func shown(_ value: String?) -> String {
    value.map { $0.isEmpty ? "empty" : $0 } ?? "not set"
  }

  // MARK: - What it means

  private static func silencing(_ backends: [String]) -> String {
    let names = backends.joined(separator: " and ")
    return
      " With these files the portal asks \(names) for everything but settings. It then does not report "
      + "what only \(names) knows, such as KDE's colours for its programs in Flatpak."
  }

  private static func why(_ unit: String, _ end: BackendEnd) -> String {
    switch end {
    case .managerLacksScreen: "systemd does not know the screen of this session."
    case .noScreen:
      "It has no screen, and neither has this shell: run this in your desktop."
    case .unknown: "journalctl --user -u \(unit) says why it ended."
    }
  }

  private static func after(_ reaction: FailedReaction) -> String {
    let said = reaction.output.isEmpty ? "" : " Its output is below."
    if let key = reaction.lockedKey {
      return "An administrator locked \(key); this shows the file that has the lock." + said
    }
    return "The settings elsewhere are unchanged; nightd tries again when it starts." + said
  }

  private static func without(_ path: UnusablePath) -> String {
    let lost = path.isWritten ? "Your choices are not stored." : "Its contents are ignored."
    return switch path.flaw {
    case .rights, .shut: lost
    case .foreign: lost + " It belongs to another user, and must be yours."
    case .readOnly(let mount):
      lost + " The file system at \(mount) is read-only; if it became so by itself, dmesg says why."
    case .sandbox:
      lost
        + " With this file the sandbox allows writing there. Then run: systemctl --user daemon-reload && "
        + "systemctl --user restart nightd."
    case .staleSandbox: lost + " nightd's next start opens the folder again."
    case .full(_, isFiles: false):
      lost + " This shows the largest folders there; remove what you do not need."
    case .full(_, isFiles: true):
      lost + " This shows the folders with the most files there; remove what you do not need."
    case .inTheWay:
      "\(path.isWritten ? "nightd keeps" : "The portal looks for") a file of that name; "
        + "this moves it aside."
    }
  }

  static func means(_ matter: DoctorMatter) -> String {
    switch matter {
    case .sandboxed(let sandbox):
      "The doctor cannot tell from here what is wrong. Run it outside of the sandbox, in a terminal "
        + "of the session"
        + (sandbox == .flatpak ? ", or as below if the sandbox allows that." : ".")
    case .otherUser(let user):
      "The bus admits only \(user.name), and as \(user.caller) the doctor sees other settings."
    case .noBus: "Without it no program can ask nightd or change the style."
    case .managerSilent(let manager):
      "No program is started while it hangs, and requests to nightd wait."
        + (manager.isStopped
          ? "" : " This shows what it did last. If it does not recover, log out and in again.")
    case .unusableVariable(_, let value, let isOwn):
      (value.isEmpty
        ? "Programs cannot find your files without it."
        : "Programs ignore such a value and use other folders.")
        + (value.isEmpty
          ? ""
          : " Also remove it from what sets it, such as "
            + (isOwn ? "~/.profile." : "~/.config/environment.d."))
    case .nameTaken:
      "nightd cannot start while it has that name. Programs that ask nightd reach that program."
    case .daemonSilent: "The portal waits for it, and so does each application that starts."
    case .unitMasked: "A masked unit cannot be started, so no request to nightd gets a reply."
    case .unitBroken(.programMissing):
      "Each request to nightd waits and then fails. Install nightd there again."
    case .unitBroken(.keepsEnding):
      "Each request to nightd waits and then fails. This shows why it ended; if "
        + "that does not help, install nightd again and run: systemctl --user restart nightd."
    case .unitBroken(.invalid):
      "No request to nightd gets a reply. This shows the line; install nightd again, or correct "
        + "that line and run: systemctl --user daemon-reload."
    case .unitBroken(.dropIns(let paths)):
      "This moves \(paths.count == 1 ? "that file" : "those files") aside. "
        + "journalctl --user -u nightd says why it ended."
    case .unitFailed: "The style stays as it is; journalctl --user -u nightd says why it ended."
    case .sandboxFailed(let paths) where !paths.isEmpty:
      "Another start fails in the same way. This moves what changes the unit aside."
    case .sandboxFailed:
      "Another start fails in the same way: a line of the unit or of a drop-in asks for something "
        + "that this machine does not provide."
    case .activationBroken:
      "While nightd does not run, each request to it waits and then fails."
    case .notActivatable(_, .some):
      "The files are written below another folder. Start nightd by hand, or start the bus with your "
        + "XDG_DATA_HOME."
    case .notActivatable:
      "An application that starts before nightd does not follow, and some applications never do."
    case .twoInstalled:
      "One may lack what the other can do. This shows which file starts it; remove the copy that you "
        + "do not want, and what starts it."
    case .twoCopies:
      "Two copies of nightd are installed or running, and they may be of different versions. This "
        + "ends the one that runs; the unit's copy starts with the next request."
    case .versionDiffers:
      "nightd was not restarted since one of them was replaced; one may lack what the other can do."
    case .backendNameMissing:
      "No application learns the style; another nightd may have the name, or this one is too old."
    case .backendSilent:
      "The portal waits for it, and each application that starts waits for the portal."
    case .backendFailed(let unit, let end): "The portal waits minutes for it. " + why(unit, end)
    case .portalMissing: "GTK, Qt, Firefox, Chromium and Electron cannot ask for the style."
    case .portalMasked: "Nothing can start it, so applications do not follow the style."
    case .portalFailed, .portalSilent:
      "Applications wait for it when they start, and do not follow the style."
    case .portalWithoutSettings:
      "It found no backend when it started, and does not look again until it is restarted."
    case .portalLedNowhere:
      "It provides nothing at all. Also remove the variable from what sets it at login, such as "
        + "~/.config/environment.d."
    case .portalFileMissing(_, .some):
      "It is truncated, unreadable or not a file, so applications do not follow."
    case .portalFileMissing(_, nil):
      "It does not know that it can ask nightd, so applications do not follow."
    case .portalFolderOld: "Applications do not get what these provide."
    case .portalFolderNeedless:
      "The portal reads no other folder: it ignores later installations and every portals.conf."
    case .portalDesktop: "It asks other backends than those of this desktop."
    case .noPortalsConf, .portalOtherWins:
      "Applications follow other backends or nothing, whatever nightd does."
    case .portalPartly:
      "At best, applications get light and dark through GNOME's settings. They do not get nightd's "
        + "accent, contrast and motion."
    case .portalStale: "Applications keep the wrong style until it is restarted."
    case .mirrorInMemory:
      "The portal's other backend reads them; Firefox and Qt take its answer when they start."
    case .doubleAnswer(_, let isFollowed, let silenced):
      "Firefox and Qt take the last answer and start wrong; others take the first."
        + (silenced.isEmpty
          ? isFollowed
            ? " While the desktop decides, nightd leaves it unchanged; this ends that." : ""
          : Self.silencing(silenced))
    case .doubleAnswerAhead(_, let silenced):
      "They say the same now, but not after each change; Firefox and Qt then start with the wrong one."
        + (silenced.isEmpty ? "" : Self.silencing(silenced))
    case .otherWriter:
      "nightd ignores the switch now. This shows which program writes; end it, and then choose with "
        + "nightctl set dark --always or light --always, so that nightd follows the switch again."
    case .noFileChooser: "Chromium and Electron then never ask for the style, and stay light."
    case .gtkTheme:
      "GTK programs started with it never follow. Also remove it from what sets it at login, "
        + "such as ~/.profile or ~/.config/environment.d."
    case .flatpakGtkTheme(let override):
      override.application.isEmpty
        ? "No GTK program from Flatpak follows." : "\(override.application) does not follow."
    case .qtTheme:
      "Qt programs start in the portal's style only with xdgdesktopportal; gnome and gtk3 draw in the "
        + "colours of GTK's theme. It takes effect at the next login."
    case .unusablePath(let path): without(path)
    case .variableDiffers(let name, _, _):
      (name == Variables.desktopName
        ? "nightd writes GNOME's settings for another desktop."
        : "nightd looks for its files in other folders than you do.")
        + " This makes both agree until the next login; set it in one place for both, such as "
        + "~/.config/environment.d."
    case .reactionFailed(let reaction): after(reaction)
    case .placeUnknown(let place):
      "Sunrise is then at 07:00 and sunset at 19:30, all year."
        + (place.isToBeAsked ? "" : " LAT,LON are degrees north and east, as in 52.52,13.405.")
    case .preferenceMistakes: "Not everything that you wrote is in force."
    case .notAtLogin: "No automatic change happens until a program asks for nightd."
    }
  }
}
