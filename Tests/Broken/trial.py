"""Tries set-ups in which something is broken, each in a separate session, and prints a table.

A module such as session.py lists its set-ups and calls main(). Each set-up has a fresh machine (this
one, with nightd installed and all writes in memory), a fresh home, and a user who is logged in with a real
`systemd --user`. Something in it is broken, `nightctl doctor` reports what is wrong, exactly this advice is
followed, and then everything must work.

In this session `sudo` needs no password, so that a set-up can be broken as an administrator might break
it. All commands of one set-up run in one shell, so `export` and `unset` have an effect.
"""
import dataclasses
import datetime
import json
import os
import re
import select
import shlex
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
MANUAL = f"{HERE}/../../docs/doctor.md"
# The limits in seconds for one set-up, and for one command in it.
LIMIT = 90
COMMAND_LIMIT = 50
# The limit in seconds for one run of the doctor, which waits two seconds for each program that hangs.
DOCTOR_LIMIT = 5


@dataclasses.dataclass
class SetUp:
    """One broken thing, and what the doctor should do about it."""
    name: str
    # A description of the break for the table; it must not begin with a code, as rows of the table of codes
    # do.
    about: str
    # The codes that the doctor should find, the first finding first; empty if nothing is wrong.
    finds: list
    # Shell commands that cause the break; the user runs them in the session.
    breaks: str = ""
    # How to follow the advice: `command` runs the first finding's command, and repeats this until the doctor
    # finds nothing; `root` runs the first command as root; `fix` runs `nightctl doctor --fix` and the steps
    # that it leaves to do; `file` writes the file of the first finding and runs `hand`, which the finding
    # must mention; `hand: WORDS` does by `hand` what the advice asks of a person, in these words.
    remedy: str = "command"
    hand: str = ""
    # Words that the first finding must contain, in one of its sentences or in its command.
    says: list = dataclasses.field(default_factory=list)
    # The doctor's command line before the remedy, and after it.
    doctor: str = "nightctl doctor"
    doctor_after: str = "nightctl doctor"
    # Shell commands that root runs on the machine before the user logs in; the home is then /var/home.
    machine: str = ""
    # Options of Tests/SystemdTests/user-manager.
    manager: str = ""
    # A shell command that must succeed in the end, in addition to the usual checks.
    check: str = "true"

    def enter(self):
        """Enters the machine of the trial: this machine's files, with other files mounted over some of them."""
        return [f"{HERE}/../Desktops/enter", "/"]


class Shell:
    """A shell of the user's, which keeps its variables between commands."""

    def __init__(self):
        self.folder = f"/tmp/shell-{os.getpid()}"
        os.mkdir(self.folder)
        os.mkfifo(f"{self.folder}/ended")
        self.ended = os.open(f"{self.folder}/ended", os.O_RDWR)
        environment = dict(os.environ, SHELL="/bin/bash")
        self.process = subprocess.Popen(
            ["/bin/bash", "--norc"], stdin=subprocess.PIPE, text=True, env=environment
        )

    def run(self, command, limit=COMMAND_LIMIT):
        """Returns the exit code and everything that was printed; the code is 124 if the command did not end."""
        # A program that replaces the shell reads the shell's further input.
        if command.startswith("exec "):
            self.write(f"{command}\n")
            return self.run("true", limit)
        out = f"{self.folder}/out"
        self.write(f"{{ {command}\n}} </dev/null >{out} 2>&1; echo $? >{self.folder}/ended\n")
        if not select.select([self.ended], [], [], limit)[0]:
            return 124, f"did not end: {command}"
        code = int(os.read(self.ended, 16))
        with open(out, errors="replace") as file:
            return code, file.read().strip()

    def write(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()


class Wrong(Exception):
    pass


class Session:
    """The trial of one set-up in its user's session."""

    def __init__(self, set_up):
        self.set_up = set_up
        self.shell = Shell()
        self.found = []
        self.advice = []
        self.seconds = 0
        # The manager joins the bus a moment after the bus has started.
        joined = "busctl --user status org.freedesktop.systemd1 >/dev/null 2>&1"
        self.sure(f"for i in $(seq 100); do {joined} && break; sleep 0.05; done; {joined}")

    def sure(self, command):
        code, output = self.shell.run(command)
        if code:
            raise Wrong(f"{command} ended with {code}: {output}")
        return output

    def doctor(self, command):
        began = time.monotonic()
        code, output = self.shell.run(f"{command} --json 2>/tmp/doctor.errors")
        self.seconds = max(self.seconds, time.monotonic() - began)
        try:
            # Further lines may be the shell's reports of jobs that have ended.
            findings = json.loads(output.partition("\n")[0])["findings"]
        except (ValueError, KeyError):
            raise Wrong(f"the doctor ended with {code}: {output}") from None
        if code != (1 if findings else 0):
            raise Wrong(f"the doctor ended with {code}")
        print(self.set_up.name, json.dumps(findings, indent=1), file=sys.stderr)
        return findings

    def try_out(self):
        set_up = self.set_up
        if set_up.breaks:
            self.sure(set_up.breaks)
        findings = self.doctor(set_up.doctor)
        self.found = [finding["code"] for finding in findings]
        if self.found != set_up.finds:
            raise Wrong(f"found {self.found}, not {set_up.finds}")
        said = json.dumps(findings[:1], ensure_ascii=False)
        for words in set_up.says:
            if words not in said:
                raise Wrong(f"does not say “{words}”: {said}")
        if findings:
            self.mend(findings)
        self.sure("nightctl set dark")
        style = self.sure("nightctl get")
        if style != "dark":
            raise Wrong(f"nightctl get says {style}")
        left = [finding["code"] for finding in self.doctor(set_up.doctor_after)]
        if left:
            raise Wrong(f"still found: {left}")
        self.sure(set_up.check)
        if self.seconds > DOCTOR_LIMIT:
            raise Wrong(f"the doctor took {self.seconds:.1f} s")

    def mend(self, findings):
        how, _, words = self.set_up.remedy.partition(": ")
        first = findings[0]
        if how == "root":
            self.advice.append(f"root runs `{first['command']}`")
            self.sure(f"sudo sh -c {shlex.quote(first['command'])}")
        elif how == "file":
            if self.set_up.hand not in first["means"]:
                raise Wrong(f"does not say “{self.set_up.hand}”: {first['means']}")
            os.makedirs(os.path.dirname(first["file"]), exist_ok=True)
            with open(first["file"], "w") as file:
                file.write(first["content"])
            self.advice.append(f"write the file that the doctor prints, then run `{self.set_up.hand}`")
            self.sure(self.set_up.hand)
        elif how == "hand":
            self.advice.append(f"follow the advice: {words}")
            self.sure(self.set_up.hand)
        elif how == "fix":
            self.advice.append("`nightctl doctor --fix`")
            for line in self.sure("nightctl doctor --fix").splitlines():
                if line.startswith("left to do: "):
                    self.sure(line.removeprefix("left to do: "))
        else:
            # Each finding is corrected by its own command.
            for _ in range(4):
                command = findings[0].get("command")
                if command is None:
                    raise Wrong(f"{findings[0]['code']} has no command")
                self.advice.append(f"`{command}`")
                self.sure(command)
                findings = self.doctor(self.set_up.doctor_after)
                if not findings:
                    break

    def result(self):
        then = "style: dark"
        try:
            self.try_out()
        except Wrong as wrong:
            then = f"**{wrong}**"
        return {
            "found": self.found, "advice": self.advice, "then": then, "seconds": self.seconds,
            "right": then == "style: dark",
        }


# --- outside ------------------------------------------------------------------------------------

# A real sudo would need a password and a configuration. Only Python can be setuid, scripts cannot.
SUDO = """
cp /usr/bin/python3 /usr/bin/python-as-root
chmod 4755 /usr/bin/python-as-root
cat >/usr/bin/sudo <<'SUDO'
#!/usr/bin/python-as-root -I
import os, sys
words, user = sys.argv[1:], 0
if words[0] == "-u":
    user, words = int(words[1].lstrip("#")), words[2:]
os.setgroups([])
os.setresgid(user, user, user)
os.setresuid(user, user, user)
os.environ["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
os.execvp(words[0], words)
SUDO
chmod 755 /usr/bin/sudo
"""


def attempt(module, set_up, programs, log):
    """The result of one set-up, once all processes that it started have ended."""
    environment = dict(
        os.environ, PREPARE=SUDO + set_up.machine, MANAGER_OPTIONS=set_up.manager
    )
    process = subprocess.Popen(
        [
            *set_up.enter(), programs,
            "python3", "-B", f"/opt/tests/Broken/{module}", "--inside", set_up.name,
        ],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, env=environment, text=True,
        start_new_session=True,
    )
    try:
        said = process.communicate(timeout=LIMIT)[0]
    except subprocess.TimeoutExpired:
        # The session's namespaces end with the process group that made them.
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        said = "did not end"
    try:
        return json.loads(said)
    except ValueError:
        then = said.strip() or "no session"
        return {"found": [], "advice": [], "then": f"**{then}**", "seconds": 0, "right": False}


def row(set_up, result):
    found = ", ".join(f"`{code}`" for code in result["found"]) or "no problem"
    advice = ", then ".join(result["advice"]) or "no fix needed"
    # Process numbers and the home differ from run to run.
    advice = re.sub(r"(kill (?:-\w+ )?)\d+", r"\1PID", advice).replace("/home/night", "~")
    cells = [set_up.about, found, advice, result["then"]]
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def table(results):
    yield "| set-up | what the doctor finds | what fixes it | result |"
    yield "| --- | --- | --- | --- |"
    for set_up, result in results:
        yield row(set_up, result)


def write(name, results):
    begin, end = f"<!-- {name} set-ups: begin -->\n", f"<!-- {name} set-ups: end -->\n"
    with open(MANUAL) as file:
        text = file.read()
    before, rest = text.split(begin)
    after = rest.split(end)[1]
    right = sum(result["right"] for _, result in results)
    seen = f"In one run on {datetime.date.today()}, {right} of {len(results)} set-ups behaved as expected."
    with open(MANUAL, "w") as file:
        file.write(before + begin + "\n".join([seen, "", *table(results)]) + "\n" + end + after)


def main(name, set_ups, session=Session):
    """MODULE PROGRAMS [NAME...]: without names, tries all set-ups and writes the table."""
    words = sys.argv[1:]
    known = {set_up.name: set_up for set_up in set_ups}
    if words[:1] == ["--inside"]:
        print(json.dumps(session(known[words[1]]).result()))
        return
    if os.geteuid() != 0:
        sys.exit("only root can make a session of another user")
    if not words:
        sys.exit(f"usage: {sys.argv[0]} PROGRAMS [NAME...]")
    programs, named = os.path.abspath(words[0]), words[1:]
    unknown = set(named) - set(known)
    if unknown or len(known) < len(set_ups):
        sys.exit(f"no such set-up: {' '.join(unknown)}; there are {' '.join(known)}")
    results = []
    # The log has what was printed in the sessions, for people who search for the cause of a mistake.
    with open(os.environ.get("LOG", "/dev/null"), "w") as log:
        for set_up in set_ups:
            if named and set_up.name not in named:
                continue
            result = attempt(os.path.basename(sys.argv[0]), set_up, programs, log)
            then = "right" if result["right"] else result["then"].strip("*")
            print(f"{set_up.name}: {then} ({result['seconds']:.1f} s)", flush=True)
            results.append((set_up, result))
    print("\n".join(table(results)))
    if not named:
        write(name, results)
    sys.exit(0 if all(result["right"] for _, result in results) else 1)
