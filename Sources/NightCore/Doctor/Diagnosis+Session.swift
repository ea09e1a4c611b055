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

  /// Qt asks the portal in these three, and takes the GTK one by itself on desktops with GTK's.
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
    return ["xdgdesktopportal", "gnome", "gtk3"].contains(theme)
  }

  var ofFiles: [DoctorFinding] {
    daemon.unusable.map { DoctorFinding(.unusablePath($0), .command($0.remedy)) }
  }
}
