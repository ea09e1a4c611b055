import Glibc
import NightCore
import TestSupport
import Testing

@testable import nightctl

/// Messages use the quotation marks “ ”; in a locale without these characters, nightctl prints "
/// instead.
@Suite("Quotation marks")
struct QuotationTests {
  /// Files whose strings are in another program's language, or are compared with another program's
  /// messages.
  private static let foreign: Set = [
    "GeoClue.swift", "Emacs.swift", "Vim.swift", "Multiplexers.swift", "Subscription.swift",
  ]

  @Test("No message quotes a value with apostrophes")
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
