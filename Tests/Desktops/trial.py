#!/usr/bin/python3
"""trial.py: tries nightd in the session of a new user, and prints the results.

It prints JSON: for each step, the result in words for the table, and whether the result is right.
Options: --session WORD..., --windows NAME..., --toggles COUNT, --remedy (do what the doctor offers).
"""
import argparse
import configparser
import json
import os
import shutil
import subprocess
import sys
import time

import plasma
import session
import standin
from session import Window, colour_schemes, eventually, nightctl, run

INTERFACE = "org.gnome.desktop.interface"
BEGAN = time.monotonic()
INTERVALS = [0, 0.04, 0.08, 0.25]
SCHEMES = {"dark": {1}, "light": {2}}
XAPP = "org.x.apps.portal"
BUDGIE = "com.solus-project.budgie-panel"
# The keys of each desktop's own settings, with their values for dark and for light. A schema that the release
# does not have is left out.
KEYS = {
    "X-Cinnamon": [
        ("org.cinnamon.desktop.interface", "gtk-theme", "Adwaita-dark", "Adwaita"),
        (XAPP, "color-scheme", "prefer-dark", "prefer-light"),
    ],
    "MATE": [("org.mate.interface", "gtk-theme", "Adwaita-dark", "Adwaita")],
    "Budgie:GNOME": [(BUDGIE, "dark-theme", "true", "false")],
    "Pantheon": [(standin.PANTHEON, "color-scheme", "prefer-dark", "no-preference")],
}
# The milliseconds within which a click in the desktop's own switch must be nightd's choice.
MOST_CLICK = 300
# The seconds in which nightd must write nothing, once all programs have the last style.
QUIET = 10


class Trial:
    def __init__(self, wanted):
        self.wanted = wanted
        self.desktop = next(
            (word.split("=")[1] for word in wanted.session if word.startswith("XDG_CURRENT_")), ""
        )
        self.excused = ["qt"] if "own-qt" in wanted.session else []
        if wanted.windows and "gtk3" in wanted.session:
            wanted.windows.append("gtk3")
        self.schemes = dict(SCHEMES)
        self.light_key = "prefer-light"
        if {"GNOME", "Pantheon"} & set(self.desktop.split(":")):
            # These desktops' own switches cannot say “light”, and their backends report what they say.
            self.schemes["light"] = {0, 2}
            self.light_key = "default"
        self.steps = {}
        self.running = []

    def note(self, step, said, right):
        print(f"{time.monotonic() - BEGAN:.0f} s, {step}: {said}{'' if right else '  WRONG'}", file=sys.stderr)
        self.steps[step] = {"said": said, "right": right}

    # --- what is asked ---------------------------------------------------------------------

    def portal(self, step, style):
        """The two answers that clients use: the answer of Read, and the last one of ReadAll."""
        right = lambda seen: seen[0] in wanted and seen[1] and seen[1][-1] in wanted
        wanted = self.schemes[style]
        read, answers = seen = eventually(colour_schemes, right)
        self.note(step, f"{read}, {answers[-1] if answers else 'nothing'}", right(seen))

    def windows(self, step, windows, style):
        if windows:
            wrong, excused = self.others(windows, style)
            said = [", ".join(wrong) or style] + [f"but {it} in its own colours" for it in excused]
            self.note(step, ", ".join(said), not wrong)

    def others(self, windows, style):
        """The windows with another style: the wrong ones, and those that nightd cannot change."""
        seen = Window.others(windows, style)
        excused = [f"{name} {seen.pop(name)}" for name in self.excused if name in seen]
        return [f"{name} {shown}" for name, shown in seen.items()], excused

    def open(self):
        # Start the windows one after another, since starting them together would not be faster.
        windows = []
        for name in self.wanted.windows:
            windows.append(Window(name))
            windows[-1].has_drawn()
        return windows

    def new_windows(self, step, style):
        windows = self.open()
        self.windows(step, windows, style)
        for window in windows:
            window.close()
        return windows

    def everything(self, step, style):
        """One text for nightctl, the portal and the windows; it is short if all are right."""
        got = eventually(lambda: nightctl("get"), lambda seen: seen == style)
        read, answers = eventually(
            colour_schemes,
            lambda seen: seen[0] in self.schemes[style] and set(seen[1][-1:]) <= self.schemes[style],
        )
        last = answers[-1] if answers else "nothing"
        wrong = [] if got == style else [f"nightctl {got}"]
        if read not in self.schemes[style] or last not in self.schemes[style]:
            wrong.append(f"portal {read}, {last}")
        wrong += self.others(self.running, style)[0]
        self.note(step, ", ".join(wrong) or style, not wrong)

    def own_keys(self, step, style):
        """The desktop's own settings, as its programs read them."""
        index = 2 if style == "dark" else 3
        wanted = {f"{row[0]} {row[1]}": row[index] for row in self.keys}
        file, read = FILES.get(self.desktop, (None, None))

        def look():
            seen = {name: run("gsettings", "get", *name.split()).strip("'") for name in wanted if name != file}
            return seen | ({file: read()} if file else {})

        if file:
            wanted[file] = style
        if wanted:
            seen = eventually(look, lambda seen: seen == wanted)
            wrong = [f"{name} {value}" for name, value in seen.items() if value != wanted[name]]
            self.note(step, ", ".join(wrong) or style, not wrong)

    def quiet(self):
        """Waits, and reports what nightd has written meanwhile."""
        before = written()
        time.sleep(QUIET)
        wrong = sorted(path for path, stamp in written().items() if before.get(path) != stamp)
        self.note("quiet", ", ".join(wrong) or f"nothing written in {QUIET} s", not wrong)

    # --- the steps -------------------------------------------------------------------------

    def run(self):
        if self.wanted.remedy:
            self.apply_remedy()
        schemas = run("gsettings", "list-schemas").split()
        self.keys = [row for row in KEYS.get(self.desktop, []) if row[0] in schemas]
        self.has_xapp = self.desktop == "X-Cinnamon" and XAPP in schemas
        # Budgie 10.7 does not have this program, and its switch changes only the panel.
        self.has_budgie = self.desktop == "Budgie:GNOME" and shutil.which("budgie-session")
        if not self.has_budgie:
            self.keys = [row for row in self.keys if row[0] != BUDGIE]
        for schema, key, _, light in self.keys:
            if key == "gtk-theme":
                run("gsettings", "set", schema, key, light)
        self.running = self.open()
        nightctl("set", "dark")
        self.portal("dark", "dark")
        self.own_keys("dark, keys", "dark")
        self.windows("dark, running", self.running, "dark")
        self.new_windows("dark, new", "dark")
        nightctl("set", "light")
        self.portal("light", "light")
        self.own_keys("light, keys", "light")
        self.windows("light, running", self.running, "light")
        self.new_windows("light, new", "light")
        for style in ("dark", "light"):
            self.flip(style)
            self.click(style)
            self.everything(f"switch to {style}", style)
        self.flip_while_stopped("dark")
        self.flip_while_stopped("light")
        self.toggle()
        self.quiet()

    def apply_remedy(self):
        """Runs `nightctl doctor --fix` once it finds the problem, and then the steps that are left to do."""
        nightctl("set", "dark")
        colour_schemes()
        print(run("nightctl", "doctor", check=False), file=sys.stderr)
        print(run("nightctl", "doctor", "--fix", check=False), file=sys.stderr)
        run("systemctl", "--user", "daemon-reload")
        run("systemctl", "--user", "restart", "xdg-desktop-portal.service")
        print(run("nightctl", "doctor", check=False), file=sys.stderr)
        nightctl("set", "light")

    def flip(self, style):
        """Moves the desktop's own switch."""
        if self.desktop == "KDE":
            plasma.apply("BreezeDark" if style == "dark" else "BreezeLight")
        elif self.desktop == "COSMIC":
            standin.set_cosmic(style)
        elif self.has_budgie:
            run("gsettings", "set", BUDGIE, "dark-theme", "true" if style == "dark" else "false")
        elif self.desktop == "Pantheon":
            key = "prefer-dark" if style == "dark" else "no-preference"
            run("gsettings", "set", standin.PANTHEON, "color-scheme", key)
        else:
            key = "prefer-dark" if style == "dark" else self.light_key
            run("gsettings", "set", XAPP if self.has_xapp else INTERFACE, "color-scheme", key)

    def click(self, style):
        """Measures how long nightd takes until the style at the desktop's switch is its choice."""
        start = time.monotonic()
        while nightctl("get") != style and time.monotonic() < start + session.PATIENCE:
            time.sleep(0.005)
        took = round(1000 * (time.monotonic() - start))
        self.note(f"click, {style}", f"{took} ms", took <= MOST_CLICK)

    def flip_while_stopped(self, style):
        run("systemctl", "--user", "stop", "nightd.service")
        self.flip(style)
        active = run("systemctl", "--user", "is-active", "nightd.service", check=False)
        if active != "inactive":
            self.note(f"off, {style}", f"nightd was {active}", False)
            return
        run("systemctl", "--user", "start", "nightd.service")
        self.everything(f"off, {style}", style)

    def toggle(self):
        for number in range(self.wanted.toggles):
            nightctl("toggle")
            time.sleep(INTERVALS[number // 5 % len(INTERVALS)])
        self.everything("toggles", "dark" if self.wanted.toggles % 2 else "light")


def lxqt_style():
    """The style of the palette in LXQt's settings."""
    file = configparser.RawConfigParser(strict=False)
    file.read(os.path.expanduser("~/.config/lxqt/lxqt.conf"))
    colour = file.get("Palette", "window_color", fallback="").lstrip("#")
    if len(colour) != 6:
        return f"“{colour}”"
    return "dark" if sum(bytes.fromhex(colour)) < 384 else "light"


# The file in which a desktop keeps its style, and what reads the style.
FILES = {"LXQt": ("lxqt.conf window_color", lxqt_style), "COSMIC": ("is_dark", standin.cosmic_style)}


def written():
    """When each file of the user's was last written, except caches and what other programs write."""
    stamps = {}
    for folder, names, files in os.walk(os.path.expanduser("~")):
        others = (".cache", ".mozilla", ".pki", "chromium", "firefox", "gvfs-metadata")
        names[:] = [name for name in names if not name.startswith(others)]
        for name in files:
            try:
                stamps[os.path.join(folder, name)] = os.lstat(os.path.join(folder, name)).st_mtime_ns
            except OSError:
                pass
    return stamps


def versions(windows):
    packages = ["xdg-desktop-portal", "xdg-desktop-portal-gtk"]
    found = {
        package: run("dpkg-query", "-W", "-f", "${Version}", package) for package in packages
    }
    return found | {"windows": [window.title for window in windows if window.title]}


parser = argparse.ArgumentParser()
parser.add_argument("--session", nargs="*", default=[])
parser.add_argument("--windows", nargs="*", default=[])
parser.add_argument("--toggles", type=int, default=21)
parser.add_argument("--remedy", action="store_true")
trial = Trial(parser.parse_args())
session.start(trial.wanted.session)
try:
    trial.run()
except (RuntimeError, OSError, subprocess.SubprocessError) as error:
    trial.note("failed", str(error), False)
print(json.dumps({"steps": trial.steps, "versions": versions(trial.running)}))
