import NightCore
import NightPrograms
import NightStore

/// The commands `programs show`, `programs new`, `programs check` and `programs schema`.
struct OwnProgramCommands: ProgramCommand {
  let nightctl: Nightctl

  /// Prints the changes that `nightctl programs on` would make, in the form of a diff; changes
  /// nothing.
  func showProgram(_ invocation: Invocation) throws(Failure) {
    let program = try namedProgram(invocation.operand ?? "", invocation)
    let context = try programContext(try client(), for: [program])
    let wanted = try self.wanted(program, context)
    if wanted.include != nil { _ = try wantedInBothStyles(program) }
    try output.sentences([DescriptionMessages.describes(program)])
    if let blocker = wanted.blocker {
      try output.sentences([DescriptionMessages.cannotTake(blocker)])
    }
    let record = try RecordFile<ProgramRecord>(context.folders, keepsAside: false).content
    for file in wanted.files {
      guard try !file.isForeign(context, record.entries[program.name]) else {
        try output.sentences([ProgramMessages.isYourFile(file.path, program.name)])
        continue
      }
      let before = try UserFile.own(file.path).bytes()
      try show(TextDiff(file.path, before, Array(file.text.utf8)))
    }
    if let include = wanted.include {
      let path = include.path(context.fileExists)
      let before = try UserFile(path: path).bytes()
      if let refusal = include.refusal(context.text(path) ?? "", file: nil) {
        try output.sentences([ProgramMessages.refused(path, include, refusal, program.name)])
      } else {
        try show(TextDiff(path, before, include.added(to: before ?? Array(include.start.utf8))))
      }
    }
    for setting in wanted.settings {
      if case .file(let path, .whole) = setting.place {
        let before = try UserFile(path: path).bytes()
        try show(TextDiff(path, before, Array((setting.value ?? "").utf8)))
      } else {
        try output.sentences([DescriptionMessages.sets(setting, lines: setting.lines(context))])
      }
    }
    try output.sentences(wanted.announcements.flatMap(DescriptionMessages.tells))
  }

  private func show(_ diff: TextDiff) throws(Failure) {
    try output.list(diff.lines.map(Output.plain))
  }

  /// Creates an editable description of a program: a copy of nightd's own description, or an
  /// example.
  func newProgram(_ invocation: Invocation) throws(Failure) {
    let name = invocation.operand ?? ""
    guard ProgramCatalog.isName(name) else {
      throw invocation.usage(DescriptionMessages.noProgramName(name))
    }
    guard BaseFolders(environment: environment).config != nil else {
      throw .system(Messages.noFolder("XDG_CONFIG_HOME"))
    }
    let catalog = ProgramCatalog(environment: environment)
    let folder = catalog.ownFolder + "/" + name
    guard !Disk.hasEntry(folder) else { throw .system(DescriptionMessages.programExists(folder)) }
    var files = OwnProgram.files(name)
    if let entry = catalog.entries.first(where: { $0.name == name }), entry.template == nil {
      files = []
      for file in ProgramFinder.names(in: entry.folder) where !file.hasPrefix(".") {
        guard let bytes = try UserFile(path: entry.folder + "/" + file).bytes() else { continue }
        files.append((file, bytes))
      }
    }
    for (file, bytes) in files { try UserFile(path: folder + "/" + file).write(bytes) }
    try output.line(folder)
  }

  /// Finds mistakes in all of the user's own descriptions of programs, or only in those that the
  /// arguments list.
  func checkPrograms(_ invocation: Invocation) throws(Failure) {
    let catalog = ProgramCatalog(environment: environment)
    var entries: [ProgramCatalog.Entry] = []
    // If an argument is a folder, do not run the commands of the description in this folder,
    // because the user may not trust it.
    var isOnlyRead: Set<String> = []
    for operand in invocation.operands {
      if operand.utf8.contains(UInt8(ascii: "/")) {
        let folder = operand.hasSuffix("/") ? String(operand.dropLast()) : operand
        isOnlyRead.insert(folder)
        entries.append(.init(name: folder.fileName, folder: folder, isOwn: true))
      } else if let entry = catalog.entries.first(where: { $0.name == operand }) {
        entries.append(entry)
      } else {
        throw invocation.usage(catalog.unknown(operand))
      }
    }
    if invocation.operands.isEmpty { entries = catalog.entries.filter(\.isOwn) }
    guard !entries.isEmpty else {
      return try output.sentences([DescriptionMessages.noOwnProgram(catalog.ownFolder)])
    }
    var mistakes = 0
    for entry in entries {
      let found = try check(entry, catalog, runs: !isOnlyRead.contains(entry.folder))
      if !found.isEmpty { mistakes += 1 }
      try output.sentences(found)
    }
    guard mistakes == 0 else { throw .system(DescriptionMessages.programMistakes(mistakes)) }
    try output.sentences([DescriptionMessages.noProgramMistake(entries.map(\.name))])
  }

  /// Reads a program's description, fills in its templates in both styles, and returns the
  /// mistakes.
  ///
  /// If `runs` is true, also asks the program to check its own configuration.
  private func check(
    _ entry: ProgramCatalog.Entry,
    _ catalog: ProgramCatalog,
    runs: Bool
  ) throws(Failure) -> [String] {
    let program: Program?
    do throws(ProgramCatalog.Problem) { program = try catalog.read(entry) } catch {
      return mistakes(entry, error)
    }
    guard let program else { return [] }
    let (wanted, context): (WantedProgram, ProgramContext)
    do throws(Failure) { (wanted, context) = try wantedInBothStyles(program) } catch {
      return [error.sentence]
    }
    try output.sentences(missingCommands(of: wanted))
    for file in wanted.files where !file.path.hasPrefix(context.own("")) && !file.namesWriter {
      try output.sentences([DescriptionMessages.hasNoWriter(file.path, program.name)])
    }
    return runs ? try showVerdict(on: wanted, context) : []
  }

  /// All syntax mistakes in a description if `problem` is the first of them; otherwise only
  /// `problem`.
  private func mistakes(
    _ entry: ProgramCatalog.Entry,
    _ problem: ProgramCatalog.Problem
  ) -> [String] {
    let path = entry.folder + "/" + ProgramReader.fileName
    let bytes = (try? UserFile(path: path).bytes()) ?? nil
    let sentences = ProgramReader.flaws(in: bytes ?? []).map { "\(Output.plain(path)):\($0)" }
    return sentences.first == problem.sentence ? sentences : [problem.sentence]
  }

  /// Prints the JSON Schema of programs' descriptions, for editors.
  func programSchema(_ invocation: Invocation) throws(Failure) {
    try output.json(ProgramShape.document)
  }
}

extension ProgramCommand {
  /// Fills in a description's templates for light and for dark, with nightd's built-in colours, and
  /// returns the result for dark; throws if nightd's line is not the same in both styles.
  func wantedInBothStyles(
    _ program: Program
  ) throws(Failure) -> (wanted: WantedProgram, context: ProgramContext) {
    let light = ColorScheme(builtIn: "daylight", style: .light)
    let dark = ColorScheme(builtIn: "midnight", style: .dark)
    let context = try programContext(dark, other: light)
    let one = try wanted(program, try programContext(light, other: dark))
    let another = try wanted(program, context)
    if let flaw = one.lineFlaw(beside: another) {
      throw .system(DescriptionMessages.brokenProgram(program, flaw))
    }
    return (another, context)
  }

  /// A sentence for each command that the program's description uses but that is not installed.
  func missingCommands(of program: WantedProgram) -> [String] {
    program.commands.filter { finder.path(of: $0) == nil }
      .map { DescriptionMessages.noCommand($0, program.name) }
  }
}

extension Setting {
  /// The numbers of the lines that set this setting's key in the settings file.
  fileprivate func lines(_ context: ProgramContext) -> [Int] {
    guard case .file(let path, let format) = place, let text = context.text(path) else { return [] }
    return SettingsText(text, format).lineNumbers(key)
  }
}

/// The files of a new description of a program.
private enum OwnProgram {
  static func files(_ name: String) -> [(file: String, bytes: [UInt8])] {
    [
      (ProgramReader.fileName, Array(description(name).utf8)),
      ("colors.conf", Array(template(name).utf8)),
    ]
  }

  private static func description(_ name: String) -> String {
    """
    // How nightd gives \(name) its colours. `nightctl programs check \(name)` finds mistakes here,
    // `nightctl programs show \(name)` prints the changes, and `nightctl programs on \(name)` makes
    // them.
    {
      title: "\(name)",
      // The program's file name in PATH, which shows that it is installed.
      programs: ["\(name)"],
      // nightd writes this file into its own folder. The member "to" sets another path, as in
      // to: "~/.config/\(name)/colors.conf".
      files: [{ template: "colors.conf" }],
      // nightd adds this line, which makes the program read that file. If "file" is a list, nightd
      // adds the line to the first file of the list that exists.
      edits: [{ file: "~/.config/\(name)/config", line: "include {{files.colors}}" }],
      // How a running program learns of new colours: a signal, or a command.
      // tell: [{ signal: "USR1", to: ["\(name)"] }],
      // tell: [{ run: ["\(name)ctl", "reload"], ifRunning: ["\(name)"] }],
    }

    """
  }

  private static func template(_ name: String) -> String {
    """
    # Written by nightd; nightctl programs off \(name) removes it.
    background {{colors.background.default.hex}}
    foreground {{colors.on_background.default.hex}}
    <* if is_dark_mode *>
    variant dark
    <* else *>
    variant light
    <* endif *>
    color1 {{terminal.red.default.hex}}

    """
  }
}
