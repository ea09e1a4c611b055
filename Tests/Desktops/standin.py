#!/usr/bin/python3
"""standin.py NAME: stands in for a desktop that Debian does not have, as its repository describes it.

`cosmic`: COSMIC stores its mode in the file is_dark (libcosmic, cosmic-theme); its portal backend reports it.
`pantheon`: Pantheon stores its style in GSettings (elementary's settings-daemon and quick-settings); its
backend reports what the daemon copies from there.
Each has a backend of the portal, and is installed and runs under the name of the desktop's own program.
"""
import os
import subprocess
import sys

CONFIG = os.path.expanduser("~/.config")
DATA = os.path.expanduser("~/.local/share")
COSMIC_FILE = f"{CONFIG}/cosmic/com.system76.CosmicTheme.Mode/v1/is_dark"
PANTHEON = "io.elementary.settings-daemon.prefers-color-scheme"
PROGRAMS = {"cosmic": "cosmic-session", "pantheon": "gala"}
SCHEMA = f"""<schemalist><enum id="style">
<value nick="no-preference" value="0"/><value nick="prefer-dark" value="1"/>
<value nick="prefer-light" value="2"/></enum>
<schema id="{PANTHEON}" path="/io/elementary/settings-daemon/prefers-color-scheme/">
<key name="color-scheme" enum="style"><default>'no-preference'</default></key>
<key name="prefer-dark-schedule" type="s"><default>'disabled'</default></key></schema></schemalist>
"""
INTERFACE = """<node><interface name="org.freedesktop.impl.portal.Settings">
<method name="ReadAll"><arg type="as" direction="in"/><arg type="a{sa{sv}}" direction="out"/></method>
<method name="Read"><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="v" direction="out"/></method>
<signal name="SettingChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
<property name="version" type="u" access="read"/></interface></node>"""
PATH = "/org/freedesktop/portal/desktop"
SPACE, KEY = "org.freedesktop.appearance", "color-scheme"


def prepare(name):
    """What root runs on the machine before the user logs in."""
    return f"ln -s python3 /usr/bin/{PROGRAMS[name]}"


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "w") as file:
        file.write(text)
    os.replace(path + ".new", path)


def install(name):
    """Makes the files that the desktop's packages bring, in the user's own folders."""
    write(f"{DATA}/xdg-desktop-portal/portals/{name}.portal",
          f"[portal]\nDBusName=org.freedesktop.impl.portal.desktop.{name}\n"
          f"Interfaces=org.freedesktop.impl.portal.Settings\nUseIn={name}\n")
    write(f"{DATA}/xdg-desktop-portal/{name}-portals.conf", f"[preferred]\ndefault={name};gtk\n")
    if name == "pantheon":
        write(f"{DATA}/glib-2.0/schemas/{PANTHEON}.gschema.xml", SCHEMA)
        subprocess.run(["glib-compile-schemas", f"{DATA}/glib-2.0/schemas"], check=True)
    return subprocess.Popen([PROGRAMS[name], __file__, name], stdout=sys.stderr, stderr=subprocess.STDOUT)


def cosmic_style():
    """COSMIC is dark if the file is missing."""
    try:
        with open(COSMIC_FILE) as file:
            return "light" if file.read().strip() == "false" else "dark"
    except FileNotFoundError:
        return "dark"


def set_cosmic(style):
    write(COSMIC_FILE, "true" if style == "dark" else "false")


class Backend:
    def __init__(self, name):
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        interface = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
        self.bus.register_object(PATH, interface, self.call, lambda *_: GLib.Variant("u", 1), None)
        if name == "cosmic":
            os.makedirs(os.path.dirname(COSMIC_FILE), exist_ok=True)
            self.value = lambda: 1 if cosmic_style() == "dark" else 2
            self.source = Gio.File.new_for_path(os.path.dirname(COSMIC_FILE)).monitor_directory(0, None)
            self.source.connect("changed", self.changed)
        else:
            self.source = Gio.Settings.new(PANTHEON)
            self.value = lambda: self.source.get_enum("color-scheme")
            self.source.connect("changed", self.changed)
        self.last = self.value()
        Gio.bus_own_name_on_connection(
            self.bus, f"org.freedesktop.impl.portal.desktop.{name}", Gio.BusNameOwnerFlags.NONE, None, None)

    def call(self, bus, sender, path, interface, method, words, answer):
        value = GLib.Variant("u", self.value())
        if method == "ReadAll":
            answer.return_value(GLib.Variant("(a{sa{sv}})", ({SPACE: {KEY: value}},)))
        elif words.unpack() == (SPACE, KEY):
            answer.return_value(GLib.Variant("(v)", (value,)))
        else:
            answer.return_dbus_error("org.freedesktop.portal.Error.NotFound", "not found")

    def changed(self, *_):
        value = self.value()
        if value != self.last:
            self.last = value
            self.bus.emit_signal(
                None, PATH, "org.freedesktop.impl.portal.Settings", "SettingChanged",
                GLib.Variant("(ssv)", (SPACE, KEY, GLib.Variant("u", value))))


if __name__ == "__main__":
    # The machine that prepares the trial does not have this module.
    from gi.repository import Gio, GLib

    Backend(sys.argv[1])
    GLib.MainLoop().run()
