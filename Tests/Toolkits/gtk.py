"""A GTK window that prints which style it has drawn: gtk.py 3|4|adwaita.

Whenever it has drawn another style, it prints this style and the time in seconds since 1970.
"""
import sys
import time

import gi

kind = sys.argv[1]
gi.require_version("Gtk", "3.0" if kind == "3" else "4.0")
if kind == "adwaita":
    gi.require_version("Adw", "1")
    from gi.repository import Adw
from gi.repository import Gio, Gtk

shown = None


def drawn(window):
    global shown
    name = "window_bg_color" if kind == "adwaita" else "theme_bg_color"
    found, color = window.get_style_context().lookup_color(name)
    if not found:
        return
    style = "dark" if color.red + color.green + color.blue < 1.5 else "light"
    if style != shown:
        shown = style
        print(style, f"{time.time():.6f}", flush=True)


def open_window(application):
    maker = Adw if kind == "adwaita" else Gtk
    window = maker.ApplicationWindow(application=application, title="nightd")
    window.set_default_size(400, 300)
    label = Gtk.Label(label="Good evening")
    if kind == "3":
        window.add(label)
        label.show()
    elif kind == "adwaita":
        window.set_content(label)
    else:
        window.set_child(label)
    window.connect(
        "realize",
        lambda _: window.get_frame_clock().connect("after-paint", lambda _: drawn(window)),
    )
    window.present()


maker = Adw.Application if kind == "adwaita" else Gtk.Application
application = maker(application_id="org.nightd.Window", flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", open_window)
application.run([])
