"""Opens page.html in a browser with a fresh profile: browser.py KIND PROGRAM FOLDER.

KIND is firefox, chromium or electron. The browser replaces this program, keeps its sandbox, and gets no
option for light or dark.
"""
import json
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
PAGE = (HERE / "page.html").as_uri()
# Without these settings, Firefox opens its own pages in front of the page.
PREFERENCES = {
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "termsofuse.bypassNotification": True,
    "app.normandy.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


def firefox(program, profile):
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("".join(lines))
    return [program, "--no-remote", "--profile", str(profile), PAGE]


def chromium(program, profile):
    return [
        # The last three options prevent questions: those of a first start, and the one for a key ring's
        # password.
        program, f"--user-data-dir={profile}", "--no-first-run", "--no-default-browser-check",
        "--password-store=basic", PAGE,
    ]


def electron(program, profile):
    return [program, f"--user-data-dir={profile}", str(HERE / "electron")]


kind, program, folder = sys.argv[1:]
profile = pathlib.Path(folder)
profile.mkdir()
command = {"firefox": firefox, "chromium": chromium, "electron": electron}[kind](program, profile)
os.execvp(command[0], command)
