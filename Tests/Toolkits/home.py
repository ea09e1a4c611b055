"""A user's settings for these toolkits, and how the trial changes them by hand."""

import os
import signal

DARK_KDE = "/usr/share/color-schemes/BreezeDark.colors"
LIGHT_KDE = "/usr/share/color-schemes/BreezeLight.colors"
# The programs that follow automatically.
FOLLOWERS = "gnome gtk gtk2 kde kvantum qt5ct qt6ct xfconf xsettings".split()


def files(style, xsettingsd):
    """Every settings file with its content for the style, as a user would write it."""
    theme = "Adwaita-dark" if style == "dark" else "Adwaita"
    prefers = 1 if style == "dark" else 0
    gtk = f"# mine\n[Settings]\ngtk-theme-name={theme}\ngtk-application-prefer-dark-theme={prefers}\n"
    found = {
        ".config/gtk-3.0/settings.ini": gtk,
        ".config/gtk-4.0/settings.ini": gtk,
        ".gtkrc-2.0": f'# mine\ngtk-theme-name="{theme}"\n',
        ".config/kdeglobals": kdeglobals(style),
    }
    for number in "56":
        scheme = "darker" if style == "dark" else "airy"
        found[f".config/qt{number}ct/qt{number}ct.conf"] = (
            f"[Appearance]\ncolor_scheme_path=/usr/share/qt{number}ct/colors/{scheme}.conf\n"
            "custom_palette=true\nicon_theme=hicolor\nstyle=Fusion\n"
        )
    if xsettingsd:
        found[".config/xsettingsd/xsettingsd.conf"] = (
            f'# mine\nNet/ThemeName "{theme}"\nNet/CursorBlink 1\n'
        )
    return found


def kdeglobals(style):
    scheme = DARK_KDE if style == "dark" else LIGHT_KDE
    name = "BreezeDark" if style == "dark" else "BreezeLight"
    colors = open(scheme).read() if os.path.exists(scheme) else ""
    # Leave out the scheme's own group General, since the file would then have two such groups.
    groups = [group for group in colors.split("\n\n") if group.startswith("[Color")]
    return f"[General]\nColorScheme={name}\n\n" + "\n\n".join(groups) + "\n"


def write(session, style, xsettingsd):
    for path, content in files(style, xsettingsd).items():
        # Rename the file into place, because Qt watches qt5ct's folder, and a write in place does not change
        # the folder.
        session.write(path + ".new", content)
        os.replace(session.home / f"{path}.new", session.home / path)


def change(session, style, settings_daemon):
    """Changes all settings by hand, and notifies the programs in the way of each toolkit."""
    write(session, style, settings_daemon is not None)
    if settings_daemon is not None:
        settings_daemon.send_signal(signal.SIGHUP)
    theme = "Adwaita-dark" if style == "dark" else "Adwaita"
    for key, value in (("gtk-theme", theme), ("color-scheme", f"prefer-{style}")):
        session.run("gsettings", "set", "org.gnome.desktop.interface", key, value, check=False)
    # The order matters: at the first signal Breeze reads the colours of its bars, and at the second it
    # paints.
    session.run(
        "gdbus", "emit", "--session", "--object-path", "/kdeglobals",
        "--signal", "org.kde.kconfig.notify.ConfigChanged", "{'General': [b'ColorScheme']}", check=False,
    )
    session.run(
        "dbus-send", "--session", "--type=signal", "/KGlobalSettings",
        "org.kde.KGlobalSettings.notifyChange", "int32:0", "int32:0", check=False,
    )
