#!/usr/bin/python3
"""backend.py NAME SCHEME: a backend of the desktop portal with its own settings.

It answers each request for the colour scheme with SCHEME (0, 1 or 2), independently of other programs, as
KDE's backend and darkman do. It also claims to have a file chooser.
"""

import sys

from gi.repository import Gio, GLib

NAME, SCHEME = sys.argv[1], int(sys.argv[2])
SPACE, KEY = "org.freedesktop.appearance", "color-scheme"
XML = """
<node>
  <interface name="org.freedesktop.impl.portal.Settings">
    <method name="ReadAll">
      <arg type="as" direction="in"/><arg type="a{sa{sv}}" direction="out"/>
    </method>
    <method name="Read">
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/>
    </method>
    <property name="version" type="u" access="read"/>
  </interface>
  <interface name="org.freedesktop.impl.portal.FileChooser"/>
</node>
"""


def called(_bus, _caller, _path, _interface, method, arguments, call):
    words = arguments.unpack()
    if method == "Read":
        if words != (SPACE, KEY):
            call.return_dbus_error("org.freedesktop.portal.Error.NotFound", "not found")
            return
        call.return_value(GLib.Variant("(v)", (GLib.Variant("u", SCHEME),)))
    else:
        spaces = {SPACE: {KEY: GLib.Variant("u", SCHEME)}}
        if words[0] and not any(SPACE.startswith(it.rstrip("*")) for it in words[0]):
            spaces = {}
        call.return_value(GLib.Variant("(a{sa{sv}})", (spaces,)))


def read(*_):
    return GLib.Variant("u", 1)


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
for described in Gio.DBusNodeInfo.new_for_xml(XML).interfaces:
    bus.register_object("/org/freedesktop/portal/desktop", described, called, read, None)
Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, None, None)
GLib.MainLoop().run()
