import NightClient
import NightCore
import NightPrograms

/// The colours of themes that are in the user's files after `off`.
///
/// nightctl's record does not list all colours that nightd once set if computers share settings
/// files, or if a backup or a version control system brings back an old copy of a file.
extension ProgramCommand {
  /// Says which settings files of these programs have all the values that nightd would set for some
  /// theme.
  ///
  /// The user may have chosen the values, so nightctl does not remove them.
  func nameThemes(
    of programs: [WantedProgram],
    _ session: ProgramSession,
    _ client: Client
  ) throws(Failure) {
    var schemes: [ColorScheme]?
    for program in programs {
      for (path, file) in program.colors.sorted(by: { $0.key < $1.key }) {
        guard let text = (try? SettingsFile(path: path).text()) ?? nil else { continue }
        let present = SettingsText(text, file.format)
        guard file.values.allSatisfy({ present.value($0.key) != nil }) else { continue }
        // Most files have no such values, so ask nightd for the themes only now.
        let all = schemes ?? self.schemes(like: session.context.scheme, client)
        schemes = all
        let theme = all.first { scheme in
          let wanted = try? wanted(program.program, session.context.with(scheme))
          let values = wanted?.colors[path]?.values ?? []
          return !values.isEmpty
            && values.allSatisfy { TextHistory.isSame(present.value($0.key), $0.value) }
        }
        guard let theme else { continue }
        let keys = file.values.map(\.key.name)
        try output.sentences([UndoMessages.hasTheme(path, theme.theme, keys)])
      }
    }
  }

  /// The colours of all themes that can be used.
  private func schemes(like scheme: ColorScheme, _ client: Client) -> [ColorScheme] {
    ((try? client.themes()) ?? []).compactMap { summary in
      guard summary.flaw == nil, let theme = try? client.theme(summary.name) else { return nil }
      return scheme.with(theme)
    }
  }
}

extension WantedProgram {
  /// The values for each settings file that gets at least three values; users rarely have the same
  /// three colours by chance.
  fileprivate var colors: [String: (format: SettingsFormat, values: [TextHistory.Value])] {
    var files: [String: (format: SettingsFormat, values: [TextHistory.Value])] = [:]
    for setting in settings where setting.value != nil {
      guard case .file(let path, let format) = setting.place, format != .whole else { continue }
      files[path, default: (format, [])].values.append(.init(setting.key, setting.value))
    }
    return files.filter { $0.value.values.count >= 3 }
  }
}
