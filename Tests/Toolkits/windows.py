"""The windows that the trial opens, and how each shows its style."""

import dataclasses
import os
import pathlib
import shutil
import subprocess
import time

HERE = pathlib.Path(__file__).parent
PYTHON = "/usr/bin/python3"
# A point in the menu bar of Kate and Konsole, above the text.
MENU_BAR = (300, 2)
# A point below a browser's toolbars.
PAGE = (400, 450)
# The colours of page.html, which no blank window has.
PAGE_COLORS = {(0xE6, 0xF0, 0xFF): "light", (0x10, 0x18, 0x28): "dark"}


@dataclasses.dataclass
class Kind:
    """How a window is opened, and how its style is read."""

    command: list
    # The programs and PyQt modules that must exist, or the GTK library and its version.
    need: str | tuple
    variables: dict = dataclasses.field(default_factory=dict)
    # The point of the window that shows the style; None if the window prints its style.
    point: tuple | None = None
    # Whether the window must start in the right style and change while it is open. Other windows' results are
    # only printed.
    follows: bool = True

    @property
    def is_browser(self):
        return self.point == PAGE

    @property
    def start_seconds(self):
        """How long the window may need for its first right frame."""
        return 30 if self.follows or self.is_browser else 8


def qt(version, theme, need="", follows=True):
    variables = {"QT_QPA_PLATFORMTHEME": theme} if theme else {}
    return Kind([PYTHON, HERE / "qt.py", version], f"PyQt{version} {need}", variables, follows=follows)


def kde(*command):
    return Kind(list(command), command[0], {"QT_QPA_PLATFORMTHEME": "kde"}, MENU_BAR)


def browser(name, program, follows=True):
    return Kind([PYTHON, HERE / "browser.py", name, program], program, point=PAGE, follows=follows)


WINDOWS = {
    "gtk3": Kind([PYTHON, HERE / "gtk.py", "3"], ("Gtk", "3.0")),
    "gtk4": Kind([PYTHON, HERE / "gtk.py", "4"], ("Gtk", "4.0")),
    "libadwaita": Kind([PYTHON, HERE / "gtk.py", "adwaita"], ("Adw", "1")),
    "qt5-qt5ct": qt("5", "qt5ct", "qt5ct"),
    "qt6": qt("6", None, follows=False),
    "qt6-qt6ct": qt("6", "qt6ct", "qt6ct"),
    "qt6-portal": qt("6", "xdgdesktopportal", follows=False),
    "qt6-gtk3": qt("6", "gtk3", follows=False),
    "kate": kde("kate", "-b"),
    "konsole": kde("konsole"),
    "firefox": browser("firefox", "firefox-esr"),
    "chromium": browser("chromium", "chromium"),
    # Debian has no Electron, so the variable contains the path of one.
    "electron": browser("electron", os.environ.get("ELECTRON", "electron"), follows=False),
}


def is_here(name):
    need = WINDOWS[name].need
    if isinstance(need, tuple):
        return _runs(PYTHON, "-c", f"import gi; gi.require_version('{need[0]}', '{need[1]}')")
    return all(_exists(word) for word in need.split())


def _exists(word):
    if word.startswith("PyQt"):
        return _runs(PYTHON, "-c", f"import {word}.QtWidgets")
    return shutil.which(word) is not None


def _runs(*command):
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


class Window:
    """A running window; `changes` has each style that the window has drawn, with the time in seconds."""

    def __init__(self, session, name):
        self.kind = WINDOWS[name]
        self.session, self.name, self.changes = session, name, []
        unique = session.folder / f"{name}-{time.monotonic_ns()}"
        self.printed = unique.with_suffix(".txt")
        # The colour at this point without the window.
        self.bare = session.pixel(*self.kind.point) if self.kind.point else None
        # A browser's window is blank until it shows the page.
        self.has_page = not self.kind.is_browser
        folder = [str(unique)] if self.kind.is_browser else []
        before = session.env
        session.env = before | self.kind.variables
        try:
            # `start` writes to its own log, so the shell redirects the lines to another file.
            self.child = session.start(
                "/bin/sh", "-c", 'out=$1; shift; exec "$@" >"$out"', "sh", str(self.printed),
                *map(str, self.kind.command), *folder,
            )
        finally:
            session.env = before

    def look(self):
        """Returns the style that the window shows now; None before the window is completely drawn."""
        if self.kind.point:
            self._grab()
        else:
            lines = self.printed.read_text().splitlines() if self.printed.exists() else []
            words = [line.split() for line in lines]
            self.changes = [(w[0], float(w[1])) for w in words if len(w) == 2]
        return self.changes[-1][0] if self.changes and self.has_page else None

    def _grab(self):
        color = self.session.pixel(*self.kind.point)
        # The bare screen is black, unlike the menu bar or page of any style.
        if not color or sum(color) <= 20 or color == self.bare:
            return
        self.has_page = self.has_page or color in PAGE_COLORS
        style = PAGE_COLORS.get(color) or ("dark" if sum(color) < 384 else "light")
        if not self.changes or self.changes[-1][0] != style:
            self.changes.append((style, time.time()))

    def close(self):
        if self.child.poll() is None:
            self.child.terminate()
            try:
                self.child.wait(3)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()
