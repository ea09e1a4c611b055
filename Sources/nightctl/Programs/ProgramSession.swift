import Glibc
import NightClient
import NightContract
import NightCore
import NightPrograms
import NightStore

/// The programs that follow the style now, and the facts that decide which programs do.
struct ProgramSession {
  let context: ProgramContext
  let finder: ProgramFinder
  var file: RecordFile<ProgramRecord>
  /// The names of the programs that the user switched on.
  let on: [String]
  /// The programs that would follow the style by themselves, but are switched off.
  var off: ProgramsOff
  /// The programs that are switched on, with the files and settings that they should have.
  let requested: [WantedProgram]
  /// The programs that the record lists, or that follow the style by themselves on this machine.
  let followers: [WantedProgram]
  /// Descriptions with mistakes.
  let problems: [ProgramCatalog.Problem]
  /// The programs that are on but whose description has a mistake; their files and settings stay as
  /// nightd last wrote them.
  var kept: Set<String> {
    let mistakes = problems.filter { problem in
      !problem.isGone && (on.contains(problem.name) || isActive && !off.contains(problem.name))
    }
    return Set(mistakes.map(\.name))
  }
  /// Whether nightd may write other programs' settings.
  ///
  /// nightd writes other programs' settings only after the user has chosen a style; a choice for a
  /// limited time is enough.
  let isActive: Bool
  /// Whether the themes are made from the wallpaper.
  let makesThemes: Bool

  /// Whether a program that follows the style by itself gets values from nightd now.
  func isFollowing(_ program: WantedProgram) -> Bool {
    isActive && !off.contains(program.name) && program.isWanted && program.released == nil
  }

  /// The programs that follow the style now, on request or by themselves.
  var present: [WantedProgram] { requested + followers.filter(isFollowing) }

  /// The programs to which `nightctl programs apply` gives the colours, and those for which it
  /// restores the user's values.
  var order: ProgramApplier.Order {
    ProgramApplier.Order(
      programs: requested.filter { $0.isHere && $0.released == nil }
        + followers.filter(isFollowing),
      others: followers.filter { !isFollowing($0) },
      kept: kept
    )
  }

  /// A problem for each program that is on but was not found; `order` restores the user's values in
  /// its files.
  var missing: [ProgramCatalog.Problem] {
    let record = file.content
    let changed = Set(record.files.values.flatMap(\.programs) + record.keys.map(\.program))
    return requested.filter { changed.contains($0.name) && !$0.isHere }
      .map { .init(name: $0.name, sentence: ProgramMessages.isGone($0.program)) }
  }

  /// A copy of `order` whose `programs` contains only programs that have settings.
  var settingsOrder: ProgramApplier.Order {
    var order = order
    order.programs = order.programs.filter { !$0.settings.isEmpty }
    return order
  }
}

extension ProgramSession {
  /// The files that have nightd's values, although the record does not list them.
  ///
  /// If a file had the right values before nightd wrote anything, the record does not list the
  /// file. So files are returned only if the record is damaged or empty, or has no entry for a
  /// program whose description contains a line.
  func unrecordedFiles(_ programs: [WantedProgram]) -> [String] {
    let record = file.content
    let isLost =
      file.damage != nil
      || programs.contains { $0.include != nil && record.entries[$0.name] == nil }
    let unknown = order.programs.filter { program in
      isLost || record.isEmpty && programs.contains { $0.name == program.name }
    }
    let applier = SettingsApplier(finder, file, context.folders)
    return unknown.isEmpty ? [] : applier.unrecordedFiles(unknown)
  }
}

/// A command that reads which programs follow the style.
protocol ProgramCommand: Command {}

extension ProgramCommand {
  /// Reads the facts that decide which programs follow the style.
  ///
  /// If `keepsAside` is true, a damaged record is set aside; the caller must then hold the lock
  /// `RunLock.Purpose.programs`. `others` are further programs for which the caller needs these
  /// facts, and `switchingOff` contains the programs that are off and whose files may have nightd's
  /// values again.
  func programSession(
    _ client: Client,
    _ starting: Client.Starting = .allowed,
    keepsAside: Bool = false,
    others: [Program] = [],
    switchingOff: [String] = []
  ) throws(Failure) -> ProgramSession {
    let members = try ask(client) { (client) throws(ClientError) in
      try client.readAll(for: .oneself, starting).value
    }
    var (scheme, appearance) = try colorScheme(client, starting)
    let isFollowing = appearance.choice == .system && appearance.holdUntil == nil
    let source =
      isFollowing
      ? try ask(client) { (client) throws(ClientError) in try client.why(starting) }
        .desktop.report?.source : nil
    let folders = BaseFolders(environment: environment)
    var file = try RecordFile<ProgramRecord>(
      folders,
      keepsAside: keepsAside,
      switchingOff: switchingOff
    )
    let on = names(PreferenceTable.programs, members)
    let off = ProgramsOff(names: names(PreferenceTable.programsOff, members))
    let catalog = ProgramCatalog(environment: environment)
    var (programs, problems) = programs(on, catalog)
    let prepared = programs + others
    let needsBoth = prepared.contains(where: \.usesBothStyles)
    let needsPicture = prepared.contains(where: \.usesPicture)
    if prepared.contains(where: \.usesScheme) {
      let folders = try ThemeFolders(environment)
      var line = ThemeLine(scheme.theme) { folders.find($0) }
      scheme.file = ThemeExport.Source(&line)?.file
    }
    let context = try programContext(
      scheme,
      other: needsBoth ? otherScheme(client, scheme, starting) : nil,
      picture: needsPicture ? picture(client, scheme, starting) : nil,
      hasTemplates: prepared.contains { $0.group == .templates },
      members,
      followedSource: source,
      file.content
    )
    var requested: [WantedProgram] = []
    programs.removeAll(where: \.followsItself)
    for program in programs {
      do throws(Failure) {
        let one = try wanted(program, context)
        if let why = file.content.reasonToWait(for: one) { throw .system(why) }
        requested.append(one)
      } catch {
        problems.append(.init(name: program.name, sentence: error.sentence))
      }
    }
    var themes = ThemesInFiles(self, context, client)
    themes.record(requested, in: &file.content)
    let record = file.content
    let found = catalog.followers(finder, orIf: record.isRecorded)
    problems += found.problems.filter { problem in !problems.contains { $0.name == problem.name } }
    var followers: [WantedProgram] = []
    let replacing = requested.filter(\.replacesFiles)
    // Keep the resolved paths of files, because each program's files are compared with each
    // template's.
    let realPaths = RealPaths()
    for program in found.programs where program.followsItself {
      do throws(Failure) {
        var one = try wanted(program, context, ifNeeded: true)
        // If the user switched on a template before one of the program's files existed, the
        // template may replace that file. Leave such a program to the template.
        if replacing.contains(where: { one.contested(with: $0, realPaths.target) != nil }) {
          one.isWanted = false
        }
        followers.append(one)
      } catch {
        problems.append(.init(name: program.name, sentence: error.sentence))
      }
    }
    return ProgramSession(
      context: context,
      finder: finder,
      file: file,
      on: on,
      off: off,
      requested: requested,
      followers: followers,
      problems: problems,
      isActive: appearance.reachesPrograms(following: source),
      makesThemes: members.contains {
        $0.name == PreferenceTable.wallpaperTheme && $0.value == .bool(true)
      }
    )
  }

  /// The names in the value of a preference, which must be a list.
  private func names(_ key: String, _ members: [PreferenceValue.Member]) -> [String] {
    guard case .array(let values)? = members.first(where: { $0.name == key })?.value else {
      return []
    }
    return values.compactMap { if case .string(let name) = $0 { name } else { nil } }
  }

  /// The facts from which nightctl makes the files of programs: the colours in effect and the
  /// user's folders.
  func programContext(
    _ client: Client,
    for programs: [Program] = []
  ) throws(Failure) -> ProgramContext {
    try programSession(client, others: programs).context
  }

  func programContext(
    _ scheme: ColorScheme,
    other: ColorScheme? = nil,
    picture: String? = nil,
    hasTemplates: Bool = false,
    _ preferences: [PreferenceValue.Member] = [],
    followedSource: String? = nil,
    _ record: ProgramRecord = .blank
  ) throws(Failure) -> ProgramContext {
    let environment = environment
    let folders = BaseFolders(environment: environment)
    // Throw if one of these folders is unknown: paths in it would begin at the root of the disk.
    for (folder, variable) in [
      (folders.state, "XDG_STATE_HOME"), (folders.config, "XDG_CONFIG_HOME"),
    ] where folder == nil { throw .system(Messages.noFolder(variable)) }
    let variables = [
      "HOME", "WAYLAND_DISPLAY", "DISPLAY", "SWAYSOCK", "XDG_CURRENT_DESKTOP", "TMUX_TMPDIR",
      "XDG_SESSION_TYPE", "XENVIRONMENT", "GTK2_RC_FILES", "KDE_SESSION_VERSION",
      "QT_QPA_PLATFORMTHEME", "QT_STYLE_OVERRIDE", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR",
      "GSETTINGS_BACKEND", "BAT_CONFIG_PATH",
    ]
    let finder = finder
    let usersTexts = record.usersTexts
    let replaced = Set(record.files.filter { $0.value.format == .whole }.keys)
    let processes = finder.runningProcesses()
    let values = variables.reduce(into: [String: String]()) { $0[$1] = environment($1) }
    var texts: [String: String] = [:]
    for member in preferences {
      if case .string(let text) = member.value { texts[member.name] = text }
    }
    return ProgramContext(
      scheme,
      other: other,
      picture: picture,
      hasTemplates: hasTemplates,
      folders,
      preferences: texts,
      environment: { values[$0] },
      // Even if the user has removed a file that nightd replaced, treat the file as existing, so
      // that nightctl keeps writing this file for the program.
      exists: { access($0, F_OK) == 0 || replaced.contains($0) },
      isMade: { record.isMade(Disk.realPath($0) ?? $0) },
      text: { path in
        let bytes = (try? UserFile(path: path).bytes()) ?? nil
        return bytes.flatMap { $0.count > mostText ? nil : String(decoding: $0, as: UTF8.self) }
      },
      matches: OwnPaths.matching,
      programContains: { finder.contains($0, $1) },
      programExists: { finder.path(of: $0) != nil },
      followedSource: followedSource,
      usersValue: { record.usersValue($0, $1, finder, usersTexts) },
      names: { ProgramFinder.names(in: $0) },
      isProcess: { !processes.running([$0], on: values["DISPLAY"], orNone: !$1).isEmpty },
      target: { path in
        let folder = path.foldersAbove.first { access($0, F_OK) == 0 } ?? "/"
        return Disk.realPath(path)
          ?? (Disk.realPath(folder) ?? folder) + path.dropFirst(folder.utf8.count)
      }
    )
  }
}

extension Command {
  /// The colours in effect, from the published state if possible, otherwise from the daemon.
  func colorScheme(
    _ client: Client,
    _ starting: Client.Starting = .allowed
  ) throws(Failure) -> (ColorScheme, Appearance) {
    if let state = PublishedReader(environment: environment).read(at: now) {
      let appearance = state.snapshot.appearance
      let roles = state.palette.colors
      if !roles.isEmpty { return (ColorScheme(appearance, roles: roles), appearance) }
    }
    let (appearance, theme) = try ask(client) { (client) throws(ClientError) in
      (try client.get(starting).appearance, try client.theme())
    }
    return (ColorScheme(appearance, roles: theme.roleColors), appearance)
  }

  /// The colours of the style that is not in effect; nil if its theme cannot be used.
  func otherScheme(
    _ client: Client,
    _ scheme: ColorScheme,
    _ starting: Client.Starting
  ) -> ColorScheme? {
    let style: Style = scheme.style == .dark ? .light : .dark
    guard let theme = try? client.theme(style.rawValue, starting) else { return nil }
    return scheme.with(theme)
  }
}

extension Command {
  /// The path of the picture from which the theme in effect was made; nil if the theme's file
  /// contains no such path.
  fileprivate func picture(
    _ client: Client,
    _ scheme: ColorScheme,
    _ starting: Client.Starting
  ) -> String? {
    let theme = try? client.theme(scheme.theme, starting)
    guard case .string(let path)? = theme?[PictureThemes.pictureKey] else { return nil }
    return path
  }
}

/// The maximum size, in bytes, of a file that nightctl searches for lines that override nightd's
/// line.
private let mostText = 4 << 20

extension ColorScheme {
  /// The colours of another theme, with the same contrast and accent.
  func with(_ theme: Theme) -> ColorScheme {
    ColorScheme(
      style: theme.style,
      theme: theme.name,
      isHighContrast: isHighContrast,
      accent: ownAccent,
      roles: Dictionary(theme.roleColors.map { ($0.role, $0.color) }) { first, _ in first }
    )
  }

  fileprivate init(_ appearance: Appearance, roles: [(role: String, color: Color)]) {
    self.init(
      style: appearance.style,
      theme: appearance.theme,
      isHighContrast: appearance.isHighContrast,
      accent: appearance.accent.map(Color.init),
      roles: Dictionary(roles.map { ($0.role, $0.color) }) { first, _ in first }
    )
  }
}

extension ProgramRecord {
  /// If a description was changed while its program was on, returns why the new description cannot
  /// be used yet; otherwise nil.
  func reasonToWait(for program: WantedProgram) -> String? {
    func target(_ path: String) -> String { Disk.realPath(path) ?? path }
    let line = entries[program.name].flatMap { $0.line.isEmpty ? nil : $0.file }
    let lines = (program.include?.paths ?? []).map(target)
    guard line != nil || !lines.isEmpty else { return nil }
    let path =
      program.settingsFiles.map(target).first { $0 == line }
      ?? files.first { lines.contains($0.key) && $0.value.programs.contains(program.name) }?.key
    return path.map { ProgramMessages.hasOtherForm(program.name, $0) }
  }

  /// For each file in which nightd has set values, the user's own version of it; each file is read
  /// only once.
  fileprivate var usersTexts: [String: SettingsText] {
    Dictionary(
      uniqueKeysWithValues: files.compactMap { path, file in
        // Leave out files that nightd writes as a whole, because nightctl reads no keys from them.
        guard file.format != .whole, Disk.realPath(path) == path else { return nil }
        return usersText(path, file.format).map { (path, $0) }
      }
    )
  }

  private func usersText(_ path: String, _ format: SettingsFormat) -> SettingsText? {
    guard let text = try? SettingsFile(path: path).text() else { return nil }
    let history = files[Disk.realPath(path) ?? path]?.history
    return TextHistory.base(of: text, history, format).map { SettingsText($0, format) }
  }

  /// The user's own value of a key.
  fileprivate func usersValue(
    _ place: SettingPlace,
    _ key: SettingPlace.Key,
    _ finder: ProgramFinder,
    _ texts: [String: SettingsText]
  ) -> String? {
    switch place {
    case .file(let path, let format):
      let known = texts[path].flatMap { $0.format == format ? $0 : nil }
      return (known ?? usersText(path, format))?.value(key)
    case .commands(let commands):
      guard let store = SettingsStore(commands, finder) else { return nil }
      let reading = store.reading(key)
      return KeyHistory.base(of: reading.value, store.history(history(commands, key), reading))
    }
  }
}
