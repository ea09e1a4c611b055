import NightCore

/// Findings about settings of the session that prevent programs from following the style.
extension Diagnosis {
  var sessionFindings: [DoctorFinding] {
    gtkVariableFindings + flatpakFindings + qtVariableFindings
  }

  private var gtkVariableFindings: [DoctorFinding] {
    let managers = session.manager.environment?["GTK_THEME"].flatMap { $0.isEmpty ? nil : $0 }
    guard let theme = managers ?? session.callersGtkTheme else { return [] }
    return [
      DoctorFinding(
        .gtkTheme,
        "GTK_THEME is set to \(theme)",
        means: "GTK programs that start with this variable never follow the style. Also "
          + "remove it where it is "
          + "set at login, such as in ~/.profile or ~/.config/environment.d.",
        .command("\(managers == nil ? "unset" : "systemctl --user unset-environment") GTK_THEME")
      )
    ]
  }

  private var flatpakFindings: [DoctorFinding] {
    session.flatpaks.map { file in
      let application = file.application
      let command = file.isSystem ? "sudo flatpak override --system" : "flatpak override --user"
      let word = application.isEmpty ? "" : " " + ShellWord.of(application)
      return DoctorFinding(
        .flatpakGtkTheme,
        "\(file.path) sets GTK_THEME to \(file.theme)",
        means: application.isEmpty
          ? "No GTK program from Flatpak follows the style."
          : "\(application) does not follow the style.",
        .command("\(command) --unset-env=GTK_THEME\(word)")
      )
    }
  }

  private var qtVariableFindings: [DoctorFinding] {
    // With some platform themes, only programs that start later get the style, so prefer a theme
    // with which running programs change too.
    let theme = hasKde ? "kde" : liveQtTheme ?? "xdgdesktopportal"
    let isInstalled = !hasKde || hasLiveKde
    guard !isQtFollowing, let remedy = isInstalled ? settingQtTheme(theme) : kdeTheme else {
      return []
    }
    let reason =
      theme == "xdgdesktopportal"
      ? "Qt programs start in the portal's style only with xdgdesktopportal; gnome and gtk3 use the "
        + "colours of GTK's theme."
      : "Qt programs do not start in the current style. With \(theme), they start in it, and "
        + "change while they run."
    let effect =
      isInstalled
      ? " The file takes effect at the next login."
      : " KDE's programs follow the style only with this platform theme. Run the doctor again "
        + "after the installation."
    return [
      DoctorFinding(
        .qtTheme,
        session.qtTheme.map { "QT_QPA_PLATFORMTHEME is set to \($0)" }
          ?? "QT_QPA_PLATFORMTHEME is not set",
        means: reason + effect,
        remedy
      )
    ]
  }

  /// Whether Qt programs can use the portal's style, as far as the session's settings show.
  ///
  /// The only platform theme for Qt that uses the portal's style is xdgdesktopportal. The platform
  /// themes gnome and gtk3 ask the portal too, but use GTK's colours. The platform themes qt6ct and
  /// kde use colours that nightd writes. Without QT_QPA_PLATFORMTHEME, Qt uses the desktop's own
  /// platform theme, if it has one.
  private var isQtFollowing: Bool {
    guard session.hasQt else { return true }
    guard let theme = session.qtTheme, !theme.isEmpty else {
      let desktops = portal.callersDesktops.isEmpty ? portal.desktops : portal.callersDesktops
      // KDE's own platform theme follows KDE's settings, so the doctor recommends no other theme.
      let known = [
        "gnome", "x-cinnamon", "unity", "mate", "xfce", "lxde", "pantheon", "budgie", "kde",
      ]
      return desktops.isEmpty || desktops.contains { known.contains($0.lowercased()) }
    }
    switch theme {
    case "xdgdesktopportal": return true
    // qt6ct also accepts the name `qt5ct`.
    case "qt5ct", "qt6ct": return isLive(.ct, 6)
    // If KDE's platform theme is missing for Qt 6, no single value of QT_QPA_PLATFORMTHEME suits
    // both KDE's programs and Qt 6 programs.
    case "kde": return isLive(.kde, 6) || isLive(.kde, 5)
    default: return false
    }
  }

  var pathFindings: [DoctorFinding] {
    unusableCauses.map { path in
      DoctorFinding(
        .unusablePath,
        "\(path.path) cannot be \(path.isWritten ? "written" : "read"): \(path.why)",
        means: path.consequence,
        remedy(for: path)
      )
    }
  }

  private func remedy(for path: UnusablePath) -> Remedy {
    guard case .inTheWay(_, isFolders: true) = path.flaw, daemon.owner != nil,
      daemon.ownerUnit == "nightd.service"
    else { return path.remedy(portal.own.configHome) }
    // nightd's sandbox only allows writing to folders that existed when nightd started, so restart
    // nightd.
    return .commands(path.command, "systemctl --user restart nightd")
  }

  /// The unusable paths, except paths that are unusable only because another path in the list is
  /// unusable.
  ///
  /// For example, an unreadable home folder makes everything in it unreadable.
  private var unusableCauses: [UnusablePath] {
    var causes: [UnusablePath] = []
    for path in daemon.unusable where !causes.contains(where: { $0.explains(path) }) {
      causes.removeAll(where: path.explains)
      causes.append(path)
    }
    return causes
  }
}
