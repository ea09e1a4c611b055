import Glibc
import NightClient
import NightCore
import NightPrograms

/// Checks whether the programs that are switched on use nightd's colours.
extension ProgramCommand {
  /// For each program that does not use nightd's colours, prints why, unless the results already
  /// say so; throws if there is such a program.
  func checkEffects(
    _ programs: [WantedProgram],
    _ results: [ProgramApplier.Result],
    _ editor: ProgramEditor
  ) throws(Failure) {
    let printed = results.flatMap(\.notes)
    var names: [String] = []
    for program in programs {
      let effect = editor.effect(of: program)
      let sentence = ProgramMessages.noEffect(effect, program.name)
      let problems = SettingsFile.problems(program.settings, areWritten: true)
      guard sentence != nil || !problems.isEmpty else { continue }
      names.append(program.name)
      try output.sentences(problems.filter { !printed.contains($0) })
      // Do not print why the user's file cannot be changed, because ProgramEditor has already done
      // so.
      if case .refused = effect { continue }
      try output.sentences([sentence].compactMap(\.self))
    }
    guard names.isEmpty else { throw .system(ProgramMessages.haveNoEffect(names)) }
  }

  /// Each program with its state in this session, and the descriptions with mistakes.
  func programStates(
    _ session: ProgramSession
  ) throws(Failure) -> ([ProgramState], [ProgramCatalog.Problem]) {
    let catalog = ProgramCatalog(environment: environment)
    let all = catalog.all()
    let own = Set(catalog.entries.filter(\.isOwn).map(\.name))
    let gnome = try RecordFile<ProgramRecord>(gnome: session.context.folders, keepsAside: false)
    let editor = try ProgramEditor(session.context, output, isDryRun: true)
    var states = all.programs.map { program in
      var state = ProgramState(program: program, isOwn: own.contains(program.name))
      if program.followsItself {
        // The session read only the descriptions of installed programs, so read this program's
        // description now.
        let follower =
          session.followers.first { $0.name == program.name }
          ?? (try? wanted(program, session.context))
        state.isOn = !session.off.contains(program.name)
        state.isHere = follower?.isWanted ?? false
        state.released = follower?.released
        state.places = session.file.content.places(of: program.name)
        if program.name == PreferenceTable.gnome {
          state.places = gnome.content.places(of: program.name)
        }
        if let follower, session.isFollowing(follower) {
          state.problems = SettingsFile.problems(follower.settings)
        }
      } else {
        state.isOn = session.on.contains(program.name)
        state.isHere = program.isHere(session.context)
        if state.isOn, state.isHere,
          let wanted = session.requested.first(where: { $0.name == program.name })
        {
          let sentence = ProgramMessages.noEffect(editor.effect(of: wanted), program.name)
          state.released = wanted.released
          state.problems = [sentence].compactMap(\.self)
          state.problems += SettingsFile.problems(wanted.settings, areWritten: true)
        }
      }
      state.problems += session.problems.filter { $0.name == program.name }.map(\.sentence)
      if state.isOn, let released = state.released { state.problems = [released] }
      return state
    }
    // Also list the programs that are on, but whose description is missing.
    for name in session.on where !states.contains(where: { $0.program.name == name }) {
      var problems = session.problems.filter { $0.name == name }.map(\.sentence)
      if problems.isEmpty { problems = [catalog.unknown(name)] }
      states.append(
        ProgramState(
          program: Program(unreadable: name),
          isOwn: true,
          isOn: true,
          problems: problems
        )
      )
    }
    return (
      states,
      all.problems.filter { problem in !states.contains { $0.problems.contains(problem.sentence) } }
    )
  }

  /// The lines in the user's files that refer to nightd's files, although their program is off.
  private func remainingLines(
    _ session: ProgramSession
  ) throws(Failure) -> [ProgramEditor.RemainingLine] {
    let editor = try ProgramEditor(session.context, output, isDryRun: true)
    let off = try programsInUse(session).filter { !session.on.contains($0.name) }
    return off.flatMap(editor.remainingLines) + session.file.content.returnedValues
      + (session.file.damage == nil ? session.unrecordedLines : [])
  }

  /// Gathers what the doctor reports about programs; `nightdsPath` is the value of `PATH` that
  /// nightd has, or nil if it is unknown.
  func look(at facts: inout ToolkitFacts, nightdsPath: String?) {
    guard let client = try? client(), let session = try? programSession(client, .forbidden),
      let (states, _) = try? programStates(session)
    else { return }
    let requested = states.filter { $0.isOn && !$0.program.followsItself }
    facts.uselessPrograms = requested.flatMap { state in
      state.problems.map { UselessProgram(name: state.program.name, sentence: $0) }
    }
    facts.remainingLines = (try? remainingLines(session)) ?? []
    if session.isActive {
      let problems = states.filter(\.program.followsItself).flatMap(\.problems)
      facts.settingsProblems = problems.reduce(into: []) {
        if !$0.contains($1) { $0.append($1) }
      }
      facts.missingThemes = MissingToolkitTheme.all(session.context)
    }
    let shells = states.filter { $0.program.group == .shells && !$0.isOn && $0.isHere }
    if session.isActive, !shells.isEmpty {
      let running = session.finder.runningProcesses()
      facts.untoldShells = shells.map(\.program)
        .filter { !running.running($0.processes).isEmpty }.map(\.name)
    }
    guard let nightdsPath else { return }
    let (own, nightds) = (
      ProgramFinder(environment: environment), ProgramFinder { _ in nightdsPath }
    )
    facts.programsOutside = requested.filter { state in
      let names = state.program.programs
      return names.contains { own.path(of: $0) != nil }
        && !names.contains { nightds.path(of: $0) != nil }
    }
    .map(\.program.name)
  }
}

/// A program, and its state in this session.
struct ProgramState {
  let program: Program
  /// Whether the program's description is the user's own.
  let isOwn: Bool
  var isOn = false
  /// Whether the program is installed; a program that follows the style by itself must also be
  /// needed in this session.
  var isHere = false
  /// If the program chooses its style by itself now, advice on how to let nightd choose the style;
  /// otherwise nil.
  var released: String?
  /// The files and keys that contain nightd's values now.
  var places: [String] = []
  /// The reasons why the program, although it is on, uses nightd's colours only in part or not at
  /// all.
  var problems: [String] = []

  var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "name", value: .string(program.name)),
      .init(name: "group", value: .string(program.group.rawValue)),
      .init(name: "on", value: .bool(isOn)),
      .init(name: "installed", value: .bool(isHere)),
    ]
    if program.followsItself {
      members.append(.init(name: "released", value: .bool(released != nil)))
      members.append(.init(name: "written", value: .array(places.map(JSON.string))))
    }
    if isOn {
      members.append(.init(name: "effective", value: .bool(isHere && problems.isEmpty)))
      if let problem = problems.first {
        members.append(.init(name: "reason", value: .string(problem)))
      }
    }
    if let version = program.tried {
      members.append(.init(name: "tried", value: .string(version)))
    }
    if !program.note.isEmpty { members.append(.init(name: "note", value: .string(program.note))) }
    members.append(.init(name: "title", value: .string(program.title)))
    let follows = program.followsItself ? "by itself" : "on request"
    members.append(.init(name: "follows", value: .string(follows)))
    return .object(members)
  }
}

extension MissingToolkitTheme {
  /// The preferences that name missing themes, for each kind of theme and each style.
  static func all(_ context: ProgramContext) -> [MissingToolkitTheme] {
    let keys = ["gtk-theme", "icon-theme"].flatMap { kind in
      Style.allCases.map { "\(kind).\($0.rawValue)" }
    }
    let themes = ToolkitThemes(reading: context.folders)
    return keys.compactMap { key in
      context.preferences[key].flatMap { MissingToolkitTheme($0, for: key, themes) }
    }
  }

  /// Returns nil if the theme is installed, or if the preference does not name a theme.
  init?(_ name: String, for key: String, _ themes: ToolkitThemes) {
    let isGtk = key.hasPrefix("gtk-theme.")
    guard !name.isEmpty, isGtk || key.hasPrefix("icon-theme.") else { return nil }
    let installed = isGtk ? themes.gtkThemes("gtk-3.0") : themes.iconThemes
    guard !installed.contains(name) else { return nil }
    self.init(
      key: key,
      name: name,
      nearest: NearestWord.to(name, among: installed.sorted())
    )
  }
}

extension SettingsFile {
  /// A sentence about each setting that nightd cannot write, or whose value differs from the value
  /// that nightd wrote.
  fileprivate static func problems(_ settings: [Setting], areWritten: Bool = false) -> [String] {
    var problems: [String] = []
    for setting in settings {
      guard case .file(let path, let format) = setting.place else { continue }
      let found: String?
      do throws(Failure) {
        let file = SettingsFile(path: path)
        let text = try file.text()
        let value = text.flatMap { SettingsText($0, format).value(setting.key) }
        let refusal = file.refusal ?? SettingsText.flaw(in: text, format, [setting.key])
        let isOther = !TextHistory.isSame(value, setting.value)
        found =
          areWritten && !isOther
          ? nil
          : refusal.map { ProgramMessages.leavesAlone(path, $0) }
            ?? (areWritten ? ProgramMessages.hasOtherValue(path, setting.key, value) : nil)
      } catch { found = error.sentence }
      if let found, !problems.contains(found) { problems.append(found) }
    }
    return problems
  }
}

extension ToolkitThemes {
  /// The themes that are installed on this machine.
  init(reading folders: BaseFolders) {
    self.init(
      folders,
      list: { ProgramFinder.names(in: $0) },
      exists: { access($0, F_OK) == 0 }
    )
  }
}
