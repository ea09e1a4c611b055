import NightCore

/// Findings about whether running Qt programs change with the style.
extension Diagnosis {
  var qtFindings: [DoctorFinding] {
    let programs = toolkits.qt.map { (program: $0, behaviour: behaviour(of: $0)) }
    guard !programs.isEmpty else { return [] }
    let live = programs.count { $0.behaviour.isLive }
    let all = counted(programs.count, "running Qt program")
    let verb = live == 1 ? "changes" : "change"
    let help = qtThemeForOthers
    return [
      DoctorFinding(
        .qtRunning,
        (live == programs.count ? all : "\(live) of \(all)") + " \(verb) with the style",
        means: live < programs.count
          ? meaning(help) : "You need not restart \(live == 1 ? "it" : "them").",
        help?.remedy,
        output: grouped(
          programs.map {
            ("Qt \($0.program.version)", $0.program.name, text($0.behaviour, $0.program))
          }
        ),
        isInformation: true
      )
    ]
  }

  private func meaning(_ help: (name: String, remedy: Remedy?)?) -> String {
    guard let help else { return "The list shows what each program does." }
    let value = "QT_QPA_PLATFORMTHEME=\(help.name)"
    return switch help.remedy {
    case nil: "The session already has \(value). Restart the other programs, so that they use it."
    case .file:
      "With \(value), programs that have another platform theme, or none, also follow. Start them "
        + "again after the next login."
    case .command, .line:
      "The other programs need this package and \(value). Run the doctor again after the installation."
    }
  }

  private func text(_ behaviour: QtBehaviour, _ program: QtProgram) -> String {
    switch behaviour {
    case .ct: "within about 3 seconds, through qt\(program.major)ct"
    case .ctEarly:
      "only after a restart, because qt\(program.major)ct had no settings when the program started"
    case .ctUnwritten:
      "never, because nightd itself runs without QT_QPA_PLATFORMTHEME and finds no settings of "
        + "qt\(program.major)ct"
    case .kde: "within a second, through KDE's platform theme"
    case .switchedOff:
      "never, until you run: nightctl programs on "
        + (program.theme == .kde ? "kde" : "qt\(program.major)ct")
    case .kvantum: "only after a restart, because Kvantum reads its theme when a program starts"
    case .portal:
      "only after a restart, because Qt announces the change to the program, but keeps the old colours"
    case .gtk3: "only after a restart, and only if GTK's theme changes"
    case .kdeColours: "only after a restart, because KDE's colours are read when a program starts"
    case .noStyle:
      program.theme == .portal
        ? "never, because this version of Qt ignores the portal's style"
        : program.named.isEmpty
          ? "never, because no platform theme is loaded"
          : "never, because the platform theme \(program.named) is not installed for this version"
    case .untried: "unknown, because nightd was not tested with this platform theme"
    }
  }

  /// What a running program does when the style changes, according to docs/toolkits/qt.md and
  /// docs/portal.md.
  func behaviour(of program: QtProgram) -> QtBehaviour {
    // Kvantum paints with its own theme, whatever palette the platform theme sets.
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

  /// The value of QT_QPA_PLATFORMTHEME that would make more running programs follow the style, and
  /// the remedy that sets this value.
  ///
  /// The result is nil if no value of QT_QPA_PLATFORMTHEME would help.
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
      return (name, .command(install(missing.joined(separator: " "))))
    }
    guard let name = liveQtTheme ?? (majors == [5] ? "qt5ct" : nil) else { return nil }
    return (name, settingQtThemeOnce(name))
  }

  /// Whether KDE's platform theme is the best choice.
  ///
  /// KDE's platform theme is best if KDE's programs are installed and nightd writes their settings.
  ///
  /// KDE's programs need KDE's platform theme, and other Qt programs also work with it.
  var hasKde: Bool { isOn("kde") && (toolkits.hasKde || toolkits.qt.contains(where: \.isKde)) }

  /// Whether two things are so: KDE's platform theme is installed for Qt 5 or Qt 6, and nightd
  /// writes KDE's colours.
  var hasLiveKde: Bool { isLive(.kde, 5) || isLive(.kde, 6) }

  var kdeTheme: Remedy { .command(install("plasma-integration")) }

  /// The value of QT_QPA_PLATFORMTHEME with which running Qt 6 programs follow the style; nil if
  /// qt6ct is not installed.
  ///
  /// qt6ct also accepts the name `qt5ct`, so one value works for Qt 5 and Qt 6.
  var liveQtTheme: String? {
    guard isLive(.ct, 6) else { return nil }
    return isLive(.ct, 5) ? "qt5ct" : "qt6ct"
  }

  /// Whether a platform theme is installed for this major version of Qt, and nightd writes the
  /// theme's colours.
  func isLive(_ theme: QtTheme, _ major: Int) -> Bool {
    isOn(theme == .kde ? "kde" : "qt\(major)ct")
      && toolkits.qtThemes[major]?.contains(theme) == true
  }

  private func isOn(_ program: String) -> Bool {
    toolkits.programsOff.isDisjoint(with: [program, PreferenceTable.allPrograms])
  }

  /// The remedy that sets QT_QPA_PLATFORMTHEME; nil if the user's configuration folder is unknown.
  func settingQtTheme(_ value: String) -> Remedy? {
    portal.own.configHome.map {
      .file(
        path: $0 + "/environment.d/60-nightd-qt.conf",
        content: "QT_QPA_PLATFORMTHEME=\(value)\n"
      )
    }
  }

  /// The remedy that sets QT_QPA_PLATFORMTHEME; nil if the session already has the value.
  ///
  /// If the session already has the value, restarting the programs is enough.
  private func settingQtThemeOnce(_ value: String) -> Remedy? {
    session.qtTheme == value ? nil : settingQtTheme(value)
  }
}

/// What a running Qt program does when the style changes.
enum QtBehaviour: CaseIterable, Hashable, Sendable {
  case ct
  case kde
  /// The program started before the settings of qt5ct or qt6ct existed.
  case ctEarly
  /// nightd does not write the settings of qt5ct or qt6ct, because nightd assumes that no program
  /// needs them.
  case ctUnwritten
  /// The program could change while it runs, but the user switched off `kde`, `qt5ct` or `qt6ct`,
  /// from which the program would get its colours.
  case switchedOff
  case kvantum
  /// The program reads the portal's style only when it starts.
  case portal
  /// The program reads the colours of GTK's theme only when it starts.
  case gtk3
  /// The program reads KDE's colours only when it starts.
  case kdeColours
  /// The program never uses the style.
  case noStyle
  case untried

  /// Whether the program follows the style while it runs.
  var isLive: Bool { self == .ct || self == .kde }

  /// Whether another platform theme would make the program follow the style while it runs.
  var isHelpedByTheme: Bool {
    switch self {
    case .portal, .gtk3, .kdeColours, .noStyle, .ctUnwritten: true
    case .ct, .ctEarly, .kde, .switchedOff, .kvantum, .untried: false
    }
  }
}

extension QtProgram {
  /// Whether the program, which uses Qt's own platform theme for the portal, gets the style when it
  /// starts.
  ///
  /// In Qt 6.4.2, this platform theme asks the portal once, but leaves the palette light.
  fileprivate var readsPortal: Bool {
    let parts = version.split(separator: ".").compactMap { Int($0) }
    guard major == 6 else { return false }
    return parts.count < 2 || parts[1] >= 6
  }
}
