"""Trials of terminals: the background of a real window."""

from session import BACKGROUND, Failed, near


def window(session, style, x=200, y=200):
    return lambda: near(session.pixel(x, y), BACKGROUND[style])


def terminal(name, config, text, command, screen="x11", version=None, picture=None):
    """A terminal whose window is at (200, 200): started dark, live both ways, and switched off."""

    def trial(make):
        with make(screen) as session:
            session.write(config, text)
            before = session.files()
            session.set("dark")
            session.run("nightctl", "reactions", "on", name)
            program = session.start(*command)
            session.wait(window(session, "dark"), f"{name} to start dark")
            times = {}
            for style in ("light", "dark"):
                session.set(style)
                times[style] = session.wait(window(session, style), f"{name} to turn {style}")
                if program.poll() is not None:
                    raise Failed(f"{name} ended")
            session.run("nightctl", "reactions", "off", name)
            if session.files() != before:
                raise Failed("off did not restore the user's files")
            return {"version": version or [command[0], "--version"], **times, "how": "live"}

    return trial


TRIALS = {
    # No line end at the end of the file: `off` must not add one.
    "kitty": terminal("kitty", ".config/kitty/kitty.conf", "font_size 10", ["kitty", "sleep", "60"]),
}
