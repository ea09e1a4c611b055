extension String {
  /// The text without nightctl's advice to type a command, because the window has buttons instead.
  ///
  /// Only the part of a sentence that names the command is left out, such as “; to add it, run
  /// nightctl programs on foot”. A text that contains nothing else stays as it is.
  var withoutAdvice: String {
    let lines = split(separator: "\n").map { $0.withoutAdvice }.filter { !$0.isEmpty }
    return lines.isEmpty ? self : lines.joined(separator: "\n")
  }

  /// The lines of a command's output that ask the user to do something, without advice to type
  /// commands.
  ///
  /// Other lines say what nightctl does, or are lines of a diff.
  var notices: [String] {
    split(separator: "\n").filter { line in
      !line.isDone && !line.isOfDiff && !line.hasSuffix(" describes it:")
        && !line.contains("--dry-run")
    }
    .map { $0.withoutAdvice }
    .filter { !$0.isEmpty && !$0.contains("printed above") }
  }

  /// The lines that are no notices, without nightctl's title above a diff.
  var withoutNotices: String {
    split(separator: "\n").filter { $0.isDone || $0.isOfDiff }.joined(separator: "\n")
  }
}

extension Substring {
  private static let separators = [". ", "; ", ", then ", ", and then ", ": "]

  /// The words with which nightctl advises people to run a command.
  ///
  /// “You chose it with nightctl set dark” is not advice.
  private static let phrases = [
    "run ", "use ", "see ", "choose with ", "folder with ", "one with ", "place with ",
  ]
  .map { $0 + "nightctl " }

  fileprivate var withoutAdvice: String {
    var kept = ""
    var isSentence = hasSuffix(".")
    var (rest, before) = (self, "")
    while !rest.isEmpty {
      let end = Self.separators.compactMap { separator in
        rest.firstRange(of: separator).map { (separator: separator, range: $0) }
      }
      .min { $0.range.lowerBound < $1.range.lowerBound }
      let text = rest[..<(end?.range.lowerBound ?? rest.endIndex)]
      rest = end.map { rest[$0.range.upperBound...] } ?? ""
      // The command itself follows in “first run: nightctl …”.
      let isAdvice =
        Self.phrases.contains(where: text.contains)
        || text.hasSuffix("run") && rest.hasPrefix("nightctl ")
        || text.hasPrefix("nightctl ") && before == ": "
      if !isAdvice {
        kept += (kept.isEmpty ? "" : before) + text
        isSentence = hasSuffix(".") || end?.separator == ". "
      }
      before = end?.separator ?? ""
    }
    // The first words may be gone.
    if first?.isUppercase == true { kept = kept.capitalizedSentence }
    return isSentence && !kept.isEmpty && !kept.hasSuffix(".") ? kept + "." : kept
  }

  private static let deeds = [
    "Adds ", "Keeps the record ", "Removes ", "Restores ", "Runs ", "Sends ", "Sets ", "Shows ",
    "Switches ", "Tells ", "Writes ", "Wrote ",
  ]

  fileprivate var isDone: Bool { Self.deeds.contains(where: hasPrefix) }

  fileprivate var isOfDiff: Bool {
    ["+", "-", " ", "@@"].contains(where: hasPrefix)
  }
}
