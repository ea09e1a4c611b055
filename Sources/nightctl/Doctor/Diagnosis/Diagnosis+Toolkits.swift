import NightCore

/// Findings about running programs: whether they change with the style, or must be restarted.
extension Diagnosis {
  package var toolkitFindings: [DoctorFinding] {
    programFindings + gtkThemeFindings + gtkDaemonFindings + qtFindings + webFindings
      + settingsFindings + unwrittenFindings
  }

  /// The findings about desktops whose own settings nobody writes.
  ///
  /// Empty while the desktop itself decides the style.
  private var unwrittenFindings: [DoctorFinding] {
    guard !daemon.style.isFollowing else { return [] }
    return toolkits.unwritten.map { desktop in
      let write = "gsettings set \(desktop.settings) gtk-theme NAME"
      return .desktopUnwritten(
        desktop,
        .command(desktop == .lxqt ? "lxqt-config-appearance" : write)
      )
    }
  }

  private var programFindings: [DoctorFinding] {
    toolkits.uselessPrograms.isEmpty ? [] : [.programUseless(toolkits.uselessPrograms)]
  }

  private var settingsFindings: [DoctorFinding] {
    // A single program that is off is a choice; all are off after `nightctl undo`.
    let areOff = toolkits.programsOff.contains(PreferenceTable.allPrograms)
    return (toolkits.settingsProblems.isEmpty ? [] : [.settingsBlocked(toolkits.settingsProblems)])
      + (areOff ? [.programsOff] : [])
  }

  // MARK: - Qt

  private var qtFindings: [DoctorFinding] {
    let programs = toolkits.qt.map { ($0, behaviour(of: $0)) }
    guard !programs.isEmpty else { return [] }
    let value = qtThemeForOthers
    return [DoctorFinding.qtRunning(programs, setting: value?.name, value?.remedy)]
  }

  /// What a running program does when the style changes, as docs/toolkits/qt.md and docs/portal.md
  /// have it.
  package func behaviour(of program: QtProgram) -> QtBehaviour {
    // Kvantum paints with its own theme, whatever palette the platform theme gives.
    if program.hasKvantum { return .kvantum }
    switch program.theme {
    case .ct:
      // KDE's programs paint with KDE's colours, whatever palette qt5ct gives them.
      if program.isKde { return .kdeColours }
      guard isOn("qt\(program.major)ct") else { return .switchedOff }
      guard toolkits.ctWritten.contains(program.major) else { return .ctUnwritten }
      return program.isWatching ? .ct : .ctEarly
    case .kde: return isOn("kde") ? .kde : .switchedOff
    case .gtk3: return .gtk3
    case .portal: return program.readsPortal ? .portal : .noStyle
    case .other: return .untried
    case nil: return program.isKde ? .kdeColours : .noStyle
    }
  }

  /// The value of QT_QPA_PLATFORMTHEME with which the programs that do not change now would change,
  /// and what sets it; nil if no value helps.
  private var qtThemeForOthers: (name: String, remedy: Remedy?)? {
    let others = toolkits.qt.filter { behaviour(of: $0).isHelpedByTheme }
    guard !others.isEmpty else { return nil }
    var majors = Set(others.map(\.major))
    if hasKde {
      guard hasLiveKde, others.allSatisfy({ !$0.isKde || isLive(.kde, $0.major) }) else {
        return ("kde", kdeTheme)
      }
      return majors.contains { isLive(.kde, $0) } ? ("kde", settingQtThemeOnce("kde")) : nil
    }
    if others.allSatisfy(\.isKde) { return nil }
    majors = Set(others.filter { !$0.isKde }.map(\.major))
    let missing = majors.sorted().map { "qt\($0)ct" }.filter { name in
      !isLive(.ct, name == "qt5ct" ? 5 : 6)
    }
    guard missing.allSatisfy(isOn) else { return nil }
    guard missing.isEmpty else {
      let name = majors.contains(5) || isLive(.ct, 5) ? "qt5ct" : "qt6ct"
      return (name, install(missing.joined(separator: " ")))
    }
    guard let name = liveQtTheme ?? (majors == [5] ? "qt5ct" : nil) else { return nil }
    return (name, settingQtThemeOnce(name))
  }

  /// Whether KDE's platform theme is the one to use: KDE's programs are here, and nightd writes their settings.
  ///
  /// They follow no other platform theme, and other programs follow this one too.
  var hasKde: Bool { isOn("kde") && (toolkits.hasKde || toolkits.qt.contains(where: \.isKde)) }

  /// Whether KDE's platform theme is installed for a version of Qt.
  var hasLiveKde: Bool { isLive(.kde, 5) || isLive(.kde, 6) }

  var kdeTheme: Remedy { install("plasma-integration") }

  /// The value of QT_QPA_PLATFORMTHEME with which Qt 6 programs follow the style while they run; nil
  /// if qt6ct is not installed.
  ///
  /// qt6ct also answers to qt5ct's name, so one value serves both.
  var liveQtTheme: String? {
    guard isLive(.ct, 6) else { return nil }
    return isLive(.ct, 5) ? "qt5ct" : "qt6ct"
  }

  /// Whether a platform theme is installed for a version of Qt, and nightd writes its colours.
  func isLive(_ theme: QtTheme, _ major: Int) -> Bool {
    isOn(theme == .kde ? "kde" : "qt\(major)ct")
      && toolkits.qtThemes[major]?.contains(theme) == true
  }

  private func isOn(_ program: String) -> Bool {
    toolkits.programsOff.isDisjoint(with: [program, PreferenceTable.allPrograms])
  }

  /// The remedy that sets QT_QPA_PLATFORMTHEME; nil if the user's folder is unknown.
  func settingQtTheme(_ value: String) -> Remedy? {
    portal.own.configHome.map {
      .file(
        path: $0 + "/environment.d/60-nightd-qt.conf",
        content: "QT_QPA_PLATFORMTHEME=\(value)\n"
      )
    }
  }

  /// Nil if the session has the value already, so that a new start of the programs is enough.
  private func settingQtThemeOnce(_ value: String) -> Remedy? {
    session.qtTheme == value ? nil : settingQtTheme(value)
  }

  // MARK: - Chromium and Electron

  private var webFindings: [DoctorFinding] {
    toolkits.web.isEmpty ? [] : [DoctorFinding.electronRunning(toolkits.web)]
  }

  // MARK: - GTK 3

  private var gtkThemeFindings: [DoctorFinding] {
    guard let theme = toolkits.gtk.lonely, !toolkits.gtk.programs.isEmpty else { return [] }
    let key = "gtk-theme.\(theme.missing.rawValue)"
    let write = "nightctl prefs write \(key) "
    // GNOME's package with the themes has the twin of the theme that GTK has built in.
    let package = "gnome-themes-extra"
    let remedy: Remedy
    if theme.name == "Adwaita" {
      remedy = install(package)
    } else if let substitute = theme.substitute {
      remedy = .command(write + ShellWord.of(substitute))
    } else if case .command(let command) = install(package) {
      remedy = .command("\(command) && \(write)Adwaita-dark")
    } else {
      remedy = .command("\(write)NAME")
    }
    return [DoctorFinding.gtkThemeAlone(theme, toolkits.gtk.programs, remedy)]
  }

  private var gtkDaemonFindings: [DoctorFinding] {
    let gtk = toolkits.gtk
    guard !gtk.programs.isEmpty else { return [] }
    guard !gtk.isX11 else {
      guard !gtk.hasDaemon, !gtk.hasXsettingsd else { return [] }
      return [DoctorFinding.gtkNoDaemon(gtk.programs, isX11: true, install("xsettingsd"))]
    }
    // On Wayland, GTK 3 reads GNOME's settings itself.
    let lacksDconf = !daemon.gnome.hasDconf
    guard let remedy = gnomeNeeds ?? (lacksDconf ? dconfRemedy : nil) else { return [] }
    return [DoctorFinding.gtkNoDaemon(gtk.programs, isX11: false, remedy)]
  }

  private var dconfRemedy: Remedy {
    installAndRestart(["apt-get": "dconf-gsettings-backend"], "dconf")
  }
}

/// What a running program of Qt does when the style changes.
package enum QtBehaviour: CaseIterable, Hashable, Sendable {
  case ct
  case kde
  /// It started before the settings of qt5ct or qt6ct existed.
  case ctEarly
  /// nightd does not write the settings of qt5ct or qt6ct, because it knows of no need.
  case ctUnwritten
  /// It would follow, but somebody switched off what writes its colours.
  case switchedOff
  case kvantum
  /// It uses the portal's style at its start only.
  case portal
  /// It uses the colours of GTK's theme at its start.
  case gtk3
  /// It reads KDE's colours at its start only.
  case kdeColours
  /// It never uses the style.
  case noStyle
  case untried

  /// Whether the program changes while it runs.
  package var isLive: Bool { self == .ct || self == .kde }

  /// Whether another platform theme would make the program change.
  var isHelpedByTheme: Bool {
    switch self {
    case .portal, .gtk3, .kdeColours, .noStyle, .ctUnwritten: true
    case .ct, .ctEarly, .kde, .switchedOff, .kvantum, .untried: false
    }
  }
}

extension QtProgram {
  /// Whether Qt's own platform theme for the portal uses the style when the program starts.
  ///
  /// The one of Qt 6.4.2 asks the portal once, but leaves the palette light.
  fileprivate var readsPortal: Bool {
    let parts = version.split(separator: ".").compactMap { Int($0) }
    guard major == 6 else { return false }
    return parts.count < 2 || parts[1] >= 6
  }
}
