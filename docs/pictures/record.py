#!/usr/bin/env python3
"""Records how `nightctl set dark` switches a sway desktop, as docs/pictures/desktop.gif.

usage: record.py PROGRAMS PICTURE

Sway refuses to run as root, so run this as a user. PROGRAMS is the folder of nightd and nightctl. Nothing is drawn by hand: a headless sway runs the real
programs, a virtual keyboard types the commands, and `grim` takes the pictures.
"""

import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(1, str(ROOT / "Tests" / "Programs"))
sys.dont_write_bytecode = True

from session import Session  # noqa: E402

WIDTH, HEIGHT = 1120, 700
PROGRAMS = ("foot", "waybar", "neovim", "sway")
SWIFT = """\
import NightKit

let night = Night()

// The first value, then each change.
for await appearance in night.appearances {
  window.background = appearance[.surface]
  window.title = "\\(appearance.style)"
}
"""
NOTES = """\
Light by day, dark by night

The theme of the desktop changes, and every window changes with it: \
this one, the files, the terminal, the editor and the bar.
"""
WAYBAR = """\
{
  "height": 30,
  "modules-left": ["sway/workspaces"],
  "modules-center": ["clock"],
  "modules-right": ["custom/night"],
  "clock": {"format": "{:%A, %H:%M}"},
  "custom/night": {"exec": "nightctl watch --format waybar", "return-type": "json"}
}
"""
STYLE = "* { font-family: 'DejaVu Sans'; font-size: 13px; border: none; } label { padding: 0 12px; }\n"
FOOT = "[main]\nfont=DejaVu Sans Mono:size=9\npad=10x8\n"
# The windows, from the left to the right and from the top to the bottom.
PLACES = {
    "editor": (12, 42, 542, 400),
    "shell": (12, 454, 542, 234),
    "gtk3": (566, 42, 542, 400),
    "notes": (566, 454, 542, 234),
}


WINDOWS = {"editor": "editor", "gtk3": "thunar", "notes": "org.gnome.TextEditor", "shell": "shell"}


def place(session, criterion, name):
    x, y, width, height = PLACES[name]
    command = (
        f"[{criterion}] floating enable, border pixel 2, "
        f"resize set {width} px {height} px, move absolute position {x} px {y} px"
    )
    session.wait(lambda: "rror" not in session.run("swaymsg", command, check=False), name)


def shoot(session, folder, frames):
    path = folder / f"{len(frames):03}.png"
    session.run("grim", str(path))
    frames.append((path, time.monotonic()))


def watch(session, folder, frames, seconds):
    """Takes pictures one after the other for some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        shoot(session, folder, frames)


def main():
    programs, picture = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    with Session(programs, "sway") as session:
        session.write(".config/waybar/config", WAYBAR)
        session.write(".config/waybar/style.css", STYLE)
        session.write(".config/foot/foot.ini", FOOT)
        session.write(".config/nvim/init.vim", "set number noshowmode laststatus=0 noruler\n")
        session.write("main.swift", SWIFT)
        session.write("notes.txt", NOTES)
        session.write(".bashrc", "PS1='$ '\n")
        for name in ("Documents", "Music", "Pictures", "Public", "Templates", "Videos"):
            (session.home / name).mkdir()
        session.run("swaymsg", f"output HEADLESS-1 resolution {WIDTH}x{HEIGHT} bg #7b88a1 solid_color")
        session.run("swaymsg", "focus_follows_mouse no")
        session.run("nightctl", "set", "light")
        for name in PROGRAMS:
            session.run("nightctl", "programs", "on", name, check=False)
        session.run("xfconf-query", "-c", "thunar", "-np", "/last-location-bar", "-t", "string", "-s", "void")
        session.start("waybar")
        session.start("foot", "--app-id=editor", "nvim", "main.swift")
        session.start("thunar", "Pictures/..")
        session.start("gnome-text-editor", "--standalone", "notes.txt")
        session.start("foot", "--app-id=shell", "bash")
        # Twice, because a window may change its size while it opens.
        for _ in range(2):
            for name, criterion in WINDOWS.items():
                place(session, f"app_id={criterion}", name)
            time.sleep(2)
        session.run("swaymsg", "[app_id=shell] focus")
        session.run("swaymsg", "seat seat0 cursor set 0 0")
        time.sleep(3)
        folder, frames = session.folder, []
        for style in ("dark", "light"):
            typing = session.start("wtype", "-d", "70", "-s", "600", f"nightctl set {style}", "-s", "400", "-k", "Return")
            while typing.poll() is None:
                shoot(session, folder, frames)
            watch(session, folder, frames, 2.5)
        print(len(frames), "pictures")
        write(frames, picture)


def write(frames, picture):
    """Joins the pictures, each of which is shown until the next different one."""
    shown = []
    for path, when in frames:
        content = path.read_bytes()
        if not shown or shown[-1][1] != content:
            shown.append((path, content, when))
    arguments = []
    for index, (path, _, when) in enumerate(shown):
        after = shown[index + 1][2] if index + 1 < len(shown) else when + 2
        arguments += ["-delay", str(max(4, round((after - when) * 100))), str(path)]
    subprocess.run(
        ["convert", *arguments, "-loop", "0", "-layers", "Optimize", "-colors", "128", str(picture)],
        check=True,
    )


if __name__ == "__main__":
    main()
