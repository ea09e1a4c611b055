#!/usr/bin/python3 -W ignore
"""icon.py PROGRAM PREFIX PICTURES [PART...]: uses the icon in real panels, as a person would.

PROGRAM is nightd-icon, PREFIX the folder in which nightd is installed, and PICTURES the folder for
pictures of the panels. Each part is a panel, or a case without one, in a session of its own.
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import traceback

import gi

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from desk import Desk, wait  # noqa: E402
from drive import wake_ups  # noqa: E402
from panels import PANELS  # noqa: E402

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

# The light colours of the icons in IconPicture.swift.
COLORS = {"light": (0xFF, 0xCB, 0x3D), "dark": (0xC9, 0xD4, 0xFF)}
MENU = "com.canonical.dbusmenu"


class Icon:
    """The running icon, as panels use it over the bus."""

    def __init__(self, desk):
        self.desk = desk
        self.process = desk.start([desk.icon])
        self.bus = Gio.DBusConnection.new_for_address_sync(
            desk.environment["DBUS_SESSION_BUS_ADDRESS"],
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
            | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        wait("the icon", lambda: desk.owner("org.nightd.Icon") == self.process.pid)

    def call(self, path, interface, method, signature="()", *arguments):
        return self.bus.call_sync(
            "org.nightd.Icon", path, interface, method, GLib.Variant(signature, arguments), None,
            Gio.DBusCallFlags.NONE, 5_000, None).unpack()

    def property(self, name):
        return self.call("/StatusNotifierItem", "org.freedesktop.DBus.Properties", "Get", "(ss)",
                         "org.kde.StatusNotifierItem", name)[0]

    def items(self):
        """The properties of each item by its title."""
        layout = self.call("/MenuBar", MENU, "GetLayout", "(iias)", 0, -1, [])[1]
        return {item[1].get("label", ""): {"id": item[0], **item[1]} for item in layout[2]}

    def has(self, text):
        return any(text in title for title in self.items())

    def choose(self, title):
        """Chooses an item, as a panel tells its program."""
        self.call("/MenuBar", MENU, "AboutToShow", "(i)", 0)
        self.call("/MenuBar", MENU, "Event", "(isvu)", self.items()[title]["id"], "clicked",
                  GLib.Variant("i", 0), 0)


def place(panel, style):
    """Where the panel shows the icon of the style; None if it does not."""
    width, pixels = panel.pixels()
    wanted = bytes(COLORS[style])
    found = []
    at = pixels.find(wanted)
    while at >= 0:
        if at % 3 == 0:
            found.append((at // 3 % width, at // 3 // width))
        at = pixels.find(wanted, at + 1)
    # A menu or an image could have single pixels of the colour.
    if len(found) < 30:
        return None
    return tuple(sum(numbers) // len(found) for numbers in zip(*found))


def shown(panel, style):
    return wait(f"the icon for {style}", lambda: place(panel, style), 20)


def in_panel(name, desk, folder):
    """The icon appears, follows, switches on a click, has a menu, and survives each restart."""
    desk.nightctl("set", "light")
    # No panel runs yet: the icon waits.
    icon = Icon(desk)
    panel = PANELS[name](desk)
    try:
        for style, other in [("light", "dark"), ("dark", "light")]:
            x, y = shown(panel, style)
            desk.picture(folder / f"{name}-{style}.png")
            panel.click(x, y, 1)
            wait(f"{other} after a click", lambda: desk.status()["choice"] == other)
        shown(panel, "light")
        desk.nightctl("set", "dark")
        x, y = shown(panel, "dark")
        panel.click(x, y, 3)
        time.sleep(1)
        desk.picture(folder / f"{name}-menu.png")
        panel.choose_first(x, y)
        wait("Light from the panel's menu", lambda: desk.status()["style"] == "light")
        desk.nightctl("set", "dark")
        # The panel is also the watcher of icons.
        for _ in range(2):
            panel.stop()
            panel.start()
            shown(panel, "dark")
        owner = desk.owner("org.nightd.Night1")
        os.kill(owner, signal.SIGKILL)
        wait("the sentence", lambda: icon.has("nightd is not running"))
        panel.click(*shown(panel, "dark"), 1)
        shown(panel, "light")
        wait("the sentence's end", lambda: not icon.has("nightd is not running"))
    except Exception:
        desk.picture(folder / f"failed-{name}.png")
        raise
    icon.choose("Quit")
    assert icon.process.wait(5) == 0


def pixels(desk, folder):
    """A panel that does not find the icon's file shows its pixels."""
    desk.start([str(desk.prefix / "bin/nightd")], stderr=subprocess.DEVNULL)
    (desk.home / "bin").mkdir()
    desk.icon = shutil.copy(desk.icon, desk.home / "bin")
    Icon(desk)
    panel = PANELS["xfce4-panel"](desk)
    shown(panel, "light")
    desk.nightctl("set", "dark")
    shown(panel, "dark")
    desk.picture(folder / "pixels.png")


def menu(desk, _folder):
    """Each item does what it says, over the bus."""
    desk.nightctl("set", "light")
    icon = Icon(desk)
    wait("the state", lambda: icon.has("Light: You chose it"))
    for title, choice in [("Dark", "dark"), ("Schedule", "schedule"), ("As the desktop", "system"),
                          ("Light", "light")]:
        icon.choose(title)
        wait(title, lambda: desk.status()["choice"] == choice)
        wait("the dot", lambda: icon.items()[title]["toggle-state"] == 1)
    for title, style in [("Dark for an hour", "dark"), ("Light for an hour", "light")]:
        icon.choose(title)
        wait(title, lambda: desk.status()["style"] == style and desk.status()["reason"] == "hold")
    wait("the title", lambda: "For a while, until" in icon.property("Title"))
    icon.choose("End this style now")
    wait("the end of the hold", lambda: "hold-until" not in desk.status())
    wait("the item's end", lambda: "End this style now" not in icon.items())
    icon.choose("Settings")
    wait("the window", lambda: desk.owner("org.nightd.Settings"))
    # A broken panel must not harm the icon.
    for item in [0, 1, 3, 99, -1]:
        icon.call("/MenuBar", MENU, "Event", "(isvu)", item, "clicked", GLib.Variant("i", 0), 0)
    assert icon.call("/MenuBar", MENU, "EventGroup", "(a(isvu))",
                     [(5, "clicked", GLib.Variant("s", ""), 0)]) == ([],)
    wait("Dark", lambda: desk.status()["choice"] == "dark")
    second = desk.start([desk.icon], stderr=subprocess.DEVNULL)
    assert second.wait(5) == 0 and icon.process.poll() is None


def idle(desk, _folder):
    """While nothing changes, the icon does not wake up; prints its memory."""
    desk.nightctl("set", "dark")
    icon = Icon(desk)
    time.sleep(3)
    before = wake_ups(icon.process.pid)
    time.sleep(20)
    after = wake_ups(icon.process.pid)
    sizes = {
        line.split(":")[0]: int(line.split()[1])
        for line in pathlib.Path(f"/proc/{icon.process.pid}/smaps_rollup").read_text().splitlines()[1:]
    }
    print(f"icon    {sizes['Rss']} KB resident, {sizes['Pss']} KB shared out, "
          f"{sizes['Private_Dirty']} KB its own; {len(after)} thread", flush=True)
    assert before == after, f"woken within 20 s: {after}"


def locked(desk, _folder):
    """A lock switches the choices off, and names its place."""
    icon = Icon(desk)
    wait("the lock", lambda: icon.has("locked these settings in"))
    assert all(not icon.items()[title].get("enabled", True)
               for title in ["Light", "Dark", "Schedule", "Light for an hour"])
    assert icon.items()["Settings"].get("enabled", True)
    icon.choose("Light")
    icon.call("/StatusNotifierItem", "org.kde.StatusNotifierItem", "Activate", "(ii)", 0, 0)
    time.sleep(1)
    assert desk.status()["style"] == "dark"


def no_daemon(desk, _folder):
    """Nobody can start nightd at first; then somebody does."""
    icon = Icon(desk)
    wait("the sentence", lambda: icon.has("nightd could not be started"))
    icon.choose("Dark")
    desk.start([str(desk.prefix / "bin/nightd")])
    wait("nightd", lambda: not icon.has("nightd could not be started"))
    icon.choose("Dark")
    wait("Dark", lambda: desk.status()["choice"] == "dark")


def german(desk, _folder):
    """Another language."""
    desk.nightctl("set", "dark")
    icon = Icon(desk)
    wait("the title", lambda: icon.property("Title").startswith("Dunkel: "))
    assert "Beenden" in icon.items()


def autostart(desk, _folder):
    """The icon is off until it is switched on, and starts and ends with the switch."""
    program = desk.icon
    entry = desk.home / ".config/autostart/org.nightd.Icon.desktop"

    def run(option, errors=None):
        return subprocess.run([program, option], env=desk.environment, check=False,
                              stdout=subprocess.DEVNULL, stderr=errors, timeout=10).returncode

    assert run("--enabled") == 1 and not entry.exists()
    assert run("--enable") == 0 and run("--enabled") == 0
    subprocess.run(["desktop-file-validate", str(entry)], check=True)
    wait("the icon", lambda: desk.owner("org.nightd.Icon"))
    assert run("--enable") == 0, "a second time is no mistake"
    assert run("--disable") == 0
    wait("the icon's end", lambda: not desk.owner("org.nightd.Icon"))
    assert run("--enable", errors=subprocess.PIPE) == 0, "a reader of the errors would wait"
    wait("the icon", lambda: desk.owner("org.nightd.Icon"))
    assert run("--disable") == 0 and run("--enabled") == 1 and not entry.exists()
    wait("the icon's end", lambda: not desk.owner("org.nightd.Icon"))
    assert run("--disable") == 0 and run("--nonsense") == 2


ALONE = {part.__name__: part for part in
         [pixels, menu, idle, locked, no_daemon, german, autostart]}


def main():
    program, prefix, folder, *chosen = sys.argv[1:]
    code = 0
    for name in chosen or [*PANELS, *ALONE]:
        begun = time.monotonic()
        try:
            with Desk(prefix, language="de" if name == "german" else "",
                      has_nightd=name not in ("no_daemon", "pixels")) as desk:
                desk.icon = program
                if name == "locked":
                    desk.lock("choice", "dark")
                if name in PANELS:
                    in_panel(name, desk, pathlib.Path(folder))
                else:
                    ALONE[name](desk, pathlib.Path(folder))
            print(f"right   {name} ({time.monotonic() - begun:.1f} s)", flush=True)
        except Exception:
            code = 1
            print(f"wrong   {name}\n{traceback.format_exc()}", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
