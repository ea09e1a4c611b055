#!/usr/bin/python3
"""A libadwaita window that prints which style it has drawn.

It prints its name and version. Then, whenever it has drawn another style, it prints this style, the time at
which it was drawn, and the time at which the program got the change, both in seconds since 1970.
"""
import time

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Adw", "1")
from gi.repository import Adw, Gio, Gtk


def open_window(application):
    manager = Adw.StyleManager.get_default()
    page = Adw.StatusPage(title="nightd", description="libadwaita", vexpand=True)
    page.set_child(Gtk.Entry(text="Good evening", halign=Gtk.Align.CENTER))
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    box.append(Adw.HeaderBar())
    box.append(page)
    window = Adw.ApplicationWindow(
        application=application, title="nightd", default_width=800, default_height=500, content=box
    )
    shown = None
    told = time.time()

    def drawn(_clock):
        nonlocal shown
        style = "dark" if manager.get_dark() else "light"
        if style != shown:
            shown = style
            print(style, f"{time.time():.6f} {told:.6f}", flush=True)

    def tell(*_):
        nonlocal told
        told = time.time()
        window.queue_draw()

    window.connect("realize", lambda _: window.get_frame_clock().connect("after-paint", drawn))
    manager.connect("notify::dark", tell)
    window.present()


print(
    f"libadwaita {Adw.MAJOR_VERSION}.{Adw.MINOR_VERSION}.{Adw.MICRO_VERSION}", flush=True
)
application = Adw.Application(
    application_id="org.nightd.Window", flags=Gio.ApplicationFlags.NON_UNIQUE
)
application.connect("activate", open_window)
application.run([])
