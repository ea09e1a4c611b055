import Glibc
import NightCore
import TestSupport
import Testing

@testable import nightctl

/// Sentences quote with “ ”; a locale without these marks gets " instead.
@Suite("Quotation marks")
struct QuotationTests {
  /// Files that write the languages of other programs, or compare with their messages.
  private static let foreign: Set = [
    "GeoClue.swift", "Emacs.swift", "Vim.swift", "Multiplexers.swift", "Subscription.swift",
  ]

  @Test("No sentence quotes a word with apostrophes")
  func apostrophes() throws {
    let paths = Self.files(below: "\(Built.sourceRoot)/Sources")
    #expect(paths.count > 400)
    for path in paths where !Self.foreign.contains(path.fileName) {
      for (index, line) in try TextFile(path).lines.enumerated()
      where line.contains("'\\(") || line.contains(")'\"") {
        Issue.record("\(path):\(index + 1): \(line)")
      }
    }
  }

  private static func files(below folder: String) -> [String] {
    let names = ProgramFinder.names(in: folder).filter { !$0.hasPrefix(".") }
    return names.flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") { return [path] }
      return name.contains(".") ? [] : files(below: path)
    }
  }
}
