"""Trials of bars, launchers, notifications, compositors and wallpapers: pixels of a real screen.

sway does not start for root; `unshare --user --map-user=1000 --map-group=1000` helps.
"""

import os
import pathlib
import shutil
import threading
import time

from session import Failed, near

# The colours that roles of the built-in themes have on the screen.
ROLES = {
    "surface": {"light": (0xFF, 0xFF, 0xFF), "dark": (0x1C, 0x21, 0x28)},
    "surfaceVariant": {"light": (0xE6, 0xE9, 0xEE), "dark": (0x26, 0x2C, 0x36)},
    "primary": {"light": (0x1F, 0x5F, 0xC4), "dark": (0x8A, 0xB4, 0xF8)},
}


def shows(session, role, style, x, y):
    return lambda: near(session.pixel(x, y), ROLES[role][style])


def trial(name, files, role, at, start, screen="x11", version=None, again=False):
    """A program that shows a role at a point: it starts dark, changes both ways, and is switched off.

    `start` starts the program and returns it. With `again`, the program reads its colours only when
    it starts, so that it is started for each style.
    """

    def run(make):
        with make(None if callable(screen) else screen) as session:
            for path, text in files.items():
                session.write(path, text)
            before = session.files()
            session.set("dark")
            session.run("nightctl", "programs", "on", name)
            if callable(screen):
                screen(session)
            program = start(session)
            session.wait(shows(session, role, "dark", *at), f"{name} to start dark")
            picture(session, name, "dark")
            times = {}
            for style in ("light", "dark"):
                if again:
                    program.terminate()
                    program.wait()
                session.set(style, settle=again)
                if again:
                    program = start(session)
                times[style] = session.wait(
                    shows(session, role, style, *at), f"{name} to turn {style}"
                )
                picture(session, name, style)
                if program.poll() is not None:
                    raise Failed(f"{name} ended")
            own = session.pixel(*at)
            session.run("nightctl", "programs", "off", name)
            if not again:
                session.wait(lambda: session.pixel(*at) != own, f"{name} to get its own colours")
                if program.poll() is not None:
                    raise Failed(f"{name} ended")
            if session.files() != before:
                raise Failed("off did not restore the user's files")
            return {
                "version": version or [name, "--version"], **times,
                "how": "the next start" if again else "live",
            }

    return run


def picture(session, name, style):
    """Keeps a picture of the screen in the folder PICTURES, for people to look at."""
    if folder := os.environ.get("PICTURES"):
        time.sleep(0.5)
        session.screenshot(f"{folder}/{name}-{style}.png")


def copy(path, fallback=""):
    file = pathlib.Path(path)
    return file.read_bytes() if file.exists() else fallback.encode()


def notified(*command):
    def start(session):
        program = session.start(*command)
        session.wait(
            lambda: "Notifications" in session.run(
                "dbus-send", "--print-reply", "--dest=org.freedesktop.DBus", "/",
                "org.freedesktop.DBus.ListNames",
            ),
            f"{command[0]} to answer",
        )
        session.run("notify-send", "-t", "60000", "A notification", "with some text")
        return program

    return start


def i3(session):
    program = session.start("i3")
    session.start("xterm", "-title", "window", "-e", "sleep", "99")
    return program


def sway(session):
    session._start_screen("sway")


def foot(session):
    session.start("foot", "sleep", "99")
    return next(child for child in session.children if child.args[0] == "sway")


# --- wallpapers ----------------------------------------------------------------------------

PAINTED = {"light": (0xAA, 0x22, 0x22), "dark": (0x22, 0x22, 0xAA)}


def wallpaper(screen, version, is_sway=False):
    """While one large picture replaces another, the colour behind them never shows."""

    def run(make):
        with make(None) as session:
            session.write(".config/sway/config", "output * bg #00ff00 solid_color\n")
            for style, color in PAINTED.items():
                path = session.folder / f"{style} picture.png"
                session.run("convert", "-size", "3840x2160", "xc:#%02x%02x%02x" % color, str(path))
                session.run("nightctl", "prefs", "write", f"wallpaper.{style}", str(path))
            session._start_screen(screen)
            before = session.files()
            session.set("dark")
            session.run("nightctl", "programs", "on", "wallpaper")
            session.wait(lambda: near(session.pixel(300, 300), PAINTED["dark"]), "the picture")
            times = {}
            for style in ("light", "dark", "light", "dark"):
                seen, times[style] = colors(session, style)
                other = [c for c in seen if not any(near(c, own) for own in PAINTED.values())]
                if other:
                    raise Failed(f"{other} showed between the pictures")
            path = session.folder / "missing.png"
            session.run("nightctl", "prefs", "write", "wallpaper.dark", str(path))
            said = session.run("nightctl", "programs", "apply", check=False)
            if str(path) not in said or "wallpaper.dark" not in said:
                raise Failed(f"a missing picture was not reported: {said}")
            session.run("nightctl", "programs", "off", "wallpaper")
            if is_sway:
                session.wait(lambda: session.pixel(300, 300) == (0, 255, 0), "sway's own picture")
            if session.files() != before:
                raise Failed("off did not restore the user's files")
            return {"version": version, **times, "how": "live, without a gap"}

    return run


def colors(session, style):
    """Changes the style; returns the colours that appeared, and the milliseconds until the last one."""
    seen, changed, done = [], [], threading.Event()
    begun = time.monotonic()

    def sample():
        while not done.is_set():
            color = session.pixel(300, 300)
            if color and (not seen or seen[-1] != color):
                seen.append(color)
                changed.append((time.monotonic() - begun) * 1000)

    # Only one thread may read an X screen, since the screen's connection is for one thread.
    threads = [threading.Thread(target=sample) for _ in range(1 if session.display else 3)]
    for thread in threads:
        thread.start()
    try:
        session.set(style)
        time.sleep(0.3)
    finally:
        done.set()
        for thread in threads:
            thread.join()
    return set(seen), changed[-1]


def gnome(make):
    """The real settings of GNOME, with a process that is called gnome-shell."""
    with make(None) as session:
        schema = "org.gnome.desktop.background"
        shell = session.folder / "gnome-shell"
        shutil.copy("/bin/sleep", shell)
        session.start(str(shell), "99")

        def values():
            keys = ("picture-uri", "picture-uri-dark")
            return [session.run("gsettings", "get", schema, key).strip() for key in keys]

        session.run("gsettings", "set", schema, "picture-uri", "'file:///own%20one.png'")
        before = values()
        paths = {}
        for style in PAINTED:
            paths[style] = session.folder / f"a {style} picture.png"
            paths[style].write_text("")
            session.run("nightctl", "prefs", "write", f"wallpaper.{style}", str(paths[style]))
        session.run("nightctl", "programs", "on", "wallpaper")
        wanted = [f"'file://{str(paths[style]).replace(' ', '%20')}'" for style in ("light", "dark")]
        for style in ("dark", "light"):
            session.set(style)
            if values() != wanted:
                raise Failed(f"the settings are {values()}")
        session.run("nightctl", "programs", "off", "wallpaper")
        if values() != before:
            raise Failed(f"off did not restore {before}: {values()}")
        return {"version": ["gsettings", "--version"], "how": "its settings only"}


WAYBAR = '{"height": 30, "modules-left": ["sway/workspaces"], "modules-center": ["clock"]}'
POLYBAR = """[bar/one]
width = 100%
height = 24
background = ${nightd.surfaceVariant}
foreground = ${nightd.onSurface}
modules-left = date
override-redirect = true
[module/date]
type = internal/date
date = %H:%M"""
SWAY = "default_border normal 4\nbar {\n  position top\n}\nclient.focused #aa0000 #aa0000 #ffffff\n"

TRIALS = {
    "waybar": trial(
        "waybar", {
            ".config/waybar/config": WAYBAR,
            # nightd keeps a bar's transparency, and the system's bar is half transparent; the pixel needs an
            # opaque bar.
            ".config/waybar/style.css": copy("/etc/xdg/waybar/style.css")
            + b"window#waybar { background-color: #2b303b; }\n",
        },
        "surfaceVariant", (600, 5), lambda session: session.start("waybar"), screen="sway",
    ),
    "polybar": trial(
        "polybar", {".config/polybar/config.ini": POLYBAR}, "surfaceVariant", (600, 5),
        lambda session: session.start("polybar", "one"),
    ),
    "rofi": trial(
        "rofi", {".config/rofi/config.rasi": b'configuration { modi: "run"; }\r\n@theme "Arc-Dark"'},
        "primary", (400, 155), lambda session: session.start("rofi", "-show", "run"), again=True,
        version=["rofi", "-version"],
    ),
    "wofi": trial(
        "wofi", {}, "surface", (400, 400), lambda session: session.start("wofi", "--show", "run"),
        screen="sway", again=True,
    ),
    "dunst": trial(
        "dunst", {".config/dunst/dunstrc": copy("/etc/xdg/dunst/dunstrc")},
        "surfaceVariant", (740, 60), notified("dunst"), again=True,
    ),
    "swaync": trial(
        "swaync", {}, "surfaceVariant", (700, 25), notified("swaync"), screen="sway",
        version=["dpkg-query", "-W", "sway-notification-center"],
    ),
    "i3": trial(
        "i3", {".config/i3/config": "# i3 config file (v4)\nfont pango:monospace 8\nbar {\n}"},
        "primary", (600, 5), i3,
    ),
    "sway": trial(
        "sway", {".config/sway/config": SWAY}, "primary", (600, 30), foot, screen=sway,
    ),
    "wallpaper-sway": wallpaper("sway", ["swaybg", "--version"], is_sway=True),
    "wallpaper-feh": wallpaper("x11", ["feh", "--version"]),
    "wallpaper-gnome": gnome,
}
