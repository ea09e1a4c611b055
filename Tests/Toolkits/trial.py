#!/usr/bin/env python3
"""Opens windows of each toolkit, switches them, and prints a table.

usage: trial.py PROGRAMS [--by-hand] [--flips N] [--screen NAME] [WINDOW...]

PROGRAMS is the folder of nightd and nightctl. The screens are `x11`, `xsettings` (x11 with a running
xsettingsd) and `sway`. With `--by-hand` the trial itself changes the settings, and so shows what a
toolkit follows; without it, nightd must do so.
"""

import argparse
import hashlib
import os
import pathlib
import signal
import statistics
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "Reactions"))
sys.dont_write_bytecode = True

import home  # noqa: E402
from session import OTHER, Failed, Session  # noqa: E402
from windows import PRINTING, WINDOWS, Window, is_here  # noqa: E402

SCREENS = ("x11", "xsettings", "sway")
# A window that has not followed after this many seconds does not follow live.
# qt5ct and qt6ct read a changed file only after 3 seconds.
PATIENCE = 6.0
ROUNDS = 5


class Desk:
    """A session with the user's settings, and one way to change the style."""

    def __init__(self, options, screen):
        self.session = Session(options.programs, "sway" if screen == "sway" else "x11")
        self.by_hand, self.daemon = options.by_hand, None
        self.xsettings = screen == "xsettings"
        home.write(self.session, "light", self.xsettings)
        if self.xsettings:
            self.daemon = self.session.start("xsettingsd")
            time.sleep(0.3)
        self.before = digest(self.session)

    def set(self, style):
        """Switches, and returns the time in seconds at which that began."""
        begun = time.time()
        if self.by_hand:
            home.change(self.session, style, self.daemon)
        else:
            self.session.run("nightctl", "set", style)
        return begun

    def settle(self, seconds=2.0):
        time.sleep(seconds)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.session.close()


def digest(session):
    return {
        name: hashlib.sha256(content if isinstance(content, bytes) else content.encode()).hexdigest()
        for name, content in session.files().items()
    }


def reaches(session, window, style, seconds):
    """Returns whether the window shows the style within the seconds."""
    try:
        session.wait(lambda: window.look() == style, style, seconds)
        return True
    except Failed:
        return False


def started(desk, name, style):
    """Opens the window after the style was set; returns whether its first paint is right."""
    window = Window(desk.session, name)
    try:
        if not reaches(desk.session, window, style, 20):
            return False, window.changes
        return window.changes[0][0] == style, window.changes
    finally:
        window.close()


def switched(desk, window, style):
    """Returns the milliseconds until the window shows the style, or None."""
    seen = len(window.changes)
    begun = desk.set(style)
    if not reaches(desk.session, window, style, PATIENCE):
        return None
    moment = next(when for shown, when in window.changes[seen:] if shown == style)
    return (moment - begun) * 1000


def live(desk, name):
    """Switches a running window to and fro; returns the milliseconds for each style."""
    taken = {"light": [], "dark": []}
    desk.set("light")
    desk.settle()
    window = Window(desk.session, name)
    try:
        # A window that starts wrong is told of a first change all the same.
        if not reaches(desk.session, window, "light", 20) and not window.changes:
            return "shows nothing"
        for _ in range(ROUNDS):
            for style in ("dark", "light"):
                ms = switched(desk, window, style)
                if ms is None:
                    return f"does not follow to {style}"
                taken[style].append(ms)
        return taken
    finally:
        window.close()


def row(desk, name):
    right = []
    for style in ("light", "dark"):
        desk.set(style)
        desk.settle()
        good, changes = started(desk, name, style)
        shown = changes[0][0] if changes else "nothing"
        right.append("yes" if good else f"no: {shown}")
    taken = live(desk, name)
    if isinstance(taken, str):
        return [*right, taken, "-"]
    spans = [
        f"{statistics.median(taken[style]):.0f} / {max(taken[style]):.0f}" for style in ("dark", "light")
    ]
    return [*right, *spans]


def together(desk, names, flips):
    """Flips all windows at once; returns those that are late or fell back to an earlier style."""
    windows = [Window(desk.session, name) for name in names]
    problems = []
    try:
        for window in windows:
            reaches(desk.session, window, "light", 20)
        seen = [len(window.changes) for window in windows]
        style = "light"
        for _ in range(flips):
            style = OTHER[style]
            desk.set(style)
            time.sleep(0.1)
        desk.settle(5 if any(name.endswith("ct") for name in names) else 2)
        for window, first in zip(windows, seen):
            last = window.look()
            if last != style:
                problems.append(f"{window.name} still shows {last}")
            if len(window.changes) - first > flips:
                problems.append(f"{window.name} drew {len(window.changes) - first} changes")
    finally:
        for window in windows:
            window.close()
    return problems


def restored(desk):
    """Switches every mirror off; returns the files that are not as before."""
    for name in home.MIRRORS:
        desk.session.run("nightctl", "prefs", "write", f"mirror.{name}", "false")
    desk.settle()
    after = digest(desk.session)
    # Kate and Konsole write files of their own, and only those that existed must be the same.
    changed = [name for name, sum in desk.before.items() if after.get(name) != sum]
    own = ("kate", "konsole", "kactivity", "session", "autostart", ".local/share", "ksmserver", "kded")
    new = [
        name for name in after
        if name not in desk.before and not any(word in name for word in own) and "dconf" not in name
    ]
    return sorted(changed + new)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("windows", nargs="*", metavar="WINDOW")
    parser.add_argument("--by-hand", action="store_true")
    parser.add_argument("--flips", type=int, default=20)
    parser.add_argument("--screen", choices=SCREENS, action="append")
    options = parser.parse_intermixed_args()
    unknown = [name for name in options.windows if name not in WINDOWS]
    if unknown:
        parser.error(f"no window {unknown[0]}: choose from {', '.join(WINDOWS)}")
    failed = False
    print("| screen | window | started light right | started dark right | live dark, ms | live light, ms |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    notes = []
    for screen in options.screen or SCREENS:
        followers = []
        for name in options.windows or WINDOWS:
            if not is_here(name):
                cells = ["not here", "-", "-", "-"]
            else:
                try:
                    with Desk(options, screen) as desk:
                        cells = row(desk, name)
                except Failed as why:
                    cells = [f"**failed**: {why}", "-", "-", "-"]
                failed |= cells[0] != "yes" or cells[1] != "yes"
                if cells[3] != "-":
                    followers.append(name)
            print("| " + " | ".join([screen, name, *cells]) + " |", flush=True)
        notes += finish(options, screen, followers)
    print()
    for note in notes:
        print(note)
    return 1 if failed or any("**" in note for note in notes) else 0


def finish(options, screen, followers):
    """Flips all windows that follow, then switches the mirrors off; returns what to print."""
    try:
        with Desk(options, screen) as desk:
            # Windows that are read by a pixel would cover each other.
            names = [name for name in followers if name in PRINTING]
            late = together(desk, names, options.flips)
            notes = [f"{screen}: {len(names)} windows, {options.flips} flips: " + (
                "**" + "; ".join(late) + "**" if late else "none late, none fell back")]
            if not options.by_hand:
                changed = restored(desk)
                notes.append(f"{screen}: mirrors off: " + (
                    "**not as before: " + ", ".join(changed) + "**" if changed
                    else "every file is as before"))
            return notes
    except Failed as why:
        return [f"{screen}: **failed**: {why}"]


def become_user():
    """Sway refuses to run as root, so the trial runs in a user namespace as another user."""
    if os.geteuid() == 0:
        os.execvp("unshare", [
            "unshare", "--user", "--map-user=1000", "--map-group=1000",
            "/usr/bin/python3", *map(str, [HERE / "trial.py", *sys.argv[1:]]),
        ])


if __name__ == "__main__":
    become_user()
    # Ended by a signal, the trial still closes its session.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(main())
