package import NightCore

/// What nightd wants for one program now: values only, decided from its description.
package struct WantedProgram: Equatable, Sendable {
  package let program: Program
  /// The files that nightd writes, whole, in places of its own.
  package var files: [ColorFile] = []
  /// The line in a file of the user's that makes the program use the colours; nil if none is needed.
  package var include: IncludeLine?
  /// How running programs get the new colours, in this order.
  package var announcements: [Announcement] = []
  /// How running programs get their own colours back, after the line and the files are removed.
  package var restorations: [Announcement] = []
  /// What in the user's files can override the colours.
  package var rivals = Rivals([])
  /// The command with which the program judges its own configuration; empty if it has none.
  package var check: [String] = []
  /// Why the program cannot take the colours here, with advice; nil if it can.
  package var blocker: String?
  /// Whether the program is to follow in this session, if it is on.
  package var isWanted = true
  /// The values in files and stores of the user's, in the order in which they are written.
  package var settings: [Setting] = []
  /// What running programs must be told before the user's values return; nil if nothing.
  package var parting: Parting?
  /// Whether another program took the settings over, so that nightd neither writes nor restores.
  package var isReleased = false
  /// Whether running programs must be told although nothing changed.
  package var isUntold = false
  /// Whether a program runs that nightd started for this one, so that it must end with it.
  package var hasProgram = false

  package init(_ program: Program) { self.program = program }

  package var name: String { program.name }
}

extension Program {
  /// Decides what is wanted; throws if a template asks for something that does not exist.
  ///
  /// The flaw's message begins with the file, the line and the column. With `ifNeeded`, a program
  /// that is not to follow in this session has no settings and files, because some stores answer only
  /// slowly.
  package func wanted(
    _ context: ProgramContext,
    ifNeeded: Bool = false
  ) throws(Flaw) -> WantedProgram {
    var wanted = WantedProgram(self)
    var scope = ProgramScope(self, context)
    do throws(Flaw) { try decide(&wanted, &scope, ifNeeded: ifNeeded) } catch {
      // A flaw in a template's file names that file already.
      throw error.location == nil ? error : Flaw("\(ProgramReader.fileName):\(error)")
    }
    for (file, path) in zip(scope.files, scope.paths) {
      wanted.files.append(ColorFile(path, try scope.text(of: file)))
    }
    return wanted
  }

  private func decide(
    _ wanted: inout WantedProgram,
    _ scope: inout ProgramScope,
    ifNeeded: Bool
  ) throws(Flaw) {
    let context = scope.context
    wanted.isWanted = try isWanted(scope)
    let isNeeded = wanted.isWanted || !ifNeeded
    let files = try (isNeeded ? files : []).filtered { (file) throws(Flaw) in
      try scope.holds(file.when)
    }
    for file in files { scope.add(file, try scope.path(of: file)) }
    for block in blocked where wanted.blocker == nil {
      if try scope.holds(block.when) { wanted.blocker = try scope.text(block.why) }
    }
    if wanted.blocker == nil { wanted.blocker = code?.blocker(context) }
    wanted.include = try include(scope)
    if wanted.blocker == nil { wanted.blocker = spaceBlocker(wanted.include, scope) }
    if isNeeded { wanted.settings = try scope.settings(settings) }
    if isNeeded, let own = code?.settings(context) { wanted.settings = own }
    wanted.parting = code?.parting(context)
    wanted.isReleased = code?.isReleased(context) ?? false
    wanted.isUntold = code?.isUntold(context) ?? false
    wanted.hasProgram = code?.hasProgram(context) ?? false
    wanted.announcements = try scope.announcements(tell)
    if let own = code?.announcements(context) { wanted.announcements = own }
    // A program that reads its own configuration again on a signal needs nothing else. One that would
    // read a file that is removed may end.
    let readsAgain = edit != nil || !settings.isEmpty
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

  /// Whether the program is here, and one of its conditions holds.
  private func isWanted(_ scope: ProgramScope) throws(Flaw) -> Bool {
    guard isHere(scope.context) else { return false }
    let conditions = try conditions.filtered { (each) throws(Flaw) in try scope.holds(each) }
    guard self.conditions.isEmpty || !conditions.isEmpty else { return false }
    return code?.isWanted(scope.context) ?? true
  }

  /// Whether a program in PATH, or a path, shows that the program is here.
  ///
  /// What is installed shows nothing in a session without windows if nobody asked for it.
  package func isHere(_ context: ProgramContext) -> Bool {
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { context.environment($0) != nil }
    // GNOME's settings are read in each session.
    let counts = hasDisplay || !followsItself || code == .gnome
    return counts && programs.contains(where: context.isInstalled)
      || paths.contains { path in
        (counts || path.hasPrefix("~/")) && context.pathExists(context.expanded(path))
      }
  }

  /// A shell, tmux and others would read a path with a space as two words.
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
    guard let edit, try scope.holds(edit.when) else { return nil }
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
      // The sentence may name what is found in the file; a mistake in it must show now.
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
  /// A TOML file with a key twice is refused as a whole by its program.
  fileprivate static func duplicate(of line: String, _ path: String) -> [Refusal] {
    let key = line.prefix { $0 != "=" && $0 != " " }
    guard path.hasSuffix(".toml"), line.includes("="),
      key.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }),
      let why = try? Template("it sets \(key) already; replace that with this line")
    else { return [] }
    let test = TextTest(tomlKey: String(key))
    return [Refusal(when: ProgramCondition(), text: test, why: why, advice: .yourself)]
  }
}

/// What keeps nightctl from adding the line, with the values for its sentence.
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
