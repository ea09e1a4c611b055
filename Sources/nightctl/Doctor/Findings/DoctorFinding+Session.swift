/// Findings about the session, its variables and its files.
extension DoctorFinding {
  package static func sandboxed(_ sandbox: Sandbox, _ remedy: Remedy) -> Self {
    let place =
      switch sandbox {
      case .flatpak: "inside Flatpak's sandbox"
      case .snap: "inside a snap's sandbox"
      case .proxy: "behind a proxy such as xdg-dbus-proxy"
      }
    return Self(
      .sandboxed,
      "nightctl runs \(place), which hides most of the session",
      means: "The doctor cannot see from here what is wrong. Run it outside the sandbox, in a "
        + "terminal of the session"
        + (sandbox == .flatpak ? ", or as below if the sandbox allows that." : "."),
      remedy
    )
  }

  package static func otherUser(_ user: OtherUser, _ remedy: Remedy) -> Self {
    Self(
      .otherUser,
      "this is the session of \(user.name), but nightctl runs as \(user.caller)",
      means: "The bus admits only \(user.name), and what the doctor sees as \(user.caller) is not "
        + "from that session.",
      remedy
    )
  }

  package static func noBus(why: String, _ remedy: Remedy) -> Self {
    Self(
      .noBus,
      why,
      means: "Without it, no program can ask nightd for the style or change it.",
      remedy
    )
  }

  /// The finding that the user's service manager does not answer.
  package static func managerSilent(_ manager: SilentManager, _ remedy: Remedy) -> Self {
    Self(
      .managerSilent,
      "your systemd\(process(manager.process)) "
        + (manager.isStopped ? "was stopped by a signal" : "does not answer"),
      means: "Nothing can start until it answers, and programs that ask nightd wait."
        + (manager.isStopped
          ? "" : " This shows its last messages. If it does not recover, log out and in again."),
      remedy
    )
  }

  /// `isOwn` is true if this shell has the value, and false if only nightd has it.
  package static func unusableVariable(
    name: String,
    value: String,
    isOwn: Bool,
    _ remedy: Remedy
  ) -> Self {
    let origin = isOwn ? "~/.profile" : "~/.config/environment.d"
    return Self(
      .unusableVariable,
      (value.isEmpty ? "\(name) is not set" : "\(name) is \(value), which is not an absolute path")
        + (isOwn ? "" : ", in the environment that nightd starts with"),
      means: value.isEmpty
        ? "Without it, programs cannot find your files."
        : "Programs ignore such a value and use other folders. Also remove it from what sets it, "
          + "such as \(origin).",
      remedy
    )
  }

  package static func gtkTheme(_ theme: String, _ remedy: Remedy) -> Self {
    Self(
      .gtkTheme,
      "GTK_THEME is set to \(theme)",
      means: "GTK programs that start with it never follow. Also remove it from what sets it at "
        + "login, such as ~/.profile or ~/.config/environment.d.",
      remedy
    )
  }

  package static func flatpakGtkTheme(_ override: FlatpakOverride, _ remedy: Remedy) -> Self {
    Self(
      .flatpakGtkTheme,
      "\(override.path) sets GTK_THEME to \(override.theme)",
      means: override.application.isEmpty
        ? "No GTK program from Flatpak follows." : "\(override.application) does not follow.",
      remedy
    )
  }

  /// `better` is the value that the remedy sets.
  package static func qtTheme(_ theme: String?, to better: String, _ remedy: Remedy) -> Self {
    let reason =
      better == "xdgdesktopportal"
      ? "Qt programs start in the portal's style only with xdgdesktopportal; gnome and gtk3 use the "
        + "colours of GTK's theme."
      : "Qt programs do not start in the style. With \(better) they do, and running ones change too."
    let effect =
      if case .command = remedy {
        " KDE's programs follow only this one. Run the doctor again after the installation."
      } else {
        " The file takes effect at the next login."
      }
    return Self(
      .qtTheme,
      theme.map { "QT_QPA_PLATFORMTHEME is set to \($0)" } ?? "QT_QPA_PLATFORMTHEME is not set",
      means: reason + effect,
      remedy
    )
  }

  package static func unusablePath(_ path: UnusablePath, _ remedy: Remedy) -> Self {
    Self(
      .unusablePath,
      "\(path.path) cannot be \(path.isWritten ? "written" : "read"): \(path.why)",
      means: consequence(of: path),
      remedy
    )
  }

  private static func consequence(of path: UnusablePath) -> String {
    let loss = path.isWritten ? "What you choose is not kept." : "What is in it has no effect."
    return switch path.flaw {
    case .rights, .shut: loss
    case .foreign: loss + " It belongs to another user, but should belong to you."
    case .readOnly(let mount):
      loss + " The file system at \(mount) is read-only. If it became so by itself, dmesg says why."
    case .sandbox:
      loss
        + " With this file the sandbox leaves it writable. Then run: systemctl --user "
        + "daemon-reload && systemctl --user restart nightd."
    case .staleSandbox: loss + " It is writable again after nightd restarts."
    case .full(_, isFiles: false):
      loss + " This shows the largest folders there; remove what you do not need."
    case .full(_, isFiles: true):
      loss + " This shows the folders with the most files there; remove what you do not need."
    case .inTheWay:
      "\(path.isWritten ? "nightd keeps" : "The portal looks for") a file of that name; "
        + "this moves it aside."
    }
  }

  /// `own` is the value in this shell, and `nightds` the value in nightd; nil if not set.
  package static func variableDiffers(
    name: String,
    own: String?,
    nightds: String?,
    _ remedy: Remedy
  ) -> Self {
    func shown(_ value: String?) -> String {
      value.map { $0.isEmpty ? "empty" : $0 } ?? "not set"
    }
    return Self(
      .variableDiffers,
      "\(name) is \(shown(own)) in this shell, but \(shown(nightds)) for nightd",
      means: (name == Variables.desktopName
        ? "nightd writes GNOME's settings for another desktop."
        : "nightd looks for its files in other folders than you do.")
        + " This makes both agree until the next login. Set it in one place for both, such as "
        + "~/.config/environment.d.",
      remedy
    )
  }
}
