import Glibc
import NightBus
import NightCore
import NightPrograms

/// Sentences about programs, their files and their settings.
enum ProgramMessages {
  static let isNoText = "it is not UTF-8 text"

  static func leavesAlone(_ path: String, _ why: String) -> String {
    "\(Output.plain(path)) is left alone: \(Output.plain(why))"
  }

  static func isKept(_ path: String, _ name: String) -> String {
    leavesAlone(path, "\(name) writes this file, and the description of \(name) has a mistake")
  }

  static func keepsEarlierText(_ path: String, _ copy: String) -> String {
    "\(Output.plain(path)) was changed after nightd had replaced it, so nightd treats the new text "
      + "as yours; what you had before is kept in \(Output.plain(copy))"
  }

  static func isCopy(_ path: String) -> String {
    "\(Output.plain(path)) stays: it is an earlier text of yours, which nightd has kept; remove it if "
      + "you do not need it"
  }

  static func isMoved(_ path: String, _ value: TextHistory.Moved) -> String {
    let key = Output.plain(value.key.name)
    let advice =
      value.users.map { "write your own value in its place: \(Output.plain($0))" }
      ?? "remove that line"
    return "\(Output.plain(path)) is left alone: a line with nightd's value of \(key) was moved, "
      + "renamed, rewritten or commented out; \(advice)"
  }

  static func themeNotInstalled(_ theme: MissingToolkitTheme) -> String {
    "\(theme.key) names the theme \(Excerpt(theme.name)), which is not installed"
  }

  static func cannotReset(_ key: String) -> String {
    "\(Output.plain(key)) had no value before nightd set it, and the program that stores it cannot "
      + "remove a value"
  }

  static func cannotRestore(_ place: String, _ store: String) -> String {
    "\(Output.plain(place)) keeps nightd's value, because \(Output.plain(store)) is not installed now"
  }

  static func refusesValue(_ place: String, _ value: String) -> String {
    "\(place) does not accept the value \(Output.plain(value))"
  }

  static let noReply = "its store cannot be read"
  static let isLocked = "an administrator has locked it"

  static func isGone(_ key: String, _ value: String) -> String {
    "\(Output.plain(key)) does not exist now, so your wallpaper there was not restored: "
      + Output.plain(value)
  }

  static func keepsValue(_ place: String, _ value: String, _ warning: String?) -> String {
    let reason = warning.map { ": " + Output.plain($0) } ?? ""
    return "\(place) did not become \(Output.plain(value))\(reason)"
  }

  static let noOrders =
    "each ORDER is “write KEY VALUE”, “pair KEY STYLE”, “leave KEY” or “restore KEY VALUE”"

  static let nobodyHasChosen =
    "Nobody has chosen a style, so nightd does not yet write the settings of programs that follow "
    + "the style by themselves. To choose, use nightctl set dark, light or schedule."

  static func wrote(_ place: String) -> String { "Wrote \(Output.plain(place))" }

  /// The sentence about a file or key that was written, or that a dry run would write.
  static func written(_ place: String, isDryRun: Bool) -> String {
    isDryRun ? writesFile(place) : wrote(place)
  }

  /// Says that a file no longer has the value that nightd wrote.
  static func hasOtherValue(_ path: String, _ key: SettingPlace.Key, _ found: String?) -> String {
    let name = Output.plain(key.group.isEmpty ? key.name : "\(key.group)/\(key.name)")
    let has =
      found.map { "has \(Excerpt($0)) for \(name) instead of the value that nightd wrote" }
      ?? "lacks \(name), which nightd wrote"
    return "\(Output.plain(path)) \(has); to write that value again, run nightctl programs apply"
  }

  static func isNotNeeded(_ name: String) -> String {
    "\(name) is on, but no program on this machine needs it now."
  }

  /// The reasons why the user's values could not be restored.
  static func leftAlone(_ result: ProgramApplier.Result) -> [Failure] {
    guard !result.notes.isEmpty else { return [] }
    return [
      .system(
        "some settings of \(result.name) are not restored yet: change what is listed above, and then "
          + "run nightctl programs off \(result.name)"
      )
    ]
  }

  /// What the user should know about a program that was switched on.
  static func note(_ program: Program) -> String? {
    program.note.isEmpty ? nil : "\(program.title): \(program.note)"
  }

  static let nothingRun = "nightd has made no automatic update since it started"

  /// The line about an update that the daemon made, such as `gsettings 2026-11-21 16:05 done, in 40
  /// ms; runs now`.
  static func update(_ report: ReactionReport, at time: LocalTime?, width: Int) -> String {
    let name = report.name + String(repeating: " ", count: max(width - report.name.count, 0))
    guard let last = report.last, let time else { return "\(name)  is running for the first time" }
    let failed = last.isFailed ? "failed: " : ""
    let past =
      last.isFailed ? "; this was nightd's last run, and the list below shows the state now" : ""
    let again = report.isRunning ? "; runs now" : past
    return "\(name)  \(time.text)  \(failed)\(last.words), in \(last.milliseconds) ms\(again)"
  }

  static let isReadOnly = "it is read-only"

  static func isInReadOnly(_ folder: String, _ code: Int32) -> String {
    "its folder \(Output.plain(folder)) "
      + (code == EROFS || code == EACCES
        ? "is read-only" : "cannot be used: \(SystemError.message(code))")
  }

  static let isDanglingLink = "it is a link to a file that does not exist"
  static let isNotOneLine =
    "its value is not one line of text, so nightctl would be unable to restore it"

  /// Says that `off` cannot change a file of the user's, because it is missing.
  static func isMissing(_ path: String, _ program: String) -> String {
    "\(Output.plain(path)) is missing or empty, so nightd's changes in it stay recorded. When the "
      + "file is back, run nightctl programs off \(program) again; if the file is still missing "
      + "then, nightd forgets these changes"
  }

  static func isForgotten(_ path: String) -> String {
    "\(Output.plain(path)) is still missing or empty, so nightd forgets what it changed there."
  }

  static let isAway = "the file does not exist now"
  static let isNotAdded = "nightd has no record that it added this line"
  static let isChangedLine = "it has changed since nightd wrote it"

  static func isOpenInEditor(_ file: String) -> String {
    "it is open in an editor (\(file) exists); save it and close it first"
  }

  static let colorsAlready = "Nothing had to change: each program has the current colours already."

  static func isOff(_ name: String) -> String {
    "\(name) is off, so it gets no colours; to switch it on, run nightctl programs on \(name)"
  }

  static let nothingIsOn = "You have not switched on any programs."

  static func isOffAlready(_ name: String) -> String { "\(name) is off already." }

  static func notInstalledYet(_ program: Program) -> String {
    program.programs.isEmpty
      ? "\(program.name) was not found on this machine (\(lacks(program))); "
        + "it will follow the style once nightd finds it."
      : "\(program.name) is not installed (\(lacks(program))); "
        + "it follows the style as soon as you install it."
  }

  private static func lacks(_ program: Program) -> String {
    program.programs.isEmpty
      ? "there is no \(Messages.listed(program.paths.map(Output.plain)))"
      : "PATH has no \(Messages.listed(program.programs))"
  }

  static func isGone(_ program: Program) -> String {
    "\(lacks(program)), so the program's files and settings stay as you had them until nightd finds "
      + "it; to compare nightd's PATH with yours, run nightctl doctor"
  }

  static func writesFile(_ path: String) -> String { "Writes \(Output.plain(path))" }

  static func isYourFile(_ path: String, _ name: String) -> String {
    "\(Output.plain(path)) was not written by nightd, and nightd would overwrite it; move it away, "
      + "then run nightctl programs on \(name)"
  }

  static func isOthersFile(_ path: String, _ other: String) -> String {
    "\(Output.plain(path)) is already written for \(other), because two descriptions "
      + "contain this path"
  }

  static func removesFile(_ path: String) -> String { "Removes \(Output.plain(path))" }

  static func isOthersText(_ path: String) -> String {
    "\(Output.plain(path)) has the name of one of nightctl's temporary files, but nightctl did not "
      + "write its text: look at it, and remove it if you do not need it."
  }

  static func keepsFile(_ path: String, _ name: String) -> String {
    "Keeps \(Output.plain(path)), because a line that is shown above still uses this file. "
      + "Remove that line, then run "
      + "nightctl programs off \(name)."
  }

  static func keepsChangedFile(_ path: String) -> String {
    "Keeps \(Output.plain(path)), because it has changed since nightd wrote it."
  }

  static func addsLine(_ path: String, _ include: IncludeLine) -> String {
    let line = Output.plain(include.line)
    return include.isPiece
      ? "Adds to a list in \(Output.plain(path)):  \(line)"
      : "Adds to \(Output.plain(path)):  \(line)"
  }

  static func removesLine(_ path: String, _ line: String) -> String {
    "Removes from \(Output.plain(path)):  \(Output.plain(line))"
  }

  /// Says that a recorded line cannot be removed now, and why.
  static func keepsLine(_ path: String, _ why: String, _ name: String) -> String {
    "Keeps the record of the line that nightd wrote to \(Output.plain(path)), because "
      + "\(Output.plain(why)). To remove the line later, run nightctl programs off \(name)."
  }

  static func hasLine(_ path: String, _ line: String) -> String {
    "\(Output.plain(path)) has the line already:  \(Output.plain(line))"
  }

  /// Tells the user how to change a configuration file by hand, because nightctl may not add
  /// nightd's line to the file.
  static func refused(
    _ path: String,
    _ include: IncludeLine,
    _ refusal: IncludeLine.Refusal,
    _ name: String
  ) -> String {
    let path = Output.plain(path)
    switch refusal {
    case .addYourself(let why):
      let place = include.isPiece ? "Add this to the list “import” in" : "Add this line to"
      return "\(place) \(path) yourself, because \(Output.plain(why)):  "
        + Output.plain(include.line)
    case .differently(let advice): return "Change \(path) yourself: \(Output.plain(advice))"
    case .changeFirst(let advice): return changeFirst(path, advice, name)
    }
  }

  private static func changeFirst(_ path: String, _ advice: String, _ name: String) -> String {
    "Change \(Output.plain(path)) first: \(Output.plain(advice)), then run nightctl programs on "
      + name
  }

  /// Why a program that is on does not use nightd's colours, with advice; nil if the program uses
  /// them.
  static func noEffect(_ effect: ProgramEffect, _ name: String) -> String? {
    switch effect {
    case .works: nil
    case .noLine(let path, let include):
      "\(Output.plain(path)) lacks nightd's line (\(Output.plain(include.line))); to add it, "
        + "run nightctl programs on \(name)"
    case .refused(let path, let include, let refusal): refused(path, include, refusal, name)
    case .changeFirst(let path, let why): changeFirst(path, why, name)
    case .overridden(let path, let line, let key):
      "line \(line) of \(Output.plain(path)) sets \(key) after nightd's colours, and overrides "
        + "them; remove this line, or move it before nightd's line. If another file loads this file, "
        + "you can move the line that loads it instead"
    case .impossible(let why): Output.plain(why)
    }
  }

  static func hasValues(_ name: String) -> String {
    "\(name) is on; its settings already have the values for this style."
  }

  static func notSwitchedOn(_ name: String, _ why: String) -> String {
    "\(name) was not switched on: \(Output.plain(why))"
  }

  /// Says that nightd already changes this file for the program `other`; if `isWhole` is true,
  /// nightd would write the whole file for each of the two programs.
  static func sharesFile(_ file: String, with other: String, isWhole: Bool) -> String {
    "\(other), which is on, "
      + (isWhole ? "also writes the file \(file)" : "changes the same file \(file) in another way")
      + "; before that, run: nightctl programs off \(other)"
  }

  static func hasOtherForm(_ name: String, _ path: String) -> String {
    "the description of \(name) was edited after you switched \(name) on, and now changes \(path) "
      + "in another way; before that, run: nightctl programs off \(name)"
  }

  static func cannotClean(_ folder: String) -> String {
    "cannot remove nightd's temporary file .nightctl-new-… from \(Output.plain(folder)); make room on "
      + "the disk, and run nightctl undo again"
  }

  static func haveNoEffect(_ names: [String]) -> String {
    "\(Messages.listed(names, or: "and")) \(names.count == 1 ? "is" : "are") on, but without effect until you "
      + "follow the advice above"
  }

  static func isElsewhere(_ folder: String, _ target: String) -> String {
    "\(Output.plain(folder)) leads to \(Output.plain(target)), so nightd's file is stored there; if that "
      + "folder is in a repository, list the file in the repository's .gitignore."
  }

  static func removeLineYourself(_ path: String, _ line: String, _ why: String) -> String {
    "Remove this line from \(Output.plain(path)) yourself, because \(Output.plain(why)):  \(Output.plain(line))"
  }

  static func unquotablePicture(_ path: String) -> String {
    "\(Output.plain(path)) has a control character in its name; rename it, and set wallpaper.light or "
      + "wallpaper.dark again"
  }

  static func notShown(_ picture: String, _ why: String) -> String {
    "swaybg cannot show \(Output.plain(picture))"
      + (why.isEmpty ? "" : ": \(Output.plain(why))") + "; the earlier wallpaper stays"
  }

  static func noProgram(_ name: String) -> String { "PATH has no \(Output.plain(name))" }

  static func programsFailed(_ results: [ProgramApplier.Result]) -> String {
    let failed = results.filter { !$0.problems.isEmpty }.map(\.name)
    return "\(Messages.listed(failed, or: "and")) did not get all of the colours"
  }

  /// The installed programs in their groups, one line each; if `all` is true, also the programs
  /// that are not installed.
  static func programs(_ known: [ProgramState], all: Bool, isActive: Bool) -> [String] {
    let states = known.filter { state in
      all || state.isHere || state.isOn != state.program.followsItself || !state.places.isEmpty
    }
    let width = states.map(\.program.name.count).max() ?? 0
    var lines: [String] = isActive ? [] : ["", nobodyHasChosen]
    for group in Program.Group.allCases {
      let members = states.filter { $0.program.group == group }
      guard !members.isEmpty else { continue }
      lines += ["", group.title]
      lines += members.flatMap { state in
        let name = state.program.name
        let padding = String(repeating: " ", count: width - name.count)
        let line = "  \(name)\(padding)  " + words(state)
        return [line]
          + (state.places.map { "wrote \(Output.plain($0))" } + state.problems)
          .map { "      " + $0 }
      }
    }
    guard states.count < known.count else { return lines }
    let count = known.count - states.count
    return lines + [
      "",
      "nightd knows \(count) more \(count == 1 ? "program that is" : "programs that are") not on this "
        + "machine. To list all programs, run nightctl programs --all.",
    ]
  }

  private static func words(_ state: ProgramState) -> String {
    let program = state.program
    var words = [state.isOn ? program.followsItself ? "by itself" : "on" : "off"]
    if state.released != nil {
      words.append("left alone")
    } else if !state.problems.isEmpty {
      words.append(program.followsItself ? "with problems" : "without effect")
    } else if !state.isHere {
      words.append(program.followsItself ? "not needed here" : "not installed")
    }
    if state.isOwn {
      words.append("your description")
    } else if program.tried == nil, program.group != .templates {
      words.append("not tried with the real program")
    }
    let isTitled = program.followsItself || program.group == .templates
    let title = isTitled ? ": " + program.title : ""
    return words.joined(separator: ", ") + title
  }

  static func leftAlone(_ name: String, _ why: String) -> String {
    "\(name) is on, but nightd changes nothing for it now: \(why)"
  }

  /// The last line that each command prints with `--dry-run`.
  static let nothingDone =
    "Nothing was changed. Without --dry-run, the command does what is listed above."

  static func linesLeft(_ count: Int) -> String {
    count == 1
      ? "1 line is left for you to remove: see above"
      : "\(count) lines are left for you to remove: see above"
  }
}
