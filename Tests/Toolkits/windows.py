"""The windows that the trial opens, and how each of them tells its style."""

import pathlib
import shutil
import subprocess
import time

HERE = pathlib.Path(__file__).parent
PYTHON = "/usr/bin/python3"

# name: command, variables, the module or program that must exist
WINDOWS = {
    "gtk3": ([PYTHON, HERE / "gtk.py", "3"], {}, ("gi", "Gtk", "3.0")),
    "gtk4": ([PYTHON, HERE / "gtk.py", "4"], {}, ("gi", "Gtk", "4.0")),
    "libadwaita": ([PYTHON, HERE / "gtk.py", "adwaita"], {}, ("gi", "Adw", "1")),
    "qt5-qt5ct": ([PYTHON, HERE / "qt.py", "5"], {"QT_QPA_PLATFORMTHEME": "qt5ct"}, "PyQt5 qt5ct"),
    "qt6": ([PYTHON, HERE / "qt.py", "6"], {}, "PyQt6"),
    "qt6-qt6ct": ([PYTHON, HERE / "qt.py", "6"], {"QT_QPA_PLATFORMTHEME": "qt6ct"}, "PyQt6 qt6ct"),
    "qt6-portal": (
        [PYTHON, HERE / "qt.py", "6"], {"QT_QPA_PLATFORMTHEME": "xdgdesktopportal"}, "PyQt6"
    ),
    "kate": (["kate", "-b"], {"QT_QPA_PLATFORMTHEME": "kde"}, "kate"),
    "konsole": (["konsole"], {"QT_QPA_PLATFORMTHEME": "kde"}, "konsole"),
}
# A point of Kate's and Konsole's menu bar, above the text.
POINT = (300, 2)
PRINTING = tuple(name for name in WINDOWS if name not in ("kate", "konsole"))


def is_here(name):
    need = WINDOWS[name][2]
    if isinstance(need, tuple):
        code = f"import gi; gi.require_version('{need[1]}', '{need[2]}')"
        return _runs(PYTHON, "-c", code)
    return all(
        _runs(PYTHON, "-c", f"import {word}.QtWidgets") if word.startswith("PyQt") else shutil.which(word)
        for word in need.split()
    )


def _runs(*command):
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


class Window:
    """One running window; `changes` has each style that it drew, with the time in seconds."""

    def __init__(self, session, name):
        command, variables, _ = WINDOWS[name]
        self.session, self.name, self.changes = session, name, []
        self.printed = session.folder / f"{name}-{time.monotonic_ns()}.txt"
        # What the screen shows without the window.
        self.bare = None if name in PRINTING else session.pixel(*POINT)
        before = session.env
        session.env = before | variables
        try:
            # `start` writes to a log of its own, so the shell sends the lines elsewhere.
            self.child = session.start(
                "/bin/sh", "-c", 'out=$1; shift; exec "$@" >"$out"', "sh", str(self.printed),
                *map(str, command),
            )
        finally:
            session.env = before

    def look(self):
        """Returns the style that the window shows now; nil, as None, before it has drawn."""
        if self.name in PRINTING:
            lines = self.printed.read_text().splitlines() if self.printed.exists() else []
            words = [line.split() for line in lines]
            self.changes = [(w[0], float(w[1])) for w in words if len(w) == 2]
        else:
            color = self.session.pixel(*POINT)
            # The bare screen is black, and no style's menu bar is.
            if color and sum(color) > 20 and color != self.bare:
                style = "dark" if sum(color) < 384 else "light"
                if not self.changes or self.changes[-1][0] != style:
                    self.changes.append((style, time.time()))
        return self.changes[-1][0] if self.changes else None

    def close(self):
        if self.child.poll() is None:
            self.child.terminate()
            try:
                self.child.wait(3)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()
