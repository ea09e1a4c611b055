import NightBus
import NightClient
import NightCore

/// The messages of nightctl, for people.
enum Messages {
  static func fileSilent(_ path: String) -> String {
    "\(path) does not answer: its disk or its server may hang; look at its mount, and try again "
      + "once the file can be read"
  }

  /// A question for the end of a sentence, as in `; did you mean “dark”?`; empty for nil.
  static func meant(_ text: String?) -> String {
    text.map { "; did you mean \(Excerpt($0))?" } ?? ""
  }

  static func meant(_ word: String, _ known: [String]) -> String {
    let folded = word.lowercased()
    let alike = known.filter { $0.lowercased() == folded }
    guard alike.count < 2 else {
      return "; did you mean \(alike.map { "“\($0)”" }.joined(separator: " or "))?"
    }
    return NearestWord.to(word, among: known).map { "; did you mean “\($0)”?" } ?? ""
  }

  static func sentence(_ error: ClientError) -> String {
    switch error {
    case .noBus(let why): why
    // The bus's own message is left out, because it would not help people.
    case .noDaemon(_, isStartFailed: true):
      "nightd is not running, and its start failed; nightctl doctor says why"
    case .noDaemon:
      "nightd is not running; start it with systemctl --user start nightd, or run nightd"
    case .ended: "nightd ended before it answered; nightctl get shows whether it is done"
    case .forged(let why): "\(why), so nightctl ignored it; nightctl get says what is in force"
    case .noAnswer:
      "nightd does not answer; nightctl doctor says how to restart it"
    case .silent(let process, let isRead):
      "nightd\(process.map { " (process \($0))" } ?? "") does not answer; "
        + (isRead ? "" : "the request may still be carried out; ")
        + "nightctl doctor says how to restart it"
    case .denied(let why):
      "the bus or a sandbox does not let nightctl do this (\(why)); run it outside of the sandbox, "
        + "or let the sandbox talk to org.nightd.Night1"
    case .refused(_, let why), .garbled(let why): why
    }
  }

  /// The message for a request that the daemon does not know.
  static func olderDaemon(_ why: String) -> String {
    "\(why): this nightd is older than nightctl; systemctl --user restart nightd starts the new one"
  }

  static func withoutSudo(_ user: String) -> String {
    "; this is root, and nightd runs in the session of \(user): run nightctl without sudo"
  }

  static func otherUsersBus(_ owner: UInt32, _ user: UInt32) -> String {
    "; this bus belongs to user \(owner), and you are user \(user): run nightctl as its user, without su "
      + "or sudo"
  }

  static let noArguments = "the arguments of this command cannot be read; nothing was done"
  static let busLost = "the connection to the bus was lost"

  static func byClockDid(_ style: Style, _ time: LocalTime) -> String {
    "The clock says \(time.clock): the style is \(style.rawValue) now."
  }

  static func byClockHadNothingToDo(_ style: Style, _ time: LocalTime) -> String {
    "The clock says \(time.clock): the style is \(style.rawValue) already."
  }

  static func byClockLocked(_ why: String) -> String { "Nothing was done: \(why)." }

  static func byClockLeftAlone(_ appearance: Appearance) -> String {
    guard appearance.reason != .hold else {
      return "Nothing was done: \(appearance.style.rawValue) is held for a while."
    }
    return "Nothing was done: \(decider(appearance)) decides."
  }
}

/// Messages about wrong arguments.
extension Messages {
  static let commandMissing = "a command is missing"
  static let helpTakesOneCommand = "help takes the name of one command"

  static func notUTF8(_ word: String) -> String {
    "\(Excerpt(word)) is not valid UTF-8"
  }

  static func takesNoMore(_ option: String) -> String { "\(option) takes no further argument" }

  static func unknown(_ word: String, isOption: Bool, _ known: [String]) -> String {
    isNone(word, isOption) + meant(word, known)
  }

  static func unknown(_ word: String, isOption: Bool, meaning command: String) -> String {
    isNone(word, isOption) + meant(command)
  }

  private static func isNone(_ word: String, _ isOption: Bool) -> String {
    "\(Excerpt(word)) is not \(isOption ? "an option" : "a command")"
  }

  static func unknown(_ word: String, of group: String, _ known: [String]) -> String {
    "\(Excerpt(word)) is not a command of \(group)"
      + (Slips.command(word, after: group).map { meant("nightctl \($0)") } ?? meant(word, known))
  }

  static func needsCommand(_ group: String, _ known: [String]) -> String {
    "\(group) needs one of " + listed(known)
  }

  static func unknownOption(_ name: String, of command: CommandEntry) -> String {
    "\(Excerpt(name)) is not an option of \(command.name)"
      + meant(name, command.options.map(\.name))
  }

  /// The message for an option that belongs to the program which a command runs.
  ///
  /// `before` are the options of the command itself.
  static func afterDashes(
    _ name: String,
    _ arguments: [String],
    _ before: [String],
    of command: CommandEntry
  ) -> String {
    let isPlain = arguments.allSatisfy { argument in
      !argument.isEmpty
        && argument.utf8.allSatisfy { byte in
          let character = Character(Unicode.Scalar(byte))
          return character.isLetter || character.isNumber || "-_./=:,+@%".contains(character)
        }
    }
    let call = isPlain ? arguments.joined(separator: " ") : "COMMAND [ARG...]"
    let own = ([command.name] + before).joined(separator: " ")
    let what =
      command.option(named: name) == nil
      ? "is not an option of \(command.name)" : "comes after the command"
    return "\(Excerpt(name)) \(what); put -- before the command: nightctl \(own) -- \(call)"
  }

  static func twice(_ option: String) -> String { "\(option) was given twice" }

  static func notBoth(_ first: String, _ second: String) -> String {
    "either \(first) or \(second), not both"
  }

  static func goesWith(_ option: String, _ other: String) -> String { "\(option) needs \(other)" }

  static func takesNoValue(_ option: String) -> String { "\(option) takes no value" }

  static func needsValue(_ option: String, _ value: String) -> String {
    "\(option) needs a value: \(value)"
  }

  static func takesNoArgument(
    _ command: CommandEntry,
    _ option: Option?,
    _ surplus: ArraySlice<String>
  ) -> String {
    let call = command.name + (option.map { " " + $0.name } ?? "")
    return "\(call) takes no further argument, but \(Excerpt(surplus.first ?? "")) was given"
      + meant(Slips.option(surplus, of: command))
  }

  static func needs(
    _ command: CommandEntry,
    _ operand: Operand,
    or option: Option?
  ) -> String {
    guard operand.keywords.isEmpty else {
      return "\(command.name) needs \(listed(operand.choices))"
    }
    let article = operand.name.first.map { "AEIOU".contains($0) } == true ? "an" : "a"
    let other = option.map { ", or \($0.name)" } ?? ""
    return "\(command.name) needs \(article) \(operand.name)\(other)"
  }

  static func takesOne(
    _ command: CommandEntry,
    _ operand: Operand,
    _ surplus: ArraySlice<String>
  ) -> String {
    let what = operand.keywords.isEmpty ? operand.name : "of " + listed(operand.choices)
    return "\(command.name) takes one \(what)" + meant(Slips.option(surplus, of: command))
  }

  static func unexpected(
    _ text: String,
    _ operand: Operand,
    _ form: CommandEntry.Form,
    of command: CommandEntry
  ) -> String {
    let sentence = "\(Excerpt(text)) is not \(listed(operand.choices))"
    let other = command.forms.first { form in form.operands.contains { $0.keywords.contains(text) }
    }
    if let option = other?.needs.first { return sentence + " without \(option.name)" }
    guard other != nil, let option = form.needs.first else {
      return sentence
        + (Slips.style(text, among: operand.keywords).map { meant($0) }
          ?? meant(text, operand.keywords))
    }
    return sentence + ", and \(option.name) takes nothing else"
  }

  /// The message for one argument that the shell has split into two.
  static func oneArgument(_ text: String) -> String {
    "put \(Excerpt(text)) in quotation marks, so that it is one argument"
  }

  static func flawed(_ flaw: Flaw) -> String {
    "\(Excerpt(flaw.location?.description ?? "")) in --by-clock: \(flaw.message)"
  }

  /// Lists the choices, as in `light, dark or follow`.
  static func listed(_ choices: [String], or word: String = "or") -> String {
    guard let last = choices.last, choices.count > 1 else { return choices.first ?? "" }
    return choices.dropLast().joined(separator: ", ") + " \(word) " + last
  }
}
