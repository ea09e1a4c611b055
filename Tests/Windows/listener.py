#!/usr/bin/python3
"""A program without a window, which prints each style that the portal signals.

It prints in the format of the windows: its name, and then each style with the time of the signal, twice.
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
# By the time the bus answers this later call, it has added the match rule.
bus.call_sync(
    "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetId", None, None, 0, -1, None
)
print("listener", flush=True)
GLib.MainLoop().run()
