import NightCore

/// Findings about running programs and their toolkits.
extension DoctorFinding {
  // MARK: - Qt

  /// `setting` is the value of QT_QPA_PLATFORMTHEME that would help; nil if none does.
  package static func qtRunning(
    _ programs: [(program: QtProgram, behaviour: QtBehaviour)],
    setting: String?,
    _ remedy: Remedy?
  ) -> Self {
    let live = programs.count { $0.behaviour.isLive }
    let all = counted(programs.count, "running Qt program")
    let groups = Groups(
      programs.map { (program, behaviour) in
        ("Qt \(program.version)", program.name, text(behaviour, program))
      }
    )
    return Self(
      .qtRunning,
      live == programs.count
        ? "\(all) \(live == 1 ? "changes" : "change") with the style"
        : "\(live) of \(all) \(live == 1 ? "changes" : "change") with the style",
      means: live < programs.count
        ? qtMeaning(setting, remedy) : "You need not restart \(live == 1 ? "it" : "them").",
      remedy,
      output: groups.text
    )
  }

  private static func qtMeaning(_ setting: String?, _ remedy: Remedy?) -> String {
    guard let setting else { return "The list says what each of them does." }
    let value = "QT_QPA_PLATFORMTHEME=\(setting)"
    return switch remedy {
    case nil: "The session has \(value) by now. Restart the others, so that they use it."
    case .file:
      "With \(value), programs that have another platform theme or none change too, if you start them "
        + "after the next login."
    case .command, .line:
      "The others need this package and \(value). Run the doctor again after the installation."
    }
  }

  private static func text(_ behaviour: QtBehaviour, _ program: QtProgram) -> String {
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
      "only after a restart, because Qt announces the change to the program, but keeps its colours"
    case .gtk3: "only after a restart, and only if GTK's theme changes"
    case .kdeColours: "only after a restart, because KDE's colours are read when a program starts"
    case .noStyle:
      program.theme == .portal
        ? "never, because this version of Qt ignores the portal's style"
        : program.named.isEmpty
          ? "never, because no platform theme is loaded"
          : "never, because the platform theme \(program.named) is not installed for this version"
    case .untried: "unknown, because nightd was not tried with this platform theme"
    }
  }

  // MARK: - Chromium and Electron

  package static func electronRunning(_ programs: [WebProgram]) -> Self {
    let uncertain = programs.count { $0.behaviour == .inverted }
    let all = counted(programs.count, "running program")
    let verb = programs.count == 1 ? "uses" : "use"
    let groups = Groups(
      programs.map { program in
        let toolkit = program.isElectron ? "Electron" : "Chromium"
        let title = program.version.map { "\(toolkit) \($0)" } ?? "\(toolkit), version unknown"
        return (title, program.name, text(program.behaviour))
      }
    )
    return Self(
      .electronRunning,
      "\(all) \(verb) Chromium or Electron"
        + (uncertain > 0 ? ", and \(uncertain) may show the opposite style after a change" : ""),
      means: uncertain > 0
        ? "Electron 39 and later may take the style that has just ended. Restart such a program if it "
          + "shows the wrong style. No option that prevents this is known."
        : "The list says what each version does when the style changes.",
      nil,
      output: groups.text
    )
  }

  private static func text(_ behaviour: WebBehaviour) -> String {
    switch behaviour {
    case .live: "right at the start and after each change"
    case .inverted: "right at the start, but perhaps the opposite style after a change"
    case .late:
      "right at the start and after each change, but only in late releases of this version"
    case .deaf: "never, because this version does not ask the desktop portal"
    case .unknown: "right at the start since Electron 27"
    }
  }

  // MARK: - GTK 3

  package static func gtkThemeAlone(
    _ theme: LonelyTheme,
    _ programs: [String],
    _ remedy: Remedy
  ) -> Self {
    Self(
      .gtkThemeAlone,
      "the GTK theme \(theme.name) has no \(theme.missing.rawValue) twin that is installed",
      means:
        "These GTK programs keep their theme when the style becomes \(theme.missing.rawValue): "
        + "\(list(programs)). The theme is named in \(theme.origin). "
        + (theme.name == "Adwaita"
          ? "The package has its twin, Adwaita-dark."
          : "The command names another theme for \(theme.missing.rawValue)."),
      remedy
    )
  }

  package static func gtkNoDaemon(_ programs: [String], isX11: Bool, _ remedy: Remedy) -> Self {
    Self(
      .gtkNoDaemon,
      isX11
        ? "no settings daemon runs, so running GTK programs do not learn of a new theme"
        : "running GTK programs do not learn of a new theme, because GNOME's settings are missing",
      means: "These programs change only when you restart them: \(list(programs)). "
        + (isX11
          ? "If xsettingsd is installed, nightd starts it, and they change at once."
          : "They read GNOME's settings, which nightd cannot write here."),
      remedy
    )
  }

  /// The finding that a desktop's own programs keep their theme, because nightd does not write it.
  package static func desktopUnwritten(_ desktop: UnwrittenDesktop, _ remedy: Remedy) -> Self {
    let hook = "nightctl hooks new 50-\(desktop.rawValue.lowercased())"
    return Self(
      .desktopUnwritten,
      "nightd does not write \(desktop.rawValue)'s own settings (\(desktop.settings)) yet",
      means: desktop == .lxqt
        ? "Its panel and other programs of its own keep their theme. This opens the window in which "
          + "you can choose another one."
        : "Its panel, and GTK windows that get their theme from it, keep their theme. This changes "
          + "them at once; NAME is an installed theme, such as Adwaita-dark. To do so after each "
          + "change, put such commands into a hook: \(hook).",
      remedy
    )
  }

  // MARK: - Settings

  /// `problems` has a sentence for each setting that cannot be written.
  package static func settingsBlocked(_ problems: [String]) -> Self {
    Self(
      .settingsBlocked,
      "\(counted(problems.count, "thing")) kept nightd from writing the style into other programs' "
        + "settings",
      means: "Programs that read these settings keep their style. If you want them so, do nothing.",
      nil,
      output: problems.joined(separator: "\n")
    )
  }

  package static func programUseless(_ programs: [UselessProgram]) -> Self {
    let count = programs.count
    return Self(
      .programUseless,
      "\(counted(count, "program")) \(count == 1 ? "is" : "are") on without effect",
      means: "These programs keep their own colours. The lines below say why, and what to do; "
        + "nightctl programs off NAME ends this.",
      nil,
      output: programs.map { "\($0.name): \($0.sentence)" }.joined(separator: "\n")
    )
  }

  package static var programsOff: Self {
    Self(
      .programsOff,
      "no program follows by itself any more, as after nightctl undo",
      means: "nightd writes the style into no other program's settings. GTK 3, Qt and KDE programs "
        + "do not follow.",
      .command("nightctl prefs delete programs-off")
    )
  }

  // MARK: - Lists

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private static let most = 8

  /// The different names in their order, and how many more there are.
  fileprivate static func list(_ names: [String]) -> String {
    var seen: Set<String> = []
    let different = names.filter { seen.insert($0).inserted }
    let rest = different.count - most
    let shown = different.prefix(most).joined(separator: ", ")
    return rest > 0 ? "\(shown) and \(rest) more" : shown
  }
}

/// Programs in groups with the same version and the same text.
private struct Groups {
  private var order: [String] = []
  private var names: [String: [String]] = [:]

  init(_ programs: [(title: String, name: String, text: String)]) {
    for program in programs {
      let key = "\(program.title): \(program.text)"
      if names[key] == nil { order.append(key) }
      names[key, default: []].append(program.name)
    }
  }

  /// One line for each group: `kate, konsole (Qt 5.15.8): only after a restart, because ...`.
  var text: String {
    order.map { key in
      let parts = key.split(separator: ":", maxSplits: 1)
      return "\(DoctorFinding.list(names[key] ?? [])) (\(parts[0])):\(parts[1])\n"
    }.joined()
  }
}

/// What a version of Chromium or Electron does when the style changes.
package enum WebBehaviour: Equatable, Sendable {
  case live
  /// It may show the style before the change.
  case inverted
  /// Only late releases of this version ask the portal.
  case late
  /// It does not ask the portal.
  case deaf
  case unknown
}

extension WebProgram {
  /// What this version does, as docs/toolkits/electron.md has it.
  package var behaviour: WebBehaviour {
    guard let major else { return isElectron ? .unknown : .live }
    guard isElectron else { return major < 114 ? .deaf : .live }
    switch major {
    case ..<24: return .deaf
    case 24..<27: return .late
    case 27..<39: return .live
    default: return .inverted
    }
  }
}
