import NightBus
import NightCore
import NightPrograms

/// Messages of `nightctl hooks`, and messages about hook folders that nightd cannot use.
enum HookMessages {
  /// `kind` says what the path is, such as `a fifo`.
  static func isNoHookFolder(_ path: String, _ kind: String) -> String {
    "\(Output.plain(path)) is \(kind), but nightd expects a folder with hooks there: "
      + "move it away, and make the folder with mkdir"
  }

  static func hookFolderDangles(_ path: String, _ target: String) -> String {
    "\(Output.plain(path)) is a link to \(Output.plain(target)), which does not exist, but nightd "
      + "expects a folder with hooks there: make that folder, or remove the link"
  }

  static func hookFolderUnreadable(_ path: String, _ why: String) -> String {
    "\(Output.plain(path)) cannot be read: \(why); nightd expects a folder with hooks there; if "
      + "this folder and the folders above it are yours, make them readable with chmod u+rx"
  }

  static func hookFolderUnreachable(_ path: String, _ why: String) -> String {
    "\(Output.plain(path)) cannot be read: \(why); nightd expects this path to be a folder "
      + "with hooks, or not to exist"
  }

  static let hookHasNoInterpreter =
    "its first line has no interpreter; begin a script with a line such as #!/bin/sh"

  static let interpreterHasReturn =
    "its first line ends with a carriage return, as in Windows files; save it with Unix line ends"

  static let hookDone = "done"

  static let interpreterUnnamed =
    "its first line is only “#!”; add an interpreter, such as #!/bin/sh"

  static func interpreterMissing(_ path: String) -> String {
    "its interpreter \(Excerpt(path)) does not exist: install it, or put another program into the "
      + "first line"
  }

  static func interpreterNotExecutable(_ path: String) -> String {
    "its interpreter \(Excerpt(path)) is not executable: put another program into the first line"
  }

  static func interpreterNotInPath(_ program: String) -> String {
    "its first line contains \(Excerpt(program)), which is not in PATH: install it, or choose "
      + "another program"
  }

  static func hookFlooded(_ bytes: Int) -> String {
    "printed more than \(bytes >> 20) MiB, and was stopped"
  }

  static func hookNotStarted(_ error: BusError) -> String {
    if case .system(_, let code) = error {
      return "could not be started: \(SystemError.message(code))"
    }
    return "could not be started: \(error)"
  }

  static func hookNotExecutable(_ path: String) -> String {
    "\(path) is not run: it is not executable; to change that, run chmod +x \(path)"
  }

  static func hookIsEmpty(_ path: String) -> String {
    "\(path) is not run: it is empty; an empty file switches off the hook of the same name in a "
      + "later folder"
  }

  static func darkmanRunsHook(_ path: String) -> String {
    "\(path) is not run: darkman is running, and runs the scripts in this folder itself"
  }

  static func hookIsForOtherStyle(_ path: String, _ style: Style) -> String {
    "\(path) is not run: its folder is for \(style.opposite.rawValue), but the style is \(style.rawValue) now"
  }

  static func misplacedHook(_ path: String, _ right: String) -> String {
    "\(path) is not run: nightd does not look for hooks in this folder; move it to \(right)"
  }

  static func hooksFailed(_ count: Int) -> String {
    count == 1 ? "a hook failed" : "\(count) hooks failed"
  }

  static func hookProblems(_ count: Int) -> String {
    count == 1 ? "1 problem found" : "\(count) problems found"
  }

  static func noHook(_ name: String, _ known: [String]) -> String {
    "no hook has the name \(Excerpt(name))" + Messages.meant(name, known)
  }

  static func noHooks(_ folder: String?) -> String {
    "There are no hooks; to make one" + (folder.map { " in \(Output.plain($0))" } ?? "")
      + ", run nightctl hooks new NAME."
  }

  static func noHookName(_ name: String) -> String {
    "\(Excerpt(name)) is not a name for a hook: use a file name such as 10-wallpaper, which does not "
      + "begin with a dot or end in a suffix such as .bak or .disabled"
  }

  static func hookResult(_ entry: HookLog.Entry, at time: LocalTime) -> String {
    "\(time.text)  \(entry.isFailed ? "failed: " : "")\(entry.end), in \(entry.milliseconds) ms"
  }

  static func hookState(_ state: RunningHooks.State) -> String {
    switch state {
    case .running(let start): "has been running since \(LocalTime(start).clockWithSeconds)"
    case .interrupted(let start):
      "was interrupted: it started at \(LocalTime(start).clockWithSeconds), and nightctl was killed "
        + "before the hook ended"
    }
  }

  /// The hooks in the order in which they run, one line each.
  static func hooks(_ rows: [HookRow]) -> [String] {
    let width = rows.map(\.hook.file.name.count).max() ?? 0
    return rows.map { row in
      let file = row.hook.file
      let padding = String(repeating: " ", count: width - file.name.count)
      return "\(Output.plain(file.name))\(padding)  \(state(row))  \(Output.plain(file.folder))"
    }
  }

  private static func state(_ row: HookRow) -> String {
    switch row.hook.state {
    case .ready:
      (row.running.map(hookState) ?? row.last.map { hookResult($0, at: LocalTime($0.time)) }
        ?? "has not run yet")
        + (row.hook.header.condition.map { "; runs \($0)" } ?? "")
    case .empty: "off, because the file is empty"
    case .notExecutable: "not run: not executable"
    case .refused(let why): "not run: \(Output.plain(why))"
    }
  }
}
