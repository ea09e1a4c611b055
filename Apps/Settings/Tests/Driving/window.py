"""The window, as its accessibility tree shows it."""

import pathlib
import subprocess
import time

from gi.repository import Atspi, GLib

from desk import wait

ROLES = {
    "button": Atspi.Role.PUSH_BUTTON,
    "check": Atspi.Role.CHECK_BOX,
    "choices": Atspi.Role.COMBO_BOX,
    "day": Atspi.Role.PUSH_BUTTON,
    "entry": Atspi.Role.ENTRY,
    "number": Atspi.Role.SPIN_BUTTON,
    "option": Atspi.Role.RADIO_BUTTON,
    "row": Atspi.Role.LIST_ITEM,
    "slider": Atspi.Role.SLIDER,
    "switch": Atspi.Role.CHECK_BOX,
    "text": Atspi.Role.LABEL,
}

# The role that some widgets of libadwaita have instead.
ALSO = {"entry": Atspi.Role.TEXT}


class Window:
    """Starts the program, and finds its widgets by role and name."""

    def __init__(self, desk, program):
        self.desk = desk
        self.process = desk.start([program])
        self.name = pathlib.Path(program).name
        Atspi.init()
        self.root = wait("the window's appearance", self._find_root, 30)
        self._focus()

    def _find_root(self):
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(index)
            if child and child.get_name() == self.name and child.get_child_count():
                return child
        return None

    def _focus(self):
        """Without a window manager, nobody gives the window the keyboard."""
        number = wait("the window's number", lambda: subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", "."],
            env=self.desk.environment, capture_output=True, text=True, check=False,
        ).stdout.split())
        subprocess.run(["xdotool", "windowfocus", number[-1]], env=self.desk.environment, check=False)
        self.number = number[-1]

    def resize(self, width, height):
        subprocess.run(
            ["xdotool", "windowsize", "--sync", self.number, str(width), str(height)],
            env=self.desk.environment, check=True, timeout=20,
        )
        subprocess.run(
            ["xdotool", "windowmove", self.number, "0", "0"], env=self.desk.environment, check=True,
        )

    def all(self, node=None):
        """All visible widgets. An invisible widget hides those inside it."""
        node = node or self.root
        yield node
        children = range(node.get_child_count())
        # The dialogs come before the window, because they were opened last.
        for index in reversed(children) if node == self.root else children:
            child = node.get_child_at_index(index)
            if child and (
                child.get_role() == Atspi.Role.FRAME
                or child.get_state_set().contains(Atspi.StateType.VISIBLE)
                or child.get_name() == "GtkStackPage"
                or not child.get_name()
            ):
                yield from self.all(child)

    def showing(self, role=None, name=None):
        found = []
        try:
            for node in self.all():
                if role and node.get_role() not in (ROLES[role], ALSO.get(role)):
                    continue
                if name and name not in (node.get_name() or ""):
                    continue
                found.append(node)
        except GLib.Error:
            # The tree changed while it was read.
            return []
        return found

    def find(self, role, name):
        return wait(f"{role} “{name}”", lambda: next(iter(self.showing(role, name)), None))

    def has_text(self, text):
        """Whether a label with the text is visible."""
        return bool(self.showing(name=text))

    def wait_for_text(self, text):
        wait(f"the text “{text}”", lambda: self.has_text(text))

    def open(self, page):
        """Opens a page by its name in the list of pages."""
        pages = wait("the list of pages", lambda: next(
            (node for node in self.all()
             if node.get_role() == Atspi.Role.LIST and node.get_name() == "Pages"), None))
        names = [
            next((node.get_name() for node in self.all(pages.get_child_at_index(index))), "")
            for index in range(pages.get_child_count())
        ]
        pages.get_selection_iface().select_child(names.index(page))
        wait(f"the page {page}", lambda: any(
            node.get_role() == Atspi.Role.PANEL and node.get_name() == page for node in self.all()))

    def show_content(self):
        """Shows the page in a narrow window, as Enter in the list of pages does."""
        if not self.showing("button", "Back"):
            self.desk.key("Return")

    def click(self, role, name):
        def action():
            # A widget that was found may be gone, for example while a search still changes the page.
            for node in self.showing(role, name):
                found = node.get_action_iface()
                if found and Atspi.Action.get_n_actions(found) > 0:
                    return found
            return None

        Atspi.Action.do_action(wait(f"{role} “{name}” with an action", action), 0)

    def press(self, role, name, key="space"):
        """Moves the keyboard to the widget with Tab, and presses a key."""
        self.reach(role, name)
        self.desk.key(key)

    def reach(self, role, name):
        """Presses Tab until the widget has the focus."""
        node = self.find(role, name)
        for _ in range(150):
            # The text inside a spin button or an entry has the focus.
            if any(part.get_state_set().contains(Atspi.StateType.FOCUSED) for part in self.all(node)):
                return node
            self.desk.key("Tab")
            time.sleep(0.02)
        raise AssertionError(f"Tab does not reach {role} “{name}”")

    def is_checked(self, role, name):
        states = self.find(role, name).get_state_set()
        return states.contains(Atspi.StateType.CHECKED) or states.contains(Atspi.StateType.PRESSED)

    def is_sensitive(self, role, name):
        return self.find(role, name).get_state_set().contains(Atspi.StateType.SENSITIVE)

    def names(self):
        """Widgets that a keyboard reaches but that have no name: there should be none."""
        nameless = []
        for node in self.all():
            states = node.get_state_set()
            if not states.contains(Atspi.StateType.FOCUSABLE):
                continue
            if node.get_role() == Atspi.Role.SCROLL_PANE:
                continue
            # The labels inside a widget can name it, as in the rows of a combo box.
            if not any((part.get_name() or "").strip() for part in self.all(node)):
                nameless.append(node.get_role_name())
        return nameless

    def tree(self):
        lines = []

        def walk(node, depth):
            states = [state.value_nick for state in node.get_state_set().get_states()]
            kept = [s for s in states if s in ("checked", "pressed", "focusable", "showing", "sensitive")]
            lines.append(f"{'  ' * depth}{node.get_role_name()} {node.get_name()!r} {' '.join(kept)}")
            for index in range(node.get_child_count()):
                child = node.get_child_at_index(index)
                if child:
                    walk(child, depth + 1)

        walk(self.root, 0)
        return "\n".join(lines)

    def close(self):
        self.process.terminate()
        self.process.wait(10)
