"""A private session for the window: a screen, a bus, a home, and the real nightd."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

import gi

gi.require_version("Atspi", "2.0")


def wait(what, condition, seconds=15):
    """Returns the first true value of condition(), or fails after a time limit."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not happen within {seconds} s")
        time.sleep(0.05)


class Desk:
    """Starts a screen and a bus, and ends them at the end of `with`."""

    def __init__(self, prefix, width=1000, height=760, language="", zone="Europe/Berlin", has_nightd=True):
        self.prefix = pathlib.Path(prefix)
        self.width, self.height = width, height
        self.language, self.zone, self.has_nightd = language, zone, has_nightd
        self.processes = []

    def __enter__(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="nightd-settings-"))
        (self.home / "run").mkdir(mode=0o700)
        reading, writing = os.pipe()
        self.start(
            # Without -noreset, the screen would vanish for a moment after its first client ends.
            ["Xvfb", "-noreset", "-displayfd", str(writing), "-screen", "0",
             f"{self.width}x{self.height}x24"],
            env=os.environ,
            pass_fds=[writing],
        )
        os.close(writing)
        with os.fdopen(reading) as numbers:
            display = ":" + numbers.readline().strip()
        self.environment = {
            "DISPLAY": display,
            "GSK_RENDERER": "cairo",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "LANGUAGE": self.language,
            "PATH": f"{self.prefix}/bin:/usr/local/bin:/usr/bin:/bin",
            "TZ": self.zone,
            "XDG_CONFIG_DIRS": str(self.home / "xdg"),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_DATA_DIRS": f"{self.prefix if self.has_nightd else self.home}/share:/usr/share",
            "XDG_DATA_HOME": str(self.home / ".local/share"),
            "XDG_RUNTIME_DIR": str(self.home / "run"),
            "XDG_STATE_HOME": str(self.home / ".local/state"),
        }
        self.bus = self.start(
            ["dbus-daemon", "--session", "--nofork", "--print-address=1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.bus.stdout.readline().strip()
        # The accessibility library reads the environment of this process.
        os.environ.update(self.environment)
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
        shutil.rmtree(self.home, ignore_errors=True)

    def start(self, arguments, **options):
        process = subprocess.Popen(arguments, **{"env": getattr(self, "environment", None), **options})
        self.processes.append(process)
        return process

    def nightctl(self, *arguments, check=True):
        done = subprocess.run(
            [str(self.prefix / "bin/nightctl"), *arguments],
            env=self.environment, capture_output=True, text=True, timeout=30, check=False,
        )
        if check and done.returncode:
            raise AssertionError(f"nightctl {' '.join(arguments)}: {done.stderr}")
        return done.stdout.strip()

    def status(self):
        return json.loads(self.nightctl("status", "--json"))

    def rules(self):
        return json.loads(self.nightctl("schedule", "list", "--json"))["rules"]

    def program(self, name):
        programs = json.loads(self.nightctl("programs", "--json"))["programs"]
        return next(program for program in programs if program["name"] == name)

    def owner(self, name):
        """The process that owns a name of the bus; 0 if nobody does."""
        done = subprocess.run(
            ["busctl", "--user", "call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus",
             "GetConnectionUnixProcessID", "s", name],
            env=self.environment, capture_output=True, text=True, check=False,
        )
        return int(done.stdout.split()[1]) if done.returncode == 0 else 0

    def lock(self, key, value):
        """Locks a preference as an administrator would."""
        folder = self.home / "xdg/nightd"
        folder.mkdir(parents=True)
        (folder / "config.json5").write_text(json.dumps({key: value}))
        (folder / "locks").write_text(key + "\n")

    def picture(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["import", "-window", "root", str(path)], env=self.environment, check=True)

    def is_dark(self, path):
        """Whether the middle of the window is dark."""
        self.picture(path)
        mean = subprocess.run(
            ["convert", str(path), "-crop", "300x300+400+200", "-colorspace", "gray",
             "-format", "%[fx:mean]", "info:"],
            capture_output=True, text=True, check=True,
        )
        return float(mean.stdout) < 0.5

    def key(self, *keys):
        subprocess.run(["xdotool", "key", *keys], env=self.environment, check=True)

    def type(self, text):
        subprocess.run(["xdotool", "type", text], env=self.environment, check=True)
