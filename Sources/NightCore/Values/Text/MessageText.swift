/// Prepares strings from files, arguments and other programs for messages.
package enum MessageText {
  /// The string in quotation marks, shortened, without characters that move the cursor.
  package static func quoted(_ text: String) -> String { "“\(shown(text))”" }

  /// The first 40 characters of a string.
  package static func shown(_ text: String) -> String { shown(text, most: 40) }

  /// The first `limit` characters of a string.
  ///
  /// Control characters and combining marks are shown as code points.
  package static func shown(_ text: String, most limit: Int) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
        .unassigned, .surrogate, .nonspacingMark, .spacingMark, .enclosingMark:
        shown += scalar == " " ? " " : codePoint(scalar)
      default:
        shown.unicodeScalars.append(scalar)
      }
    }
    return text.unicodeScalars.count > limit ? shown + "…" : shown
  }

  /// The end of a message that suggests a name, such as ` (did you mean dark?)`; empty for nil.
  package static func didYouMean(_ name: String?) -> String {
    name.map { " (did you mean \(shown($0))?)" } ?? ""
  }

  /// The text with its first letter in upper case.
  package static func capitalized(_ text: some StringProtocol) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The string with ASCII capitals in lower case and all other characters unchanged.
  package static func lowercased(_ text: String) -> String {
    String(
      decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 },
      as: UTF8.self
    )
  }

  private static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

extension [String] {
  /// A list of choices for a message, such as `light, dark or follow`.
  package var either: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}

/// Finds the known word that is most similar to a mistyped one.
package enum NearestWord {
  /// The known word that was probably meant instead of `word`; nil if no known word is similar.
  package static func to(_ word: String, among known: [String]) -> String? {
    // A word of more than 64 bytes is longer than all known words, so it cannot be a typing
    // mistake.
    guard word.utf8.count <= 64 else { return nil }
    let folded = word.lowercased()
    if let same = known.first(where: { $0.lowercased() == folded }) { return same }
    let begun = known.filter { $0.hasPrefix(word) }
    if let only = begun.first, begun.count == 1, !word.isEmpty { return only }
    guard let best = nearest(word, among: known).first, best.distance <= max(1, best.word.count / 3)
    else { return nil }
    return best.word
  }

  /// Up to three known words, the most similar one first, even if none of them is similar.
  package static func three(to word: String, among known: [String]) -> [String] {
    nearest(String(word.prefix(64)), among: known).prefix(3).map(\.word)
  }

  private static func nearest(
    _ word: String,
    among known: [String]
  ) -> [(word: String, distance: Int)] {
    known.enumerated().map { (place: $0, word: $1, distance: distance(word, $1)) }
      .sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }
      .map { ($0.word, $0.distance) }
  }

  /// The number of letters that must be added, removed, replaced or swapped with the next letter to
  /// turn one word into the other.
  private static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left), right = Array(right)
    var before: [Int] = []
    var row = Array(0...right.count)
    for i in left.indices {
      var next = [i + 1]
      for j in right.indices {
        let replaced = row[j] + (left[i] == right[j] ? 0 : 1)
        var least = min(replaced, row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          least = min(least, before[j - 1] + 1)
        }
        next.append(least)
      }
      before = row
      row = next
    }
    return row[right.count]
  }
}

extension StringProtocol {
  /// Whether the string includes `part` anywhere, byte for byte.
  ///
  /// The standard library's `contains` needs the library for regular expressions, and the
  /// distributed programs are built without that library.
  package func includes(_ part: String) -> Bool {
    let (bytes, part) = (Array(utf8), Array(part.utf8))
    guard let first = part.first else { return true }
    return bytes.indices.contains { bytes[$0] == first && bytes[$0...].starts(with: part) }
  }
}
