import NightCore

/// Words that other programs have for what nightctl calls otherwise, and common ways to write times.
///
/// They are not near any known word, so `NearestWord` does not find what was meant.
enum Slips {
  private static let styles = [
    "night": "dark", "day": "light", "auto": "schedule", "automatic": "schedule",
    "default": "system",
  ]

  private static let commands = [
    "prefs": ["get": "read", "set": "write", "remove": "delete", "unset": "delete"],
    "theme": ["set": "use", "delete": "remove"],
  ]

  /// The choice that a word stands for, if it is among the known ones.
  static func style(_ word: String, among known: [String]) -> String? {
    styles[word.lowercased()].flatMap { known.contains($0) ? $0 : nil }
  }

  /// The command of a group that another program calls by this word.
  static func command(_ word: String, of group: String) -> String? { commands[group]?[word] }

  /// The option that surplus arguments stand for: `--for 2h` for `for 2h`, `in 2h` or `2h` alone,
  /// `-n 2` for `2`.
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

  /// The end of a hold, or the option for its length, that someone probably meant.
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
