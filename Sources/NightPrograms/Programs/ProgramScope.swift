import NightCore

/// Values for a description's templates, and the paths that were made from path templates.
struct ProgramScope {
  let context: ProgramContext
  private let program: Program
  /// The paths of all the program's files, in the description's order.
  private(set) var paths: [String] = []
  /// The files to write, in the order of `paths`.
  private(set) var files: [Program.File] = []
  private let shared: [TemplateValue.Member]
  /// The user's file that gets nightd's line.
  var file = ""

  init(_ program: Program, _ context: ProgramContext) {
    self.program = program
    self.context = context
    var values = context.templateValues
    if program.group == .templates {
      values = context.materialValues ?? MaterialColors.values(values, context)
      values = MaterialColors.adding(program.colors, to: values, context)
    }
    let needs = program.needs
    if needs.contains(.palettes) { values.append(MaterialColors.palettes(context)) }
    if needs.contains(.base16) { values.append(context.base16) }
    for system in SchemeSystem.allCases where needs.contains(system.need) {
      values.append(.init(SchemeValues.table, .table(SchemeValues.values(context, system))))
    }
    shared = values + (program.code?.values(context) ?? [])
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

  /// The text to write into a file; if the template has a flaw, the flaw's message begins with the
  /// template's name.
  func text(of file: Program.File) throws(Flaw) -> String {
    do throws(Flaw) { return try text(file.template, custom: file.custom) } catch {
      throw Flaw("\(file.source):\(error)")
    }
  }

  func holds(_ condition: ProgramCondition) throws(Flaw) -> Bool {
    if !condition.exists.isEmpty {
      var isFound = false
      for path in condition.exists where try context.pathExists(self.path(path)) { isFound = true }
      guard isFound else { return false }
    }
    for path in condition.missing where try context.fileExists(self.path(path)) { return false }
    if let file = condition.contains.first {
      let text = context.text(context.expanded(file)) ?? ""
      guard condition.contains.dropFirst().contains(where: text.includes) else { return false }
    }
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
    if condition.gsettings.count > 2 {
      let place = SettingPlace.commands(SettingsCommands(schema: condition.gsettings[0]))
      let value = context.own(place, .init("", condition.gsettings[1])).map(place.name)
      guard let value, condition.gsettings.dropFirst(2).contains(value) else { return false }
    }
    guard condition.desktop == nil || condition.desktop == context.hasDesktop else { return false }
    // Check this condition last, because reading the list of all processes is slow.
    return condition.running.isEmpty || condition.running.contains(where: context.isRunning)
  }

  /// The reason given in the first of these blocks whose condition holds; nil if no condition
  /// holds.
  func reason(_ blocks: [Program.Block]) throws(Flaw) -> String? {
    for block in blocks where try holds(block.when) { return try text(block.why) }
    return nil
  }

  // MARK: - Paths

  /// Fills in a path template; if the path begins with `~`, makes it a full path.
  func path(_ template: Template) throws(Flaw) -> String {
    context.expanded(try text(template))
  }

  /// From the paths in one member of a description, returns those whose conditions hold.
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
    let path = try first(file.path, "to") ?? context.own(program.name + file.ending)
    guard file.isDigested else { return path }
    let ending = path.hasSuffix(file.ending) ? file.ending : ""
    return path.dropLast(ending.count) + "-" + Fingerprint.of(try text(of: file)) + ending
  }

  /// Fills in a path to write to; throws if the path is not in one of the user's folders, or is in
  /// one of nightd's own folders.
  private func checked(_ template: Template, _ member: String) throws(Flaw) -> String {
    let path = try path(template)
    let isAbsolute = path.hasPrefix("/") && !path.split(separator: "/").contains("..")
    let folders = [
      context.folders.home, context.folders.config, context.folders.data, context.folders.state,
    ]
    // Follow links only for the user's own descriptions, because nobody has reviewed their paths.
    let isUsers = program.folder.hasPrefix(context.config("nightd/programs/"))
    guard isAbsolute, !context.isInOwnFolder(path, followsLinks: isUsers),
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
      case .run(let arguments, let programs, let mode):
        announcements.append(
          .run(try texts(arguments), ifRunning: programs, mode: try texts(mode))
        )
      case .runEach(let pattern, let arguments):
        announcements.append(.runEach(pattern: try path(pattern), try texts(arguments)))
      case .terminals(let bytes, let programs):
        announcements.append(.terminals(Array(try text(bytes).utf8), of: programs))
      }
    }
    return announcements
  }

  /// The arguments of a command.
  ///
  /// An argument that begins with `~/` becomes a full path here, because no shell runs the command.
  func texts(_ templates: [Template]) throws(Flaw) -> [String] {
    var texts: [String] = []
    for template in templates {
      let text = try text(template)
      texts.append(text.hasPrefix("~/") ? context.expanded(text) : text)
    }
    return texts
  }
}
