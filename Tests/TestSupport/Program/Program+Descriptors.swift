extension Program {
  /// The target of each of the program's open file descriptors; the key is the descriptor's number.
  ///
  /// Under a sanitizer, pipes are left out: besides its three streams, the program has two pipes to
  /// another program that symbolises its reports.
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
