#!/usr/bin/python3
"""A Chromium window that prints which style it has drawn, in the format of libadwaita.py.

This talks to Chromium through two pipes; each message is a JSON text with a NUL at its end.
"""
import json
import os
import subprocess
import sys
import tempfile

import page


class Pipes:
    def __init__(self):
        self.to_read, self.to_write = os.pipe()
        self.from_read, self.from_write = os.pipe()
        self.count = 0
        self.rest = b""
        self.events = []

    def hand_over(self):
        """Gives the pipes, in the child, the descriptor numbers that Chromium expects."""
        reading, writing = os.dup(self.to_read), os.dup(self.from_write)
        os.dup2(reading, 3)
        os.dup2(writing, 4)

    def close_theirs(self):
        os.close(self.to_read)
        os.close(self.from_write)

    def message(self):
        while b"\0" not in self.rest:
            more = os.read(self.from_read, 1 << 16)
            if not more:
                sys.exit("Chromium has ended")
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def event(self, method, fits=lambda _: True):
        """The arguments of the next event of this kind, even if it came while a reply was awaited."""
        while True:
            event = self.events.pop(0) if self.events else self.message()
            if event.get("method") == method and fits(event["params"]):
                return event["params"]

    def ask(self, method, session=None, **words):
        self.count += 1
        call = {"id": self.count, "method": method, "params": words}
        if session:
            call["sessionId"] = session
        os.write(self.to_write, json.dumps(call).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.count:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)


profile = tempfile.mkdtemp(prefix="chromium.", dir=os.environ["HOME"])
command = [
    "chromium", f"--user-data-dir={profile}", "--no-first-run", "--no-default-browser-check",
    "--disable-gpu", "--disable-dev-shm-usage", "--disable-breakpad", "--password-store=basic",
    "--remote-debugging-pipe", "--window-position=0,0", "--window-size=800,500",
]
if os.getuid() == 0:
    # The second option hides a warning about the first one, which the window would show.
    command += ["--no-sandbox", "--test-type"]
pipes = Pipes()
subprocess.Popen(
    command + ["about:blank"], preexec_fn=pipes.hand_over, close_fds=False,
    stdout=subprocess.DEVNULL,
)
pipes.close_theirs()

product = pipes.ask("Browser.getVersion")["product"]
print("Chromium", product.split("/")[1], flush=True)
pipes.ask("Target.setDiscoverTargets", discover=True)
created = pipes.event("Target.targetCreated", lambda it: it["targetInfo"]["type"] == "page")
target = created["targetInfo"]["targetId"]
session = pipes.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
pipes.ask("Page.enable", session)
pipes.ask("Page.navigate", session, url=page.serve())
pipes.event("Page.loadEventFired")
shown = ""
while True:
    answer = pipes.ask(
        "Runtime.evaluate", session, expression=f"drawnAfter('{shown}')", awaitPromise=True,
        returnByValue=True,
    )
    text = answer["result"]["value"]
    shown = text.split()[0]
    print(text, flush=True)
