import NightCore
import NightStore

/// The command `theme export`: prints themes in the formats of other programs, and lists the values
/// that these formats cannot store.
struct ExportThemes: Command {
  let nightctl: Nightctl

  func exportThemes(_ invocation: Invocation) throws(Failure) {
    let format = try invocation.themeFormat(.exportFormat, among: ThemeFormat.written) ?? .json
    let folders = try ThemeFolders(environment)
    var sources: [ThemeExport.Source] = []
    for name in invocation.operands { sources.append(try source(name, folders)) }
    guard let first = sources.first else { return }
    guard sources.count == 1 || format == .css || format == .table else {
      throw invocation.usage("\(format.rawValue) takes only one theme")
    }
    let export: ThemeExport
    switch format {
    case .css: export = StyleSheetWriter.css(sources)
    case .gtk: export = StyleSheetWriter.gtk(first)
    case .base16: export = Base16.write(first)
    case .table: export = ColorTable.write(sources)
    case .json, .apptheme, .simpletheme, .terminal: return try exportOwn(first)
    }
    try output.text(export.text)
    for sentence in export.lost {
      output.complain("nightctl: " + ThemeMessages.lost(sentence), as: .heading)
    }
  }

  private func exportOwn(_ source: ThemeExport.Source) throws(Failure) {
    try output.text(source.file.text)
    let images = source.file.entries.filter { $0.key.kind == .image }.map(\.key.name)
    guard !images.isEmpty, let folder = source.theme.folders[source.theme.name] else { return }
    output.complain(
      "nightctl: " + ThemeMessages.lost(ThemeMessages.imagesStay(images, folder)),
      as: .heading
    )
  }

  private func source(
    _ text: String,
    _ folders: ThemeFolders
  ) throws(Failure) -> ThemeExport.Source {
    let names = folders.list().map(\.name)
    guard let name = ThemeName.meant(by: text, among: names) else {
      throw .system(Messages.noTheme(text, names, folders.strays()))
    }
    var line = ThemeLine(name) { folders.find($0) }
    guard let source = ThemeExport.Source(&line) else {
      let why = line.findings.first { $0.severity == .error }.map(ThemeMessages.finding) ?? name
      throw .system(why)
    }
    return source
  }
}
