import NightBus
import NightCore

/// The arguments of one command, checked against its entry in the table.
struct Invocation {
  /// The name of the command.
  let command: String
  private(set) var operands: [String] = []
  private var given: [(option: Option, value: String?)] = []

  init(of command: CommandEntry, _ arguments: [String]) throws(Failure) {
    self.command = command.name
    var rest = arguments[...]
    var isOptionsEnd = false
    while let argument = rest.popFirst() {
      if isOptionsEnd || !Self.isOption(argument) {
        operands.append(argument)
      } else if argument == "--" {
        isOptionsEnd = true
      } else {
        try addOption(argument, &rest, of: command)
      }
    }
    guard !has(.help) else { return }
    try check(command)
  }

  var operand: String? { operands.first }

  /// A failure that reports wrong arguments and refers the user to the command's help.
  func usage(_ why: String) -> Failure { .usage(why, help: command) }

  func has(_ option: Option) -> Bool { given.contains { $0.option == option } }

  func value(of option: Option) -> String? { given.first { $0.option == option }?.value }

  /// The option of this group that the user gave; nil if the user gave no option of the group.
  func option(of group: String) -> Option? { given.first { $0.option.group == group }?.option }

  /// Whether an argument is an option, and not a value or a negative number.
  ///
  /// No option begins with a digit or a point, so a negative number needs no `--` before it.
  static func isOption(_ argument: String) -> Bool {
    let bytes = argument.utf8
    guard bytes.first == UInt8(ascii: "-"), let next = bytes.dropFirst().first else {
      return false
    }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) && next != UInt8(ascii: ".")
  }

  /// The name of an option, and its value if it is attached with `=`.
  static func parts(_ argument: String) -> (name: String, value: String?) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts.first ?? ""), parts.count == 2 ? String(parts[1]) : nil)
  }

  /// Adds an option with its value, which is given as `--name value` or `--name=value`.
  ///
  /// If the value is a separate argument, this method removes the value from `rest`.
  private mutating func addOption(
    _ argument: String,
    _ rest: inout ArraySlice<String>,
    of command: CommandEntry
  ) throws(Failure) {
    let (long, attached) = Self.parts(argument)
    let name = argument == "-h" ? Option.help.name : long
    let option = command.option(named: name)
    if !operands.isEmpty, option != .help, command.form(has).operands.runs {
      let call = operands + [argument] + rest
      let before = given.map(\.option.name)
      throw usage(ArgumentMessages.afterDashes(name, call, before, of: command))
    }
    guard let option else {
      throw usage(ArgumentMessages.unknownOption(name, of: command))
    }
    guard !has(option) else { throw usage("\(name) was given twice") }
    if let group = option.group, let other = self.option(of: group) {
      throw usage(ArgumentMessages.notBoth(other.name, name))
    }
    guard let value = option.value else {
      guard attached == nil else {
        throw usage("\(name) takes no value")
      }
      given.append((option, nil))
      return
    }
    guard let text = attached ?? rest.popFirst() else {
      throw usage("\(name) needs a value: \(value)")
    }
    given.append((option, text))
  }

  // MARK: - The form

  private func check(_ command: CommandEntry) throws(Failure) {
    let form = command.form(has)
    for (option, _) in given where !(form.known + [.help]).contains(option) {
      let other = command.forms.first { $0.known.contains(option) }
      if let missing = other?.needs.first(where: { !has($0) }) {
        throw usage("\(option.name) needs \(missing.name)")
      }
      let own = form.needs.first ?? form.needsOneOf.first(where: has) ?? option
      throw usage(ArgumentMessages.notBoth(own.name, option.name))
    }
    try check(operands, form, of: command)
  }

  /// The option that the user probably forgot.
  ///
  /// If a form without operands needs exactly one more option, the result is that option; otherwise
  /// nil.
  private func missing(of command: CommandEntry) -> Option? {
    command.forms.lazy.filter { $0.operands.isEmpty && $0.needs.contains(where: has) }
      .map { form in form.needs.filter { !has($0) } }
      .first { $0.count == 1 }?.first
  }

  private func check(
    _ operands: [String],
    _ form: CommandEntry.Form,
    of command: CommandEntry
  ) throws(Failure) {
    var rest = operands[...]
    for operand in form.operands {
      if operand.count == .any { return }
      guard let text = rest.popFirst() else {
        guard operand.count == .optional else {
          let other = missing(of: command)
          throw usage(ArgumentMessages.needs(command, operand, or: other))
        }
        return
      }
      let isOther = command.forms.contains { form in
        form.operands.contains { $0.keywords.contains(text) }
      }
      let isKnown = operand.keywords.isEmpty || operand.keywords.contains(text)
      guard isKnown || operand.orTheme && !isOther else {
        throw usage(ArgumentMessages.unexpected(text, operand, form, of: command))
      }
      if operand.count == .some { return }
    }
    guard let surplus = rest.first else { return }
    if let day = value(of: .until), ClockTime(surplus) != nil {
      throw usage(ArgumentMessages.oneArgument(day + " " + surplus))
    }
    guard let operand = form.operands.first else {
      throw usage(ArgumentMessages.takesNoArgument(command, form.needs.first, rest))
    }
    throw usage(ArgumentMessages.takesOne(command, operand, rest))
  }
}

extension CommandEntry.Form {
  fileprivate var known: [Option] { needs + needsOneOf + options }

}

/// The arguments of the process, which may contain bytes that are not UTF-8.
enum RawArguments {
  /// All arguments except the program's name.
  ///
  /// `CommandLine.arguments` would replace bytes that are not UTF-8 by U+FFFD, and nightd would
  /// then store U+FFFD.
  static func all() throws(Failure) -> [String] {
    // Normally the arguments contain at least the program's name. argc is 0 only if the Swift
    // runtime could not read /proc.
    guard CommandLine.argc > 0 else { throw .system(ArgumentMessages.noArguments) }
    var arguments: [String] = []
    var isPassedOn = false
    for index in 1..<max(Int(CommandLine.argc), 1) {
      guard let bytes = CommandLine.unsafeArgv[index] else { break }
      // For `inhibit` and `run`, the arguments after `--` are passed to another program unchanged.
      let replaces = ["inhibit", "run"].contains(arguments.first)
      isPassedOn = isPassedOn || replaces && arguments.last == "--"
      let exact = String(validatingCString: bytes)
      guard let argument = exact ?? (isPassedOn ? String(cString: bytes) : nil) else {
        throw .usage("\(Excerpt(String(cString: bytes))) is not valid UTF-8", help: nil)
      }
      arguments.append(argument)
    }
    return arguments
  }
}

/// Suggests nightctl's own words if the user types words that other programs use, or writes a time
/// in another common way.
///
/// The words that other programs use are spelt too differently for `NearestWord` to suggest
/// nightctl's word.
enum Slips {
  private static let styles = [
    "night": "dark", "on": "dark", "day": "light", "off": "light", "auto": "schedule",
    "automatic": "schedule", "sun": "schedule", "sunset": "schedule", "sunrise": "schedule",
    "default": "system",
  ]

  /// Words that are not commands of nightctl, with the commands that users mean by them.
  ///
  /// The outer keys are the words before the wrong word; the key is empty if the wrong word comes
  /// first.
  private static let commands = [
    "": [
      "version": "--version", "-v": "--version", "-?": "--help", "config": "prefs",
      "settings": "prefs", "themes": "theme list", "current": "get", "switch": "toggle",
      "log": "history",
    ],
    "apps": ["delete": "apps remove"],
    "hooks": ["add": "hooks new", "edit": "hooks new"],
    "prefs": [
      "get": "prefs read", "set": "prefs write", "remove": "prefs delete",
      "unset": "prefs delete", "show": "prefs list", "ls": "prefs list",
    ],
    "programs": [
      "add": "programs on", "enable": "programs on", "remove": "programs off",
      "disable": "programs off",
    ],
    "schedule": ["reset": "schedule clear", "delete": "schedule clear"],
    "theme": ["set": "theme use", "delete": "theme remove", "ls": "theme list"],
  ]

  /// Second words that can be left out; for example, `programs list` means the command `programs`.
  private static let listing: Set = ["list", "ls", "show", "status"]

  /// The keyword that a word probably means; nil unless `known` contains that keyword.
  static func style(_ word: String, among known: [String]) -> String? {
    styles[word.lowercased()].flatMap { known.contains($0) ? $0 : nil }
  }

  /// The command that a word after `first` probably means; nil if unknown.
  ///
  /// `first` is empty if `word` is the first word.
  static func command(_ word: String, after first: String) -> String? {
    if let command = commands[first]?[word] { return command }
    let isCommand = CommandTable.command(named: first) != nil
    return isCommand && listing.contains(word) ? first : nil
  }

  /// The option that the user probably meant by the extra arguments; nil if unknown.
  ///
  /// For example, `for 2h`, `in 2h` and `2h` mean `--for 2h`, and `2` means `-n 2`.
  static func option(_ arguments: ArraySlice<String>, of command: CommandEntry) -> String? {
    guard let first = arguments.first else { return nil }
    let options = command.options
    let value = arguments.dropFirst().first
    let length = ["for", "in"].contains(first) ? value : first
    if options.contains(.length), let length, (try? HoldLength(length)) != nil {
      return "--for \(length)"
    }
    if first == "until", options.contains(.until), let value, (try? HoldTerm(value)) != nil {
      return "--until \(value)"
    }
    guard arguments.count == 1, let number = Int(first), number > 0 else { return nil }
    return options.first { $0 == .year || $0 == .changeCount }.map { "\($0.name) \(number)" }
  }

  /// Suggests a correction for an invalid end time of a temporary choice; nil if no correction is
  /// known.
  static func end(_ text: String) -> String? {
    let word = text.lowercased()
    let length = word.hasPrefix("in ") ? String(word.dropFirst(3)) : word
    if (try? HoldLength(length)) != nil { return "--for \(length)" }
    switch word {
    case "noon": return "12:00"
    case "midnight": return "tomorrow"
    default: break
    }
    return ClockTime.meant(by: word)
      ?? NearestWord.to(word, among: SunEvent.names + ["next", "tomorrow"])
  }
}
