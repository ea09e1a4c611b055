"""Trials of terminals: the background of a real window."""

import os
import termios

from session import BACKGROUND, Failed, near


def window(session, style, x=200, y=200):
    return lambda: near(session.pixel(x, y), BACKGROUND[style])


def terminal(name, config, text, command, screen="x11", version=None, picture=None):
    """A terminal at (200, 200): it starts dark, changes both ways while it runs, and is switched off."""

    def trial(make):
        with make(screen) as session:
            session.write(config, text)
            before = session.files()
            session.set("dark")
            session.run("nightctl", "programs", "on", name)
            program = session.start(*command)
            session.wait(window(session, "dark"), f"{name} to start dark")
            times = {}
            for style in ("light", "dark"):
                session.set(style)
                times[style] = session.wait(window(session, style), f"{name} to turn {style}")
                if program.poll() is not None:
                    raise Failed(f"{name} ended")
            session.run("nightctl", "programs", "off", name)
            if session.files() != before:
                raise Failed("off did not restore the user's files")
            return {"version": version or [command[0], "--version"], **times, "how": "live"}

    return trial


def all_terminals(make):
    """xterm, together with a terminal that nobody reads and that Ctrl-S has stopped.

    This also colours the other terminals of the user who runs the trial, and resets them at the end.
    """
    with make("x11") as session:
        master, slave = os.openpty()
        program = session.start("xterm", "-geometry", "100x40", "-e", "sleep", "60")
        session.wait(lambda: session.pixel(200, 200) == (255, 255, 255), "xterm to start")
        session.run("nightctl", "programs", "on", "terminals")
        times = {}
        for style in ("dark", "light", "dark"):
            session.set(style)
            times[style] = session.wait(window(session, style), f"xterm to turn {style}")
        termios.tcflow(slave, termios.TCOOFF)
        session.set("light")
        session.wait(window(session, "light"), "xterm to turn light beside a stopped terminal")
        if program.poll() is not None:
            raise Failed("xterm ended")
        session.run("nightctl", "programs", "off", "terminals")
        session.wait(lambda: session.pixel(200, 200) == (255, 255, 255), "xterm's own background")
        os.close(slave)
        os.close(master)
        return {"version": ["xterm", "-version"], "started": "-", **times, "how": "live"}


def tmux(make):
    """A server that already runs before `on`: it gets the colours, and its own values back after `off`."""
    with make(None) as session:
        session.write(".tmux.conf", "set -g status-style 'bg=red,fg=white'")
        before = session.files()
        session.run("tmux", "new-session", "-d", "sleep 60")

        def value(option="status-style"):
            return session.run("tmux", "show", "-gv", option).strip()

        # tmux's server reads its files only after the command that starts it has ended.
        session.wait(lambda: value() == "bg=red,fg=white", "tmux to read the user's file")
        own = value(), value("mode-style"), value("pane-border-style")
        session.run("nightctl", "programs", "on", "tmux")
        times = {}
        file = session.home / ".local/state/nightd/programs/tmux.conf"
        shown = value()
        for style in ("dark", "light", "dark"):
            session.set(style)
            # Before the change, the file and the server also agree, but on the other style.
            times[style] = session.wait(
                lambda: file.exists() and shown != value() and value() in file.read_text(),
                f"tmux to turn {style}, not {value()}",
            )
            shown = value()
        session.run("tmux", "-L", "later", "new-session", "-d", "sleep 60")
        session.wait(
            lambda: session.run("tmux", "-L", "later", "show", "-gv", "status-style").strip() == value(),
            "a new server to have the same colours",
        )
        session.run("nightctl", "programs", "off", "tmux")
        if session.files() != before:
            raise Failed("off did not restore the user's files")
        for options in ([], ["-L", "later"]):
            after = session.run("tmux", *options, "show", "-gv", "status-style").strip()
            if after != own[0]:
                raise Failed(f"off left {after} instead of {own[0]}")
        if (value(), value("mode-style"), value("pane-border-style")) != own:
            raise Failed("off did not restore all options")
        if "nightd" in session.run("tmux", "show", "-g"):
            raise Failed("off left options of nightd")
        for options in ([], ["-L", "later"]):
            session.run("tmux", *options, "kill-server")
        return {"version": ["tmux", "-V"], **times, "how": "live"}


def konsole(make):
    """Konsole needs no line: the running tab changes, and a profile uses nightd's scheme."""
    with make("x11") as session:
        session.set("dark")
        session.run("nightctl", "programs", "on", "konsole")
        program = session.start("konsole", "-p", "ColorScheme=nightd", "-e", "sleep", "60")
        session.wait(window(session, "dark"), "konsole to start dark")
        times = {}
        for style in ("light", "dark"):
            session.set(style)
            times[style] = session.wait(window(session, style), f"konsole to turn {style}")
            if program.poll() is not None:
                raise Failed("konsole ended")
        session.run("nightctl", "programs", "off", "konsole")
        if any("nightd" in name for name in session.files()):
            raise Failed("off left files")
        return {"version": ["dpkg-query", "-Wf", "${Version}", "konsole"], **times, "how": "live"}


TRIALS = {
    # The file has no line end at its end, and `off` must not add one.
    "kitty": terminal("kitty", ".config/kitty/kitty.conf", "font_size 10", ["kitty", "sleep", "60"]),
    "alacritty": terminal(
        "alacritty", ".config/alacritty/alacritty.yml", "font:\n  size: 10\n",
        ["alacritty", "-e", "sleep", "60"],
    ),
    "foot": terminal(
        "foot", ".config/foot/foot.ini", "font=monospace:size=10\n[key-bindings]\n",
        ["foot", "sleep", "60"], screen="sway",
    ),
    "konsole": konsole,
    "terminals": all_terminals,
    "tmux": tmux,
}
