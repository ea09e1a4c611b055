"""Trials of command line programs: their output, and the files that they leave."""

import os
import pathlib

from session import BACKGROUND, Failed, near

SOURCE = "// A greeting.\nint main(void) { return puts(\"hello\"); }\n"


def picture(session, name):
    if folder := os.environ.get("NIGHTD_PICTURES"):
        session.screenshot(str(pathlib.Path(folder) / f"{name}.png"))


def type_text(session, text):
    # Without a window manager, no window has the focus by itself.
    session.run(
        "xdotool", "search", "--onlyvisible", "--class", "kitty", "windowfocus", "--sync", "type",
        "--delay", "20", text,
    )


def in_kitty(name, setup, command, version, typed=None):
    """A program that uses the terminal's 16 colours, in a kitty that follows nightd."""

    def trial(make):
        with make("x11") as session:
            session.write(".config/kitty/kitty.conf", "remember_window_size no")
            session.write("hello.c", SOURCE)
            for path, text in setup.items():
                session.write(path, text)
            before = {path: session.files()[path] for path in setup}
            session.set("dark")
            session.run("nightctl", "programs", "on", "kitty", name)
            program = session.start("kitty", *command)
            session.wait(lambda: near(session.pixel(300, 350), BACKGROUND["dark"]), "kitty, dark")
            if typed:
                type_text(session, typed)
            times = {}
            for style in ("light", "dark", "light"):
                session.set(style)
                times[style] = session.wait(
                    lambda: near(session.pixel(300, 350), BACKGROUND[style]), f"{name}, {style}"
                )
                picture(session, f"{name}-{style}")
            if program.poll() is not None:
                raise Failed(f"{name} ended")
            session.run("nightctl", "programs", "off", name, "kitty")
            after = session.files()
            if any(after.get(path) != text for path, text in before.items()):
                raise Failed("off did not restore the user's files")
            left = [path for path in after if "nightd" in path]
            if left:
                raise Failed(f"off left {left}")
            return {"version": version, **times, "how": "live, with the terminal"}

    return trial


def btop(make):
    """btop's theme file, which version 1.2 reads at its start, and 1.4 and newer also on a signal."""
    with make("x11") as session:
        session.set("dark")
        session.run("nightctl", "programs", "on", "btop")
        window = ("kitty", "-o", "background=#330000", "-o", "font_size=7", "btop")
        begun = session.start(*window)
        shows = lambda style: lambda: near(session.pixel(3, 391), BACKGROUND[style])
        session.wait(shows("dark"), "btop, dark")
        picture(session, "btop-dark")
        session.set("light")
        if begun.poll() is not None:
            raise Failed("btop ended")
        # btop writes its whole configuration when it ends.
        type_text(session, "q")
        begun.wait(5)
        session.start(*window)
        session.wait(shows("light"), "btop, light")
        picture(session, "btop-light")
        session.run("nightctl", "programs", "off", "btop")
        conf = (session.home / ".config/btop/btop.conf").read_text()
        if "nightd" in conf or (session.home / ".config/btop/themes/nightd.theme").exists():
            raise Failed("off left the theme")
        return {"version": ["btop", "--version"], "how": "at its start"}


BASHRC = "export FZF_DEFAULT_OPTS=--reverse\nPS1='$ '"
TRIALS = {
    "bat": in_kitty(
        "bat", {".config/bat/config": "--theme=GitHub\n--style=numbers"},
        ("sh", "-c", "batcat --paging=never hello.c; sleep 60"), ["batcat", "--version"],
    ),
    "fish": in_kitty(
        "fish", {}, ("fish",), ["fish", "--version"],
        typed="echo \"hello\" | nothing $HOME > out # a note",
    ),
    "fzf": in_kitty(
        "fzf", {".bashrc": BASHRC},
        ("bash", "-ic", "ls /usr | fzf --query s"), ["fzf", "--version"],
    ),
    "btop": btop,
}
