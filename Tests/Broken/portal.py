#!/usr/bin/python3
"""portal.py PROGRAMS [NAME...]: broken set-ups of the desktop portal and of the backends that it asks.

PROGRAMS is a folder with nightd, nightctl and libnightkit.so. Run by root; see trial.py. The portal and
GTK's backend are this machine's; backend.py replaces other backends. A set-up is checked twice before it
is corrected: before any style is chosen, and after light is chosen. After the correction, the portal must
report dark and then light, as the first answer (Read) and as the last answer (ReadAll).
"""

import dataclasses
import importlib.util
import os
import sys

from trial import Session, SetUp, Wrong, main

PORTALS = "/usr/share/xdg-desktop-portal/portals"
OWN_FILE = f"{PORTALS}/nightd.portal"
# A folder that newer-portal made; without it, the set-ups for a newer portal are left out.
NEWER_PORTAL = os.environ.get("NEWER_PORTAL", "")
PORTAL = "/usr/libexec/xdg-desktop-portal"
# Makes the bus start the portal, and with it every backend.
ASK = "gdbus wait --session --activate --timeout 30 org.freedesktop.portal.Desktop"
KILL_PORTAL = "systemctl --user show -P MainPID xdg-desktop-portal"


@dataclasses.dataclass
class PortalSetUp(SetUp):
    remedy: str = "advice"
    # The value of XDG_CURRENT_DESKTOP; None if the variable is not set.
    desktop: str | None = "sway"
    # Other variables of the session, as NAME=VALUE.
    variables: list = dataclasses.field(default_factory=list)
    # Whether the break itself chooses a style, so that the set-up is checked only once.
    is_chosen: bool = False
    # The values that the portal may report for light.
    light: set = dataclasses.field(default_factory=lambda: {2})
    # Whether the portal is the one from NEWER_PORTAL.
    is_newer: bool = False

    def enter(self):
        if not self.is_newer:
            return super().enter()
        # overlayfs does not accept layers that overlap in one file system, so copy the folder.
        layer = 'mount -t tmpfs tmpfs /srv && cp -a "$0/." /srv && exec "$@"'
        return [
            "unshare",
            "--mount",
            "--propagation",
            "private",
            "sh",
            "-c",
            layer,
            NEWER_PORTAL,
            super().enter()[0],
            "/srv:/",
        ]


def newer(name, about, *words, **more):
    return PortalSetUp(f"newer-{name}", f"1.20: {about}", *words, is_newer=True, **more)


def desktops():
    """Loads ../Desktops/session.py by its path, since this folder has a module of the same name."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Desktops/session.py")
    described = importlib.util.spec_from_file_location("desktops", path)
    module = importlib.util.module_from_spec(described)
    described.loader.exec_module(module)
    return module


class PortalSession(Session):
    def __init__(self, set_up):
        self.desktops = desktops()
        words = [] if set_up.desktop is None else [f"XDG_CURRENT_DESKTOP={set_up.desktop}"]
        self.desktops.start(words + set_up.variables)
        super().__init__(set_up)

    def result(self):
        result = super().result()
        if result["right"]:
            result["then"] = "portal: dark, then light"
        return result

    def codes(self):
        findings = self.doctor(self.set_up.doctor)
        return findings, [finding["code"] for finding in findings]

    def try_out(self):
        set_up = self.set_up
        self.sure("nightctl get")
        self.sure(ASK)
        if set_up.breaks:
            self.sure(set_up.breaks)
        if not set_up.is_chosen:
            _, unchosen = self.codes()
            self.sure("nightctl set light")
        findings, self.found = self.codes()
        if not set_up.is_chosen and unchosen != set_up.finds:
            raise Wrong(f"with no style chosen found {unchosen}, not {set_up.finds}")
        if self.found != set_up.finds:
            raise Wrong(f"found {self.found}, not {set_up.finds}")
        for words in set_up.says:
            if words not in str(findings[:1]):
                raise Wrong(f"does not say “{words}”: {findings[:1]}")
        self.follow(findings)
        self.shows("dark", {1})
        self.shows("light", set_up.light)
        _, left = self.codes()
        if left:
            raise Wrong(f"still found: {left}")
        self.sure(set_up.check)

    def follow(self, findings):
        """Follows the advice of each finding, until the doctor finds nothing."""
        if self.set_up.remedy.startswith("hand: "):
            self.advice.append("follow the advice: " + self.set_up.remedy.removeprefix("hand: "))
            self.sure(self.set_up.hand)
            findings = []
        for _ in range(4):
            if not findings:
                return
            first = findings[0]
            if "command" in first:
                self.obey(first["command"])
            else:
                self.write(first)
            findings = self.doctor(self.set_up.doctor_after)
        if findings:
            raise Wrong(f"still found after four remedies: {[it['code'] for it in findings]}")

    def obey(self, command):
        words = f"`{command}`"
        self.advice.append(words + " and the commands that it prints" if command.endswith("--fix") else words)
        for line in self.sure(command).splitlines():
            if line.startswith("left to do: "):
                self.sure(line.removeprefix("left to do: "))

    def write(self, finding):
        """Writes the file, or the line of a file, that the finding asks a person to write."""
        path = finding["file"]
        self.advice.append(f"write `{path}`")
        if "content" not in finding:
            raise Wrong(f"one line of {path} is not written here")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(finding["content"])
        if self.set_up.hand:
            self.sure(self.set_up.hand)

    def shows(self, style, wanted):
        self.sure(f"nightctl set {style}")
        right = lambda seen: seen[0] in wanted and seen[1] and seen[1][-1] in wanted
        read, answers = seen = self.desktops.eventually(self.desktops.colour_schemes, right)
        if not right(seen):
            raise Wrong(f"{style}: Read says {read}, ReadAll {answers}")


def rival(name, use_in, scheme, own_name=None):
    """Installs a backend with its own settings beside nightd's, as the backend's package would."""
    bus_name = own_name or f"org.freedesktop.impl.portal.desktop.{name}"
    return f"""
cat >{PORTALS}/{name}.portal <<'FILE'
[portal]
DBusName={bus_name}
Interfaces=org.freedesktop.impl.portal.FileChooser;org.freedesktop.impl.portal.Settings;
UseIn={use_in}
FILE
cat >/usr/share/dbus-1/services/{bus_name}.service <<'FILE'
[D-BUS Service]
Name={bus_name}
Exec=/usr/bin/python3 -B /opt/tests/Broken/backend.py {bus_name} {scheme}
FILE
"""


# The session cannot install packages, so this replacement for apt-get restores the program.
KEEP_PORTAL = f"""
cp {PORTAL} /var/kept-portal
cat >/usr/bin/apt-get <<'FILE'
#!/bin/sh
[ "$*" = 'install --reinstall xdg-desktop-portal' ] && cp /var/kept-portal {PORTAL}
FILE
chmod 755 /usr/bin/apt-get
"""
# Replaces Flatpak, which this machine does not have.
FLATPAK = """
cat >/usr/bin/flatpak <<'FILE'
#!/bin/sh
[ "$*" = 'override --user --unset-env=GTK_THEME' ] &&
  sed -i '/^GTK_THEME=/d' ~/.local/share/flatpak/overrides/global
FILE
chmod 755 /usr/bin/flatpak
"""
STOP = "kill -STOP"
DROP_IN = "~/.config/systemd/user/xdg-desktop-portal.service.d"

SET_UPS = [
    # --- nothing is broken ------------------------------------------------------------------
    PortalSetUp("sway", "nothing is broken; the desktop is sway", []),
    PortalSetUp("xfce", "nothing is broken; the desktop is XFCE", [], desktop="XFCE"),
    PortalSetUp("i3", "nothing is broken; the desktop is i3", [], desktop="i3"),
    PortalSetUp("gnome", "nothing is broken; the desktop is GNOME", [], desktop="GNOME", light={0, 2}),
    PortalSetUp(
        "kde-name",
        "nothing is broken; the desktop is named KDE, but KDE's backend is not installed",
        [],
        desktop="KDE",
    ),
    PortalSetUp(
        "no-desktop", "nothing is broken; XDG_CURRENT_DESKTOP is not set", [], desktop=None
    ),
    PortalSetUp(
        "home-made", "nothing is broken; the desktop has an unknown name", [], desktop="home-made"
    ),
    PortalSetUp(
        "asleep",
        "nothing is broken; no program has asked the portal yet",
        [],
        breaks="systemctl --user stop xdg-desktop-portal",
    ),
    # --- the portal -------------------------------------------------------------------------
    PortalSetUp(
        "masked",
        "the portal's unit is masked",
        ["portal-masked"],
        breaks="systemctl --user mask --now xdg-desktop-portal",
    ),
    PortalSetUp(
        "runtime-masked",
        "the portal's unit is masked until the next login",
        ["portal-masked"],
        breaks="systemctl --user mask --runtime --now xdg-desktop-portal",
        says=["--runtime"],
    ),
    PortalSetUp(
        "masked-running",
        "the portal's unit is masked, and the portal still runs",
        ["portal-masked"],
        breaks="systemctl --user mask xdg-desktop-portal",
    ),
    PortalSetUp(
        "global-masked",
        "an administrator masked the portal's unit for all users",
        ["portal-masked"],
        breaks="sudo systemctl --global mask xdg-desktop-portal; systemctl --user daemon-reload; systemctl --user stop xdg-desktop-portal",
    ),
    PortalSetUp(
        "program-gone",
        "the portal's program is missing (with a stand-in for apt-get)",
        ["portal-missing"],
        machine=KEEP_PORTAL,
        breaks=f"sudo rm {PORTAL}; systemctl --user stop xdg-desktop-portal; {ASK} --timeout 1; true",
    ),
    PortalSetUp(
        "stopped",
        "the portal is stopped (SIGSTOP)",
        ["portal-silent"],
        breaks=f"{STOP} $({KILL_PORTAL})",
    ),
    PortalSetUp(
        "crashed",
        "the portal crashed",
        ["portal-failed"],
        breaks=f"kill -SEGV $({KILL_PORTAL}); while systemctl --user is-active -q xdg-desktop-portal; do sleep 0.1; done",
    ),
    PortalSetUp(
        "nowhere",
        "systemd's environment has XDG_DESKTOP_PORTAL_DIR=/nowhere",
        ["portal-led-nowhere"],
        breaks="systemctl --user set-environment XDG_DESKTOP_PORTAL_DIR=/nowhere; systemctl --user restart xdg-desktop-portal",
    ),
    PortalSetUp(
        "nowhere-drop-in",
        "a drop-in of the portal's unit sets XDG_DESKTOP_PORTAL_DIR=/nowhere",
        ["portal-led-nowhere"],
        breaks=f"mkdir -p {DROP_IN}; printf '[Service]\\nEnvironment=XDG_DESKTOP_PORTAL_DIR=/nowhere\\n' >{DROP_IN}/mine.conf; systemctl --user daemon-reload; systemctl --user restart xdg-desktop-portal",
    ),
    PortalSetUp(
        "older",
        "the portal was started before nightd was installed",
        ["portal-stale"],
        breaks=f"sudo mv {OWN_FILE} /var/kept; systemctl --user restart xdg-desktop-portal; sudo mv /var/kept {OWN_FILE}",
    ),
    # --- nightd's file ----------------------------------------------------------------------
    PortalSetUp(
        "file-missing",
        "the file `nightd.portal` is missing",
        ["portal-file-missing", "not-at-login"],
        machine=f"rm {OWN_FILE}",
    ),
    PortalSetUp(
        "file-missing-xfce",
        "the file `nightd.portal` is missing; the desktop is XFCE",
        ["portal-file-missing", "not-at-login"],
        machine=f"rm {OWN_FILE}",
        desktop="XFCE",
    ),
    PortalSetUp(
        "file-missing-home-made",
        "the file `nightd.portal` is missing; the desktop has an unknown name",
        ["portal-file-missing", "not-at-login"],
        machine=f"rm {OWN_FILE}",
        desktop="home-made",
    ),
    PortalSetUp(
        "file-missing-gnome",
        "the file `nightd.portal` is missing; the desktop is GNOME, whose own backend reports the same style",
        ["not-at-login"],
        machine=f"rm {OWN_FILE}",
        desktop="GNOME",
        light={0, 2},
    ),
    PortalSetUp(
        "file-cut",
        "the file `nightd.portal` is cut short",
        ["portal-file-missing", "not-at-login"],
        machine=f"truncate -s 40 {OWN_FILE}",
        says=[OWN_FILE],
    ),
    PortalSetUp(
        "file-folder",
        "a folder has the name `nightd.portal`",
        ["unusable-path", "portal-file-missing", "not-at-login"],
        machine=f"rm {OWN_FILE}; mkdir {OWN_FILE}",
    ),
    PortalSetUp(
        "file-unreadable",
        "the file `nightd.portal` cannot be read",
        ["unusable-path", "portal-file-missing", "not-at-login"],
        machine=f"chmod 0 {OWN_FILE}",
    ),
    # --- whom it asks -----------------------------------------------------------------------
    PortalSetUp(
        "conf-gtk",
        "a `portals.conf` names gtk for settings, but portal 1.16 does not read this file",
        [],
        breaks="mkdir -p ~/.config/xdg-desktop-portal; printf '[preferred]\\norg.freedesktop.impl.portal.Settings=gtk\\n' >~/.config/xdg-desktop-portal/portals.conf; systemctl --user restart xdg-desktop-portal",
    ),
    PortalSetUp(
        "unknown-to-portal",
        "the portal was started without XDG_CURRENT_DESKTOP, so it may ask GTK's backend before nightd",
        [],
        breaks="systemctl --user unset-environment XDG_CURRENT_DESKTOP; systemctl --user restart xdg-desktop-portal",
    ),
    PortalSetUp(
        "backend-stopped",
        "GTK's backend is stopped (SIGSTOP)",
        ["backend-silent"],
        breaks=f"{STOP} $(systemctl --user show -P MainPID xdg-desktop-portal-gtk)",
    ),
    PortalSetUp(
        "backend-stopped-early",
        "GTK's backend is stopped (SIGSTOP) before the portal starts",
        ["backend-silent"],
        breaks=f"{STOP} $(systemctl --user show -P MainPID xdg-desktop-portal-gtk); systemctl --user restart --no-block xdg-desktop-portal; sleep 1",
    ),
    PortalSetUp(
        "backend-crashed",
        "GTK's backend crashed, but the next call of the portal starts it again",
        [],
        breaks="systemctl --user kill -s SEGV xdg-desktop-portal-gtk; while systemctl --user is-active -q xdg-desktop-portal-gtk; do sleep 0.1; done",
    ),
    PortalSetUp(
        "rival-earlier",
        "another backend for sway reports light, and its file name comes before nightd's",
        ["portal-other-wins"],
        machine=rival("aaa", "sway", 2),
    ),
    PortalSetUp(
        "darkman",
        "another backend, like darkman's, runs beside nightd and reports light",
        ["double-answer"],
        machine=rival("darkman", "i3", 2),
    ),
    PortalSetUp(
        "darkman-unset",
        "another backend, like darkman's, runs beside nightd and reports no preference",
        ["double-answer"],
        machine=rival("darkman", "i3", 0),
    ),
    PortalSetUp(
        "rival-own-name",
        "another backend runs beside nightd, and its bus name does not begin with org.freedesktop",
        ["double-answer"],
        machine=rival("zebra", "i3", 2, "org.example.Zebra"),
    ),
    PortalSetUp(
        "kde",
        "KDE's backend (a stand-in) runs beside nightd; the desktop is sway",
        ["double-answer"],
        machine=rival("kde", "KDE", 2),
    ),
    PortalSetUp(
        "kde-on-kde",
        "the portal asks KDE's backend (a stand-in) first; the desktop is KDE",
        ["portal-other-wins"],
        machine=rival("kde", "KDE", 2),
        desktop="KDE",
    ),
    PortalSetUp(
        "kde-asleep",
        "KDE's backend (a stand-in) runs beside nightd; no program has asked the portal yet",
        ["double-answer"],
        machine=rival("kde", "KDE", 2),
        breaks="systemctl --user stop xdg-desktop-portal; kill $(busctl --user status org.freedesktop.impl.portal.desktop.kde | sed -n s/^PID=//p)",
    ),
    PortalSetUp(
        "folder-old",
        "the folder of backends that the doctor made lacks a backend that was installed later",
        ["portal-folder-old"],
        machine=f"mv {OWN_FILE} /var/kept",
        breaks=f'nightctl doctor --fix; systemctl --user daemon-reload; systemctl --user restart xdg-desktop-portal; sudo sh -c "sed s/UseIn=.*/UseIn=/ {PORTALS}/gtk.portal >{PORTALS}/zzz.portal; sed -i /DBusName/s/gtk/zzz/ {PORTALS}/zzz.portal"',
    ),
    PortalSetUp(
        "folder-gone",
        "the folder that the doctor's drop-in names was removed",
        ["portal-file-missing", "not-at-login"],
        machine=f"mv {OWN_FILE} /var/kept",
        breaks="nightctl doctor --fix; rm -r ~/.local/share/nightd/portals; systemctl --user daemon-reload; systemctl --user restart xdg-desktop-portal",
    ),
    # --- what keeps programs from asking ------------------------------------------------------
    PortalSetUp(
        "gtk-theme",
        "systemd's environment has GTK_THEME",
        ["gtk-theme"],
        breaks="systemctl --user set-environment GTK_THEME=Adwaita",
    ),
    PortalSetUp(
        "flatpak",
        "a Flatpak override sets GTK_THEME (with a stand-in for flatpak)",
        ["flatpak-gtk-theme"],
        machine=FLATPAK,
        breaks="mkdir -p ~/.local/share/flatpak/overrides; printf '[Environment]\\nGTK_THEME=Adwaita\\n' >~/.local/share/flatpak/overrides/global",
    ),
    PortalSetUp(
        "no-file-chooser",
        "no backend can choose files (with a stand-in for apt-get)",
        ["no-file-chooser"],
        machine=f"""
mv {PORTALS}/gtk.portal /var/kept-gtk
mkdir -p /opt/browser && touch /opt/browser/chrome_100_percent.pak
cat >/usr/bin/apt-get <<'FILE'
#!/bin/sh
[ "$*" = 'install xdg-desktop-portal-gtk' ] && cp /var/kept-gtk {PORTALS}/gtk.portal
FILE
chmod 755 /usr/bin/apt-get
""",
    ),
    PortalSetUp(
        "qt",
        "QT_QPA_PLATFORMTHEME is gtk3",
        ["qt-theme"],
        machine="touch /usr/lib/x86_64-linux-gnu/libQt6Gui.so.6",
        variables=["QT_QPA_PLATFORMTHEME=gtk3"],
        # In this trial, the next shell stands for the next login.
        hand="export QT_QPA_PLATFORMTHEME=xdgdesktopportal",
    ),
    PortalSetUp(
        "other-writer",
        "each time nightd sets the desktop's light/dark switch, another program sets it back",
        ["other-writer"],
        remedy="hand: end the program that sets the switch back, and choose a style with --always",
        breaks="python3 -B /opt/tests/Broken/writer.py & echo $! >~/writer; for round in $(seq 20); do nightctl set dark; sleep 0.8; nightctl doctor --json | grep -q other-writer && break; done",
        hand="kill $(cat ~/writer); nightctl set light --always",
        is_chosen=True,
    ),
]

OWN_CONF = "~/.config/xdg-desktop-portal/portals.conf"
NAME_GTK = f"""
mkdir -p ~/.config/xdg-desktop-portal
printf '[preferred]\\norg.freedesktop.impl.portal.Settings=gtk\\n' >{OWN_CONF}
systemctl --user restart xdg-desktop-portal
"""

# From 1.17 on, the portal reads portals.conf.
NEWER = [
    newer("sway", "nothing is broken; the desktop is sway", []),
    newer("gnome", "nothing is broken; the desktop is GNOME", [], desktop="GNOME", light={0, 2}),
    newer("no-desktop", "nothing is broken; XDG_CURRENT_DESKTOP is not set", [], desktop=None),
    newer(
        "asleep",
        "nothing is broken; no program has asked the portal yet",
        [],
        breaks="systemctl --user stop xdg-desktop-portal",
    ),
    newer(
        "masked",
        "the portal's unit is masked",
        ["portal-masked"],
        breaks="systemctl --user mask --now xdg-desktop-portal",
    ),
    newer(
        "stopped",
        "the portal is stopped (SIGSTOP)",
        ["portal-silent"],
        breaks=f"{STOP} $({KILL_PORTAL})",
    ),
    newer(
        "nowhere",
        "systemd's environment has XDG_DESKTOP_PORTAL_DIR=/nowhere",
        ["portal-led-nowhere"],
        breaks="systemctl --user set-environment XDG_DESKTOP_PORTAL_DIR=/nowhere; systemctl --user restart xdg-desktop-portal",
    ),
    newer(
        "conf-gtk",
        "a `portals.conf` names gtk for settings; the desktop is sway",
        ["portal-partly", "not-at-login"],
        breaks=NAME_GTK,
    ),
    newer(
        "conf-gtk-home-made",
        "a `portals.conf` names gtk for settings; the desktop has an unknown name",
        ["portal-partly", "not-at-login"],
        breaks=NAME_GTK,
        desktop="home-made",
    ),
    newer(
        "conf-gtk-gnome",
        "a `portals.conf` names gtk for settings; the desktop is GNOME",
        ["not-at-login"],
        breaks=NAME_GTK,
        desktop="GNOME",
        light={0, 2},
    ),
    newer(
        "no-conf",
        "no `portals.conf` names nightd",
        ["portal-partly", "not-at-login"],
        machine="rm /usr/share/xdg-desktop-portal/portals.conf",
        desktop="home-made",
    ),
    newer(
        "niri",
        "the `portals.conf` of the desktop niri names GTK's backend",
        ["portal-partly", "not-at-login"],
        desktop="niri",
    ),
    newer(
        "file-missing",
        "the file `nightd.portal` is missing",
        ["portal-file-missing", "not-at-login"],
        machine=f"rm {OWN_FILE}",
    ),
    newer(
        "file-cut",
        "the file `nightd.portal` is cut short",
        ["portal-file-missing", "not-at-login"],
        machine=f"truncate -s 40 {OWN_FILE}",
        says=[OWN_FILE],
    ),
    newer(
        "older",
        "the portal was started before nightd was installed",
        ["portal-stale"],
        breaks=f"sudo mv {OWN_FILE} /var/kept; systemctl --user restart xdg-desktop-portal; sudo mv /var/kept {OWN_FILE}",
    ),
    newer(
        "kde",
        "the `portals.conf` of the desktop KDE names KDE's backend (a stand-in)",
        ["portal-other-wins", "not-at-login"],
        machine=rival("kde", "KDE", 2),
        desktop="KDE",
    ),
    newer(
        "darkman",
        "nothing is broken; another backend, like darkman's, is installed, but no `portals.conf` names it",
        [],
        machine=rival("darkman", "sway", 2),
    ),
    newer(
        "drop-in",
        "the drop-in that the doctor wrote for an older portal still exists",
        ["portal-folder-needless"],
        machine=f"""
mkdir -p /var/home/.local/share/nightd/portals /var/home/.config/systemd/user/xdg-desktop-portal.service.d
cp {OWN_FILE} /var/home/.local/share/nightd/portals/00-nightd.portal
ln -s {PORTALS}/gtk.portal /var/home/.local/share/nightd/portals
printf '[Service]\\nEnvironment=XDG_DESKTOP_PORTAL_DIR=/home/night/.local/share/nightd/portals\\n' >/var/home/.config/systemd/user/xdg-desktop-portal.service.d/nightd.conf
chown -R 54321:54321 /var/home/.local /var/home/.config
""",
    ),
]
if NEWER_PORTAL or "--inside" in sys.argv:
    SET_UPS += NEWER

if __name__ == "__main__":
    main("portal", SET_UPS, PortalSession)
