import TestSupport
import Testing

extension Program {
  /// How much memory the program has written to and does not share with a file.
  ///
  /// A page of a file is not counted, even if it was written and the disk does not have it yet. On
  /// a tmpfs no page is ever on a disk, so all pages of the program's own file would count.
  func privateKilobytes() throws -> Int { try mappings().reduce(0) { $0 + $1.written } }

  /// The program's share of memory: all of its own file, and its proportional part of each library.
  ///
  /// The kernel would divide the program's file among all running daemons. The tests run several
  /// daemons, but a session runs only one.
  func proportionalKilobytes() throws -> Int {
    let own = try Program.run("readlink", ["/proc/\(processIdentifier)/exe"]).output.dropLast()
    return try mappings().reduce(0) { $0 + ($1.file == own ? $1.resident : $1.share) }
  }

  private func mappings() throws -> [Mapping] {
    let smaps = try Program.run("cat", ["/proc/\(processIdentifier)/smaps"]).output
    var mappings: [Mapping] = []
    for line in smaps.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words[0].last != ":" {
        mappings.append(Mapping(file: words.dropFirst(5).joined(separator: " ")))
      }
      let last = mappings.indices.last
      for (name, part) in Mapping.parts where words[0] == name {
        mappings[try #require(last)][keyPath: part] = try #require(Int(words[1]))
      }
    }
    try #require(!mappings.isEmpty)
    return mappings
  }
}

/// A mapping of a program's memory; sizes in KiB.
private struct Mapping {
  var file: String
  var resident = 0
  var share = 0
  var written = 0

  static var parts: [(String, WritableKeyPath<Mapping, Int>)] {
    [("Rss:", \.resident), ("Pss:", \.share), ("Anonymous:", \.written)]
  }
}
