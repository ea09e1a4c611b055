/// A command in the syntax of service files.
enum ServiceCommand {
  /// Quotes each argument, so that a shell reads it as one word.
  static func shell(_ words: [String]) -> String {
    words.map { quoted($0) }.joined(separator: " ")
  }

  /// Quotes each argument for a shell, and then quotes the result for a service file.
  static func text(_ words: [String]) -> String {
    shell(words).reduce(into: "") { text, character in
      switch character {
      case "\\": text += #"\\"#
      case "\n": text += #"\n"#
      default: text.append(character)
      }
    }
  }

  private static func quoted(_ word: String) -> String {
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
  }
}
