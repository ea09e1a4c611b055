"""Trials of editors: the background of a real window."""

import os
import pathlib
import signal

from session import BACKGROUND, Failed, near

SOURCE = "// A greeting.\nint main(void) {\n  return puts(\"hello\") + 42;\n}\n"
PICTURES = os.environ.get("NIGHTD_PICTURES")  # A folder for screenshots, to look at.


def window(session, style, x=400, y=300):
    return lambda: near(session.pixel(x, y), BACKGROUND[style])


def own(session, x=400, y=300):
    """Whether the window has a background that is none of nightd's."""

    def condition():
        pixel = session.pixel(x, y)
        return pixel is not None and not any(near(pixel, color) for color in BACKGROUND.values())

    return condition


def picture(session, name):
    if PICTURES:
        session.screenshot(str(pathlib.Path(PICTURES) / f"{name}.png"))


def editor(name, files, commands, version, type_first=""):
    """An editor in a window: started dark, live both ways, and switched off.

    `commands` are the programs to start: one before the reaction is on (or None), and one after.
    """

    def trial(make):
        with make("x11") as session:
            for path, text in files.items():
                session.write(path, text)
            session.write("hello.c", SOURCE)
            session.env["TMPDIR"] = str(session.runtime)
            before = session.files()
            session.set("dark")
            early = session.start(*commands[0]) if commands[0] else None
            if early:
                session.wait(lambda: ready(session), f"{name} to start")
            session.run("nightctl", "reactions", "on", name)
            if early:
                session.wait(window(session, "dark"), f"the running {name} to turn dark")
                stop(session, early)
            program = session.start(*commands[1])
            session.wait(window(session, "dark"), f"{name} to start dark")
            picture(session, f"{name}-dark")
            times = {}
            for style in ("light", "dark", "light"):
                session.set(style)
                times[style] = session.wait(window(session, style), f"{name} to turn {style}")
                if program.poll() is not None:
                    raise Failed(f"{name} ended")
            picture(session, f"{name}-light")
            stopped(session, program, name)
            session.run("nightctl", "reactions", "off", name)
            after = session.wait(own(session), f"{name} to get its own colours back")
            if session.files() != before:
                raise Failed("off did not restore the user's files")
            if program.poll() is not None:
                raise Failed(f"{name} ended")
            return {"version": version, **times, "how": f"live; its own colours after {after:.0f} ms"}

    return trial


def ready(session):
    """Whether a Neovim listens: version 0.7 below the folder for temporary files."""
    return [*session.runtime.glob("nvim.*"), *session.runtime.glob("nvim*/0")]


def stop(session, program):
    program.terminate()
    program.wait(5)
    session.wait(lambda: session.pixel(400, 300) == (0, 0, 0), "the window to close")


def stopped(session, program, name):
    """A stopped editor gets the colours when it continues, and nothing waits for it."""
    found = session.run("pgrep", "-g", str(program.pid), "-x", name[-3:] if "vim" in name else name)
    numbers = [int(number) for number in found.split()]
    for number in numbers:
        os.kill(number, signal.SIGSTOP)
    session.set("dark")
    for number in numbers:
        os.kill(number, signal.SIGCONT)
    session.wait(window(session, "dark"), f"{name} to turn dark when it continues")


def kitty(*command):
    return ("kitty", "-o", "background=#330000", "-o", "remember_window_size=no", *command)


TRIALS = {
    # An own colour scheme and, at the end, no line end.
    "neovim": editor(
        "neovim", {".config/nvim/init.lua": "vim.cmd('colorscheme desert')"},
        (kitty("nvim", "hello.c"), kitty("nvim", "hello.c")), ["nvim", "--version"],
    ),
    "vim": editor(
        "vim", {".vimrc": "syntax on\ncolorscheme desert"},
        (None, kitty("vim", "hello.c")), ["vim", "--version"],
    ),
    "emacs": editor(
        "emacs", {".emacs.d/init.el": "(load-theme 'wombat t)\n(setq inhibit-splash-screen t)"},
        (None, ("emacs", "hello.c")), ["emacs", "--version"],
    ),
}
