#!/usr/bin/env python3
"""Opens windows of each toolkit, switches them, and prints a table.

usage: trial.py PROGRAMS [--by-hand] [--flips N] [--screen NAME] [WINDOW...]

PROGRAMS is the folder of nightd and nightctl. The screens are `x11`, `xsettings` (x11 with a running
xsettingsd) and `sway`. With `--by-hand` the trial itself changes the settings, which shows what a
toolkit follows; otherwise nightd must change them.

The desktop portal runs with nightd and GTK as its backends, as on a desktop without its own backend.
"""

import argparse
import hashlib
import os
import pathlib
import statistics
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "Programs"))
sys.dont_write_bytecode = True

import home  # noqa: E402
from session import OTHER, Failed, Session, close_on_signal, enter  # noqa: E402
from windows import WINDOWS, Window, is_here  # noqa: E402

SCREENS = ("x11", "xsettings", "sway")
PORTAL = "/usr/libexec/xdg-desktop-portal"
BACKENDS = (HERE.parents[1] / "data/nightd.portal", "/usr/share/xdg-desktop-portal/portals/gtk.portal")
# A window that has not followed after this many seconds does not follow while it runs. qt5ct and qt6ct read a
# changed file only after 3 seconds.
PATIENCE = 6.0
# A browser continues to load for a while after its first frame.
BROWSER_SETTLING = 4.0
# Chromium needs up to 0.3 seconds for a change, and falls behind if changes come faster.
FLIP_SECONDS = 0.1
BROWSER_FLIP_SECONDS = 0.4
ROUNDS = 5


class Desk:
    """A session with the user's settings, and one way to change the style."""

    def __init__(self, options, screen):
        self.session = Session(options.programs, "sway" if screen == "sway" else "x11")
        self.by_hand, self.daemon = options.by_hand, None
        self.xsettings = screen == "xsettings"
        home.write(self.session, "light", self.xsettings)
        self._start_portal()
        if self.xsettings:
            self.daemon = self.session.start("xsettingsd")
            time.sleep(0.3)
        self.before = digest(self.session)

    def _start_portal(self):
        session = self.session
        folder = session.folder / "portals"
        folder.mkdir()
        for backend in map(pathlib.Path, BACKENDS):
            (folder / backend.name).symlink_to(backend)
        desktop = "sway" if "WAYLAND_DISPLAY" in session.env else "i3"
        session.env |= {"XDG_DESKTOP_PORTAL_DIR": str(folder), "XDG_CURRENT_DESKTOP": desktop}
        # Do this as desktops do, so that the bus starts GTK's backend on this screen.
        names = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "XDG_DESKTOP_PORTAL_DIR")
        session.run("dbus-update-activation-environment", *(name for name in names if name in session.env))
        session.start(PORTAL)
        # The portal starts its backends before it owns its own name.
        session.run("gdbus", "wait", "--session", "--timeout", "20", "org.freedesktop.portal.Desktop")

    def set(self, style):
        """Switches the style; returns the time in seconds at which the switch began."""
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
    """Opens the window after the style was set; returns whether each of its frames is right."""
    window = Window(desk.session, name)
    try:
        if not reaches(desk.session, window, style, window.kind.start_seconds):
            return False, window.changes
        return all(shown == style for shown, _ in window.changes), window.changes
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
        # A window that starts in the wrong style still gets a first change.
        if not reaches(desk.session, window, "light", window.kind.start_seconds) and not window.changes:
            return "shows nothing"
        if window.kind.is_browser:
            desk.settle(BROWSER_SETTLING)
        for _ in range(ROUNDS):
            for style in ("dark", "light"):
                # No user switches a desktop sixteen times a second, and nightd would wait longer and longer.
                desk.settle(0.3)
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
        shown = ", then ".join(style for style, _ in changes) or "nothing"
        right.append("yes" if good else f"no: {shown}")
    taken = live(desk, name)
    if isinstance(taken, str):
        return [*right, taken, "-"]
    spans = [
        f"{statistics.median(taken[style]):.0f} / {max(taken[style]):.0f}" for style in ("dark", "light")
    ]
    return [*right, *spans]


def flipped(desk, names, flips):
    """Flips these windows at once.

    Returns the windows that are late or have returned to an earlier style, and the seconds from the last flip to
    the last frame.
    """
    windows = [Window(desk.session, name) for name in names]
    problems, last_frame = [], 0
    try:
        desk.set("light")
        for window in windows:
            reaches(desk.session, window, "light", window.kind.start_seconds)
        has_browser = any(window.kind.is_browser for window in windows)
        if has_browser:
            desk.settle(BROWSER_SETTLING)
        seen = [len(window.changes) for window in windows]
        style = "light"
        for _ in range(flips):
            style = OTHER[style]
            begun = desk.set(style)
            watch(windows, BROWSER_FLIP_SECONDS if has_browser else FLIP_SECONDS)
        watch(windows, 5 if any(window.name.endswith("ct") for window in windows) else 2)
        for window, first in zip(windows, seen):
            last, drawn = window.look(), len(window.changes) - first
            if last != style:
                problems.append(f"{window.name} still shows {last}")
            if drawn > flips:
                problems.append(f"{window.name} drew {drawn} changes")
            if window.changes:
                last_frame = max(last_frame, window.changes[-1][1] - begun)
    finally:
        for window in windows:
            window.close()
    return problems, last_frame


def watch(windows, seconds):
    """Waits, and meanwhile records the style of each window that does not print its style."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for window in windows:
            if window.kind.point:
                window.look()
        time.sleep(0.002)


def restored(desk):
    """Switches off every program that follows automatically; returns the files that are not as before."""
    desk.session.run("nightctl", "programs", "off", *home.FOLLOWERS)
    desk.settle()
    after = digest(desk.session)
    # Kate, Konsole and browsers write their own files, so compare only the files that existed before.
    changed = [name for name, sum in desk.before.items() if after.get(name) != sum]
    own = (
        "kate", "konsole", "kactivity", "session", "autostart", ".local/share", "ksmserver", "kded", "mozilla",
        "chromium", ".pki", "pulse", "nightd-window",
    )
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
    begun, tried, right = time.monotonic(), 0, 0
    print("| screen | window | started light right | started dark right | to dark, ms | to light, ms |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    notes = []
    try:
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
                if WINDOWS[name].follows:
                    tried += 1
                    right += cells[:2] == ["yes", "yes"] and cells[3] != "-"
                if cells[3] != "-":
                    followers.append(name)
                print("| " + " | ".join([screen, name, *cells]) + " |", flush=True)
            notes += finish(options, screen, followers)
    finally:
        # Print this even if the trial is ended early.
        print("", *notes, sep="\n")
    seconds = time.monotonic() - begun
    print(f"{right} of {tried} windows that must follow do so; {seconds:.0f} s")
    return 1 if right < tried or any("**" in note for note in notes) else 0


def finish(options, screen, followers):
    """Flips all windows that follow, then switches the programs off; returns what to print."""
    try:
        with Desk(options, screen) as desk:
            # Windows that are read by a pixel would cover each other.
            alone = [[name] for name in followers if WINDOWS[name].point]
            together = [name for name in followers if not WINDOWS[name].point]
            notes = []
            for names in ([together] if together else []) + alone:
                late, seconds = flipped(desk, names, options.flips)
                notes.append(f"{screen}: {', '.join(names)}: {options.flips} flips: " + (
                    "**" + "; ".join(late) + "**" if late else "none late, none fell back"
                ) + f"; last frame {seconds:.1f} s after the last flip")
            if not options.by_hand:
                changed = restored(desk)
                notes.append(f"{screen}: programs off: " + (
                    "**not as before: " + ", ".join(changed) + "**" if changed
                    else "every file is as before"))
            return notes
    except Failed as why:
        return [f"{screen}: **failed**: {why}"]


if __name__ == "__main__":
    enter(__file__)
    close_on_signal()
    sys.exit(main())
