"""Trials of editors: the background of a real window."""

import os
import pathlib
import signal

from session import BACKGROUND, Failed, near

SOURCE = "// A greeting.\nint main(void) {\n  return puts(\"hello\") + 42;\n}\n"
PICTURES = os.environ.get("NIGHTD_PICTURES")  # A folder for screenshots, to look at.


def window(session, style, x=400, y=300):
    return lambda: near(session.pixel(x, y), BACKGROUND[style])


def picture(session, name):
    if PICTURES:
        session.screenshot(str(pathlib.Path(PICTURES) / f"{name}.png"))


def editor(name, own, files, commands, version):
    """An editor in a window: it starts dark, changes to light and back while it runs, and is switched off.

    `own` is the background of the user's own colour scheme. `commands` are the programs to start: one before the program is on (or None), and one after.
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
            session.run("nightctl", "programs", "on", name)
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
            session.run("nightctl", "programs", "off", name)
            after = session.wait(lambda: near(session.pixel(400, 300), own), f"{name} to get its own colours back")
            if not is_restored(session, before):
                raise Failed("off did not restore the user's files")
            if program.poll() is not None:
                raise Failed(f"{name} ended")
            return {"version": version, **times, "how": f"live; its own colours after {after:.0f} ms"}

    return trial


def ready(session):
    """Whether a Neovim listens: version 0.7 below the folder for temporary files."""
    return [*session.runtime.glob("nvim.*"), *session.runtime.glob("nvim*/0")]


def is_restored(session, before):
    """Whether the user's files are as before, and no file of nightd's is left."""
    after = session.files()
    mine = all(after.get(path) == text for path, text in before.items())
    return mine and not any("nightd" in path for path in after)


def stop(session, program):
    program.terminate()
    program.wait(5)
    session.wait(lambda: session.pixel(400, 300) == (0, 0, 0), "the window to close")


def stopped(session, program, name):
    """A stopped editor gets the colours when it continues, and nothing waits for the editor."""
    numbers = descendants(program.pid)
    for number in numbers:
        os.kill(number, signal.SIGSTOP)
    session.set("dark")
    for number in numbers:
        os.kill(number, signal.SIGCONT)
    session.wait(window(session, "dark"), f"{name} to turn dark when it continues")


def kate(make):
    """Kate with nightd's theme chosen; Kate reads themes only when it starts."""
    with make("x11") as session:
        chosen = "[KTextEditor Renderer]\nAuto Color Theme Selection=false\nColor Theme=nightd\n"
        session.write(".config/katerc", chosen)
        session.write("hello.c", SOURCE)
        session.run("nightctl", "programs", "on", "kate")
        for style in ("dark", "light"):
            session.set(style)
            # Kate may start faster than nightd's update, which waits for the one after `on`.
            session.run("nightctl", "programs", "apply")
            program = session.start("kate", "-n", "-b", "hello.c")
            session.wait(window(session, style), f"Kate to start {style}")
            picture(session, f"kate-{style}")
            session.set("dark")
            if program.poll() is not None:
                raise Failed("Kate ended")
            stop(session, program)
        session.run("nightctl", "programs", "off", "kate")
        if any("nightd" in path for path in session.files()):
            raise Failed("off left a file")
        return {"version": ["dpkg-query", "-W", "kate"], "how": "at its start"}


def descendants(number):
    """The descendants of a process, or the process itself if it has none."""
    children = pathlib.Path(f"/proc/{number}/task/{number}/children").read_text().split()
    return [int(child) for child in children] or [number]


def kitty(*command):
    return ("kitty", "-o", "background=#330000", "-o", "remember_window_size=no", *command)


TRIALS = {
    # The user's file has its own colour scheme, and no line end at its end.
    "neovim": editor(
        "neovim", (51, 0, 0), {".config/nvim/init.lua": "vim.cmd('colorscheme desert')"},
        (kitty("nvim", "-n", "hello.c"), kitty("nvim", "-n", "hello.c")), ["nvim", "--version"],
    ),
    "vim": editor(
        "vim", (78, 78, 78), {".vimrc": "syntax on\ncolorscheme desert"},
        (None, kitty("vim", "-n", "hello.c")), ["vim", "--version"],
    ),
    "emacs": editor(
        "emacs", (36, 36, 36), {".emacs.d/init.el": "(load-theme 'wombat t)\n(setq inhibit-splash-screen t)"},
        (None, ("emacs", "hello.c")), ["emacs", "--version"],
    ),
    "kate": kate,
}
