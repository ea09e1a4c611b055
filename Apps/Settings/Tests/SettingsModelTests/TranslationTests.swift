import FoundationEssentials
import Testing

/// The languages must have every sentence of the sources, with the same placeholders.
struct TranslationTests {
  static let languages = ["de", "es", "fr", "ja", "pt", "zh_CN"]
  private static let package = #filePath.split(separator: "/").dropLast(3).reduce("") {
    $0 + "/" + $1
  }

  @Test("The template has exactly the sentences of the sources")
  func template() throws {
    let template = try Set(Self.entries("nightd-settings.pot").map(\.text))
    let sources = try Self.sourceSentences()
    #expect(!sources.isEmpty)
    #expect(sources.subtracting(template).isEmpty, "run po/update")
    let metadata = try ["org.nightd.Settings.desktop.in", "org.nightd.Settings.metainfo.xml.in"].map
    {
      try Self.contents("data/" + $0)
    }
    .joined()
    let unused = template.subtracting(sources).filter { !metadata.contains($0) }
    #expect(unused.isEmpty, "run po/update")
  }

  @Test("Each language is complete, and keeps each placeholder", arguments: languages)
  func language(_ name: String) throws {
    let template = try Set(Self.entries("nightd-settings.pot").map(\.text))
    let entries = try Self.entries(name + ".po")
    #expect(Set(entries.map(\.text)) == template, "run po/update")
    for (text, translation) in entries {
      #expect(!translation.isEmpty, "\(text)")
      #expect(Self.placeholders(translation) == Self.placeholders(text), "\(text)")
      if text.hasSuffix(".") {
        #expect(translation.hasSuffix(".") || translation.hasSuffix("。"), "\(text)")
      }
    }
  }

  @Test("The list of languages names each translation")
  func list() throws {
    #expect(
      try Self.contents("po/LINGUAS").split(separator: "\n").map(String.init) == Self.languages
    )
  }

  private static func contents(_ path: String) throws -> String {
    let data = try Data(contentsOf: URL(filePath: package + "/" + path))
    return String(decoding: data, as: UTF8.self)
  }

  /// The sentences of a file of gettext without its header; each is on one line.
  private static func entries(_ name: String) throws -> [(text: String, translation: String)] {
    var entries: [(text: String, translation: String)] = []
    for line in try contents("po/" + name).split(separator: "\n") {
      if line.hasPrefix("msgid \"") { entries.append((String(line.dropFirst(7).dropLast()), "")) }
      if line.hasPrefix("msgstr \"") {
        entries[entries.count - 1].translation = String(line.dropFirst(8).dropLast())
      }
    }
    return entries.filter { !$0.text.isEmpty }
  }

  private static func placeholders(_ text: String) -> [String] {
    text.components(separatedBy: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }.sorted()
  }

  /// The literal of each call of `tr` or `language` in the sources.
  private static func sourceSentences() throws -> Set<String> {
    var found: Set<String> = []
    for folder in ["SettingsModel", "SettingsModel/Shared", "nightd-icon", "nightd-settings"] {
      let path = package + "/Sources/" + folder
      for file in try FileManager.default.contentsOfDirectory(atPath: path)
      where file.hasSuffix(".swift") {
        let text = try contents("Sources/\(folder)/\(file)")
        for call in ["tr(", "language("] {
          for part in text.components(separatedBy: call).dropFirst() {
            let rest = part.drop(while: \.isWhitespace)
            guard rest.first == "\"" else { continue }
            found.insert(String(rest.dropFirst().prefix { $0 != "\"" }))
          }
        }
      }
    }
    return found
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = Substring(self)
    while let range = rest.firstRange(of: separator) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return parts + [rest]
  }
}
