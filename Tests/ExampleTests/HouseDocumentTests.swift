import Glibc
import TestSupport
import Testing

/// Compares CONTRIBUTING.md and docs/architecture.md with the sources.
@Suite("Documents about the code")
struct HouseDocumentTests {
  private struct Source {
    let path: String
    let lines: [String]
  }

  /// Every Swift file below `Sources`, `Tests`, `Examples` and `Apps`.
  private func sources() throws -> [Source] {
    try ["Sources", "Tests", "Examples", "Apps"].flatMap { folder in
      try Self.files(below: Built.sourceRoot + "/" + folder).filter { $0.hasSuffix(".swift") }
    }
    .map { Source(path: $0, lines: try TextFile($0).lines) }
  }

  private static func files(below folder: String) throws -> [String] {
    let listing = try Program.run("/usr/bin/find", [folder, "-type", "f"], environment: [:])
    return listing.output.split(separator: "\n").map(String.init).filter {
      !$0.contains("/.build/")
    }
  }

  /// The cells of each row of the document's table that has this heading row.
  private func table(_ heading: String, in path: String) throws -> [[String]] {
    let lines = try TextFile(Built.sourceRoot + "/" + path).lines
    let start = try #require(lines.firstIndex(of: heading))
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { $0.trimmed }
    }
  }

  @Test("No identifier, string or comment contains a word that CONTRIBUTING.md lists as retired")
  func retiredWords() throws {
    let retired = try Set(
      table("| retired | use |", in: "CONTRIBUTING.md").flatMap { row in
        row[0].split(separator: ",").map { $0.trimmed }
      }
    )
    #expect(retired.count > 12)
    for source in try sources() where !source.path.hasSuffix("HouseDocumentTests.swift") {
      for (index, line) in source.lines.enumerated() {
        let found = Self.words(line).filter(retired.contains)
        #expect(found.isEmpty, "\(source.path):\(index + 1): \(found.joined(separator: ", "))")
      }
    }
  }

  /// The words of a line in lower case; identifiers are divided at their capital letters.
  ///
  /// Works on bytes, because strings would be slow for a hundred thousand lines.
  static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var wasLower = false
    func end() {
      if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
      word.removeAll(keepingCapacity: true)
    }
    for byte in line.utf8 {
      let isUpper = UInt8(ascii: "A") <= byte && byte <= UInt8(ascii: "Z")
      let isLower = UInt8(ascii: "a") <= byte && byte <= UInt8(ascii: "z")
      if !isUpper && !isLower || isUpper && wasLower { end() }
      if isUpper || isLower { word.append(byte | 0x20) }
      wasLower = isLower
    }
    end()
    return words
  }

  @Test(
    "The check for retired words splits identifiers, strings and comments into words",
    arguments: [
      ("let mainHall = 1", ["let", "main", "hall"]),
      ("// A `Wish`, or two", ["a", "wish", "or", "two"]),
      ("case passedOver(\"Not told\")", ["case", "passed", "over", "not", "told"]),
    ]
  )
  func division(line: String, expected: [String]) {
    #expect(Self.words(line) == expected)
  }

  @Test("The glossary has at most 40 words")
  func glossary() throws {
    let words = try table("| word | meaning |", in: "CONTRIBUTING.md")
    #expect((20...40).contains(words.count))
  }

  @Test("Every file and folder that docs/architecture.md mentions exists")
  func architecture() throws {
    let files = try Self.files(below: Built.sourceRoot + "/Sources").map {
      "/" + $0.dropFirst(Built.sourceRoot.utf8.count + "/Sources/".utf8.count)
    }
    let text = try TextFile(Built.sourceRoot + "/docs/architecture.md").lines
      .joined(separator: " ")
    let names = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    let paths = names.filter { name in
      name.contains("/") && !name.contains(" ") && !name.contains("$") && !name.contains(".md")
        && !name.hasPrefix("Tests") && !name.hasPrefix("Examples") && !name.hasPrefix("bench")
        && !name.hasPrefix("dbus") && !name.hasPrefix("Apps")
    }
    #expect(paths.count > 40)
    for path in paths {
      let stem = path.hasSuffix("/") ? String(path.dropLast()) : path
      let (start, end) =
        stem.firstIndex(of: "*").map { star in
          (String(stem[..<star]), String(stem[stem.index(after: star)...]))
        } ?? (stem, "")
      #expect(
        files.contains { file in
          file.contains("/" + start) && (end.isEmpty || file.hasSuffix(end))
        },
        "docs/architecture.md names \(path)"
      )
    }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var rest = self
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
