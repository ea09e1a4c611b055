#!/usr/bin/python3
"""A GTK 3 window that prints which style it has drawn.

It prints its name and version. Then, whenever it has drawn another style, it prints this style, the time at
which it was drawn, and the time at which the program got the change, both in seconds since 1970. Its style is
that of the theme's background colour.
"""
import time

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk

window = Gtk.Window(title="nightd", default_width=400, default_height=300)
window.add(Gtk.Label(label="GTK 3"))
shown = None
told = time.time()


def drawn(_clock):
    global shown
    known, colour = window.get_style_context().lookup_color("theme_bg_color")
    bright = colour.red + colour.green + colour.blue > 1.5
    style = "light" if bright or not known else "dark"
    if style != shown:
        shown = style
        print(style, f"{time.time():.6f} {told:.6f}", flush=True)


def tell(*_):
    global told
    told = time.time()
    window.queue_draw()


window.connect("realize", lambda _: window.get_frame_clock().connect("after-paint", drawn))
window.connect("style-updated", tell)
window.connect("destroy", Gtk.main_quit)
version = (Gtk.get_major_version(), Gtk.get_minor_version(), Gtk.get_micro_version())
print(f"GTK {'.'.join(map(str, version))}", flush=True)
window.show_all()
Gtk.main()
