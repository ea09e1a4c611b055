"""A user's session for one trial of a program: a fresh home, a bus, nightd and a screen.

A screen is Xvfb ("x11") or a headless sway ("sway"). A trial without a screen passes None.
"""

import ctypes
import json
import os
import pathlib
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# The background colour that each style of the built-in themes shows.
BACKGROUND = {"light": (0xF5, 0xF6, 0xF8), "dark": (0x14, 0x17, 0x1C)}
OTHER = {"light": "dark", "dark": "light"}


def enter(script, *options):
    """Runs the script again through `enter`, unless it already runs there."""
    # Only in the namespaces of `enter` is there a single user.
    with open("/proc/self/uid_map") as users:
        if users.read().split()[2] != "1":
            program = str(pathlib.Path(__file__).with_name("enter"))
            os.execv(program, [program, *options, "/usr/bin/python3", script, *sys.argv[1:]])


def close_on_signal():
    """Lets a signal end the program only after its session is closed."""

    def end(*_):
        # A second signal must not interrupt the end of the session.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sys.exit(1)

    signal.signal(signal.SIGTERM, end)


class Failed(Exception):
    """The program did not do what nightd promises."""


class Session:
    def __init__(self, programs, screen="x11"):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="nightd-program-"))
        self.home = self.folder / "home"
        self.home.mkdir()
        self.runtime = self.folder / "run"
        self.runtime.mkdir(mode=0o700)
        keep = ("LANG", "LC_ALL", "TERM")
        self.env = {key: os.environ[key] for key in keep if key in os.environ}
        self.env |= {
            "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(self.runtime),
            # nightd looks for tmux's servers in this folder, so it must know the folder from its start.
            "TMUX_TMPDIR": str(self.runtime),
            "PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin:/usr/games",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "SHELL": "/bin/sh",
            "NO_AT_BRIDGE": "1",
        }
        self.children = []
        self.display = None
        self.connection = None
        try:
            self._start_bus()
            self._start_screen(screen)
            self.start_nightd()
            self.wait(lambda: self._runs("nightctl", "get"), "nightd to answer")
        except BaseException:
            self.close()
            raise

    # --- starting ------------------------------------------------------------------------

    def _start_bus(self):
        address = f"unix:path={self.runtime}/bus"
        self.env["DBUS_SESSION_BUS_ADDRESS"] = address
        self.start("dbus-daemon", "--session", "--nofork", f"--address={address}")
        self.wait(lambda: (self.runtime / "bus").exists(), "the bus")

    def _start_screen(self, screen):
        if screen == "x11":
            reading, writing = os.pipe()
            self.start(
                "Xvfb", "-displayfd", str(writing), "-screen", "0", "800x600x24", pass_fds=[writing]
            )
            os.close(writing)
            # Read up to the line end, because Xvfb ends if it cannot write all of the line.
            with open(reading) as pipe:
                number = pipe.readline().strip()
            self.env["DISPLAY"] = f":{number}"
            self.env["XDG_SESSION_TYPE"] = "x11"
            self.display = Display(f":{number}")
        elif screen == "sway":
            config = self.folder / "sway"
            config.write_text("output HEADLESS-1 resolution 800x600\ndefault_border none\n")
            self.env |= {
                "WLR_BACKENDS": "headless",
                "WLR_LIBINPUT_NO_DEVICES": "1",
                "WLR_RENDERER": "pixman",
                "XDG_SESSION_TYPE": "wayland",
                "XDG_CURRENT_DESKTOP": "sway",
            }
            path = self.home / ".config/sway/config"
            self.start("sway", "-c", str(path if path.exists() else config))
            self.wait(lambda: list(self.runtime.glob("wayland-?")), "sway")
            self.env["WAYLAND_DISPLAY"] = sorted(self.runtime.glob("wayland-?"))[0].name
            self.wait(lambda: list(self.runtime.glob("sway-ipc.*.sock")), "sway's socket")
            self.env["SWAYSOCK"] = str(next(self.runtime.glob("sway-ipc.*.sock")))

    def start_nightd(self):
        self.nightd = self.start("nightd")

    def start(self, *arguments, **options):
        """Starts a program that runs until the session ends."""
        log = open(self.folder / f"{len(self.children)}-{pathlib.Path(arguments[0]).name}.log", "wb")
        options.setdefault("stdin", subprocess.DEVNULL)
        child = subprocess.Popen(
            arguments, env=self.env, cwd=self.home, stdout=log, stderr=log, start_new_session=True, **options
        )
        self.children.append(child)
        return child

    def start_in_terminal(self, *arguments, rows=24, columns=80):
        """Starts a program on a separate terminal; the result has `output()` and `type()`."""
        terminal = Terminal(arguments, self.env, self.home, rows, columns)
        self.children.append(terminal)
        return terminal

    # --- what a trial does ----------------------------------------------------------------

    def run(self, *arguments, check=True, **options):
        """Runs a program to its end, and returns its output."""
        try:
            done = subprocess.run(
                arguments, env=self.env, cwd=self.home, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=30, text=True, **options
            )
        except subprocess.TimeoutExpired as why:
            raise Failed(f"{' '.join(arguments)} did not end within 30 s") from why
        if check and done.returncode != 0:
            raise Failed(f"{' '.join(arguments)} ended with {done.returncode}: {done.stdout}")
        return done.stdout

    def _runs(self, *arguments):
        return subprocess.run(
            arguments, env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ).returncode == 0

    def set(self, style, settle=False):
        """Sets the style as a user does; nightd applies it to the programs that are on.

        With `settle`, this waits until nightd has applied it.
        """
        before = self.applied()
        self.run("nightctl", "set", style)
        if settle:
            self.wait(lambda: self.applied() not in (before, None), "nightd to apply the programs")

    def applied(self):
        """How often nightd has applied the programs; None while nightd is applying them."""
        for report in json.loads(self.run("nightctl", "programs", "--json"))["updates"]:
            if report["name"] == "programs":
                return None if report["running"] else report["runs"]
        return 0

    def write(self, path, content):
        """Writes a file of the user's below the home folder, with all its bytes."""
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())

    def wait(self, condition, what, seconds=20.0):
        """Waits until the condition holds; returns the milliseconds that this took."""
        begun = time.monotonic()
        while True:
            if condition():
                return (time.monotonic() - begun) * 1000
            if time.monotonic() - begun > seconds:
                raise Failed(f"waited {seconds:.0f} s for {what}")
            time.sleep(0.002)

    def files(self):
        """Every file of the home folder, with its bytes or its link's target, except nightd's own files."""
        found = {}
        for path in sorted(self.home.rglob("*")):
            name = str(path.relative_to(self.home))
            if name.startswith((".local/state/nightd", ".cache", ".config/dconf")):
                continue
            if path.is_symlink():
                found[name] = os.readlink(path)
            elif path.is_file():
                found[name] = path.read_bytes()
        return found

    def pixel(self, x, y):
        if self.display:
            return self.display.pixel(x, y)
        picture = subprocess.run(
            ["grim", "-g", f"{x},{y} 1x1", "-t", "ppm", "-"], env=self.env, stdout=subprocess.PIPE
        ).stdout
        return tuple(picture[-3:]) if len(picture) >= 3 else None

    def screenshot(self, path):
        if self.display:
            subprocess.run(["import", "-window", "root", path], env=self.env)
        else:
            subprocess.run(["grim", path], env=self.env)

    def close(self):
        if self.display:
            self.display.close()
        for child in reversed(self.children):
            if child.poll() is None:
                child.terminate()
                try:
                    child.wait(3)
                except subprocess.TimeoutExpired:
                    child.kill()
                    child.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def near(color, other, tolerance=3):
    return color is not None and all(abs(a - b) <= tolerance for a, b in zip(color, other))


class Display:
    """Reads single pixels of an X screen, which takes well under a millisecond."""

    class _Image(ctypes.Structure):
        pass

    def __init__(self, name):
        self.x = ctypes.CDLL("libX11.so.6")
        for function in ("XOpenDisplay", "XGetImage", "XDefaultRootWindow"):
            getattr(self.x, function).restype = ctypes.c_void_p
        self.x.XGetPixel.restype = ctypes.c_ulong
        begun = time.monotonic()
        self.connection = None
        while not self.connection and time.monotonic() - begun < 10:
            self.connection = self.x.XOpenDisplay(name.encode())
        if not self.connection:
            raise Failed(f"the screen {name} does not open")
        self.root = self.x.XDefaultRootWindow(ctypes.c_void_p(self.connection))

    def pixel(self, x, y):
        image = self.x.XGetImage(
            ctypes.c_void_p(self.connection), ctypes.c_ulong(self.root), x, y, 1, 1,
            ctypes.c_ulong(0xFFFFFFFF), 2
        )
        if not image:
            return None
        value = self.x.XGetPixel(ctypes.c_void_p(image), 0, 0)
        self.x.XDestroyImage(ctypes.c_void_p(image))
        return (value >> 16 & 0xFF, value >> 8 & 0xFF, value & 0xFF)

    def close(self):
        self.x.XCloseDisplay(ctypes.c_void_p(self.connection))


class Terminal:
    """A program on a pseudo-terminal."""

    def __init__(self, arguments, env, folder, rows, columns):
        self.text = b""
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(arguments[0], arguments, env | {"TERM": "xterm-256color"})
        import fcntl
        import struct
        import termios

        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def output(self, seconds=0.05):
        """All that the program has printed so far."""
        while select.select([self.descriptor], [], [], seconds)[0]:
            try:
                more = os.read(self.descriptor, 65536)
            except OSError:
                break
            if not more:
                break
            self.text += more
        return self.text

    def type(self, text):
        os.write(self.descriptor, text if isinstance(text, bytes) else text.encode())

    def poll(self):
        ended, _ = os.waitpid(self.pid, os.WNOHANG)
        return 0 if ended else None

    def terminate(self):
        os.close(self.descriptor)
        os.kill(self.pid, 15)

    def kill(self):
        os.kill(self.pid, 9)

    def wait(self, seconds=None):
        begun = time.monotonic()
        while self.poll() is None:
            if seconds is not None and time.monotonic() - begun > seconds:
                raise subprocess.TimeoutExpired("terminal", seconds)
            time.sleep(0.01)
