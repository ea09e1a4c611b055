"""Real panels of Debian 12 with a place for icons, each alone on its screen."""

import json
import os
import subprocess
import time

from desk import wait


class Panel:
    """A panel on the desk's X screen; subclasses write its configuration."""

    command = []
    variables = {}

    def __init__(self, desk):
        self.desk = desk
        self.prepare()
        self.start()

    def prepare(self):
        """Writes the configuration into the empty home."""

    def write(self, path, text):
        path = self.desk.home / ".config" / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def start(self):
        self.process = self.desk.start(
            self.command, env={**self.desk.environment, **self.variables},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )

    def stop(self):
        self.process.kill()
        self.process.wait()

    def pixels(self):
        """The width of the screen, and its bytes in rows of red, green and blue."""
        data = self.tool("import", "-window", "root", "-depth", "8", "ppm:-")
        _, size, _, pixels = data.split(b"\n", 3)
        return int(size.split()[0]), pixels

    def tool(self, *arguments):
        return subprocess.run(
            arguments, env=self.desk.environment, check=True, capture_output=True, timeout=20,
        ).stdout

    def click(self, x, y, button):
        # A panel that has just drawn the icon may not notice a pointer that is already there.
        self.tool("xdotool", "mousemove", "5", "300", "mousemove", str(x), str(y))
        time.sleep(0.3)
        self.tool("xdotool", "click", str(button))

    def choose_first(self, _x, _y):
        """Chooses the first item of the open menu that is not switched off."""
        for key in ["Down", "Return"]:
            time.sleep(0.3)
            self.tool("xdotool", "key", key)


class Xfce(Panel):
    command = ["xfce4-panel", "--disable-wm-check"]

    def prepare(self):
        self.write("xfce4/xfconf/xfce-perchannel-xml/xfce4-panel.xml", """<?xml version="1.0"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array"><value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="size" type="uint" value="32"/>
      <property name="plugin-ids" type="array"><value type="int" value="1"/></property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="systray"/>
  </property>
</channel>
""")


class Mate(Panel):
    command = ["mate-panel"]
    # Its applets are processes of their own, which share the settings of a file.
    variables = {"GSETTINGS_BACKEND": "keyfile"}

    def prepare(self):
        self.write("glib-2.0/settings/keyfile", """[org/mate/panel/general]
toplevel-id-list=['top']
object-id-list=['tray']

[org/mate/panel/toplevels/top]
orientation='top'
size=32
expand=true

[org/mate/panel/objects/tray]
object-type='applet'
applet-iid='NotificationAreaAppletFactory::NotificationArea'
toplevel-id='top'
position=0
""")


class Lxqt(Panel):
    command = ["lxqt-panel"]

    def prepare(self):
        self.write("lxqt/panel.conf", """panels=panel1

[panel1]
plugins=statusnotifier
position=Top
panelSize=32
iconSize=22
width=100
width-percent=true

[statusnotifier]
type=statusnotifier
""")


class Waybar(Panel):
    """Waybar on a sway in a window of the X screen."""

    command = ["waybar"]

    def prepare(self):
        self.write("waybar/config", json.dumps(
            {"layer": "top", "height": 32, "modules-left": ["tray"], "tray": {"icon-size": 22}}))
        self.write("sway/config", "output X11-1 resolution 1000x760\nxwayland disable\n")
        run = self.desk.home / "run"
        # sway refuses to run as root.
        user = ["unshare", "--user", "--map-user=1000", "--map-group=1000"] if os.geteuid() == 0 else []
        self.desk.start(
            [*user, "sway"],
            env={**self.desk.environment, "WLR_BACKENDS": "x11", "WLR_RENDERER": "pixman",
                 "WLR_LIBINPUT_NO_DEVICES": "1"},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        socket = wait("sway", lambda: next(run.glob("sway-ipc.*"), None))
        display = wait("sway's display", lambda: next(
            (path for path in run.glob("wayland-*") if path.suffix != ".lock"), None))
        self.desk.environment.update(WAYLAND_DISPLAY=display.name, SWAYSOCK=str(socket))
        self.variables = {"GDK_BACKEND": "wayland"}

    def choose_first(self, x, y):
        """Clicks on the item, because sway gives the bar no keyboard."""
        self.click(x + 40, y + 42, 1)



PANELS = {"waybar": Waybar, "xfce4-panel": Xfce, "mate-panel": Mate, "lxqt-panel": Lxqt}
