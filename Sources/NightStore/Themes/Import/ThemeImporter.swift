package import NightCore

/// Reads themes of nightd and of other libraries from files and folders, without writing anything.
package struct ThemeImporter: Sendable {
  /// The options that the user gave for the files to be imported.
  package struct Options: Sendable {
    /// The format of the files; nil to guess it.
    package var format: ThemeFormat?
    package var style: Style?
    /// The new name (NAME) of the imported theme.
    ///
    /// If there are several themes, each theme is called `NAME-THEME`.
    package var name: String?

    package init(format: ThemeFormat? = nil, style: Style? = nil, name: String? = nil) {
      self.format = format
      self.style = style
      self.name = name
    }
  }

  package typealias Refusal = ThemeInstaller.Refusal
  package typealias YamlReading = @Sendable ([UInt8]) throws(Flaw) -> JSONNode

  /// The maximum size of a file, in bytes; this is the highest limit that any format has.
  package static let mostBytes = PropertyList.limits.bytes

  let folders: ThemeFolders
  let options: Options
  /// Reads YAML; nil in a program without libyaml, which therefore cannot read base16 schemes.
  let readYaml: YamlReading?

  package init(
    _ folders: ThemeFolders,
    _ options: Options = Options(),
    readYaml: YamlReading? = nil
  ) {
    self.folders = folders
    self.options = options
    self.readYaml = readYaml
  }

  /// Reads the themes at a path and gives them their final names; throws if any theme has an error.
  package func themes(at path: String) throws(Refusal) -> [ThemeCandidate] {
    let bytes = Disk.kind(of: path) == .folder ? nil : try regularBytes(path)
    var (themes, findings) = try themes(in: sources(at: path, bytes))
    if let name = options.name { findings += themes.rename(to: name) }
    let errors = findings.filter { $0.severity == .error }
    guard errors.isEmpty else { throw .flawed(errors) }
    return themes
  }
}

extension ThemeImporter {
  /// The themes that were read from files, and the findings about them.
  package typealias ImportedThemes = (themes: [ThemeCandidate], findings: [ThemeFinding])

  /// Reads the themes of all sources.
  package func themes(in sources: [ImportSource]) throws(Refusal) -> ImportedThemes {
    let styles = AppThemeStyleFiles(sources)
    var themes: [ThemeCandidate] = [], findings = styles.findings
    for source in sources {
      let read: ImportedThemes
      switch source {
      case .folder(let path): read = try importedFolder(path)
      case .simpleTheme(let source): read = try simpleTheme(source)
      case .file(let file, let format): read = importedFile(file, format)
      case .appTheme(let file): read = appTheme(file, styles)
      case .appStyles: continue
      case .skipped(let count, let folder):
        let files =
          count == 1 ? "one file in it is not a theme" : "\(count) files in it are not themes"
        read = ([], [ThemeFinding(.note, in: folder, files)])
      }
      themes += read.themes
      findings += read.findings
    }
    return (themes, findings)
  }

  private func importedFile(_ file: ImportFile, _ format: ThemeFormat) -> ImportedThemes {
    let (style, name) = (options.style, options.name)
    let imported: ThemeImport
    switch format {
    case .base16:
      do throws(Flaw) {
        guard let readYaml else {
          let why = "only nightctl theme import reads schemes of base16"
          return ([], [ThemeFinding(.error, in: file.name, why)])
        }
        let tree = try readYaml(file.bytes)
        imported = Base16.read(
          tree,
          named: file.title,
          file: file.name,
          style: style,
          called: name
        )
      } catch {
        return ([], [ThemeFinding(.error, in: file.name, at: error.position, error.message)])
      }
    case .table, .terminal:
      let read = format == .table ? ColorTable.read : TerminalScheme.read
      imported = read(file.bytes, file.name, style, name, file.title)
    default:
      return ownTheme(ThemeDraft(file.bytes, title: file.title, source: file.name))
    }
    return Self.themes(imported, from: file.name)
  }

  static func themes(_ imported: ThemeImport, from source: String) -> ImportedThemes {
    let themes = imported.themes.map {
      ThemeCandidate($0, from: source, shortName: imported.shortNames[$0.name])
    }
    return (themes, imported.findings)
  }

  /// Reads the folder of a nightd theme with all its files.
  private func importedFolder(_ path: String) throws(Refusal) -> ImportedThemes {
    let name = path.isEmpty ? "." : path
    let folder = name.count > 1 && name.hasSuffix("/") ? String(name.dropLast()) : name
    let files: ThemeFolderFiles
    do throws(ThemeFolderFiles.Refusal) {
      files = try ThemeFolderFiles(folder, disk: folders.disk, message: folders.message)
    } catch { throw .unreadable(error) }
    guard let bytes = files.theme else { throw .noThemes(name) }
    let source = folder + "/" + ThemeFolders.folderFile
    let title = Self.folderTitle(folder)
    return ownTheme(ThemeDraft(bytes, title: title, source: source, folder: files))
  }

  /// Reads a nightd theme.
  ///
  /// The theme's name comes from `--as`, otherwise from the theme's text, otherwise from the file's
  /// name.
  private func ownTheme(_ draft: ThemeDraft) -> ImportedThemes {
    func refused(_ message: String) -> ImportedThemes {
      ([], [ThemeFinding(.error, in: draft.source, message)])
    }
    guard let name = options.name ?? draft.name else { return refused(ThemeImport.nameless) }
    if let flaw = ThemeName.flaw(name) {
      return refused(
        "\(MessageText.quoted(name)) cannot be a theme's name: it \(flaw); "
          + "--as gives the theme another name"
      )
    }
    let (theme, findings) = draft.candidate(named: name, options.style)
    return (theme.map { [$0] } ?? [], findings)
  }
}

// MARK: - AppTheme

extension ThemeImporter {
  private func appTheme(_ file: ImportFile, _ styles: AppThemeStyleFiles) -> ImportedThemes {
    let imported = AppThemeFile.read(
      file.bytes,
      file: file.name,
      style: options.style,
      called: options.name,
      title: file.title,
      styles: styles.files(for: file).map { AppThemeStyles($0.bytes, file: $0.name) }
    )
    return Self.themes(imported, from: file.name)
  }
}

/// The given AppTheme style sheets, and the Themes.json files to which they may belong.
private struct AppThemeStyleFiles {
  private var themes: [ImportFile] = []
  private var files: [ImportFile] = []

  init(_ sources: [ImportSource]) {
    for source in sources {
      switch source {
      case .appTheme(let file): themes.append(file)
      case .appStyles(let file): files.append(file)
      case .folder, .simpleTheme, .file, .skipped: break
      }
    }
  }

  /// The style sheets for a Themes.json file: the sheets in the same folder, or all sheets if it is
  /// the only Themes.json.
  func files(for themes: ImportFile) -> [ImportFile] {
    files.filter { self.themes.count == 1 || $0.folder == themes.folder }
  }

  private static func alone(_ path: String, isAlone: Bool) -> String {
    guard isAlone else {
      return "it is beside none of the given Themes.json files, so it is unclear to which of them "
        + "its styles belong; import each Themes.json with its styles alone"
    }
    let file = path == "-" ? "FILE" : path
    let folder = file.parentFolder
    let themes = folder == "." ? "Themes.json" : folder + "/Themes.json"
    return "it has styles for the themes of a Themes.json, and no such file was given; import both "
      + "together: nightctl theme import \(themes) \(file)"
  }

  /// An error for each file of style sheets, if the Themes.json to which it belongs was not given.
  var findings: [ThemeFinding] {
    let folders = themes.map(\.folder)
    return files.filter { themes.count != 1 && !folders.contains($0.folder) }.map { file in
      let message = Self.alone(file.path, isAlone: themes.isEmpty)
      return ThemeFinding(.error, in: file.name, message)
    }
  }
}
