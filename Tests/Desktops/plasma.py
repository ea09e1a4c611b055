"""Does what plasma-apply-colorscheme does, without the workspace that contains it."""
import os

from gi.repository import Gio, GLib

PALETTE_CHANGED = 0


def apply(scheme):
    with open(f"/usr/share/color-schemes/{scheme}.colors") as file:
        colours = file.read()
    settings = os.path.expanduser("~/.config/kdeglobals")
    with open(settings + ".new", "w") as file:
        file.write(colours.replace("[General]\n", f"[General]\nColorScheme={scheme}\n", 1))
    os.replace(settings + ".new", settings)
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    bus.emit_signal(
        None, "/KGlobalSettings", "org.kde.KGlobalSettings", "notifyChange",
        GLib.Variant("(ii)", (PALETTE_CHANGED, 0)),
    )
    # Without this, the connection might be closed before the signal is sent.
    bus.flush_sync()
