#!/usr/bin/python3
"""Prints a line for the present style and for each change, until its input ends or it gets a SIGTERM."""

import ctypes
import os
import select
import signal
import sys

library = ctypes.CDLL("libnightkit.so.0", use_errno=True)
library.nightkit_open.argtypes = [ctypes.c_char_p]
library.nightkit_open.restype = ctypes.c_void_p
library.nightkit_close.argtypes = [ctypes.c_void_p]
library.nightkit_fd.argtypes = [ctypes.c_void_p]
library.nightkit_dispatch.argtypes = [ctypes.c_void_p]
library.nightkit_dispatch.restype = ctypes.c_bool
library.nightkit_get_style.argtypes = [ctypes.c_void_p]
library.nightkit_get_theme.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
library.nightkit_get_theme.restype = ctypes.c_size_t
library.nightkit_get_color.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_double * 4]
library.nightkit_get_color.restype = ctypes.c_bool


class Night:
    """The style of this desktop and its theme, as nightd reports them."""

    def __init__(self, application=None):
        self.handle = library.nightkit_open(application and application.encode())
        if not self.handle:
            error = ctypes.get_errno()
            raise OSError(error, os.strerror(error))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        library.nightkit_close(self.handle)
        self.handle = None

    def fileno(self):
        return library.nightkit_fd(self.handle)

    def dispatch(self):
        """Switches to the newest values, and returns whether any of them changed."""
        return library.nightkit_dispatch(self.handle)

    @property
    def style(self):
        return "dark" if library.nightkit_get_style(self.handle) else "light"

    @property
    def theme(self):
        name = ctypes.create_string_buffer(256)
        library.nightkit_get_theme(self.handle, name, len(name))
        return name.value.decode()

    def color(self, role, fallback=(1.0, 1.0, 1.0, 1.0)):
        parts = (ctypes.c_double * 4)(*fallback)
        library.nightkit_get_color(self.handle, role.encode(), parts)
        return tuple(parts)


def show(night):
    red, green, blue, _ = (round(part * 255) for part in night.color("surface"))
    print(f"{night.style} {night.theme} #{red:02x}{green:02x}{blue:02x}", flush=True)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with Night() as night:
        show(night)
        while True:
            ready, _, _ = select.select([night, sys.stdin], [], [])
            if night in ready and night.dispatch():
                show(night)
            if sys.stdin in ready and not sys.stdin.readline():
                return


if __name__ == "__main__":
    main()
