import Glibc
package import NightCore

/// Checks themes, and writes them into the folder of the user's themes.
///
/// All calls block while they read or write files. `install` returns only after the theme has been
/// synced to the disk.
package struct ThemeInstaller: Sendable {
  /// A theme that was installed.
  package struct Installed: Equatable, Sendable {
    package let name: String
    package let style: Style
    /// The path of the theme's own file.
    package let path: String
  }

  package let folders: ThemeFolders

  package init(_ folders: ThemeFolders) { self.folders = folders }

  /// Installs a nightd theme, with all its files, from a folder that contains `theme.json5`.
  ///
  /// If `name` is nil, the theme keeps the name in its file; if the file contains no name, the
  /// theme gets the folder's name.
  package func install(
    folder path: String,
    as name: String? = nil,
    replace: Bool = false
  ) throws(Refusal) -> Installed {
    try install(draft(folder: path), name, replace)
  }

  /// Installs a nightd theme from the text of its file.
  ///
  /// `name` replaces the name in the text; if `name` is nil, the text must contain a name. A theme
  /// that has no folder cannot have images. Positions in errors refer to the given text.
  package func install(
    text: String,
    named name: String? = nil,
    replace: Bool = false
  ) throws(Refusal) -> Installed {
    try install(draft(text: text, name), name, replace)
  }

  /// Installs several themes and returns their names.
  ///
  /// Installs no theme if one of them cannot be installed.
  package func install(_ themes: [ThemeCandidate], replace: Bool) throws(Refusal) -> [String] {
    var seen: Set<[UInt8]> = []
    for theme in themes {
      guard seen.insert(Array(theme.name.utf8)).inserted else {
        let why = "two of the themes are called \(MessageText.quoted(theme.name))"
        throw .flawed([ThemeFinding(.error, in: theme.source, why)])
      }
      if let conflict = conflict(theme, replace: replace) { throw conflict }
    }
    let findings = check(themes).findings
    guard findings.isEmpty else { throw .flawed(findings) }
    for theme in themes.parentsFirst { _ = try put(theme, replace) }
    return themes.map(\.name)
  }

  /// Returns the theme that `install` would make from a folder, without writing it.
  package func resolve(folder path: String, as name: String? = nil) throws(Refusal) -> Theme {
    try checked(draft(folder: path), name).resolved
  }

  /// Returns the theme that `install` would make from a text, without writing it.
  package func resolve(text: String, named name: String? = nil) throws(Refusal) -> Theme {
    try checked(draft(text: text, name), name).resolved
  }

  private func draft(text: String, _ name: String?) -> ThemeDraft {
    ThemeDraft(Array(text.utf8), title: nil, source: (name ?? "theme") + ThemeFolders.ending)
  }

  private func draft(folder path: String) throws(Refusal) -> ThemeDraft {
    let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let source = "\(folder)/\(ThemeFolders.folderFile)"
    // Look for `theme.json5` before reading the folder, because the folder may be of any size.
    let seen: FileIdentity?
    do throws(Disk.Refusal) { seen = try folders.disk.lookThroughLinks(source) } catch {
      throw .unreadable(.init(path: folder, why: folders.message(error.code)))
    }
    guard seen != nil else {
      let isThere = (try? folders.disk.lookThroughLinks(folder)) ?? nil != nil
      throw isThere
        ? .noTheme(folder) : .unreadable(.init(path: folder, why: folders.message(ENOENT)))
    }
    let files: ThemeFolderFiles
    do throws(ThemeFolderFiles.Refusal) {
      files = try ThemeFolderFiles(folder, disk: folders.disk, message: folders.message)
    } catch { throw .unreadable(error) }
    guard let bytes = files.theme else { throw .noTheme(folder) }
    let title = folder.pathParts.last { $0 != "." && !$0.isEmpty }
    return ThemeDraft(bytes, title: title, source: source, folder: files)
  }

  private func install(
    _ draft: ThemeDraft,
    _ name: String?,
    _ replace: Bool
  ) throws(Refusal) -> Installed {
    let (theme, _) = try checked(draft, name)
    if let conflict = conflict(theme, replace: replace) { throw conflict }
    return try put(theme, replace)
  }

  private func put(_ theme: ThemeCandidate, _ replace: Bool) throws(Refusal) -> Installed {
    guard link(theme.name) == nil else {
      throw .notWritten(theme.name, folders.reason(.isLink, theme.name))
    }
    do throws(ThemeFolders.Flaw) {
      let path = try write(theme, replace: replace)
      return Installed(name: theme.name, style: theme.file.style, path: path)
    } catch { throw .notWritten(theme.name, folders.reason(error, theme.name)) }
  }

  /// Returns the theme both as written and with inherited values; throws if the theme is unusable.
  private func checked(
    _ draft: ThemeDraft,
    _ name: String?
  ) throws(Refusal) -> (theme: ThemeCandidate, resolved: Theme) {
    let name = name ?? draft.name
    if let name, let flaw = ThemeName.flaw(name) { throw .name(name, flaw) }
    // If the text has errors, report them first, because they may be why the name is missing.
    let (found, findings) = draft.candidate(named: name ?? "theme")
    guard let theme = found else { throw .flawed(findings.filter { $0.severity == .error }) }
    guard name != nil else { throw .nameless }
    guard BuiltInThemes.text(theme.name) == nil else { throw .builtIn(theme.name) }
    let (resolved, errors) = check([theme])
    guard errors.isEmpty, let resolved = resolved.first ?? nil else { throw .flawed(errors) }
    return (theme, resolved)
  }
}

// MARK: - The steps of an installation

extension ThemeInstaller {
  /// Why a theme cannot be installed under its name; nil if the theme can be installed.
  package func conflict(_ theme: ThemeCandidate, replace: Bool) -> Refusal? {
    let name = theme.name
    guard BuiltInThemes.text(name) == nil else { return .builtIn(name) }
    guard let found = folders.find(name), found.origin == .user else { return nil }
    let inFolder = "/" + ThemeFolders.folderFile
    let isFolder = found.file.hasSuffix(inFolder)
    let place = isFolder ? String(found.file.dropLast(inFolder.count)) : found.file
    guard isFolder == (theme.assets != nil) else {
      return .otherKind(name, place: isFolder ? "in the folder " + place : place)
    }
    return replace ? nil : .exists(name, place: place)
  }

  /// Resolves the parents and references of themes that are to be installed together.
  ///
  /// A theme that cannot be used is nil in the result, and the findings give the reason.
  package func check(
    _ themes: [ThemeCandidate]
  ) -> (resolved: [Theme?], findings: [ThemeFinding]) {
    let texts = Dictionary(
      themes.map { (Array($0.name.utf8), $0.checked) },
      uniquingKeysWith: { first, _ in first }
    )
    // The parents are resolved again for each of their children, so limit the total number of
    // values in all of these themes. Beyond the limit, skip themes that come from other programs,
    // because the code that read them has already checked them.
    var left = Self.mostValues
    var resolved: [Theme?] = [], findings: [ThemeFinding] = []
    for theme in themes {
      guard theme.text != nil || left > 0 else {
        resolved.append(nil)
        continue
      }
      var line = ThemeLine(theme.checked) { texts[Array($0.utf8)] ?? folders.find($0) }
      resolved.append(line.resolve())
      left -= line.members.reduce(0) { $0 + $1.file.entries.count }
      findings += line.findings.filter { $0.severity == .error }.map { finding in
        finding.file == theme.source ? finding.placed(by: theme.text) : finding
      }
    }
    return (resolved, findings)
  }

  private static let mostValues = 100_000

  /// The path of the user's theme if its file is a symbolic link, which `write` would replace.
  package func link(_ name: String) -> String? {
    guard let user = folders.user else { return nil }
    let path = "\(user)/\(name)\(ThemeFolders.ending)"
    return (try? folders.disk.look(path))??.kind == .link ? path : nil
  }

  /// Writes a theme that has been checked; returns the path of its own file.
  package func write(
    _ theme: ThemeCandidate,
    replace: Bool
  ) throws(ThemeFolders.Flaw) -> String {
    guard let assets = theme.assets else {
      return try folders.put(theme.name, theme.bytes, replacing: replace)
    }
    let files = [(way: ThemeFolders.folderFile, bytes: theme.bytes)]
    return try folders.put(
      folder: theme.name,
      files: files + assets.map { (way: $0.path, bytes: $0.bytes) },
      replacing: replace
    )
  }
}

// MARK: - Refusals

extension ThemeInstaller {
  /// Why a theme was not installed.
  package enum Refusal: Error, Equatable, Sendable {
    /// The first value is not an allowed name for a theme; the second value is the reason.
    case name(String, String)
    case builtIn(String)
    /// Neither the text nor the caller gives the theme a name.
    case nameless
    /// The user already has a theme of this name, and the caller did not ask to replace it.
    case exists(String, place: String)
    /// The theme already exists in the other form: a file must not replace a folder, and a folder
    /// must not replace a file.
    case otherKind(String, place: String)
    /// The folder to be installed has no `theme.json5`.
    case noTheme(String)
    /// The folder or archive to be installed has no theme in any known format.
    case noThemes(String)
    /// The file to be installed is in none of the known formats.
    case noFormat(String)
    case unreadable(ThemeFolderFiles.Refusal)
    /// The errors in the theme, with their positions.
    case flawed([ThemeFinding])
    /// The first value is the name of a theme that was not written; the second is the reason.
    case notWritten(String, String)

    /// A sentence for users, without advice on what to do.
    package var message: String {
      switch self {
      case .name(let name, let flaw):
        "\(MessageText.quoted(name)) cannot be a theme's name: it \(flaw)"
      case .nameless:
        "the theme has no name: say one in the request, or write one into the theme's text"
      case .builtIn(let name): "the theme \(MessageText.quoted(name)) is built in"
      case .exists(let name, let place), .otherKind(let name, let place):
        "you have a theme \(MessageText.quoted(name)) already, \(place)"
      case .noTheme(let path):
        "“\(path)” is a folder without a \(ThemeFolders.folderFile), so it is not a theme"
      case .noThemes(let path):
        "“\(path)” contains no theme: neither a \(ThemeFolders.folderFile), a Themes.json of AppTheme "
          + "or a …\(SimpleTheme.ending) of simpleTheme, nor a file in another known format"
      case .noFormat(let name):
        "the format of “\(name)” is unknown: it is neither a theme of nightd nor a colour table, a "
          + "Themes.json or a property list"
      case .unreadable(let refusal): "cannot read “\(refusal.path)”: \(refusal.why)"
      case .flawed(let findings):
        findings.isEmpty
          ? "the theme cannot be used" : findings.map(\.description).joined(separator: "\n")
      case .notWritten(let name, let why):
        "cannot write the theme \(MessageText.quoted(name)): \(why)"
      }
    }
  }
}

extension ThemeFolders {
  /// Why a theme was not written or removed, as a message for users.
  ///
  /// `found` is the theme that programs now find under this name.
  package func reason(_ flaw: Flaw, _ name: String, _ found: ThemeText? = nil) -> String {
    switch flaw {
    case .noFolder: "your themes folder is unknown: neither XDG_DATA_HOME nor HOME is set"
    case .taken: "another program has just made a theme of this name"
    case .isFolder: "a theme of this name is a folder; remove that folder first"
    case .isFile: "a theme of this name is a file; remove that file first"
    case .isLink: "a theme of this name is a link; remove that first"
    case .noTheme: "its files are not the files of a theme"
    case .notThere where found?.origin == .builtIn: "it is built in"
    case .notThere: "it is not yours: \(found?.file ?? "you have no theme of this name")"
    case .twice:
      "it exists twice, as \(name)\(Self.ending) and as the folder \(name); "
        + "remove one of them by hand"
    case .refused(let refusal): "\(refusal.path): \(message(refusal.code))"
    }
  }
}
