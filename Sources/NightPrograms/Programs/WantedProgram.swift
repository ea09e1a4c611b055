import NightCore
package import NightValues

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

/// The values that a description's texts have, and the paths that they name.
struct ProgramScope {
  let context: ProgramContext
  private let program: Program
  /// The paths of the program's files, in their order.
  private(set) var paths: [String] = []
  /// The files that are wanted, in the same order.
  private(set) var files: [Program.File] = []
  private let shared: [TemplateValue.Member]
  /// The file of the user's that gets the line.
  var file = ""

  init(_ program: Program, _ context: ProgramContext) {
    self.program = program
    self.context = context
    shared = context.templateValues + (program.code?.values(context) ?? [])
  }

  mutating func add(_ file: Program.File, _ path: String) {
    files.append(file)
    paths.append(path)
  }

  // MARK: - Texts

  func text(
    _ template: Template,
    custom: [TemplateValue.Member] = [],
    found: TextTest.Found? = nil
  ) throws(Flaw) -> String {
    if let plain = template.plain { return plain }
    let short = zip(files.map(\.name), paths).map { ($0, TemplateValue.foreign(context.short($1))) }
    let long = zip(files.map(\.name), paths).map { ($0, TemplateValue.foreign($1)) }
    var members =
      shared + [
        .init("files", .table(short)), .init("paths", .table(long)),
        .init("file", .foreign(file)), .init("folder", .foreign(program.folder)),
        .init("custom", .table(custom)),
      ]
    if let found {
      members += [.init("section", .trusted(found.section)), .init("key", .trusted(found.key))]
    }
    do throws(Flaw) { return try template.text(.table(members)) } catch {
      guard let origin = template.origin else { throw error }
      let place = error.position.map {
        JSONReader.position(of: $0, inString: origin, of: program.source)
      }
      throw error.at(.position(place ?? origin))
    }
  }

  /// The text of a file; a flaw's message begins with the name of its template.
  func text(of file: Program.File) throws(Flaw) -> String {
    do throws(Flaw) { return try text(file.template, custom: file.custom) } catch {
      throw Flaw("\(file.name)\(file.ending):\(error)")
    }
  }

  func holds(_ condition: ProgramCondition) throws(Flaw) -> Bool {
    if !condition.exists.isEmpty {
      var isFound = false
      for path in condition.exists where try context.pathExists(self.path(path)) { isFound = true }
      guard isFound else { return false }
    }
    for path in condition.missing where try context.fileExists(self.path(path)) { return false }
    if !condition.installed.isEmpty, !condition.installed.contains(where: context.isInstalled) {
      return false
    }
    if condition.notInstalled.contains(where: context.isInstalled) { return false }
    if condition.knows.count == 2,
      !context.program(condition.knows[0], has: condition.knows[1])
    {
      return false
    }
    if condition.lacks.count == 2, context.program(condition.lacks[0], has: condition.lacks[1]) {
      return false
    }
    if let holds = condition.holds, ["", "false"].contains(try text(holds)) { return false }
    if let name = condition.variable.first,
      !condition.variable.dropFirst().contains(context.environment(name) ?? "")
    {
      return false
    }
    if !condition.running.isEmpty, !condition.running.contains(where: context.isRunning) {
      return false
    }
    return condition.desktop == nil || condition.desktop == context.hasDesktop
  }

  // MARK: - Paths

  /// A path of the user's, without `~`, with the folders that the XDG variables name.
  func path(_ template: Template) throws(Flaw) -> String {
    context.expanded(try text(template))
  }

  /// The paths that a member of the description names.
  func all(_ choices: [Program.Choice], _ member: String) throws(Flaw) -> [String] {
    var paths: [String] = []
    for choice in choices where try holds(choice.when) {
      paths.append(try checked(choice.path, member))
    }
    return paths
  }

  func first(_ choices: [Program.Choice], _ member: String) throws(Flaw) -> String? {
    for choice in choices where try holds(choice.when) { return try checked(choice.path, member) }
    return nil
  }

  func path(of file: Program.File) throws(Flaw) -> String {
    var name = program.name
    if file.isDigested {
      name += "-" + Fingerprint.of(try text(of: file))
    }
    return try first(file.path, "to") ?? context.own(name + file.ending)
  }

  /// A path that may be written: below the home folder or one of the user's folders, and not nightd's.
  private func checked(_ template: Template, _ member: String) throws(Flaw) -> String {
    let path = try path(template)
    let isAbsolute = path.hasPrefix("/") && !path.split(separator: "/").contains("..")
    let folders = [
      context.folders.home, context.folders.config, context.folders.data, context.folders.state,
    ]
    let isOwn = folders.contains { $0.map { path.hasPrefix($0 + "/nightd/") } ?? false }
    guard isAbsolute, !isOwn,
      folders.contains(where: { $0.map { path.hasPrefix($0 + "/") } ?? false })
        || path == context.environment("BAT_CONFIG_PATH")
    else {
      let isVariable = ["$HOME/", "${HOME}/"].contains(where: path.hasPrefix)
      throw Flaw(
        "expected a path in your home folder for “\(member)”, without “..” and not in nightd's own "
          + "folders, found “\(MessageText.shown(path, most: 4_096))”"
          + (isVariable ? "; write ~/ for your home folder" : ""),
        at: template.origin
      )
    }
    return path
  }

  // MARK: - Telling

  func announcements(_ tells: [Program.Tell]) throws(Flaw) -> [Announcement] {
    var announcements: [Announcement] = []
    for tell in tells where try holds(tell.when) {
      switch tell.action {
      case .signal(let signal, let programs):
        announcements.append(.signal(signal, programs: programs))
      case .run(let arguments, let programs):
        announcements.append(.run(try texts(arguments), ifRunning: programs))
      case .runEach(let pattern, let arguments):
        announcements.append(.runEach(pattern: try path(pattern), try texts(arguments)))
      case .terminals(let bytes, let programs):
        announcements.append(.terminals(Array(try text(bytes).utf8), of: programs))
      }
    }
    return announcements
  }

  /// The arguments of a command; no shell replaces a `~` in them.
  fileprivate func texts(_ templates: [Template]) throws(Flaw) -> [String] {
    var texts: [String] = []
    for template in templates {
      let text = try text(template)
      texts.append(text.hasPrefix("~/") ? context.expanded(text) : text)
    }
    return texts
  }
}

extension TextTest {
  /// What a test found in a file.
  struct Found: Equatable, Sendable {
    var section = ""
    var key = ""
  }

  /// What was found; nil if the text does not pass the test.
  func find(in text: String) -> Found? {
    let isEmpty = text.utf8.allSatisfy { " \t\r\n".utf8.contains($0) }
    if let isBlank, isBlank != isEmpty { return nil }
    if !lines.isEmpty,
      !IncludeLine.lines(text).contains(where: { lines.contains(where: $0.hasPrefix) })
    {
      return nil
    }
    if let contains, !text.includes(contains) { return nil }
    if let firstLineIsNot {
      let lines = IncludeLine.lines(text).map(RemainingLines.trimmed)
      if lines.first(where: { !$0.isEmpty }) == firstLineIsNot { return nil }
    }
    if let tomlKey {
      // A table of this name counts as well: TOML allows only one of the two.
      let outline = TomlOutline(Array(text.utf8))
      let keys = outline.entries.map(\.key) + outline.tables.map(\.key)
      guard keys.contains(where: { $0.first == tomlKey }) else { return nil }
    }
    guard let section else { return Found() }
    var present: Substring = ""
    for line in IncludeLine.lines(text) {
      if line.hasPrefix("[") {
        present = line.hasPrefix(section) ? line : ""
      } else if !present.isEmpty, keys.contains(where: line.hasPrefix) {
        return Found(section: String(present), key: String(line.prefix { $0 != "=" && $0 != " " }))
      }
    }
    return nil
  }
}
