#!/usr/bin/env python3
"""Shows that nightd leaves a machine without toolkits alone.

usage: idle.py PROGRAMS    PROGRAMS is the folder of nightd and nightctl

A fresh home has no settings of any toolkit, PATH has only the core utilities, a shell and nightctl, and the
libraries of GTK and the schema of GNOME's settings are hidden. Then the style is flipped a few times, with and
without a screen. nightd must start no program, write no file outside its own folders, and log only the changes.

In the control a settings file exists, and the checks must detect that nightd starts a program and writes this file.
"""

import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "Programs"))
sys.dont_write_bytecode = True

from session import OTHER, Failed, Session, close_on_signal, enter  # noqa: E402

FLIPS = 4
# nightd applies the style to other programs after the command has ended.
SETTLING = 1.5
OWN = {
    "home/.local/state/nightd", "home/.config/nightd", "home/.local/share/nightd", "home/.cache/nightd",
    "run/nightd", "run/bus",
}
LIBRARIES = ("libgtk-3.so.0", "libgtk-4.so.1")
SCHEMA = "glib-2.0/schemas/org.gnome.desktop.interface.gschema.xml"
SETTINGS = ".config/gtk-3.0/settings.ini"
LINE = re.compile(r"nightd: (ready: the style is (light|dark) \(.*\)|the style is now (light|dark) \(as chosen\))")


def bare_path(folder, programs):
    """Makes a folder with links to the core utilities, a shell and nightctl."""
    path = folder / "path"
    path.mkdir()
    listed = subprocess.run(["dpkg", "-L", "coreutils", "dash"], stdout=subprocess.PIPE, text=True).stdout
    for file in map(pathlib.Path, listed.splitlines()):
        if file.parent.name == "bin" and file.is_file():
            (path / file.name).symlink_to(file)
    (path / "nightctl").symlink_to(programs / "nightctl")
    return path


class Bare(Session):
    """A session in which nightd finds no toolkit; strace records each program that nightd starts."""

    def __init__(self, programs, screen, has_settings):
        self.programs, self.has_settings = programs, has_settings
        super().__init__(programs, screen)

    def start_nightd(self):
        if self.has_settings:
            self.write(SETTINGS, "[Settings]\ngtk-theme-name=HighContrast\n")
        self.before = self.contents()
        self.trace = self.folder / "trace"
        usual = self.env
        self.env = usual | {"PATH": str(bare_path(self.folder, self.programs))}
        self.nightd = self.start(
            "/usr/bin/strace", "-f", "-qq", "-e", "trace=execve,execveat", "-e", "signal=none",
            "-o", str(self.trace), str(self.programs / "nightd"),
        )
        self.env = usual

    def contents(self):
        """Each file below the home and runtime folders, with its bytes, except nightd's own files."""
        found = {}
        for top in (self.home, self.runtime):
            for path in top.rglob("*"):
                name = str(path.relative_to(self.folder))
                is_own = any(name == own or name.startswith(own + "/") for own in OWN)
                # The folders above nightd's own folders may be new, too.
                if not is_own and not any(own.startswith(name + "/") for own in OWN):
                    found[name] = path.read_bytes() if path.is_file() else None
        return found

    def started(self):
        """Each program that nightd or its children started; the first is nightd itself."""
        lines = self.trace.read_text().splitlines()
        return [line.split(" ", 1)[1].strip() for line in lines if line.endswith(" = 0")]

    def log(self, name):
        return next(self.folder.glob(f"*-{name}.log")).read_text()

    def problems(self, flips):
        found = []
        after = self.contents()
        for name in sorted(self.before.keys() | after.keys()):
            if self.before.get(name, 0) != after.get(name, 0):
                found.append(f"{name} was written")
        # Leave out the first program, which is nightd itself.
        found += [f"started: {line}" for line in self.started()[1:]]
        found += [f"the bus started: {line}" for line in self.log("dbus-daemon").splitlines() if "Activating" in line]
        lines = self.log("strace").splitlines()
        found += [f"logged: {line}" for line in lines if not LINE.fullmatch(line)]
        if len(lines) != flips + 1:
            found.append(f"logged {len(lines)} lines")
        left = subprocess.run(
            ["pgrep", "-P", str(self.nightd.pid)], stdout=subprocess.PIPE, text=True
        ).stdout.split()
        children = [
            child for pid in left for task in pathlib.Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
        if len(left) != 1 or children:
            found.append(f"{len(left)} nightd with {len(children)} children left")
        return found


def tried(programs, screen, has_settings=False, flips=FLIPS):
    with Bare(programs, screen, has_settings) as session:
        time.sleep(SETTLING)
        style = "light"
        for _ in range(flips):
            style = OTHER[style]
            session.run("nightctl", "set", style)
            time.sleep(SETTLING)
        return session.problems(flips)


def main():
    programs = pathlib.Path(sys.argv[1]).resolve()
    wrong = False
    for screen in (None, "x11"):
        try:
            problems = tried(programs, screen)
        except Failed as why:
            problems = [str(why)]
        wrong |= bool(problems)
        print(f"{screen or 'no screen'}, {FLIPS} flips: " + (
            "**" + "; ".join(problems) + "**" if problems
            else "nothing started, nothing written, nothing else logged"), flush=True)
    # The control ends with dark: the file is as before when it is light again.
    noticed = tried(programs, None, has_settings=True, flips=FLIPS - 1)
    is_noticed = any(f"{SETTINGS} was written" in it for it in noticed) and any(
        it.startswith("started") for it in noticed)
    wrong |= not is_noticed
    print("control, with a settings file: " + (
        "a write and a started program are noticed" if is_noticed else f"**noticed only: {noticed}**"))
    return 1 if wrong else 0


def hide_libraries():
    """Hides GTK and GNOME's settings from this process and from the processes that it starts."""
    # The layers disappear with the mount namespace.
    layers = pathlib.Path("/mnt")
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", layers], check=True)
    found = [path for name in LIBRARIES for path in pathlib.Path("/usr/lib").glob(f"*/{name}")]
    found += [path for path in (pathlib.Path(top) / SCHEMA for top in ("/usr/share", "/usr/local/share")) if path.exists()]
    for number, folder in enumerate(sorted({path.parent for path in found})):
        upper, work = layers / f"{number}", layers / f"{number}.work"
        upper.mkdir()
        work.mkdir()
        options = f"lowerdir={folder},upperdir={upper},workdir={work}"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, folder], check=True)
    for path in found:
        path.unlink()


if __name__ == "__main__":
    enter(__file__, "--root")
    close_on_signal()
    hide_libraries()
    sys.exit(main())
