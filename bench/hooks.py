"""The figures of bench/hooks.

hooks.py first SIGNALS TIMES: how long after each signal the first hook ran.
hooks.py names COUNT: the first names of programs in the list on standard input.
hooks.py get SECONDS: how long a call of Get takes.
"""

import json
import sys
import time


def summary(what, values):
    values.sort()
    at = lambda share: values[min(int(len(values) * share), len(values) - 1)]
    print(f"{what}: median {at(0.5):.2f} ms, p99 {at(0.99):.2f}, longest {values[-1]:.2f}, of {len(values)}")


def first(signals, times):
    sent = [float(line.split()[1]) for line in open(signals) if line.startswith("sig")]
    # The bus sends two signals of its own to a new monitor, before the first change.
    ran = sorted(float(line) for line in open(times))
    after = []
    for index, moment in enumerate(sent):
        end = sent[index + 1] if index + 1 < len(sent) else float("inf")
        found = next((time for time in ran if moment <= time < end), None)
        if found is not None:
            after.append((found - moment) * 1000)
    summary("the first hook, after the signal", after)


def names(count):
    ready = json.load(sys.stdin)["ready"]
    print(*[one["name"] for one in ready if one["name"] not in ("wallpaper", "terminals")][:count])


def get(seconds):
    from gi.repository import Gio

    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    took = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.monotonic()
        bus.call_sync("org.nightd.Night1", "/org/nightd/Night1", "org.nightd.Night1.Style", "Get",
                      None, None, 0, -1, None)
        took.append((time.monotonic() - start) * 1000)
        time.sleep(0.002)
    summary("Get", took)


what, *rest = sys.argv[1:]
if what == "first":
    first(*rest)
elif what == "names":
    names(int(rest[0]))
else:
    get(float(rest[0]))
