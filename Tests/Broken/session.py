#!/usr/bin/python3
"""session.py PROGRAMS [NAME...]: broken set-ups of nightd, its units, the bus and the session.

PROGRAMS is a folder with nightd, nightctl and libnightkit.so. Run by root; see trial.py.
"""
from trial import SetUp, main

PID = "$(systemctl --user show -P MainPID nightd)"
DROP_INS = "~/.config/systemd/user/nightd.service.d"
STATE = "~/.local/state/nightd"
BUS = "unix:path=/run/user/54321"
INSTALL = "make install"


def drop_in(text, after="systemctl --user daemon-reload"):
    return (
        f"mkdir -p {DROP_INS} && printf '[Service]\\n{text}\\n' >{DROP_INS}/mine.conf && {after}"
    )


def until(command, seconds=15):
    """Waits for something that systemd does on its own."""
    return f"for i in $(seq {seconds * 10}); do {command} && break; sleep 0.1; done; {command}"


# Another program that owns nightd's name, and prints a line once it owns the name.
THIEF = """
import dbus, dbus.service, sys
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib
DBusGMainLoop(set_as_default=True)
name = dbus.service.BusName("org.nightd.Night1", dbus.SessionBus(), do_not_queue=True)
if sys.argv[1:] == ["old"]:
    class Old(dbus.service.Object):
        @dbus.service.method("org.freedesktop.DBus.Properties", "ss", "v")
        def Get(self, interface, member):
            return dbus.String("0.0.1", variant_level=1)
    old = Old(name, "/org/nightd/Night1")
GLib.MainLoop().run()
"""
HAS_NAME = "busctl --user status org.nightd.Night1 >/dev/null 2>&1"
WRITE_THIEF = f"cat >~/thief.py <<'THIEF'\n{THIEF}THIEF\n"
TAKE = until(HAS_NAME)

UNIT = [
    SetUp("well", "nothing is broken; no program has asked nightd yet", []),
    SetUp("running", "nothing is broken; nightd runs", [], breaks="nightctl set light"),
    SetUp(
        "login-alone",
        "nightd's unit starts only with graphical-session.target, which this session does not start",
        ["not-at-login"],
        breaks="systemctl --user enable nightd && systemctl --user disable nightd-login && "
        "export WAYLAND_DISPLAY=wayland-7 && systemctl --user import-environment WAYLAND_DISPLAY",
        says=["graphical-session.target"], check="systemctl --user is-enabled nightd-login",
    ),
    SetUp(
        "login-untold", "nightd's unit is enabled, but systemd has no WAYLAND_DISPLAY",
        ["not-at-login"],
        breaks="systemctl --user enable nightd && systemctl --user start default.target && "
        "export WAYLAND_DISPLAY=wayland-7",
        says=["which screen"], check="systemctl --user is-active nightd",
    ),
    SetUp("masked", "nightd's unit is masked", ["unit-masked"], breaks="systemctl --user mask nightd"),
    SetUp(
        "runtime-masked", "nightd's unit is masked until the next boot", ["unit-masked"],
        breaks="systemctl --user mask --runtime nightd", says=["--runtime"],
    ),
    SetUp(
        "global-masked", "an administrator masked nightd's unit for all users", ["unit-masked"],
        breaks="sudo systemctl --global mask nightd && systemctl --user daemon-reload",
    ),
    SetUp(
        "masked-running", "nightd's unit was masked while nightd ran", ["unit-masked"],
        breaks="nightctl set light && systemctl --user mask nightd",
    ),
    SetUp(
        "program-gone", "nightd's program was removed", ["unit-broken"],
        breaks="sudo mv /usr/bin/nightd /usr/bin/gone", says=["/usr/bin/nightd", "PREFIX=/usr"],
        remedy="hand: install nightd again with the printed command", hand="sudo mv /usr/bin/gone /usr/bin/nightd",
    ),
    SetUp(
        "program-gone-asked", "nightd's program was removed, and then another program asked nightd for the style",
        ["unit-broken"],
        breaks="sudo mv /usr/bin/nightd /usr/bin/gone; timeout 2 nightctl get; true",
        says=["/usr/bin/nightd"], remedy="hand: install nightd again with the printed command",
        hand="sudo mv /usr/bin/gone /usr/bin/nightd",
    ),
    SetUp(
        "program-shut", "nightd's program is not executable", ["unit-broken"],
        breaks="sudo chmod a-x /usr/bin/nightd", says=["cannot be run"],
        remedy="hand: install nightd again with the printed command",
        hand="sudo chmod a+x /usr/bin/nightd",
    ),
    SetUp(
        "restarts", "nightd's program fails at each start, and systemd restarts it for ever",
        ["unit-broken"],
        breaks="sudo mv /usr/bin/nightd /usr/bin/gone && sudo cp /bin/false /usr/bin/nightd && "
        "systemctl --user start --no-block nightd && "
        + until('[ "$(systemctl --user show -P NRestarts nightd)" -gt 1 ]'),
        says=["journalctl --user -u nightd"],
        remedy="hand: read the journal, install nightd again, and restart it",
        hand="journalctl --user -u nightd -n 20 --no-pager && sudo mv /usr/bin/gone /usr/bin/nightd "
        "&& systemctl --user restart nightd",
    ),
    SetUp(
        "limit", "nightd's program failed at each start, until systemd gave up", ["unit-broken"],
        breaks=drop_in("StartLimitBurst=3").replace("[Service]", "[Unit]") + " && "
        "sudo mv /usr/bin/nightd /usr/bin/gone && sudo cp /bin/false /usr/bin/nightd && "
        "systemctl --user start --no-block nightd && "
        + until("systemctl --user is-failed --quiet nightd")
        + f" && rm -r {DROP_INS} && systemctl --user daemon-reload",
        remedy="hand: read the journal, install nightd again, and restart it",
        hand="sudo mv /usr/bin/gone /usr/bin/nightd && systemctl --user restart nightd",
    ),
    SetUp(
        "drop-in-fails", "nightd's unit fails because of a drop-in", ["unit-broken"],
        breaks=drop_in("ExecStart=\\nExecStart=/bin/false\\nRestart=no")
        + "; systemctl --user start nightd; true",
        says=["mine.conf"],
    ),
    SetUp(
        "drop-in-loops",
        "nightd's unit fails because of a drop-in, and systemd restarts it for ever", ["unit-broken"],
        breaks=drop_in("ExecStart=\\nExecStart=/bin/false")
        + " && systemctl --user start --no-block nightd && "
        + until('[ "$(systemctl --user show -P NRestarts nightd)" -gt 1 ]'),
        says=["mine.conf"],
    ),
    SetUp(
        "drop-in-gone", "a drop-in makes nightd's unit start a program that does not exist", ["unit-broken"],
        breaks=drop_in("ExecStart=\\nExecStart=/opt/gone/nightd"), says=["/opt/gone/nightd"],
    ),
    SetUp(
        "drop-in-sandbox",
        "a drop-in gives nightd's unit a sandbox that systemd cannot set up", ["unit-failed"],
        breaks=drop_in("RootDirectory=/nowhere\\nBindPaths=/gone:/gone\\nRestart=no")
        + "; systemctl --user start nightd; true",
    ),
    SetUp(
        "drop-in-invalid", "a drop-in removes the program from nightd's unit", ["unit-broken"],
        breaks=drop_in("ExecStart="), says=["mine.conf"],
    ),
    SetUp(
        "unit-invalid", "the file of nightd's unit has a mistake", ["unit-broken"],
        breaks="sudo sed -i.old s/^ExecStart=.*/ExecStart=/ /usr/lib/systemd/user/nightd.service && "
        "systemctl --user daemon-reload",
        says=["systemd-analyze"],
        remedy="hand: install nightd again, and make systemd reload its units",
        hand="sudo mv /usr/lib/systemd/user/nightd.service.old "
        "/usr/lib/systemd/user/nightd.service && systemctl --user daemon-reload",
    ),
    SetUp(
        "failed", "nightd was killed, and its unit does not restart it", ["unit-failed"],
        breaks="mkdir -p /run/user/54321/systemd/user/nightd.service.d && "
        "f=/run/user/54321/systemd/user/nightd.service.d/once.conf && "
        "printf '[Service]\\nRestart=no\\n' >$f && systemctl --user daemon-reload && "
        f"nightctl set light && kill -9 {PID} && "
        + until("systemctl --user is-failed --quiet nightd")
        + " && rm $f && systemctl --user daemon-reload",
    ),
    SetUp(
        "no-unit", "the bus's service files for nightd name a unit that does not exist",
        ["activation-broken", "activation-broken"],
        breaks="sudo rm /usr/lib/systemd/user/nightd.service && systemctl --user daemon-reload",
        remedy="fix",
    ),
    SetUp(
        "service-gone", "your own service files for nightd name no unit, and a program that does not exist",
        ["activation-broken", "activation-broken"],
        breaks="sudo rm /usr/lib/systemd/user/nightd.service && systemctl --user daemon-reload && "
        "mkdir -p ~/.local/share/dbus-1/services && cd ~/.local/share/dbus-1/services && "
        "for name in org.nightd.Night1 org.freedesktop.impl.portal.desktop.nightd; do "
        "printf '[D-BUS Service]\\nName=%s\\nExec=/opt/gone/nightd\\n' $name >$name.service; done; "
        "cd; busctl --user call org.freedesktop.DBus / org.freedesktop.DBus ReloadConfig",
        remedy="fix",
    ),
    SetUp(
        "no-service", "the session bus has no service file for nightd", ["not-activatable", "not-at-login"],
        breaks="sudo rm /usr/share/dbus-1/services/*nightd*  /usr/share/dbus-1/services/*Night1*; "
        "busctl --user call org.freedesktop.DBus / org.freedesktop.DBus ReloadConfig",
        remedy="fix",
    ),
    SetUp(
        "no-namespaces", "nothing is broken; user namespaces are disabled", [],
        manager="--without user", breaks="nightctl set light",
    ),
    SetUp(
        "no-namespaces-fails",
        "user namespaces are disabled, and a drop-in makes nightd's unit exit with a sandbox error (217)",
        ["unit-failed"], manager="--without user",
        breaks=drop_in("ExecStart=\\nExecStart=/bin/sh -c \\x27exit 217\\x27")
        + "; systemctl --user start nightd; "
        + until("systemctl --user is-failed --quiet nightd"),
        says=["sandbox"],
    ),
    SetUp(
        "stopped", "nightd is stopped (SIGSTOP)", ["daemon-silent"],
        breaks=f"nightctl set light && kill -STOP {PID}",
    ),
]

NAME = [
    SetUp(
        "name-taken", "another program has nightd's bus name", ["name-taken"],
        breaks=f"{WRITE_THIEF} python3 ~/thief.py & {TAKE}", says=["python3"],
    ),
    SetUp(
        "name-taken-stopped",
        "another program has nightd's bus name, and is stopped (SIGSTOP)", ["name-taken"],
        breaks=f"{WRITE_THIEF} python3 ~/thief.py & {TAKE} && kill -STOP $!", says=["kill -9"],
    ),
    SetUp(
        "name-taken-unit",
        "another unit's program has nightd's bus name, and systemd restarts this program if it is killed",
        ["name-taken"],
        breaks=f"{WRITE_THIEF} systemd-run --user --unit thief -p Restart=always "
        f"python3 ~/thief.py && {TAKE}",
        says=["thief.service"],
    ),
    SetUp(
        "older", "an older nightd is running, and nightd's unit did not start it", ["two-copies"],
        breaks=f"{WRITE_THIEF} python3 ~/thief.py old & {TAKE}",
    ),
    SetUp(
        "older-unit", "nightd's unit still runs an older nightd", ["version-differs", "backend-name-missing"],
        breaks=f"{WRITE_THIEF} "
        + drop_in("ExecStart=\\nExecStart=/usr/bin/python3 /home/night/thief.py old")
        + f" && systemctl --user start nightd && rm -r {DROP_INS} && systemctl --user daemon-reload",
    ),
    SetUp(
        "two-installed", "nightd's unit starts an older nightd than the one that belongs to nightctl",
        ["two-copies", "backend-name-missing"],
        breaks=f"{WRITE_THIEF} "
        + drop_in("ExecStart=\\nExecStart=/usr/bin/python3 /home/night/thief.py old")
        + " && systemctl --user start nightd",
        remedy="hand: remove the file that starts the older nightd (here a drop-in), and restart nightd",
        hand=f"systemctl --user cat nightd | grep mine.conf && rm -r {DROP_INS} && "
        "systemctl --user daemon-reload && systemctl --user restart nightd",
    ),
    SetUp(
        "two-copies", "the user started a nightd from another folder in a shell", ["two-copies"],
        breaks=f"cp /usr/bin/nightd ~/nightd && ~/nightd & {TAKE}",
    ),
    SetUp(
        "two-copies-unit", "a unit of your own runs a nightd from another folder", ["two-copies"],
        breaks="cp /usr/bin/nightd ~/nightd && systemd-run --user --unit mine -p Restart=always "
        f"/home/night/nightd && {TAKE}",
        says=["mine.service"],
    ),
    SetUp(
        "by-hand", "nothing is broken; the user started nightd in a shell", [],
        breaks=f"/usr/bin/nightd & {TAKE}",
    ),
]

FILES = [
    SetUp(
        "full", "the file system of the state folder is full", ["unusable-path"],
        breaks=f"mkdir -p {STATE} && sudo mount -t tmpfs -o size=64k,mode=700,uid=54321,gid=54321 "
        f"tmpfs {STATE} && head -c 1M /dev/zero >{STATE}/big; [ -s {STATE}/big ]",
        says=["no space is left", "du -xh"],
        remedy="hand: remove files, so that the file system has free space",
        hand=f"rm {STATE}/big",
    ),
    SetUp(
        "full-files", "the file system of the state folder cannot hold more files", ["unusable-path"],
        breaks=f"mkdir -p {STATE} && sudo mount -t tmpfs -o "
        f"size=1m,nr_inodes=20,mode=700,uid=54321,gid=54321 tmpfs {STATE} && "
        f"for i in $(seq 30); do : >{STATE}/many$i; done; [ -e {STATE}/many1 ]",
        says=["cannot hold more files", "--inodes"],
        remedy="hand: remove files, so that the file system can hold new ones",
        hand=f"rm {STATE}/many*",
    ),
    SetUp(
        "read-only", "the state folder is on a read-only file system", ["unusable-path"],
        breaks=f"mkdir -p {STATE} && sudo mount -t tmpfs -o ro,mode=700,uid=54321,gid=54321 "
        f"tmpfs {STATE}",
        says=["remount,rw"],
    ),
    SetUp(
        "state-rights", "the state folder is not writable", ["unusable-path"],
        breaks=f"mkdir -p {STATE} && chmod 500 {STATE}",
    ),
    SetUp(
        "state-owner", "the state folder belongs to root", ["unusable-path"],
        breaks=f"mkdir -p {STATE} && sudo chown 0:0 {STATE}",
    ),
    SetUp(
        "state-folder", "a folder has the name of the file intent.json", ["unusable-path"],
        breaks=f"mkdir -p {STATE}/intent.json/x",
    ),
    SetUp(
        "lock-folder", "a folder has the name of the file intent.lock", ["unusable-path"],
        breaks=f"mkdir -p {STATE}/intent.lock",
    ),
    SetUp(
        "state-file", "a file has the name of the state folder", ["unusable-path"],
        breaks="mkdir -p ~/.local/state && : >~/.local/state/nightd",
    ),
    SetUp(
        "config-owner", "the folder of preferences belongs to root, and only root can read it",
        ["unusable-path"],
        breaks="mkdir -p ~/.config/nightd && echo '{}' >~/.config/nightd/config.json5 && "
        "sudo chown 0:0 /home/night/.config/nightd && sudo chmod 700 /home/night/.config/nightd",
    ),
    SetUp(
        "config-rights", "the file config.json5 is not readable", ["unusable-path"],
        breaks="mkdir -p ~/.config/nightd && echo '{}' >~/.config/nightd/config.json5 && "
        "chmod 000 ~/.config/nightd/config.json5",
    ),
    SetUp(
        "mistakes", "config.json5 has mistakes", ["preference-mistakes"],
        breaks="mkdir -p ~/.config/nightd && echo '{\"programs-off\": 3}' >~/.config/nightd/config.json5 && "
        "nightctl set light",
        remedy="hand: correct the line that `nightctl prefs check` names",
        hand="! nightctl prefs check && echo '{}' >~/.config/nightd/config.json5 && "
        + until("nightctl prefs check"),
    ),
    SetUp(
        "lock-mistake", "an administrator's file `locks` names a preference that does not exist",
        ["preference-mistakes"],
        breaks="sudo sh -c 'mkdir -p /etc/xdg/nightd && echo nonsense >/etc/xdg/nightd/locks' && "
        "nightctl set light",
        remedy="hand: correct the line that `nightctl prefs check` names",
        hand="! nightctl prefs check && sudo rm /etc/xdg/nightd/locks && " + until("nightctl prefs check"),
    ),
]

SESSION = [
    SetUp(
        "proxy", "the doctor runs behind an xdg-dbus-proxy that hides names", ["sandboxed"],
        breaks=f"nightctl set light; (xdg-dbus-proxy {BUS}/bus /tmp/proxy --filter & ) ; "
        + until("[ -S /tmp/proxy ]"),
        doctor="DBUS_SESSION_BUS_ADDRESS=unix:path=/tmp/proxy nightctl doctor",
    ),
    SetUp(
        "proxy-open", "nothing is broken; the doctor runs behind an xdg-dbus-proxy that hides nothing", [],
        breaks=f"nightctl set light; (xdg-dbus-proxy {BUS}/bus /tmp/proxy & ) ; "
        + until("[ -S /tmp/proxy ]"),
        doctor="DBUS_SESSION_BUS_ADDRESS=unix:path=/tmp/proxy nightctl doctor",
    ),
    SetUp(
        "bwrap", "the doctor runs in bubblewrap, behind an xdg-dbus-proxy that hides names", ["sandboxed"],
        breaks=f"nightctl set light; (xdg-dbus-proxy {BUS}/bus /tmp/proxy --filter & ) ; "
        + until("[ -S /tmp/proxy ]"),
        doctor="bwrap --dev-bind / / --setenv DBUS_SESSION_BUS_ADDRESS unix:path=/tmp/proxy nightctl doctor",
    ),
    SetUp(
        "root", "root runs the doctor on the user's bus", ["other-user"], doctor="sudo nightctl doctor",
        says=["night"], remedy="root",
    ),
    SetUp(
        "sudo", "the doctor runs with sudo, which removed the session's variables", ["other-user"],
        doctor="sudo env -u DBUS_SESSION_BUS_ADDRESS -u XDG_RUNTIME_DIR SUDO_UID=54321 nightctl doctor",
        says=["night"], remedy="root",
    ),
    SetUp(
        "no-address", "no variable contains the address of the session bus", ["no-bus"],
        breaks="unset DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR",
    ),
    SetUp(
        "old-address", "the shell has an old address of the session bus", ["no-bus"],
        breaks="export DBUS_SESSION_BUS_ADDRESS=unix:path=/tmp/dbus-old",
    ),
    SetUp(
        "dead-socket", "the session bus ended, but its socket file still exists", ["no-bus"],
        breaks="systemctl --user stop dbus.socket dbus.service; rm -f /run/user/54321/bus; "
        "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"/run/user/54321/bus\")'",
    ),
    SetUp(
        "no-manager", "neither a session bus nor the user's systemd is running", ["no-bus"],
        breaks="systemctl --user exit; "
        + until("! systemctl --user is-system-running >/dev/null 2>&1", 5)
        + "; sudo rm -rf /run/user/54321/bus /run/user/54321/systemd; unset DBUS_SESSION_BUS_ADDRESS",
    ),
    SetUp(
        "hung-bus", "the session bus is stopped (SIGSTOP)", ["no-bus"],
        breaks="nightctl set light; kill -STOP $(systemctl --user show -P MainPID dbus)",
    ),
    SetUp(
        "hung-manager", "the user's systemd is stopped (SIGSTOP)", ["manager-silent"],
        breaks="kill -STOP $(busctl --user status org.freedesktop.systemd1 | sed -n s/^PID=//p)",
    ),
    SetUp(
        "config-home", "the shell has another XDG_CONFIG_HOME than nightd",
        ["variable-differs"], breaks="nightctl set light; export XDG_CONFIG_HOME=$HOME/config",
    ),
    SetUp(
        "config-home-nightd", "nightd has another XDG_CONFIG_HOME than the shell",
        ["variable-differs"],
        breaks="systemctl --user set-environment XDG_CONFIG_HOME=/home/night/config; "
        "nightctl set light",
    ),
    SetUp(
        "config-home-unit", "a drop-in gives nightd another XDG_CONFIG_HOME", ["variable-differs"],
        breaks=drop_in("Environment=XDG_CONFIG_HOME=/home/night/config") + "; nightctl set light",
    ),
    SetUp(
        "state-home", "the shell has another XDG_STATE_HOME than nightd",
        ["variable-differs"], breaks="nightctl set light; export XDG_STATE_HOME=$HOME/state",
    ),
    SetUp(
        "state-home-nightd",
        "nightd's XDG_STATE_HOME differs from the shell's, and nightd's sandbox blocks this folder",
        ["unusable-path", "variable-differs"],
        breaks="mkdir -p ~/state; systemctl --user set-environment XDG_STATE_HOME=/home/night/state; "
        "nightctl set light; true",
        remedy="hand: run the command of the second finding, so that nightd keeps its state in the usual folder",
        hand="systemctl --user unset-environment XDG_STATE_HOME && systemctl --user restart nightd",
    ),
    SetUp(
        "state-home-both",
        "nightd and the shell have the same XDG_STATE_HOME, but nightd's sandbox blocks this folder",
        ["unusable-path"],
        breaks="mkdir -p ~/state; export XDG_STATE_HOME=/home/night/state; "
        "systemctl --user import-environment XDG_STATE_HOME; nightctl set light; true",
        remedy="file", hand="systemctl --user daemon-reload && systemctl --user restart nightd",
    ),
    SetUp(
        "home", "the shell has another HOME than nightd", ["variable-differs"],
        breaks="nightctl set light; mkdir /tmp/home; export HOME=/tmp/home",
    ),
    SetUp(
        "data-dirs",
        "the shell's XDG_DATA_DIRS contains a folder of themes that nightd's does not contain",
        ["variable-differs"],
        breaks="nightctl set light; mkdir -p ~/share/nightd/themes; "
        "export XDG_DATA_DIRS=$HOME/share:/usr/local/share:/usr/share",
    ),
    SetUp(
        "relative-state", "XDG_STATE_HOME of the shell is a relative path", ["unusable-variable"],
        breaks="nightctl set light; export XDG_STATE_HOME=state",
    ),
    SetUp(
        "relative-nightd", "XDG_CONFIG_HOME of nightd is a relative path", ["unusable-variable"],
        breaks="systemctl --user set-environment XDG_CONFIG_HOME=config; nightctl set light",
    ),
    SetUp(
        "no-home", "HOME is not set in the shell", ["unusable-variable"],
        breaks="nightctl set light; unset HOME",
    ),
]

GNOME = [
    SetUp(
        "locked", "nothing is broken; an administrator locked a preference", [],
        breaks="sudo sh -c 'mkdir -p /etc/xdg/nightd && echo programs-off >/etc/xdg/nightd/locks' "
        "&& nightctl set light && ! nightctl programs off gnome",
    ),
    SetUp(
        "no-schemas", "GNOME's schemas are missing", ["portal-other-wins"],
        breaks="cd /usr/share/glib-2.0/schemas; sudo mv gschemas.compiled /tmp; cd; nightctl set light",
        remedy="hand: reinstall the package that contains GNOME's schemas",
        hand="sudo mv /tmp/gschemas.compiled /usr/share/glib-2.0/schemas && systemctl --user restart nightd",
    ),
    SetUp(
        "no-dconf", "the service that stores GNOME's settings (dconf) is missing",
        ["portal-other-wins", "reaction-failed"],
        breaks="sudo mv /usr/share/dbus-1/services/ca.desrt.dconf.service /tmp; "
        "busctl --user call org.freedesktop.DBus / org.freedesktop.DBus ReloadConfig; "
        "nightctl set dark && " + until("nightctl programs | grep -q failed"),
        remedy="hand: install dconf and restart nightd with the printed command",
        hand="sudo mv /tmp/ca.desrt.dconf.service /usr/share/dbus-1/services/ && "
        "busctl --user call org.freedesktop.DBus / org.freedesktop.DBus ReloadConfig && "
        "systemctl --user restart nightd && " + until("! nightctl programs | grep -q failed"),
    ),
]

if __name__ == "__main__":
    main("session", UNIT + NAME + FILES + SESSION + GNOME)
