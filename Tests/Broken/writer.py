#!/usr/bin/python3
"""Sets GNOME's switch to light whenever anyone sets it to dark, as some programs do."""

from gi.repository import Gio, GLib

settings = Gio.Settings.new("org.gnome.desktop.interface")


def set_back(key):
    settings.set_string(key, "prefer-light")
    return GLib.SOURCE_REMOVE


def changed(_settings, key):
    if settings.get_string(key) != "prefer-light":
        # Wait, so that other programs get the change before it is undone.
        GLib.timeout_add(100, set_back, key)


settings.connect("changed::color-scheme", changed)
settings.get_string("color-scheme")
GLib.MainLoop().run()
