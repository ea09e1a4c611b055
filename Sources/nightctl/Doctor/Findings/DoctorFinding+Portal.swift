/// Findings about the portal, its backends and its files.
extension DoctorFinding {
  package static func backendSilent(name: String, _ owner: ProcessFacts?, _ remedy: Remedy) -> Self
  {
    Self(
      .backendSilent,
      "\(name)\(process(owner)) does not answer",
      means: "The portal waits for it, and each application that starts waits for the portal.",
      remedy
    )
  }

  package static func backendFailed(unit: String, _ end: BackendEnd, _ remedy: Remedy) -> Self {
    let reason =
      switch end {
      case .managerLacksScreen: "systemd was not told which screen it can use."
      case .noScreen:
        "It needs a screen, and none is known here: run this in a terminal of your desktop."
      case .unknown: "journalctl --user -u \(unit) says why it ended."
      }
    return Self(
      .backendFailed,
      "\(unit) ended with an error, and does not run",
      means: "The portal waits minutes for it. \(reason)",
      remedy
    )
  }

  package static func portalMasked(isRuntime: Bool, _ remedy: Remedy) -> Self {
    Self(
      .portalMasked,
      "the unit of xdg-desktop-portal is masked" + (isRuntime ? " until the next login" : ""),
      means: "Nothing can start it, so applications do not follow the style.",
      remedy
    )
  }

  /// `program` is the missing program; nil if no portal is installed.
  package static func portalMissing(program: String?, _ remedy: Remedy) -> Self {
    Self(
      .portalMissing,
      program.map { "the program of the desktop portal, \($0), is missing" }
        ?? "xdg-desktop-portal is not installed",
      means: "GTK, Qt, Firefox, Chromium and Electron cannot ask for the style.",
      remedy
    )
  }

  package static func portalFailed(_ remedy: Remedy) -> Self {
    Self(
      .portalFailed,
      "xdg-desktop-portal ended with an error, and does not run",
      means: withoutPortal,
      remedy
    )
  }

  package static func portalSilent(_ owner: ProcessFacts?, _ remedy: Remedy) -> Self {
    Self(
      .portalSilent,
      "the desktop portal\(process(owner)) does not answer",
      means: withoutPortal,
      remedy
    )
  }

  private static let withoutPortal =
    "Applications wait for it when they start, and do not follow the style."

  package static func portalWithoutSettings(_ remedy: Remedy) -> Self {
    Self(
      .portalWithoutSettings,
      "the desktop portal runs, but has no settings",
      means: "It found no backend when it started, and looks again only after a restart.",
      remedy
    )
  }

  /// The finding that XDG_DESKTOP_PORTAL_DIR leads the portal to a folder without any backend.
  package static func portalLedNowhere(folder: String, _ remedy: Remedy) -> Self {
    Self(
      .portalLedNowhere,
      "XDG_DESKTOP_PORTAL_DIR makes the desktop portal read only \(folder), which has no backend",
      means: "The portal offers nothing at all. Also remove the variable from what sets it at "
        + "login, such as ~/.config/environment.d.",
      remedy
    )
  }

  /// `broken` is the path of a `nightd.portal` that the portal ignores; nil if there is none.
  package static func portalFileMissing(folder: String, broken: String?, _ remedy: Remedy) -> Self {
    Self(
      .portalFileMissing,
      broken.map { "the desktop portal cannot use \($0)" }
        ?? "the desktop portal finds no nightd.portal; it looked in \(folder)",
      means: broken == nil
        ? "It does not know that it can ask nightd, so applications do not follow."
        : "The file is incomplete, unreadable or not a file, so applications do not follow.",
      remedy
    )
  }

  package static func portalFolderOld(missing: [String], _ remedy: Remedy) -> Self {
    Self(
      .portalFolderOld,
      "the folder that leads the portal to nightd lacks \(missing.joined(separator: ", "))",
      means: "Applications lack what these backends offer.",
      remedy
    )
  }

  /// `file` is the drop-in that makes the portal read the doctor's folder.
  package static func portalFolderNeedless(file: String, isNightdGone: Bool, _ remedy: Remedy)
    -> Self
  {
    Self(
      .portalFolderNeedless,
      "\(file) leads the desktop portal to a folder of nightd's, but "
        + (isNightdGone ? "nightd is not installed" : "this version of the portal needs none"),
      means: "The portal reads no other folder: it ignores backends that were installed since, "
        + "and every portals.conf.",
      remedy
    )
  }

  package static func portalDesktop(had: [String], has: [String], _ remedy: Remedy) -> Self {
    Self(
      .portalDesktop,
      "the desktop portal was started for \(desktops(had)), but this is \(desktops(has))",
      means: "It asks other backends than those of this desktop. The command lasts until you log "
        + "out. For later logins, \(startOfSession)",
      remedy
    )
  }

  package static func noPortalsConf(_ remedy: Remedy) -> Self {
    Self(
      .noPortalsConf,
      "no portals.conf tells the desktop portal to ask nightd",
      means: withoutNightd,
      remedy
    )
  }

  /// `first` is the backend that the portal asks before nightd; nil if it asks none.
  ///
  /// `conf` is the `portals.conf` with this order; nil if there is none.
  package static func portalOtherWins(
    first: String?,
    conf: String?,
    desktops: [String],
    _ remedy: Remedy
  ) -> Self {
    Self(.portalOtherWins, order(first, conf, desktops), means: withoutNightd, remedy)
  }

  private static let withoutNightd =
    "Applications follow another backend, or none, whatever nightd does."

  /// The finding that the portal asks another backend, which reports at most light and dark.
  package static func portalPartly(
    first: String?,
    conf: String?,
    desktops: [String],
    _ remedy: Remedy
  ) -> Self {
    Self(
      .portalPartly,
      order(first, conf, desktops),
      means: "Applications get light and dark through GNOME's settings at best, and nightd's "
        + "accent, contrast and motion not at all.",
      remedy
    )
  }

  private static func order(_ first: String?, _ conf: String?, _ names: [String]) -> String {
    "the desktop portal asks \(first ?? "nobody") before nightd, "
      + (conf.map { "as \($0) says" } ?? "as it does for \(desktops(names))")
  }

  private static func desktops(_ desktops: [String]) -> String {
    desktops.isEmpty ? "no desktop" : "the desktop \(desktops.joined(separator: ":"))"
  }

  /// `own` is nightd's scheme; nil if the portal started before its files named nightd.
  package static func portalStale(told: UInt32?, own: UInt32?, _ remedy: Remedy) -> Self {
    Self(
      .portalStale,
      own.map { "the desktop portal reports \(scheme(told)), but nightd \(scheme($0))" }
        ?? "the desktop portal was started before it was led to nightd",
      means: "Applications keep the wrong style until it is restarted.",
      remedy
    )
  }

  private static func scheme(_ scheme: UInt32?) -> String {
    switch scheme {
    case 0: "no preference"
    case 1: "dark"
    case 2: "light"
    case nil: "nothing"
    case let other?: "\(other), which has no meaning"
    }
  }

  package static func gnomeInMemory(_ remedy: Remedy) -> Self {
    Self(
      .gnomeInMemory,
      "nightd writes nothing into GNOME's settings: its environment has GSETTINGS_BACKEND=memory",
      means: "The portal's other backend reads these settings, and Firefox and Qt use its answer "
        + "when they start.",
      remedy
    )
  }

  /// `isFollowed` is true if nightd follows GNOME's setting, and so does not write it.
  ///
  /// `silenced` are the backends that the portal no longer asks for settings after the remedy, by
  /// name.
  package static func doubleAnswer(
    _ schemes: [UInt32],
    isFollowed: Bool,
    silenced: [String],
    _ remedy: Remedy
  ) -> Self {
    Self(
      .doubleAnswer,
      "the desktop portal gives several answers to one question: "
        + schemes.map(scheme).joined(separator: ", then "),
      means: "Firefox and Qt use the last answer and start with the wrong style; others use the "
        + "first."
        + (silenced.isEmpty && isFollowed
          ? " While the desktop decides, nightd does not change its setting; this ends that." : "")
        + silencing(silenced),
      remedy
    )
  }

  /// The finding that the portal asks other backends besides nightd for the style.
  ///
  /// They agree with nightd now, but not after every change of the style.
  package static func doubleAnswerAhead(names: [String], silenced: [String], _ remedy: Remedy)
    -> Self
  {
    Self(
      .doubleAnswer,
      "the desktop portal asks \(names.joined(separator: " and ")) for the style as well as nightd",
      means: "They agree now, but not after each change. Firefox and Qt then start with the wrong "
        + "style." + silencing(silenced),
      remedy
    )
  }

  private static func silencing(_ backends: [String]) -> String {
    guard !backends.isEmpty else { return "" }
    let names = backends.joined(separator: " and ")
    return
      " With the files the portal asks \(names) for everything but settings. It then no longer "
      + "reports what only \(names) knows, such as KDE's colours for its programs in Flatpak."
  }

  package static func noFileChooser(_ remedy: Remedy) -> Self {
    Self(
      .noFileChooser,
      "the desktop portal has no backend for choosing files",
      means: "Without it, Chromium and Electron never ask for the style, and stay light.",
      remedy
    )
  }
}
