/// The words of one command, checked against its entry in the table.
struct Invocation {
  private(set) var operand: String?
  private var given: [String: String?] = [:]

  init(of command: CommandEntry, _ words: [String]) throws(Failure) {
    var rest = words[...]
    var operands: [String] = []
    var isOptionsEnd = false
    while let word = rest.popFirst() {
      if isOptionsEnd || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
      } else if word == "--" {
        isOptionsEnd = true
      } else {
        try take(word, &rest, of: command)
      }
    }
    operand = operands.first
    guard !has(.help) else { return }
    try check(operands, of: command)
  }

  func has(_ option: Option) -> Bool { given[option.name] != nil }

  func value(of option: Option) -> String? { given[option.name] ?? nil }

  /// `--name value` and `--name=value` are the same.
  private mutating func take(
    _ word: String,
    _ rest: inout ArraySlice<String>,
    of command: CommandEntry
  ) throws(Failure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = word == "-h" ? Option.help.name : String(parts.first ?? "")
    let known = command.options + [.help]
    guard let option = known.first(where: { $0.name == name }) else {
      throw .usage(Words.unknownOption(name, of: command, known), help: command.name)
    }
    guard given[name] == nil else { throw .usage(Words.twice(name), help: command.name) }
    let attached = parts.count == 2 ? String(parts[1]) : nil
    guard let value = option.value else {
      guard attached == nil else { throw .usage(Words.takesNoValue(name), help: command.name) }
      given[name] = .some(nil)
      return
    }
    guard let text = attached ?? rest.popFirst() else {
      throw .usage(Words.needsValue(name, value), help: command.name)
    }
    given[name] = text
  }

  private func check(_ operands: [String], of command: CommandEntry) throws(Failure) {
    guard let expected = command.operand else {
      guard let word = operands.first else { return }
      throw .usage(Words.takesNoWord(command, word), help: command.name)
    }
    guard let word = operands.first else {
      guard expected.alternative == nil else { return }
      throw .usage(Words.needs(command, expected), help: command.name)
    }
    guard expected.words.contains(word) else {
      throw .usage(Words.unexpected(word, expected), help: command.name)
    }
    guard operands.count == 1 else {
      throw .usage(Words.takesOne(command, expected), help: command.name)
    }
  }
}
