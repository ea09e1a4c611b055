"""instructions.py check|write: counts the instructions of nightd's daily work with callgrind.

`check` compares the counts with bench/instructions.tsv and fails if one is more than 3 % higher.
`write` writes the counts into that file. The load of the machine does not change the counts, but
another C library or another processor does. So compare counts of the same machine only.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join(ROOT, "bench/instructions.tsv")
RELEASE = os.path.join(ROOT, ".build/release")
# How many times the table's count a count may be.
MOST = 1.03
# The daemon's threads take turns in another order in each run, so the lowest count is taken.
RUNS = 3
SETS = 40
LOOKUPS = 1000
PROGRAMS = "alacritty dunst fish foot helix kitty rofi tmux vim waybar".split()
# The files in a home of somebody who uses these programs, GTK, Qt and KDE's programs.
FILES = {
    ".config/alacritty/alacritty.toml": "[window]\nopacity = 0.9\n",
    ".config/dunst/dunstrc": "[global]\n    font = Monospace 10\n",
    ".config/fish/config.fish": "set -g fish_greeting\n",
    ".config/foot/foot.ini": "font=monospace:size=11\n\n[scrollback]\nlines=10000\n",
    ".config/helix/config.toml": '[editor]\nline-number = "relative"\n',
    ".config/kitty/kitty.conf": "font_size 11.0\nenable_audio_bell no\n",
    ".vimrc": "set number\nsyntax on\n",
    ".config/rofi/config.rasi": 'configuration { modi: "drun,run"; }\n',
    ".config/waybar/style.css": "* { font-family: monospace; }\n#clock { padding: 0 4px; }\n",
    ".tmux.conf": "set -g mouse on\nset -g base-index 1\n",
    ".config/gtk-3.0/settings.ini": "[Settings]\ngtk-font-name=Sans 10\n",
    ".config/gtk-4.0/settings.ini": "[Settings]\ngtk-font-name=Sans 10\n",
    ".config/qt6ct/qt6ct.conf": "[Appearance]\nstyle=Fusion\n",
    ".config/kdeglobals": "[General]\nfixed=Hack,10\n",
}


class Session:
    """A home and a bus of their own, with a copy of the built programs."""

    def __init__(self):
        # All paths have the same length in each run, because the length changes the counts.
        self.work = tempfile.mkdtemp(prefix="nightd-count.", dir="/tmp")
        for folder in ("daemon", "bin", "lib", "home", "run", "share"):
            os.mkdir(f"{self.work}/{folder}", 0o700)
        # nightd finds no nightctl beside itself, so it does not apply programs by itself.
        shutil.copy(f"{RELEASE}/nightd", f"{self.work}/daemon/nightd")
        shutil.copy(f"{RELEASE}/nightctl", f"{self.work}/bin/nightctl")
        os.symlink(f"{RELEASE}/libnightkit.so", f"{self.work}/lib/libnightkit.so.0")
        shutil.copytree(f"{ROOT}/data/programs", f"{self.work}/share/nightd/programs")
        shutil.copytree(f"{ROOT}/data/themes", f"{self.work}/share/nightd/themes")
        shutil.copy(f"{ROOT}/data/followers", f"{self.work}/share/nightd/followers")
        for name in PROGRAMS + ["hx", "qt6ct"]:
            os.symlink("/bin/true", f"{self.work}/bin/{name}")
        self.environment = {
            "HOME": f"{self.work}/home",
            "XDG_RUNTIME_DIR": f"{self.work}/run",
            "PATH": f"{self.work}/bin",
            "LANG": "C.UTF-8",
            "LD_LIBRARY_PATH": f"{self.work}/lib",
            "GSETTINGS_BACKEND": "memory",
        }
        self.bus = subprocess.Popen(
            ["/usr/bin/dbus-daemon", "--session", "--nofork", "--print-address=1", "--nosyslog"],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        address = self.bus.stdout.readline().strip()
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = address

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.bus.kill()
        self.bus.wait()
        shutil.rmtree(self.work)

    def counting(self, command, *options):
        tool = ["/usr/bin/valgrind", "--tool=callgrind", "--callgrind-out-file=" + self.out]
        return [*tool, *options, *command]

    @property
    def out(self):
        return f"{self.work}/counts"

    def run(self, command, is_counted, *options):
        """Runs a command; returns the number of its instructions if `is_counted`."""
        ran = subprocess.run(
            self.counting(command, *options) if is_counted else command,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if ran.returncode != 0:
            raise SystemExit(f"{' '.join(command)} ended with {ran.returncode}\n{ran.stderr}")
        return self.total() if is_counted and not options else None

    def nightctl(self, *arguments, is_counted=False):
        return self.run([f"{self.work}/bin/nightctl", *arguments], is_counted)

    def colors(self, number):
        """The instructions of the thread that looks up this number of colours.

        NightKit's following thread is left out: how far it gets before the program ends depends on
        the load of the machine.
        """
        command = [f"{ROOT}/.build/bench/colors", str(number)]
        self.run(command, True, "--separate-threads=yes")
        return self.total(f"{self.out}-01")

    def total(self, file=None):
        with open(file or self.out) as counts:
            found = re.search(r"^(?:totals|summary): (\d+)", counts.read(), re.MULTILINE)
        return int(found[1])

    def during_daemon(self, work, is_counted=False):
        """Does the work while nightd runs; returns the number of nightd's instructions."""
        command = [f"{self.work}/daemon/nightd"]
        daemon = subprocess.Popen(
            self.counting(command) if is_counted else command,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait = ["/usr/bin/gdbus", "wait", "--session", "--timeout", "60", "org.nightd.Night1"]
            self.run(wait, False)
            # On a busy machine, valgrind's first answer takes longer than nightctl waits.
            ping = ["/usr/bin/dbus-send", "--print-reply", "--reply-timeout=60000"]
            ping += ["--dest=org.nightd.Night1", "/org/nightd/Night1"]
            self.run([*ping, "org.freedesktop.DBus.Peer.Ping"], False)
            self.nightctl("get", "--bus")
            work()
        finally:
            daemon.send_signal(signal.SIGTERM)
            code = daemon.wait(60)
        if code != 0:
            raise SystemExit(f"nightd ended with {code}")
        return self.total() if is_counted else None


def measure(session):
    counts = {}

    def sets():
        for number in range(SETS):
            session.nightctl("set", ("dark", "light")[number % 2])

    def commands():
        for arguments in (["get"], ["get", "--bus"], ["set", "dark"]):
            session.nightctl("set", "light")
            count = session.nightctl(*arguments, is_counted=True)
            counts[" ".join(["nightctl", *arguments])] = count
        apply = ["programs", "apply"]
        counts["apply, no program on"] = session.nightctl(*apply, is_counted=True)
        for path, text in FILES.items():
            path = f"{session.work}/home/{path}"
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text)
        session.nightctl("programs", "on", *PROGRAMS)
        session.nightctl(*apply)
        session.nightctl("set", "light")
        counts["apply, ten programs and three toolkits"] = session.nightctl(
            *apply, is_counted=True
        )
        counts["apply, the same style again"] = session.nightctl(*apply, is_counted=True)
        first = session.colors(1)
        counts["the first colour in a program"] = first
        counts[f"{LOOKUPS} more colours"] = session.colors(LOOKUPS + 1) - first

    start = session.during_daemon(lambda: None, is_counted=True)
    counts["start and end of nightd"] = start
    counts["one set in nightd"] = (session.during_daemon(sets, is_counted=True) - start) // SETS
    session.during_daemon(commands)
    return counts


def lowest():
    counts = {}
    for _ in range(RUNS):
        with Session() as session:
            for name, count in measure(session).items():
                counts[name] = min(count, counts.get(name, count))
    return counts


def main(mode):
    counts = lowest()
    if mode == "write":
        with open(TABLE, "w") as table:
            table.writelines(f"{count}\t{name}\n" for name, count in counts.items())
        return 0
    with open(TABLE) as table:
        known = {name: int(count) for count, name in (line.rstrip("\n").split("\t") for line in table)}
    if known.keys() != counts.keys():
        raise SystemExit("bench/instructions.tsv has other rows: run make bench-counts")
    code = 0
    print("| what | instructions | in the table | ratio | |\n| --- | --- | --- | --- | --- |")
    for name, count in counts.items():
        ratio = count / known[name]
        verdict = "**over**" if ratio > MOST else ""
        print(f"| {name} | {count:,} | {known[name]:,} | {ratio:.3f} | {verdict} |")
        code = 1 if verdict else code
    return code


if __name__ == "__main__":
    if sys.argv[1:] not in (["check"], ["write"]):
        raise SystemExit(__doc__)
    sys.exit(main(sys.argv[1]))
