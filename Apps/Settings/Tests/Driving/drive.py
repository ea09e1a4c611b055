#!/usr/bin/python3 -W ignore
"""drive.py PROGRAM PREFIX PICTURES [PART...]: uses every control of the window, as a person would.

PROGRAM is nightd-settings, PREFIX the folder in which nightd is installed, and PICTURES the folder
for the pictures of the pages. Each part starts a session of its own, with the real nightd, and
checks nightd's state after each step.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from desk import Desk, wait  # noqa: E402
from window import Window  # noqa: E402

PAGES = ["Style", "Schedule", "Programs", "Themes", "Problems", "Undo"]


def style(desk, window):
    """The page Style, in both directions."""
    window.wait_for_text("The desktop decides")
    for choice, name in [("dark", "Dark"), ("light", "Light"), ("schedule", "Schedule"),
                         ("system", "As the desktop")]:
        window.press("row", name, "Return")
        wait(f"the choice {choice}", lambda: desk.status()["choice"] == choice)
        wait(f"the dot of {choice}", lambda: window.is_checked("option", name))
    desk.nightctl("set", "dark")
    wait("the dot of a choice made with nightctl", lambda: window.is_checked("option", "Dark"))
    window.wait_for_text("You chose it")
    for button, term in [("Light for an hour", "hour"), ("Light until sunrise", "sun"),
                         ("Light until sunset", "sun"), ("Dark for an hour", "hour")]:
        window.click("button", button)
        wanted = button.split()[0].lower()
        wait(button, lambda: desk.status()["style"] == wanted and desk.status()["reason"] == "hold")
        window.wait_for_text("For a while, until")
    desk.nightctl("set", "light", "--for", "2h")
    window.wait_for_text("Afterwards: Dark")
    window.click("button", "End this style now")
    wait("the end of the hold", lambda: "hold-until" not in desk.status())
    wait("the row's end", lambda: not window.has_text("Afterwards"))
    desk.nightctl("set", "schedule")
    window.wait_for_text("The schedule decides, until")
    entry = desk.home / ".config/autostart/org.nightd.Icon.desktop"
    for is_on in [True, False]:
        window.press("switch", "Icon in the panel")
        wait("the icon's entry", lambda: entry.exists() == is_on)
        wait("the switch", lambda: window.is_sensitive("switch", "Icon in the panel")
             and window.is_checked("switch", "Icon in the panel") == is_on)


def programs(desk, window):
    """A program that follows, one that does not, and the reason."""
    (desk.home / ".config/kitty").mkdir(parents=True)
    config = desk.home / ".config/kitty/kitty.conf"
    config.write_text("font_size 12\n")
    desk.nightctl("set", "dark")
    window.open("Programs")
    window.press("switch", "kitty")
    window.wait_for_text("Switch on kitty?")
    window.wait_for_text("+include ")
    assert config.read_text() == "font_size 12\n", "written before the user accepted"
    window.click("button", "Cancel")
    wait("the dialog's end", lambda: not window.has_text("Switch on kitty?"))
    assert not desk.program("kitty")["on"]
    assert not window.is_checked("switch", "kitty")
    window.press("switch", "kitty")
    window.click("button", "Switch On")
    wait("kitty", lambda: desk.program("kitty")["on"])
    wait("the switch", lambda: window.is_checked("switch", "kitty"))
    assert "include" in config.read_text()
    config.write_text("font_size 12\n")
    desk.nightctl("set", "light")
    window.open("Style")
    window.open("Programs")
    reason = desk.program("kitty").get("reason", "")
    assert reason, "nightctl gives no reason"
    window.wait_for_text(reason[:30])
    desk.nightctl("programs", "off", "kitty")
    wait("the switch", lambda: not window.is_checked("switch", "kitty"))
    window.press("switch", "tmux")
    window.click("button", "Switch On")
    wait("tmux", lambda: desk.program("tmux")["on"])
    wait("the switch", lambda: window.is_checked("switch", "tmux"))
    window.press("switch", "tmux")
    wait("tmux off", lambda: not desk.program("tmux")["on"])
    alacritty = desk.home / ".config/alacritty/alacritty.toml"
    alacritty.parent.mkdir()
    alacritty.write_text("[colors.primary]\nbackground = '#000000'\n")
    window.press("switch", "Alacritty")
    window.wait_for_text("Alacritty follows only after you have done this")
    window.wait_for_text("it sets colors.primary itself")
    window.click("button", "Switch On")
    window.wait_for_text("Alacritty does not follow yet")
    window.wait_for_text("it sets colors.primary itself")
    assert not window.has_text("nightctl "), "the window names a command"
    window.click("button", "Close")
    window.reach("entry", "Search programs")
    desk.type("helix")
    window.wait_for_text("Not installed")


def problems(desk, window):
    """A finding, and its fix."""
    desk.nightctl("set", "dark")
    window.open("Problems")
    findings = json.loads(desk.nightctl("doctor", "--json", check=False))["findings"]
    assert findings, "this session should have a problem"
    window.wait_for_text(findings[0]["what"][1:40])
    if window.showing("button", "Show how to fix this"):
        window.click("button", "Show how to fix this")
        window.wait_for_text("Fix the problem?")
        window.wait_for_text("would ")
        window.click("button", "Fix")
        window.wait_for_text("wrote ")
        window.click("button", "Close")
        left = json.loads(desk.nightctl("doctor", "--json", check=False))["findings"]
        assert left != findings, "the fix changed nothing"
    window.click("button", "Look Again")


def undo(desk, window):
    """Everything is restored, and can be allowed again."""
    (desk.home / ".config/kitty").mkdir(parents=True)
    config = desk.home / ".config/kitty/kitty.conf"
    config.write_text("font_size 12\n")
    desk.nightctl("set", "dark")
    desk.nightctl("programs", "on", "kitty")
    window.open("Undo")
    window.wait_for_text("Removes from")
    window.click("button", "Show and undo all changes")
    window.wait_for_text("Undo all changes in other programs?")
    window.click("button", "Undo All Changes")
    window.wait_for_text("The other programs are restored")
    assert not window.has_text("nightctl "), "the window names a command"
    window.click("button", "Close")
    assert config.read_text() == "font_size 12\n"
    window.wait_for_text("Nothing to undo")
    window.click("button", "Let nightd change programs")
    wait("the permission", lambda: desk.nightctl("prefs", "read", "programs-off") in ("", "[]", "()"))
    wait("the row's end", lambda: not window.has_text("nightd may not change"))


def themes(desk, window):
    """A theme chosen by its card, and one that is imported."""
    desk.nightctl("set", "dark")
    window.open("Themes")
    window.reach("entry", "Search themes")
    desk.type("anchorage")
    window.wait_for_text("Contrast")
    window.click("button", "anchorage")
    wait("the theme", lambda: desk.status()["theme"] == "anchorage")
    window.wait_for_text("anchorage, in use")
    desk.nightctl("theme", "use", "midnight")
    wait("the mark's end", lambda: not window.has_text("anchorage, in use"))
    desk.key("ctrl+a", "BackSpace")
    desk.type("alucard")
    window.click("button", "alucard")
    wait("the light theme", lambda: "alucard" in desk.nightctl("prefs", "read", "theme.light"))
    assert desk.status()["style"] == "dark", "the style changed with the theme for light"
    desk.key("ctrl+a", "BackSpace")
    window.click("button", "Show More")
    wait("more themes", lambda: len(window.showing("button", "Contrast")) > 30)


def schedule(desk, window):
    """Sunset minus 30 minutes on weekdays, and a place."""
    window.open("Schedule")
    window.click("button", "Let the schedule decide")
    wait("the choice", lambda: desk.status()["choice"] == "schedule")
    window.press("switch", "Other times at weekends")
    wait("two parts", lambda: len(desk.rules()) == 4)
    for _ in range(6):
        window.click("button", "Dark: 5 minutes earlier")
    window.wait_for_text("30 min before sunset")
    wait("sunset minus 30 minutes", lambda: any(
        rule.startswith("dark sunset-30m on mon") for rule in desk.rules()))
    window.reach("slider", "Light from")
    before = desk.rules()
    desk.key("Right", "Right")
    wait("the handle moved by keys", lambda: desk.rules() != before)
    window.click("day", "Friday")
    wait("Friday with the weekend", lambda: any("fri" in r and "sat" in r or "fri-sun" in r
                                                for r in desk.rules()))
    window.press("choices", "Dark begins")
    time.sleep(0.3)
    desk.key("Down", "Return")
    wait("the dusk", lambda: any(rule.startswith("dark civil-dusk") for rule in desk.rules()))
    window.press("switch", "Different times on some days")
    wait("one part", lambda: len(desk.rules()) == 2)
    desk.nightctl("schedule", "set", "dark 19:45", "light 07:10")
    wait("the new rules in the window", lambda: window.showing("number", "Dark: minute"))
    window.press("number", "Dark: minute", "Up")
    wait("the minute", lambda: "dark 19:50" in desk.rules())
    window.press("number", "Light: hour", "Down")
    wait("the hour", lambda: "light 06:10" in desk.rules())
    desk.nightctl("schedule", "set", "light 07:00", "dark 12:30", "light 13:15", "dark 22:30")
    window.wait_for_text("this window can only show or remove")
    window.click("button", "Show and remove the rules")
    window.wait_for_text("light 13:15")
    window.click("button", "Reset")
    wait("the default rules", lambda: desk.rules() == ["dark sunset", "light sunrise"])
    window.wait_for_text("as at the beginning")
    # The entry itself does not report its focus, so the keyboard comes from the next row.
    window.reach("row", "Use the place of the time zone")
    desk.key("shift+Tab", "ctrl+a")
    desk.type("Tokyo")
    desk.key("Return")
    location = lambda: json.loads(desk.nightctl("location", "--json"))  # noqa: E731
    wait("Tokyo", lambda: abs(location().get("latitude", 0) - 35.65) < 0.1)
    window.wait_for_text("All times are in the time zone Europe/Berlin")
    window.reach("entry", "Search a city")
    desk.type("york")
    window.click("button", "Use the place of America/New_York")
    wait("New York", lambda: abs(location().get("latitude", 0) - 40.7) < 0.1)
    window.click("button", "Use the place of the time zone")
    wait("Berlin", lambda: location()["place-from"] == "zone")
    window.click("button", "Ask GeoClue for the place")
    wait("GeoClue", lambda: desk.nightctl("prefs", "read", "location.auto") in ("true", "1"))


def locked(desk, window):
    """A lock switches the controls off, and names its place."""
    window.wait_for_text("locked these settings in")
    assert not window.is_sensitive("row", "Dark")
    assert not window.is_sensitive("row", "For an hour")


def away(desk, window):
    """nightd ends and comes back while the window is open."""
    desk.nightctl("set", "dark")
    window.wait_for_text("You chose it")
    # The bus starts nightd again at the next request.
    owner = desk.owner("org.nightd.Night1")
    os.kill(owner, 9)
    wait("the end of nightd", lambda: desk.owner("org.nightd.Night1") != owner)
    desk.nightctl("set", "light")
    wait("the dot after a restart", lambda: window.is_checked("option", "Light"))


def no_bus(desk, program, folder):
    """The window opens without a bus; only a picture can show what it says."""
    process = desk.start([program], env={
        **desk.environment, "DBUS_SESSION_BUS_ADDRESS": f"unix:path={desk.home}/missing"})
    wait("the window", lambda: subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", "."],
        env=desk.environment, capture_output=True, check=False).stdout)
    time.sleep(2)
    desk.picture(folder / "no-bus.png")
    assert process.poll() is None, "the window crashed"


def hung_bus(desk, program, folder):
    """The window opens while the bus does not answer, and follows nightd when the bus answers."""
    desk.nightctl("set", "light")
    desk.bus.send_signal(signal.SIGSTOP)
    try:
        process = desk.start([program])
        wait("the window", lambda: subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", "."],
            env=desk.environment, capture_output=True, check=False).stdout, 5)
        time.sleep(3)
        desk.picture(folder / "hung-bus.png")
    finally:
        desk.bus.send_signal(signal.SIGCONT)
    for chosen in ["light", "dark"]:
        desk.nightctl("set", chosen)
        wait(f"a {chosen} window", lambda: desk.is_dark(folder / "hung-bus-later.png") == (chosen == "dark"), 40)
    assert process.poll() is None, "the window crashed"


def idle(desk, program, folder):
    """While nothing changes, no thread of the window and of its nightctl wakes up."""
    desk.nightctl("set", "dark")
    process = desk.start([program])
    time.sleep(10)
    before = wake_ups(process.pid)
    time.sleep(20)
    woken = {name: count - before.get(name, 0) for name, count in wake_ups(process.pid).items()
             if count != before.get(name, 0)}
    assert not woken, f"woken within 20 s: {woken}"
    assert process.poll() is None, "the window crashed"


def wake_ups(number):
    """The context switches of each thread of a process and of its children."""
    counts = {}
    for task in pathlib.Path(f"/proc/{number}/task").iterdir():
        lines = (task / "status").read_text().splitlines()
        name = (task / "comm").read_text().strip() + " " + task.name
        counts[name] = sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)
        for child in (task / "children").read_text().split():
            counts.update(wake_ups(child))
    return counts


def no_daemon(desk, window):
    """Nobody can start nightd at first; then somebody does."""
    window.wait_for_text("nightd cannot be reached")
    window.wait_for_text("nightd is not running")
    desk.start([str(desk.prefix / "bin/nightd")])
    window.wait_for_text("What decides")
    desk.nightctl("set", "dark")
    wait("the dot", lambda: window.is_checked("option", "Dark"))


def hung(desk, window):
    """nightd hangs: the window stays usable, says so, and recovers."""
    desk.nightctl("set", "dark")
    window.wait_for_text("You chose it")
    owner = desk.owner("org.nightd.Night1")
    os.kill(owner, signal.SIGSTOP)
    try:
        window.click("button", "Light for an hour")
        for page in ["Undo", "Problems", "Style"]:
            begun = time.monotonic()
            window.open(page)
            assert time.monotonic() - begun < 2, f"the page {page} froze"
        wait("the sentence", lambda: window.has_text("does not answer"), 40)
    finally:
        os.kill(owner, signal.SIGCONT)
    wait("the answer", lambda: desk.status()["choice"] == "dark", 30)
    window.click("button", "Try Again") if window.showing("button", "Try Again") else None
    window.wait_for_text("What decides")


def german(desk, window):
    """Another language, from the list of pages to a sentence with a time."""
    desk.nightctl("set", "dark", "--for", "2h")
    window.wait_for_text("Für eine Weile, bis")
    window.wait_for_text("Was entscheidet")
    window.click("button", "Diesen Stil jetzt beenden")
    wait("the end of the hold", lambda: "hold-until" not in desk.status())


def pictures(desk, window, folder):
    """Pictures of each page in both styles, wide and narrow."""
    desk.nightctl("programs", "on", "kitty")
    desk.nightctl("schedule", "set", "dark sunset-30m", "light 07:00", "--days", "mon-fri")
    for chosen in ["dark", "light"]:
        desk.nightctl("set", chosen)
        for width in [1000, 360]:
            window.resize(width, 740)
            for page in PAGES:
                window.open(page)
                if width == 360:
                    window.show_content()
                time.sleep(0.8)
                desk.picture(folder / f"{page.lower()}-{chosen}-{width}.png")


PARTS = {
    part.__name__: part
    for part in [style, programs, problems, undo, themes, schedule, locked, away, no_daemon,
                 hung, german]
}


# The parts that need no accessibility tree.
ALONE = {"idle": idle, "no_bus": no_bus, "hung_bus": hung_bus}


def run(name, program, prefix, folder):
    language = "de" if name == "german" else ""
    with Desk(prefix, language=language, has_nightd=name != "no_daemon") as desk:
        if name == "locked":
            desk.lock("choice", "dark")
        if name in ALONE:
            return ALONE[name](desk, program, folder)
        window = Window(desk, program)
        try:
            if name == "pictures":
                pictures(desk, window, folder)
            else:
                PARTS[name](desk, window)
                nameless = window.names()
                assert not nameless, f"without a name: {nameless}"
        except Exception:
            desk.picture(folder / f"failed-{name}.png")
            (folder / f"failed-{name}.txt").write_text(window.tree())
            raise
        assert window.process.poll() is None, "the window crashed"


def main():
    program, prefix, folder, *chosen = sys.argv[1:]
    names = chosen or [*PARTS, *ALONE, "pictures"]
    if len(names) > 1:
        # The accessibility library keeps the bus of its first session, so each part gets a process.
        codes = [
            subprocess.run([sys.executable, "-W", "ignore", __file__, program, prefix, folder, name],
                           check=False).returncode
            for name in names
        ]
        return max(codes)
    begun = time.monotonic()
    try:
        run(names[0], program, prefix, pathlib.Path(folder))
    except Exception:
        print(f"wrong   {names[0]}\n{traceback.format_exc()}", flush=True)
        return 1
    print(f"right   {names[0]} ({time.monotonic() - begun:.1f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
