#!/usr/bin/env python3
"""Tries what nightd writes for programs with the real programs, and prints a table.

usage: trial.py PROGRAMS [NAME...]    PROGRAMS is the folder of nightd and nightctl

Each module in `programs` has the trials of one group. A trial is a function with the name of its
program. The function gets another function that makes a session, and returns the facts for its row.
"""

import importlib
import pathlib
import re
import subprocess
import sys

from session import Failed, Session, close_on_signal

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))


def trials():
    found = {}
    for file in sorted((HERE / "programs").glob("*.py")):
        module = importlib.import_module(f"programs.{file.stem}")
        found |= {name.replace("_", "-"): function for name, function in module.TRIALS.items()}
    return found


def session(programs, screen):
    """A session in which nightd changes only what its programs need."""
    made = Session(programs, screen)
    made.run("nightctl", "undo")
    return made


def version(command):
    """The first number in the output of `command`, if possible with a dot; `-` if the program is missing."""
    try:
        text = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=20
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return "-"
    number = re.search(r"\d+\.\d+(\.\d+)?", text) or re.search(r"\d+", text)
    return number.group() if number else "?"


def main():
    programs, names = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    known = trials()
    failed = 0
    print("| program | version | started dark | to dark, ms | to light, ms | off restores | how |")
    print("| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for name in names or sorted(known):
        try:
            row = known[name](lambda screen="x11": session(programs, screen))
            cells = [
                name, version(row["version"]), row.get("started", "yes"),
                *(f"{row[key]:.0f}" if isinstance(row.get(key), float) else row.get(key, "-")
                  for key in ("dark", "light")),
                "yes", row.get("how", ""),
            ]
        except (Failed, FileNotFoundError) as why:
            failed += 1
            cells = [name, "", "", "", "", "", f"**failed**: {why}"]
        print("| " + " | ".join(cells) + " |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    close_on_signal()
    sys.exit(main())
