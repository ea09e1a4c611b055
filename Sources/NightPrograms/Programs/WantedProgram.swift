package import NightCore

/// The files, settings and announcements that one program needs now, decided from its description.
package struct WantedProgram: Equatable, Sendable {
  package let program: Program
  /// The files that nightd makes and owns.
  package var files: [ColorFile] = []
  /// The line in the user's file that makes the program use nightd's colours; nil if no line is
  /// needed.
  package var include: IncludeLine?
  /// The announcements that give running programs the new colours, in order.
  package var announcements: [Announcement] = []
  /// The announcements that make programs show their own colours again, after nightd's line and
  /// files are removed.
  package var restorations: [Announcement] = []
  /// The settings in the user's files that can override nightd's colours.
  package var rivals = Rivals([])
  /// The command with which the program checks its own configuration; empty if it has no such
  /// command.
  package var check: [String] = []
  /// Why the program cannot use nightd's colours, with advice; nil if it can use them.
  package var blocker: String?
  /// Whether the program was found when its needs were decided.
  package var isHere = true
  /// Whether nightd should write this program's files and settings in this session, if the program
  /// is switched on.
  package var isWanted = true
  /// The settings for the user's files and stores, in the order in which nightctl writes them.
  package var settings: [Setting] = []
  /// Whether the settings are the desktop's own switch between light and dark.
  package var isSwitch = false
  /// The command with which Plasma itself sets its colour scheme; nil if no such command is used.
  package var writer: SchemeWriter?
  /// The settings that running programs must get before nightctl restores the user's values; nil if
  /// no such settings are needed.
  package var parting: Parting?
  /// Advice on how to let nightd decide the style, if the program itself or a desktop shell decides
  /// now; otherwise nil.
  ///
  /// While the program or the desktop shell decides, nightd neither changes nor restores the
  /// program's settings.
  package var released: String?
  /// Whether nightd must notify running programs even though nothing has changed.
  package var isUntold = false
  /// Whether nightd has started a helper for this program; the helper must end when the program is
  /// switched off.
  package var hasProgram = false

  package init(_ program: Program) { self.program = program }

  package var name: String { program.name }

  /// A file that this program and `other` change in different ways, so that they cannot both be on;
  /// nil if no such file exists.
  ///
  /// The changes conflict if one program replaces the whole file, or if one sets keys and the other
  /// adds a line. Each program would then mistake a part of the other program's text for the user's
  /// text. `target` follows links. `isWhole` is true if both programs write the whole file.
  package func contested(
    with other: WantedProgram,
    _ target: (String) -> String
  ) -> (path: String, isWhole: Bool)? {
    let others = other.changes(target)
    for change in changes(target) {
      guard let other = others.first(where: change.conflicts) else { continue }
      return (change.path, change.way == other.way)
    }
    return nil
  }

  /// A file that this program alone changes in two different ways; nil if no such file exists.
  fileprivate var contestedFile: String? {
    let all = changes { $0 }
    let index = all.indices.first { all[..<$0].contains(where: all[$0].conflicts) }
    return index.map { all[$0].path }
  }

  /// Whether a template replaces one of the user's files.
  package var replacesFiles: Bool {
    settings.contains { if case .file(_, .whole) = $0.place { true } else { false } }
  }

  /// A change that a program's description makes to a file: to all of it, to keys, or by a new
  /// line.
  private struct Change: Equatable {
    enum Way { case whole, keys, line }

    let path: String
    let way: Way

    func conflicts(with other: Self) -> Bool {
      path == other.path && (way != other.way || way == .whole)
    }
  }

  private func changes(_ target: (String) -> String) -> [Change] {
    var changes = (include?.paths ?? []).map { Change(path: target($0), way: .line) }
    changes += files.map { Change(path: target($0.path), way: .whole) }
    for case .file(let path, let format) in settings.map(\.place) {
      let change = Change(path: target(path), way: format == .whole ? .whole : .keys)
      // A colour scheme may set a hundred keys of one file, so add only one change for all of them.
      if change.way == .whole || change != changes.last { changes.append(change) }
    }
    return changes
  }
}

extension WantedProgram {
  /// The lines of the user's files that make the program use nightd's files, in the forms of INI,
  /// JSON and YAML; only lines that mention nightd.
  package var ownLines: [String] {
    let values = settings.filter { setting in
      if case .file(_, let format) = setting.place { format != .whole } else { false }
    }
    let lines = values.flatMap { value in
      [":", "="].map { value.key.name + $0 + (value.value ?? "") }
    }
    return ([include?.line].compactMap(\.self) + lines).filter { $0.includes("nightd") }
  }
}

extension Program {
  /// The start, up to the digest, of the path of each file whose name includes a digest.
  package func digestedPaths(_ context: ProgramContext) -> [String] {
    files.filter(\.isDigested).flatMap { file in
      file.path.compactMap { choice in
        let path = try? ProgramScope(self, context).path(choice.path)
        return path.map { $0.dropLast($0.hasSuffix(file.ending) ? file.ending.count : 0) + "-" }
      }
    }
  }

  /// Decides what the program needs; throws if a template uses a value that does not exist.
  ///
  /// The message of the thrown flaw begins with the file, the line and the column of the mistake.
  /// If `ifNeeded` is true and nightd need not write the program's files and settings, these are
  /// left out, because reading some stores is slow.
  package func wanted(
    _ context: ProgramContext,
    ifNeeded: Bool = false
  ) throws(Flaw) -> WantedProgram {
    var wanted = WantedProgram(self)
    var scope = ProgramScope(self, context)
    do throws(Flaw) { try decide(&wanted, &scope, ifNeeded: ifNeeded) } catch {
      // If the flaw is in a template's file, the flaw's message already contains that file's name.
      throw error.location == nil ? error : Flaw("\(fileName):\(error)")
    }
    for (file, path) in zip(scope.files, scope.paths) {
      let text = try scope.text(of: file)
      guard file.replaces else {
        wanted.files.append(ColorFile(path, text))
        continue
      }
      // If the text is blank, for example because the user has chosen no wallpaper, leave the
      // user's file as it is.
      guard text.utf8.contains(where: { $0 > 0x20 }) else { continue }
      let key = SettingPlace.Key("", SettingsFormat.wordKey)
      wanted.settings.append(Setting(.file(path: path, .whole), key, text))
    }
    if let path = wanted.contestedFile {
      throw Flaw("\(fileName): it changes \(path) in two ways; keep only one of them")
    }
    return wanted
  }

  private func decide(
    _ wanted: inout WantedProgram,
    _ scope: inout ProgramScope,
    ifNeeded: Bool
  ) throws(Flaw) {
    let context = scope.context
    wanted.isHere = isHere(context)
    wanted.isWanted = wanted.isHere ? try isWanted(scope) : false
    let isNeeded = wanted.isWanted || !ifNeeded
    let files = try (isNeeded ? files : []).filtered { (file) throws(Flaw) in
      try scope.holds(file.when)
    }
    for file in files { scope.add(file, try scope.path(of: file)) }
    wanted.blocker = try scope.reason(blocked)
    wanted.released = try scope.reason(decides)
    if wanted.blocker == nil { wanted.blocker = code?.blocker(context) }
    wanted.include = try include(scope)
    if wanted.blocker == nil { wanted.blocker = spaceBlocker(wanted.include, scope) }
    if isNeeded { wanted.settings = try scope.settings(settings) }
    if isNeeded, let own = code?.settings(context) { wanted.settings = own }
    wanted.parting = code?.parting(context)
    wanted.writer = code?.writer(context)
    // If no setting has a value, xsettingsd has no file, so do not start xsettingsd. It would end
    // at once, but until then, another run of nightctl could mistake it for the user's own settings
    // daemon, and write nothing.
    wanted.isUntold =
      code?.isUntold(context) == true && wanted.settings.contains { $0.value != nil }
    wanted.hasProgram = code?.hasProgram(context) ?? false
    wanted.isSwitch = styleSource != nil && code?.isSwitch ?? true
    wanted.announcements = try scope.announcements(tell)
    if let own = code?.announcements(context) { wanted.announcements = own }
    // If nightd changed the user's configuration, a signal is enough, because the program then
    // reads the configuration that nightctl has restored. If nightd only made a file, send no
    // signal, because the program may end when it tries to read the removed file.
    let readsAgain = !lines.isEmpty || !settings.isEmpty
    wanted.restorations = readsAgain ? wanted.announcements.filter(\.isSignal) : []
    if let restore { wanted.restorations = try scope.announcements(restore) }
    if let own = code?.restorations(context) { wanted.restorations = own }
    if !pictures.isEmpty {
      let wallpaper = Wallpaper(context)
      wanted.blocker = wanted.blocker ?? Wallpaper.blocker(context)
      wanted.announcements.append(.wallpaper(wallpaper.picture == nil ? nil : wallpaper))
      wanted.restorations.append(.wallpaper(nil))
    }
    wanted.rivals = overrides.expanded(context)
    scope.file = wanted.include?.path(context.fileExists) ?? wanted.settingsFiles.first ?? ""
    wanted.check = try scope.texts(check)
  }

  /// Whether nightd should write this installed program's files and settings: if its description
  /// has conditions, one of them must hold.
  private func isWanted(_ scope: ProgramScope) throws(Flaw) -> Bool {
    // If nightd follows this program's settings, nightd must not write them, because nightd would
    // then follow its own value.
    if let styleSource, styleSource == scope.context.followedSource { return false }
    let conditions = try conditions.filtered { (each) throws(Flaw) in try scope.holds(each) }
    guard self.conditions.isEmpty || !conditions.isEmpty else { return false }
    return code?.isWanted(scope.context) ?? true
  }

  /// Whether the program is installed: one of its commands is in PATH, or one of its paths exists.
  ///
  /// If the session has no display, a program that follows nightd by itself is treated as installed
  /// only if it has files in the home folder. A file that a template made is ignored: otherwise,
  /// nightd would write that file for this program after the template is switched off.
  package func isHere(_ context: ProgramContext) -> Bool {
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { context.environment($0) != nil }
    // GNOME's settings are an exception: programs read them even without a display.
    let counts = hasDisplay || !followsItself || code == .gnome
    return counts && programs.contains(where: context.isInstalled)
      || paths.contains { path in
        let file = context.expanded(path)
        return (counts || path.hasPrefix("~/")) && context.pathExists(file)
          && !(followsItself && context.isMade(file))
      }
  }

  /// The reason for refusing a path that contains a space: many programs, such as tmux, would read
  /// it as two words.
  private func spaceBlocker(_ include: IncludeLine?, _ scope: ProgramScope) -> String? {
    let line = include?.line ?? ""
    let paths = scope.paths.flatMap { [$0, scope.context.short($0)] }
    return paths.first { $0.includes(" ") && line.includes($0) }.map { path in
      "its line would name \(path), and programs read a path with a space as two words; set "
        + "XDG_STATE_HOME to a folder without a space"
    }
  }

  private func include(_ scope: ProgramScope) throws(Flaw) -> IncludeLine? {
    if let code, let own = code.include(scope.context) { return own }
    let wanted = try lines.filtered { (each) throws(Flaw) in try scope.holds(each.when) }
    guard let edit = wanted.first else { return nil }
    let paths = try scope.all(edit.files, "file")
    let new = try scope.first(edit.new, "new") ?? paths.first ?? ""
    let path = paths.first(where: scope.context.fileExists) ?? new
    var scope = scope
    scope.file = path
    let line = try scope.text(edit.line)
    guard !line.isEmpty, !line.utf8.contains(0x0A), !line.utf8.contains(0x0D) else {
      throw Flaw("expected one line, found \(MessageText.quoted(line))", at: edit.line.origin)
    }
    var start = ""
    if let begins = edit.begins, scope.context.fileExists(try scope.path(begins.file)) {
      start = try scope.text(begins.line) + "\n"
    }
    var refusals: [FileRefusal] = []
    for refusal in edit.refusals + Self.duplicate(of: line, path)
    where try scope.holds(refusal.when) {
      let own = FileRefusal(scope: scope, refusal: refusal)
      // The sentence that explains a refusal may need values that become known only later. Fill the
      // sentence in with dummy values now, so that mistakes in its template are found.
      _ = try own.sentence(TextTest.Found())
      refusals.append(own)
    }
    let own = refusals
    return IncludeLine(
      in: paths,
      new: new,
      line,
      at: edit.place,
      start: start,
      syntax: edit.syntax,
      refusal: { text in own.lazy.compactMap { $0.refusal(text) }.first }
    )
  }
}

extension Program {
  /// Refuses a TOML file that already sets the key that nightd's line would set, because TOML does
  /// not allow a file to set a key twice.
  fileprivate static func duplicate(of line: String, _ path: String) -> [Refusal] {
    let key = line.prefix { $0 != "=" && $0 != " " }
    guard path.hasSuffix(".toml"), line.includes("="),
      key.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }),
      let why = try? Template("it sets \(key) already; replace that setting with this line")
    else { return [] }
    let test = TextTest(tomlKey: String(key))
    return [Refusal(when: ProgramCondition(), text: test, why: why, advice: .yourself)]
  }
}

/// A refusal that the description defines, with the values to fill into its sentence.
private struct FileRefusal: Sendable {
  let scope: ProgramScope
  let refusal: Program.Refusal

  func sentence(_ found: TextTest.Found) throws(Flaw) -> String {
    try scope.text(refusal.why, found: found)
  }

  func refusal(_ text: String) -> IncludeLine.Refusal? {
    guard let found = refusal.text.find(in: text) else { return nil }
    let why: String
    do throws(Flaw) { why = try sentence(found) } catch { why = error.message }
    return switch refusal.advice {
    case .yourself: .addYourself(why)
    case .differently: .differently(why)
    case .first: .changeFirst(why)
    }
  }
}

extension Array {
  fileprivate func filtered(
    _ isIncluded: (Element) throws(Flaw) -> Bool
  ) throws(Flaw) -> [Element] {
    var result: [Element] = []
    for element in self where try isIncluded(element) { result.append(element) }
    return result
  }
}
