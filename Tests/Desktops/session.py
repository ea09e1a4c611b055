"""A desktop's session as the user's systemd sees it: its screen, the portal, nightctl, and windows."""
import glob
import os
import shutil
import subprocess
import sys
import threading
import time

from gi.repository import Gio, GLib

import standin

HERE = os.path.dirname(os.path.abspath(__file__))
APPEARANCE = "org.freedesktop.appearance"
# The seconds that anything may take whose result is right; a loaded machine is slow. No other code waits for
# a wrong result.
PATIENCE = 10
# On an otherwise idle machine, a window starts within a few seconds.
START_PATIENCE = 90


def run(*command, check=True):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if check and done.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stdout}")
    return done.stdout.strip()


def eventually(look, wanted, patience=PATIENCE):
    """Returns the wanted result of look() once it is stable, or else look()'s last result."""
    deadline = time.monotonic() + patience
    while True:
        seen = look()
        if wanted(seen):
            time.sleep(0.5)
            seen = look()
            if wanted(seen):
                return seen
        if time.monotonic() > deadline:
            return seen
        time.sleep(0.1)


class Screen:
    def __init__(self):
        reading, writing = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x500x24", "-nolisten", "tcp"],
            pass_fds=[writing], stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as display:
            self.display = ":" + display.readline().strip()


def start(words):
    """Tells the user's systemd about this session, as desktops do: the words contain variables.

    A word such as `run:PROGRAM` names a program of the desktop, which the session starts; `stand-in:NAME`
    names a stand-in for a desktop.
    """
    os.environ["DISPLAY"] = Screen().display
    os.environ["XDG_SESSION_TYPE"] = "x11"
    for word in words:
        name, equals, value = word.partition("=")
        if equals:
            os.environ[name] = value
    names = ["DISPLAY", "XDG_SESSION_TYPE"] + [word.split("=")[0] for word in words if "=" in word]
    run("dbus-update-activation-environment", "--systemd", *names)
    if "graphical" in words:
        # The target cannot be started by hand, so another target of the session starts it, as on all
        # desktops.
        folder = os.path.expanduser("~/.config/systemd/user")
        os.makedirs(folder, exist_ok=True)
        with open(f"{folder}/trial-session.target", "w") as file:
            file.write("[Unit]\nBindsTo=graphical-session.target\n")
        run("systemctl", "--user", "daemon-reload")
        run("systemctl", "--user", "start", "trial-session.target")
    for word in words:
        if word.startswith("stand-in:"):
            standin.install(word[9:])
        if word.startswith("run:"):
            subprocess.Popen([program(word[4:])], stdout=sys.stderr, stderr=subprocess.STDOUT)


def program(name):
    """The path of a program; some desktops keep theirs in folders of their own."""
    found = shutil.which(name)
    folders = glob.glob(f"/usr/lib*/{name}") + glob.glob(f"/usr/lib*/*/{name}")
    folders += glob.glob(f"/usr/lib/*/*/{name}")
    if not found and not folders:
        raise RuntimeError(f"there is no program {name}")
    return found or folders[0]


def nightctl(*words):
    return run("nightctl", *words)


def colour_schemes():
    """The result of Read, and all results of ReadAll in their order; the portal may return a key twice."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def ask(method, words, kind):
        return bus.call_sync(
            "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
            "org.freedesktop.portal.Settings", method, words, GLib.VariantType(kind),
            Gio.DBusCallFlags.NONE, 60_000, None,
        )

    try:
        read = ask("Read", GLib.Variant("(ss)", (APPEARANCE, "color-scheme")), "(v)").unpack()[0]
    except GLib.Error as error:
        read = error.message.split(":")[-1].strip()
    try:
        spaces = ask("ReadAll", GLib.Variant("(as)", ([APPEARANCE],)), "(a{sa{sv}})")
    except GLib.Error as error:
        return read, [error.message.split(":")[-1].strip()]
    # A Python dictionary would keep only one of two equal keys.
    spaces = spaces.get_child_value(0)
    answers = []
    for index in range(spaces.n_children()):
        keys = spaces.get_child_value(index).get_child_value(1)
        for number in range(keys.n_children()):
            key, value = (keys.get_child_value(number).get_child_value(it) for it in (0, 1))
            if key.get_string() == "color-scheme":
                answers.append(value.get_variant().unpack())
    return read, answers


class Window:
    """A window that a program in ../Windows opens; the program reports each style that it draws."""

    def __init__(self, name):
        self.name = name
        # Each window has its own screen, because a browser does not draw what another window covers. But
        # GTK 3 gets its theme from the settings daemon of the session's screen.
        self.screen = None if name == "gtk3" else Screen()
        self.title = None
        self.style = None
        self.ended = False
        self.changed = threading.Condition()
        environment = dict(
            os.environ, GDK_BACKEND="x11", GSK_RENDERER="cairo",
            GTK_A11Y="none", NO_AT_BRIDGE="1", PYTHONDONTWRITEBYTECODE="1",
        )
        if self.screen:
            environment["DISPLAY"] = self.screen.display
        if name == "qt":
            environment.update(
                QT_QPA_PLATFORM="xcb", QT_QPA_PLATFORMTHEME="xdgdesktopportal",
                PYTHONPATH="/opt/qt",
            )
        self.process = subprocess.Popen(
            ["/usr/bin/python3", f"{HERE}/../Windows/{name}.py"], env=environment,
            stdout=subprocess.PIPE, stderr=sys.stderr, text=True,
        )
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            with self.changed:
                if self.title is None:
                    self.title = line.strip()
                else:
                    self.style = line.split()[0]
                print(f"  window {self.name} {self.process.pid}: {line.strip()}", file=sys.stderr)
                self.changed.notify_all()
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def has_drawn(self):
        """Returns once the window has drawn any style."""
        with self.changed:
            self.changed.wait_for(lambda: self.style or self.ended, START_PATIENCE)

    def comes_to(self, style, deadline):
        """The style that the window has in the end: the wanted style, or else the last one."""
        left = max(0, deadline - time.monotonic())
        with self.changed:
            self.changed.wait_for(lambda: self.style == style or self.ended, left)
            return "ended" if self.ended else self.style or "not drawn"

    @staticmethod
    def others(windows, style):
        """The names and styles of the windows that do not change to this style."""
        deadline = time.monotonic() + PATIENCE
        seen = [(window.name, window.comes_to(style, deadline)) for window in windows]
        return {name: shown for name, shown in seen if shown != style}

    def close(self):
        self.process.kill()
        if self.screen:
            self.screen.process.kill()
