import NightBus
import NightCore
import NightPrograms

/// Messages about descriptions of programs.
enum DescriptionMessages {
  static func describes(_ program: Program) -> String {
    "\(Output.plain(program.title)), as \(Output.plain(program.folder)) describes it:"
  }

  static func cannotTake(_ why: String) -> String {
    "This program cannot use nightd's colours now: \(why)"
  }

  /// `lines` are the numbers of the lines that now set the setting's key in the settings file.
  static func sets(_ setting: Setting, lines: [Int]) -> String {
    let group = setting.key.group.isEmpty ? "" : setting.key.group + "/"
    let key = Output.plain(group + setting.key.name)
    let value = Output.plain(setting.value ?? "nothing")
    return switch setting.place {
    case .file(let path, _):
      "Sets \(key) to \(value) in \(Output.plain(path))"
        + (lines.count > 1
          ? ", line \(lines[lines.count - 1]), the last of the \(lines.count) lines that set "
            + "this key."
          : ".")
    case .commands(let commands): "Sets \(key) to \(value) with \(commands.write.first ?? "")."
    }
  }

  /// Says how running programs learn of new colours; if a template tool, such as matugen, has a
  /// hook for this, lists each line of the hook.
  static func tells(_ announcement: Announcement) -> [String] {
    guard let hook = announcement.hook else { return [tellsPrograms(announcement)] }
    let lines = hook.filled([("\t", "  ")]).split(whereSeparator: \.isNewline).map(String.init)
    return lines.count == 1
      ? ["Runs the hook: " + lines[0]] : ["Runs the hook:"] + lines.map { "    " + $0 }
  }

  private static func tellsPrograms(_ announcement: Announcement) -> String {
    switch announcement {
    case .signal(let signal, let programs):
      "Sends \(signal.rawValue) to each \(Messages.listed(programs)) that handles this signal."
    case .run(let arguments, let programs, _):
      "Runs \(Output.plain(arguments.joined(separator: " ")))"
        + (programs.isEmpty ? "." : " if \(Messages.listed(programs)) runs.")
    case .runEach(let pattern, let arguments):
      "Runs \(Output.plain(arguments.joined(separator: " "))) for each \(Output.plain(pattern))."
    case .terminals(_, let programs):
      "Sends the colours to each open terminal"
        + (programs.isEmpty ? "." : " of \(Messages.listed(programs)).")
    case .kdeColors: "Tells KDE's programs about the new colours."
    case .wallpaper: "Shows the picture."
    }
  }

  static func noProgramName(_ name: String) -> String {
    "\(Excerpt(name)) cannot be a program's name: use lower-case letters, digits, -, _, . and +"
  }

  static func programExists(_ folder: String) -> String {
    "\(Output.plain(folder)) exists already; edit it, or remove it first"
  }

  static func noOwnProgram(_ folder: String) -> String {
    "You have no description of your own in \(Output.plain(folder)); to make one, run "
      + "nightctl programs new NAME."
  }

  static func programMistakes(_ count: Int) -> String {
    "\(count == 1 ? "one description does" : "\(count) descriptions do") not pass the check: see above"
  }

  static func noProgramMistake(_ names: [String]) -> String {
    "No mistakes in \(Messages.listed(names, or: "or"))."
  }

  static func noCommand(_ command: String, _ name: String) -> String {
    "\(name): PATH has no \(Output.plain(command)), which the description runs; until you install it, "
      + "this command is left out."
  }

  static func hasNoWriter(_ path: String, _ name: String) -> String {
    "\(name): the text of \(Output.plain(path)) lacks the words “Written by nightd”, so only "
      + "nightd's record shows that nightd wrote the file."
  }

  static let nameOrAll = "give the names of programs, or use --all"
  static let noProgramIsHere = "none of the programs that nightd knows is in PATH"

  static func unknownProgram(_ name: String, _ known: [String]) -> String {
    let meant = Messages.meant(name, known)
    return "\(Excerpt(name)) is not a program that nightd knows"
      + (meant.isEmpty ? "; to" : meant + " To") + " list all programs, run nightctl programs --all"
      + (ProgramCatalog.isName(name)
        ? "; to make a description, run nightctl programs new \(name)" : "")
  }

  static func emptyDescription(_ path: String, _ name: String) -> String {
    "\(Output.plain(path)) is empty ({}), so nightd ignores \(name); complete or remove this file"
  }

  static func lacksDescription(_ folder: String) -> String {
    "\(Output.plain(folder)) has no \(ProgramReader.fileName), the file that says what nightd "
      + "does for a program"
  }

  static let noDescriptions =
    "the folder share/nightd/programs with the descriptions of programs is missing; install nightd again"

  static func noDescription(_ name: String) -> String {
    "the description of \(Output.plain(name)) no longer exists; to remove what nightd wrote "
      + "for it, run nightctl programs off \(Output.plain(name))"
  }

  static func unreadableProgram(_ path: String) -> String {
    "\(Output.plain(path)) cannot be read, or is larger than 1 MiB"
  }

  static func untrustedProgram(_ why: String) -> String {
    "nightd ignores this description, because it can run commands, and \(Output.plain(why))"
  }

  /// The text with the folder's path in front; if the text begins with an absolute path, the text
  /// alone.
  static func place(_ text: String, in folder: String) -> String {
    text.hasPrefix("/") ? Output.plain(text) : "\(Output.plain(folder))/\(text)"
  }

  static func brokenProgram(_ program: Program, _ flaw: Flaw) -> String {
    place(flaw.message, in: program.folder)
  }

  static func unnameableFolder(_ path: String) -> String {
    "\(Output.plain(path)) has a line end or another control character, so no program's configuration "
      + "can refer to it; set XDG_STATE_HOME to another folder, and log in again"
  }
}
