extension Program {
  /// What each descriptor that it has for long leads to, by its number.
  ///
  /// Under a sanitizer a program that lets a report pass by a name has learned that name from another
  /// one, over two pipes that it keeps, beside the three that every program begins with.
  package func descriptors() throws -> [Int: String] {
    let listing = try Program.run(
      "find",
      ["/proc/\(processIdentifier)/fd", "-type", "l", "-printf", "%f %l\n"]
    )
    var found: [Int: String] = [:]
    for line in listing.output.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2, let number = Int(words[0]),
        number <= 2 || !Built.isSanitized || !words[1].hasPrefix("pipe:")
      else { continue }
      found[number] = words[1]
    }
    return found
  }
}
