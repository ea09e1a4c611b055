import NightBus

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
      let hint = Words.meant(name, known.map(\.name))
      throw .usage("\(Excerpt(name)) is no option of \(command.name)\(hint)", help: command.name)
    }
    guard given[name] == nil else {
      throw .usage("\(name) stands twice", help: command.name)
    }
    let attached = parts.count == 2 ? String(parts[1]) : nil
    guard let value = option.value else {
      guard attached == nil else { throw .usage("\(name) takes no value", help: command.name) }
      given[name] = .some(nil)
      return
    }
    guard let text = attached ?? rest.popFirst() else {
      throw .usage("\(name) needs a value: \(value)", help: command.name)
    }
    given[name] = text
  }

  private func check(_ operands: [String], of command: CommandEntry) throws(Failure) {
    guard let expected = command.operand else {
      guard let word = operands.first else { return }
      throw .usage(
        "\(command.name) takes no further word, but \(Excerpt(word)) stands there",
        help: command.name
      )
    }
    guard let word = operands.first else {
      guard !expected.isOptional else { return }
      throw .usage("\(command.name) needs a \(expected.name)", help: command.name)
    }
    guard expected.words.contains(word) else {
      let words = expected.words.joined(separator: " or ")
      let hint = Words.meant(word, expected.words)
      throw .usage("\(Excerpt(word)) is not \(words)\(hint)", help: command.name)
    }
    guard operands.count == 1 else {
      throw .usage("\(command.name) takes one \(expected.name)", help: command.name)
    }
  }
}
