/// What in the session around nightd keeps programs from following.
extension Diagnosis {
  var ofSession: [DoctorFinding] {
    var found: [DoctorFinding] = []
    if let theme = session.managersGtkTheme {
      let remedy = Remedy.command("systemctl --user unset-environment GTK_THEME")
      found.append(DoctorFinding(.gtkTheme(theme), remedy))
    } else if let theme = session.callersGtkTheme {
      found.append(DoctorFinding(.gtkTheme(theme), .command("unset GTK_THEME")))
    }
    found += session.flatpaks.map { DoctorFinding(.flatpakGtkTheme($0), Self.undoing($0)) }
    if !isQtFollowing, let folder = portal.own.configHome {
      let remedy = Remedy.file(
        path: folder + "/environment.d/60-nightd-qt.conf",
        content: "QT_QPA_PLATFORMTHEME=xdgdesktopportal\n"
      )
      found.append(DoctorFinding(.qtTheme(session.qtTheme), remedy))
    }
    return found
  }

  private static func undoing(_ override: FlatpakOverride) -> Remedy {
    let command = override.isSystem ? "sudo flatpak override --system" : "flatpak override --user"
    let application = override.application.isEmpty ? "" : " " + ShellWord.of(override.application)
    return .command("\(command) --unset-env=GTK_THEME\(application)")
  }

  /// Whether Qt draws in the portal's style, which it does with one platform theme alone.
  ///
  /// With gnome and gtk3 it asks the portal too, but draws in the colours of GTK's theme. If none is
  /// set, desktops with a theme of their own use that.
  private var isQtFollowing: Bool {
    guard session.hasQt else { return true }
    guard let theme = session.qtTheme, !theme.isEmpty else {
      let desktops = portal.callersDesktops.isEmpty ? portal.desktops : portal.callersDesktops
      // KDE's own theme follows KDE's own settings, and is not to be taken away from it.
      let known = [
        "gnome", "x-cinnamon", "unity", "mate", "xfce", "lxde", "pantheon", "budgie", "kde",
      ]
      return desktops.isEmpty || desktops.contains { known.contains($0.lowercased()) }
    }
    return theme == "xdgdesktopportal"
  }

  var ofFiles: [DoctorFinding] {
    unusable.map { path in
      let remedy = path.remedy(portal.own.configHome)
      guard case .inTheWay(_, isFolders: true) = path.flaw, case .command(let command) = remedy,
        daemon.owner != nil, daemon.ownerUnit == "nightd.service"
      else { return DoctorFinding(.unusablePath(path), remedy) }
      // The sandbox leaves open only a folder that exists when nightd starts.
      let restart = "systemctl --user restart nightd"
      return DoctorFinding(.unusablePath(path), .command("\(command) && \(restart)"))
    }
  }

  /// One path for each cause: a shut home shuts all that is in it.
  private var unusable: [UnusablePath] {
    var causes: [UnusablePath] = []
    for path in daemon.unusable where !causes.contains(where: { $0.explains(path) }) {
      causes.removeAll(where: path.explains)
      causes.append(path)
    }
    return causes
  }
}
