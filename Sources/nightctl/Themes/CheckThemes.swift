import NightCore
import NightStore

/// The command `theme check`: lists the mistakes in themes, without the daemon.
struct CheckThemes: Command {
  let nightctl: Nightctl

  func checkThemes(_ invocation: Invocation) throws(Failure) {
    let folders = try ThemeFolders(environment)
    let listed = folders.list()
    let names = listed.map(\.name)
    var findings: [ThemeFinding] = []
    if invocation.operands.isEmpty {
      findings = folders.unread() + folders.misnamed() + folders.strays().map(\.finding)
      for found in listed where found.origin != .builtIn {
        guard let text = folders.text(of: found) else { continue }
        findings += self.findings(text, folders, names)
      }
    }
    let misnamed = invocation.operands.isEmpty ? [] : folders.misnamed()
    for operand in invocation.operands {
      // Also report a file that nightd ignores because of its name, because the user may mean this
      // file.
      let ignored = misnamed.filter { Self.name(of: $0) == operand.lowercased() }
      findings += ignored
      do throws(Failure) {
        findings += self.findings(try text(operand, folders), folders, names)
      } catch {
        guard !ignored.isEmpty else { throw error }
      }
    }
    // Remove duplicates, because a mistake in a parent is found again for each of its children.
    var seen: Set<String> = []
    findings = findings.filter { seen.insert("\($0.severity) \($0.description)").inserted }
    try report(findings, invocation)
  }

  private func report(_ findings: [ThemeFinding], _ invocation: Invocation) throws(Failure) {
    if invocation.has(.json) {
      try output.json(.object([.init(name: "findings", value: .array(findings.map(\.json)))]))
    } else if findings.isEmpty {
      try output.line("no theme has a mistake")
    } else {
      for finding in findings { try output.sentences([ThemeMessages.finding(finding)]) }
    }
    let errors = findings.count { $0.severity == .error }
    if errors > 0 { throw .system(Messages.mistakes(errors)) }
  }

  private func findings(
    _ text: ThemeText,
    _ folders: ThemeFolders,
    _ names: [String]
  ) -> [ThemeFinding] {
    var findings: [ThemeFinding] = []
    if text.origin != .builtIn, let flaw = ThemeFolders.flaw(ofName: text.name) {
      let message = "the theme cannot have this name: \(flaw)"
      findings.append(ThemeFinding(.error, in: text.file, message))
    }
    var line = ThemeLine(text, known: names, evenIfFlawed: true) { folders.find($0) }
    let theme = line.resolve()
    return findings + line.findings + (theme.map { ThemeCheck.findings(line, $0) } ?? [])
  }

  // MARK: - Finding the theme

  /// The theme with this name or, if the operand looks like a path, the theme in the file at that
  /// path.
  private func text(_ operand: String, _ folders: ThemeFolders) throws(Failure) -> ThemeText {
    let isPath =
      operand.contains("/") || operand.hasSuffix(ThemeFolders.ending)
      || [".", ".."].contains(operand)
    guard isPath else {
      let names = folders.list().map(\.name)
      if let name = ThemeName.meant(by: operand, among: names), let text = folders.find(name) {
        return text
      }
      if Disk.kind(of: operand) != nil { return try file(operand, folders) }
      throw .system(Messages.noTheme(operand, names, folders.strays()))
    }
    return try file(operand, folders)
  }

  private func file(_ operand: String, _ folders: ThemeFolders) throws(Failure) -> ThemeText {
    guard let path = ThemeImporter.absolute(operand), let kind = Disk.kind(of: path) else {
      throw .system(ThemeMessages.isNoFile(operand))
    }
    let file = kind == .folder ? path + "/" + ThemeFolders.folderFile : path
    let isInFolder = file.fileName == ThemeFolders.folderFile
    guard isInFolder || file.hasSuffix(ThemeFolders.ending) else {
      throw .system(ThemeMessages.isNoTheme(operand))
    }
    let name =
      isInFolder
      ? String(file.dropLast(ThemeFolders.folderFile.count)).fileName
      : String(file.fileName.dropLast(ThemeFolders.ending.count))
    guard let text = folders.text(named: name, file: file) else {
      throw .system(
        kind == .folder ? ThemeMessages.isNoThemeFolder(operand) : ThemeMessages.isNoFile(operand)
      )
    }
    return text
  }

  /// The name that the theme in an ignored file would have, in lower case.
  private static func name(of finding: ThemeFinding) -> String {
    let parts = finding.file.split(separator: "/").map(String.init)
    guard let last = parts.last else { return "" }
    if last == ThemeFolders.folderFile { return parts.dropLast().last?.lowercased() ?? "" }
    return (last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last).lowercased()
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
