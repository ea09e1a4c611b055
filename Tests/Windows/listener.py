#!/usr/bin/python3
"""A program without a window that hears what the portal tells of the style, and draws nothing.

It prints as the windows do: what it is, and then each style with the time at which it was told, twice.
"""
import time

from gi.repository import Gio, GLib

NAMES = {0: "light", 1: "dark", 2: "light"}


def tell(_bus, _sender, _path, _interface, _signal, values):
    told = time.time()
    namespace, key, value = values.unpack()
    if (namespace, key) == ("org.freedesktop.appearance", "color-scheme"):
        print(NAMES[value], f"{told:.6f} {told:.6f}", flush=True)


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.signal_subscribe(
    "org.freedesktop.portal.Desktop", "org.freedesktop.portal.Settings", "SettingChanged",
    "/org/freedesktop/portal/desktop", None, Gio.DBusSignalFlags.NONE, tell,
)
# The bus has answered for the rule once it answers what was asked after it.
bus.call_sync(
    "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetId", None, None, 0, -1, None
)
print("listener", flush=True)
GLib.MainLoop().run()
