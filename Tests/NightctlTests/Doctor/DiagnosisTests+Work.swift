import NightCore
@testable import nightctl
import Testing

/// Findings about nightd's effects on other programs, about nightd's files, and about the place
/// that its schedule needs.
extension DiagnosisTests {
  static let ofWork: [Case] = [
    Case("another program writes GNOME's settings", [.otherWriter]) {
      $0.daemon.style.desktop = DesktopView(report: DesktopReport(source: "gtk"), isIgnored: true)
    },
    Case("another program undoes what nightd wrote", [.otherWriter]) {
      $0.daemon.style.desktop = DesktopView(report: DesktopReport(source: "gtk"), isIgnored: true)
      let output = "color-scheme did not become 'prefer-dark'\n"
      $0.daemon.reactions = [.init(name: "gnome", words: "exited with 5", output: output)]
    },
    Case("another program writes GNOME's settings, so GTK's backend differs", [.otherWriter]) {
      $0.daemon.style.desktop = DesktopView(report: DesktopReport(source: "gtk"), isIgnored: true)
      $0.portal.answers.schemes = [1, 2]
    },
    Case("another program writes GNOME's settings on GNOME", [.otherWriter]) {
      $0.daemon.style.desktop = DesktopView(report: DesktopReport(source: "gtk"), isIgnored: true)
      $0.portal.desktops = ["GNOME"]
      $0.portal.callersDesktops = ["GNOME"]
      $0.portal.lookup.files = [
        DoctorFacts.portalFile("gtk", ["gnome"]), DoctorFacts.portalFile("nightd", ["sway"]),
      ]
      $0.portal.answers.scheme = .told(2)
      $0.portal.answers.schemes = [2, 1]
    },
    Case("a reaction failed", [.reactionFailed], "systemctl --user restart nightd") {
      $0.daemon.reactions = [.init(name: "gnome", words: "exited with 1", output: "no")]
    },
    Case("a reaction failed and nightd has no unit", [.reactionFailed], "kill 7; nightctl get") {
      $0.daemon.unit = nil
      $0.daemon.reactions = [.init(name: "gnome", words: "exited with 1", output: "no")]
    },
    Case(
      "a reaction failed that is not of GNOME's settings",
      [.reactionFailed],
      "nightctl programs"
    ) {
      let output = "color-scheme did not become 'prefer-dark'\n"
      $0.daemon.reactions = [.init(name: "hooks", words: "exited with 5", output: output)]
      $0.daemon.gnome.hasDconf = false
    },
    Case(
      "a key of GNOME's settings is locked",
      [.reactionFailed],
      "grep -rs org/gnome/desktop/interface/icon-theme /etc/dconf/db"
    ) {
      let output = "x\nicon-theme cannot be changed here because it is locked\n"
      $0.daemon.reactions = [.init(name: "gnome", words: "exited with 5", output: output)]
    },
    Case(
      "the reaction failed because no dconf keeps GNOME's settings",
      [.reactionFailed],
      "sudo apt-get install dconf-gsettings-backend && systemctl --user restart nightd"
    ) {
      $0.daemon.gnome.hasDconf = false
      let output = "color-scheme did not become 'prefer-dark'\n"
      $0.daemon.reactions = [.init(name: "gnome", words: "exited with 5", output: output)]
    },
    Case(
      "the reaction failed although dconf keeps GNOME's settings",
      [.reactionFailed],
      "systemctl --user restart nightd"
    ) {
      let output = "color-scheme did not become 'prefer-dark'\n"
      $0.daemon.reactions = [.init(name: "gnome", words: "exited with 5", output: output)]
    },
    Case(
      "the stored choice was unreadable at the start",
      [.choiceUnread],
      "nightctl set light --always"
    ) {
      $0.daemon.files.unreadChoice = unread(isIntact: false)
      $0.daemon.style.choice = .light
    },
    Case(
      "the stored choice was unreadable at the start and is readable now",
      [.choiceUnread],
      "systemctl --user restart nightd"
    ) {
      $0.daemon.files.unreadChoice = unread(isIntact: true)
    },
    Case("the store's file cannot be opened", [.unusablePath], "chmod u+rwX /s/intent.json") {
      $0.daemon.files.unreadChoice = unread(isIntact: false)
      $0.daemon.unusable = [UnusablePath(path: "/s/intent.json", isWritten: true, why: "no")]
    },
    Case("the store's folder cannot be opened", [.unusablePath], "chmod u+rwX /s") {
      $0.daemon.files.unreadChoice = unread(isIntact: false)
      $0.daemon.unusable = [UnusablePath(path: "/s", isWritten: true, why: "no")]
    },
    Case(
      "a theme in use is missing",
      [.themeMissing],
      "nightctl theme use --light-high daylight-high"
    ) {
      let slot = ThemeSlot(.light, isHigh: true)
      $0.daemon.files.missingThemes = [MissingTheme(slot: slot, name: "sea", file: nil)]
    },
    Case("a preference file has mistakes", [.preferenceMistakes], "nightctl prefs check") {
      $0.daemon.files.mistakes = 2
    },
    Case("a user's folder is not writable", [.unusablePath], "chmod u+rwX '/home/a da/it'\\''s'") {
      $0.daemon.unusable = [.init(path: "/home/a da/it's", isWritten: true, why: "no")]
    },
    Case("a user's file is not readable", [.unusablePath], "chmod u+rX /home/ada/c") {
      $0.daemon.unusable = [.init(path: "/home/ada/c", isWritten: false, why: "no")]
    },
    Case(
      "a user's folder belongs to root",
      [.unusablePath],
      #"sudo chown "$(id -u):$(id -g)" /home/ada/c"#
    ) {
      $0.daemon.unusable = [.init(path: "/home/ada/c", isWritten: true, why: "no", flaw: .foreign)]
    },
    Case("a system folder is not readable", [.unusablePath], "sudo chmod a+rX /usr/share/c") {
      $0.daemon.unusable = [.init(path: "/usr/share/c", isWritten: false, why: "no", flaw: .shut)]
    },
    Case("the file system is read-only", [.unusablePath], "sudo mount -o remount,rw '/ho me'") {
      let flaw = UnusablePath.Flaw.readOnly(mount: "/ho me")
      $0.daemon.unusable = [.init(path: "/ho me/ada/c", isWritten: true, why: "no", flaw: flaw)]
    },
    Case(
      "the unit's sandbox makes the state folder read-only",
      [.unusablePath],
      "/home/ada/.config/systemd/user/nightd.service.d/state.conf"
    ) {
      $0.daemon.unusable = [.init(path: "/s/nightd", isWritten: true, why: "no", flaw: .sandbox)]
    },
    Case(
      "the state folder was recreated while nightd ran in its sandbox",
      [.unusablePath],
      "systemctl --user restart nightd"
    ) {
      $0.daemon.unusable = [
        .init(path: "/s/nightd", isWritten: true, why: "no", flaw: .staleSandbox)
      ]
    },
    Case(
      "a file replaces the state folder while nightd runs in its sandbox",
      [.unusablePath],
      "mv -n /s/nightd /s/nightd.aside && systemctl --user restart nightd"
    ) {
      let flaw = UnusablePath.Flaw.inTheWay(isMovable: true, isFolders: true)
      $0.daemon.unusable = [.init(path: "/s/nightd", isWritten: true, why: "no", flaw: flaw)]
    },
    Case(
      "a file replaces the state folder and nightd is not running",
      [.unusablePath],
      "mv -n /s/nightd /s/nightd.aside"
    ) {
      $0.daemon.owner = nil
      $0.daemon.version = .none
      let flaw = UnusablePath.Flaw.inTheWay(isMovable: true, isFolders: true)
      $0.daemon.unusable = [.init(path: "/s/nightd", isWritten: true, why: "no", flaw: flaw)]
    },
    Case("a read-only file system counts as one cause for two paths", [.unusablePath]) {
      let flaw = UnusablePath.Flaw.readOnly(mount: "/home/ada")
      $0.daemon.unusable = ["/home/ada/s/intent.json", "/home/ada/s"].map {
        UnusablePath(path: $0, isWritten: true, why: "no", flaw: flaw)
      }
    },
    Case(
      "an unreadable home folder counts as one cause for three paths",
      [.unusablePath],
      "chmod u+rwX /home/ada"
    ) {
      $0.daemon.unusable = [
        .init(path: "/home/ada", isWritten: false, why: "no"),
        .init(path: "/home/ada/p/nightd.portal", isWritten: false, why: "no", flaw: .shut),
        .init(path: "/home/ada", isWritten: true, why: "no"),
      ]
    },
    Case("two unwritable folders count as two causes", [.unusablePath, .unusablePath]) {
      $0.daemon.unusable = ["/home/ada/c", "/home/ada/cd"].map {
        UnusablePath(path: $0, isWritten: true, why: "no")
      }
    },
    Case("the disk is full", [.unusablePath], "du -xh -d 2 /home | sort -h | tail -n 20") {
      let flaw = UnusablePath.Flaw.full(mount: "/home", isFiles: false)
      $0.daemon.unusable = [.init(path: "/home/ada/c", isWritten: true, why: "no", flaw: flaw)]
    },
    Case(
      "the disk has no inodes left",
      [.unusablePath],
      "du -xh --inodes -d 2 / | sort -h | tail -n 20"
    ) {
      let flaw = UnusablePath.Flaw.full(mount: "/", isFiles: true)
      $0.daemon.unusable = [.init(path: "/home/ada/c", isWritten: true, why: "no", flaw: flaw)]
    },
    Case(
      "a folder is in the place of a user's file",
      [.unusablePath],
      "mv -n /home/ada/c /home/ada/c.aside"
    ) {
      let flaw = UnusablePath.Flaw.inTheWay(isMovable: true)
      $0.daemon.unusable = [.init(path: "/home/ada/c", isWritten: false, why: "no", flaw: flaw)]
    },
    Case(
      "a folder is in the place of a system file",
      [.unusablePath],
      "sudo mv -n /etc/c /etc/c.aside"
    ) {
      let flaw = UnusablePath.Flaw.inTheWay(isMovable: false)
      $0.daemon.unusable = [.init(path: "/etc/c", isWritten: false, why: "no", flaw: flaw)]
    },
    Case(
      "GTK_THEME is set in the user manager",
      [.gtkTheme],
      "systemctl --user unset-environment GTK_THEME"
    ) {
      $0.session.manager.environment = ["GTK_THEME": "Adwaita"]
      $0.session.callersGtkTheme = "Adwaita"
    },
    Case("GTK_THEME is set in the shell", [.gtkTheme], "unset GTK_THEME") {
      $0.session.callersGtkTheme = "Adwaita"
    },
    Case(
      "a Flatpak override sets GTK_THEME",
      [.flatpakGtkTheme],
      "flatpak override --user --unset-env=GTK_THEME org.example.App"
    ) {
      let text = "[Environment]\nGTK_THEME=x\n"
      $0.session.flatpaks = [
        FlatpakOverride(path: "/o", application: "org.example.App", isSystem: false, text: text)
      ].compactMap(\.self)
    },
    Case(
      "Qt uses another platform theme",
      [.qtTheme],
      "/home/ada/.config/environment.d/60-nightd-qt.conf"
    ) {
      $0.session.qtTheme = "qt5ct"
    },
    Case("Qt has no platform theme", [.qtTheme]) { $0.session.qtTheme = nil },
    Case("Qt has no platform theme on GNOME", []) {
      $0.session.qtTheme = nil
      $0.portal.callersDesktops = ["GNOME"]
    },
    Case("Qt is not installed", []) {
      $0.session.qtTheme = "qt5ct"
      $0.session.hasQt = false
    },
    Case("the most serious finding comes first", [.daemonSilent, .gtkTheme, .noFileChooser]) {
      $0.session.callersGtkTheme = "x"
      $0.portal.answers.fileChooser = .none
      $0.daemon.version = .silent
      $0.daemon.style.scheme = nil
    },
  ]

  static let ofPlace: [Case] = [
    ("off", true, "auto"), ("", true, "auto"), ("off", false, "LAT,LON"),
    ("searching", true, "LAT,LON"), ("absent", true, "LAT,LON"), ("denied", true, "LAT,LON"),
    ("silent", true, "LAT,LON"), ("nonsense", true, "LAT,LON"), ("unreachable", false, "LAT,LON"),
  ]
  .map { state, hasGeoClue, word in
    let name = "the sun needs a place, and GeoClue is “\(state)”\(hasGeoClue ? "" : ", not there")"
    return Case(name, [.placeUnknown], "nightctl location \(word)") {
      $0.daemon.style.lackingPlace = LackingPlace(geoClue: state, hasGeoClue: hasGeoClue)
    }
  }
}

/// A stored choice that was unreadable at the start.
private func unread(isIntact: Bool) -> UnreadChoice {
  UnreadChoice(
    problem: StoreProblem(path: "/s/intent.json", why: "/s/intent.json is empty"),
    effect: "The defaults are in effect until the next change.",
    isIntact: isIntact
  )
}
