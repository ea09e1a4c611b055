#!/usr/bin/python3
"""A Firefox window that prints which style it has drawn, in the format of libadwaita.py.

This talks to Firefox over a local socket; each message is a JSON text after its length.
"""
import json
import os
import socket
import subprocess
import sys
import tempfile
import time

import page

PREFERENCES = {
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "termsofuse.bypassNotification": True,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "app.normandy.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


# The script cannot read variables of the page's own script, but it can read an element's text.
ASKING = """
const [old, done] = arguments, root = document.documentElement;
root.addEventListener('drawn', () => done(root.dataset.drawn), { once: true });
window.eval(`drawnAfter('${old}').then(text => {
  document.documentElement.dataset.drawn = text;
  document.documentElement.dispatchEvent(new Event('drawn'));
})`);
"""


class Marionette:
    def __init__(self, process, port):
        self.count = 0
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port))
                break
            except ConnectionRefusedError:
                if process.poll() is not None:
                    sys.exit("Firefox has ended")
                time.sleep(0.05)
        self.stream = self.socket.makefile("rb")
        self.message()

    def message(self):
        length = b""
        while (byte := self.stream.read(1)) != b":":
            if not byte:
                sys.exit("Firefox has ended")
            length += byte
        return json.loads(self.stream.read(int(length)))

    def ask(self, command, **words):
        self.count += 1
        text = json.dumps([0, self.count, command, words]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.message()
        if error:
            sys.exit(f"{command}: {error}")
        return result


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


profile = tempfile.mkdtemp(prefix="firefox.", dir=os.environ["HOME"])
port = free_port()
environment = dict(os.environ, MOZ_CRASHREPORTER_DISABLE="1")
preferences = dict(PREFERENCES, **{"marionette.port": port})
# Firefox's sandbox uses namespaces that root in a container may not make.
if os.getuid() == 0:
    preferences["security.sandbox.content.level"] = 0
    environment["MOZ_DISABLE_CONTENT_SANDBOX"] = "1"
with open(os.path.join(profile, "user.js"), "w") as file:
    for name, value in preferences.items():
        file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
process = subprocess.Popen(
    ["firefox-esr", "--marionette", "--no-remote", "--profile", profile, "--width", "800",
     "--height", "500"],
    env=environment, stdout=subprocess.DEVNULL,
)
firefox = Marionette(process, port)
facts = firefox.ask("WebDriver:NewSession", capabilities={"alwaysMatch": {}})["capabilities"]
print(f"Firefox {facts['browserVersion']}", flush=True)
# The longest time to wait for a change; without a limit, Firefox would not wait at all.
firefox.ask("WebDriver:SetTimeouts", script=24 * 3600 * 1000)
firefox.ask("WebDriver:Navigate", url=page.serve())
shown = ""
while True:
    text = firefox.ask(
        "WebDriver:ExecuteAsyncScript",
        script=ASKING,
        args=[shown],
    )["value"]
    shown = text.split()[0]
    print(text, flush=True)
