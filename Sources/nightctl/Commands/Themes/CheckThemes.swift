import Glibc
import NightCore
import NightStore

/// Says what is wrong with themes; no daemon is asked.
extension Nightctl {
  func checkThemes(_ invocation: Invocation) throws(Failure) {
    let folders = try themeFolders()
    var findings: [ThemeFinding] = []
    if invocation.operands.isEmpty {
      findings = folders.misnamed()
      for found in folders.list() where found.origin != .builtIn {
        guard let text = folders.find(found.name) else { continue }
        findings += self.findings(text, folders)
      }
    }
    for word in invocation.operands {
      findings += self.findings(try text(word, folders), folders)
    }
    // What is wrong with a parent is so for each of its children.
    var seen: Set<String> = []
    findings = findings.filter { seen.insert("\($0.severity) \($0.description)").inserted }
    try tell(findings, invocation)
  }

  private func tell(_ findings: [ThemeFinding], _ invocation: Invocation) throws(Failure) {
    if invocation.has(.json) {
      try output.json(
        .object([.init(name: "findings", value: .array(findings.map(\.json)))])
      )
    } else if findings.isEmpty {
      try output.line(Words.themesInOrder)
    } else {
      for finding in findings { try output.foreign(Words.finding(finding)) }
    }
    let errors = findings.count { $0.severity == .error }
    if errors > 0 { throw .system(Words.mistakes(errors)) }
  }

  private func findings(_ text: ThemeText, _ folders: ThemeFolders) -> [ThemeFinding] {
    var findings: [ThemeFinding] = []
    if text.origin != .builtIn, let flaw = ThemeFolders.flaw(ofName: text.name) {
      findings.append(ThemeFinding(.error, in: text.file, "it cannot be called so: \(flaw)"))
    }
    var line = ThemeLine(text) { folders.find($0) }
    let theme = line.resolve()
    return findings + line.findings + (theme.map { ThemeCheck.findings(line, $0) } ?? [])
  }

  // MARK: - What is meant

  /// A file where the word is that of one, and else a theme of this name.
  private func text(_ word: String, _ folders: ThemeFolders) throws(Failure) -> ThemeText {
    let isPath = word.contains("/") || word.hasSuffix(ThemeFolders.ending)
    guard isPath else {
      let names = folders.list().map(\.name)
      guard let name = ThemeName.meant(by: word, among: names), let text = folders.find(name)
      else { throw .system(Words.noTheme(word, names)) }
      return text
    }
    guard let path = Self.whole(word), let slash = path.lastIndex(of: "/") else {
      throw .system(Words.isNoFile(word))
    }
    let last = String(path[path.index(after: slash)...])
    let (name, file): (String, String) =
      switch last {
      case ThemeFolders.folderFile: (Self.last(of: String(path[..<slash])), path)
      case _ where last.hasSuffix(ThemeFolders.ending):
        (String(last.dropLast(ThemeFolders.ending.count)), path)
      // A theme's folder.
      default: (last, path + "/" + ThemeFolders.folderFile)
      }
    guard let text = folders.text(named: name, file: file) else {
      throw .system(Words.isNoFile(word))
    }
    return text
  }

  private static func last(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  /// From the root, with links and dots in the way to its folder followed; the name itself is kept.
  private static func whole(_ word: String) -> String? {
    let path = word.hasSuffix("/") ? String(word.dropLast()) : word
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[..<path.index(after: $0)]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    guard let found = realpath(folder, nil) else { return nil }
    defer { free(found) }
    let whole = String(cString: found)
    return (whole == "/" ? "" : whole) + "/" + name
  }
}

extension ThemeFinding {
  fileprivate var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "severity", value: .string(severity.rawValue)),
      .init(name: "file", value: .string(file)),
    ]
    if let position {
      members.append(.init(name: "line", value: .integer(Int64(position.line))))
      members.append(.init(name: "column", value: .integer(Int64(position.column))))
    }
    return .object(members + [.init(name: "message", value: .string(message))])
  }
}
