import NightBus

/// Messages about wrong arguments.
enum ArgumentMessages {
  static let noArguments = "the arguments of this command cannot be read; nothing was done"
  static let commandMissing = "a command is missing"

  static func unknown(_ word: String, isOption: Bool, _ known: [String]) -> String {
    isNone(word, isOption) + Messages.meant(word, known)
  }

  static func unknown(_ word: String, isOption: Bool, meaning command: String) -> String {
    isNone(word, isOption) + Messages.meant(command)
  }

  private static func isNone(_ word: String, _ isOption: Bool) -> String {
    "\(Excerpt(word)) is not \(isOption ? "an option" : "a command")"
  }

  static func unknown(_ word: String, of group: String, _ known: [String]) -> String {
    "\(Excerpt(word)) is not a command of \(group)"
      + (Slips.command(word, after: group).map { Messages.meant("nightctl \($0)") }
        ?? Messages.meant(word, known))
  }

  static func needsCommand(_ group: String, _ known: [String]) -> String {
    "\(group) needs one of " + Messages.listed(known)
  }

  static func unknownOption(_ name: String, of command: CommandEntry) -> String {
    "\(Excerpt(name)) is not an option of \(command.name)"
      + Messages.meant(name, command.options.map(\.name))
  }

  /// The message if an option follows the name of the program to run, and no `--` comes before that
  /// name.
  ///
  /// `before` contains the options that were given to the command itself.
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

  static func notBoth(_ first: String, _ second: String) -> String {
    "either \(first) or \(second), not both"
  }

  static func takesNoArgument(
    _ command: CommandEntry,
    _ option: Option?,
    _ surplus: ArraySlice<String>
  ) -> String {
    let call = command.name + (option.map { " " + $0.name } ?? "")
    return "\(call) takes no further argument, but \(Excerpt(surplus.first ?? "")) was given"
      + Messages.meant(Slips.option(surplus, of: command))
  }

  static func needs(_ command: CommandEntry, _ operand: Operand, or option: Option?) -> String {
    guard operand.keywords.isEmpty else {
      return "\(command.name) needs \(Messages.listed(operand.choices))"
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
    let what = operand.keywords.isEmpty ? operand.name : "of " + Messages.listed(operand.choices)
    return "\(command.name) takes one \(what)" + Messages.meant(Slips.option(surplus, of: command))
  }

  static func unexpected(
    _ text: String,
    _ operand: Operand,
    _ form: CommandEntry.Form,
    of command: CommandEntry
  ) -> String {
    let sentence = "\(Excerpt(text)) is not \(Messages.listed(operand.choices))"
    let other = command.forms.first { form in form.operands.contains { $0.keywords.contains(text) }
    }
    if let option = other?.needs.first { return sentence + " without \(option.name)" }
    guard other != nil, let option = form.needs.first else {
      return sentence
        + (Slips.style(text, among: operand.keywords).map { Messages.meant($0) }
          ?? Messages.meant(text, operand.keywords))
    }
    return sentence + ", and \(option.name) takes nothing else"
  }

  /// The message if the shell has split one argument into two.
  static func oneArgument(_ text: String) -> String {
    "put \(Excerpt(text)) in quotation marks, so that it is one argument"
  }
}
