import NightClient
import NightCore
import NightPrograms
import NightStore

/// Finds the colours of nightd's themes in the user's settings files.
///
/// The record does not list all colours that nightd once set, if computers share settings files but
/// not the record, or if a backup or a version control system brings back an old file or record.
struct ThemesInFiles {
  private let command: any ProgramCommand
  private let context: ProgramContext
  private let client: Client
  /// The colours of all themes; nil until they are needed.
  private var schemes: [ColorScheme]?

  /// The values of one theme for one file.
  private typealias Found = (theme: String, values: [TextHistory.Value])

  init(_ command: any ProgramCommand, _ context: ProgramContext, _ client: Client) {
    (self.command, self.context, self.client) = (command, context, client)
  }

  /// Adds to the record the values of a theme that are in a file of one of these programs, although
  /// nightctl has not written them there.
  ///
  /// The programs are on, so the values are those of another nightd, or of this one at a time that
  /// the record has forgotten.
  mutating func record(_ programs: [WantedProgram], in record: inout ProgramRecord) {
    for program in programs {
      for (link, file) in program.colors {
        let path = Disk.realPath(link) ?? link
        guard let history = record.files[path]?.history,
          let text = (try? SettingsFile(path: path).text()) ?? nil,
          !(history.written + [history.original]).contains(where: { TextHistory.isSame($0, text) })
        else { continue }
        let present = SettingsText(text, file.format)
        // Usually, the user has edited another part of the file.
        guard !present.has(history.lastValues(file.format)),
          let found = theme(of: program, at: link, file, in: present)
        else { continue }
        record.files[path]?.history.older += found.values.filter { !history.older.contains($0) }
      }
    }
  }

  /// A sentence for each file of one of these programs that has all the values that nightd would
  /// set for some theme.
  ///
  /// The programs are off, so the user may have chosen the values.
  mutating func sentences(_ programs: [WantedProgram]) -> [String] {
    var sentences: [String] = []
    for program in programs {
      for (link, file) in program.colors.sorted(by: { $0.key < $1.key }) {
        let path = Disk.realPath(link) ?? link
        guard let text = (try? SettingsFile(path: path).text()) ?? nil,
          let found = theme(of: program, at: link, file, in: SettingsText(text, file.format))
        else { continue }
        sentences.append(UndoMessages.hasTheme(path, found.theme, found.values.map(\.key.name)))
      }
    }
    return sentences
  }

  /// The theme whose values for a file are all in the file's text.
  private mutating func theme(
    of program: WantedProgram,
    at path: String,
    _ file: WantedProgram.Colors,
    in present: SettingsText
  ) -> Found? {
    // Most files do not have all keys, so ask nightd for the themes only now.
    guard file.values.allSatisfy({ present.value($0.key) != nil }) else { return nil }
    let all = schemes ?? themes()
    schemes = all
    for scheme in all {
      let wanted = try? command.wanted(program.program, context.with(scheme))
      guard let values = wanted?.colors[path]?.values, present.has(values) else { continue }
      return (scheme.theme, values)
    }
    return nil
  }

  private func themes() -> [ColorScheme] {
    ((try? client.themes()) ?? []).compactMap { summary in
      guard summary.flaw == nil, let theme = try? client.theme(summary.name) else { return nil }
      return context.scheme.with(theme)
    }
  }
}

extension WantedProgram {
  fileprivate typealias Colors = (format: SettingsFormat, values: [TextHistory.Value])

  /// The values for each settings file that gets at least three values; users rarely have the same
  /// three values by chance.
  fileprivate var colors: [String: Colors] {
    var files: [String: Colors] = [:]
    for setting in settings where setting.value != nil {
      guard case .file(let path, let format) = setting.place, format != .whole else { continue }
      files[path, default: (format, [])].values.append(.init(setting.key, setting.value))
    }
    return files.filter { $0.value.values.count >= 3 }
  }
}
