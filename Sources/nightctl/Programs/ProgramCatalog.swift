import Glibc
import NightCore
import NightPrograms
import NightStore

/// The descriptions, which say how programs get nightd's colours; the user's own description
/// replaces nightd's description with the same name.
struct ProgramCatalog {
  /// A description: a folder, or a template in another tool's configuration.
  struct Entry: Equatable {
    let name: String
    let folder: String
    /// Whether the description is the user's own.
    let isOwn: Bool
    /// The template in another tool's configuration; nil if the description is a folder.
    var template: ToolTemplates.Description?
    /// The bytes of the other tool's configuration file; empty if the description is a folder.
    var source: [UInt8] = []
  }

  /// A description with a mistake.
  struct Problem: Error, Equatable {
    let name: String
    /// The error message, which contains the file, line and column of the mistake.
    let sentence: String
    /// Whether the description or one of its files does not exist.
    let isGone: Bool

    init(name: String, sentence: String, isGone: Bool = false) {
      self.name = name
      self.sentence = sentence
      self.isGone = isGone
    }

    /// `refusal` says why nightctl does not trust one of the description's files.
    fileprivate init(
      _ problem: ProgramReader.Problem,
      in entry: Entry,
      _ refusal: String?,
      isGone: Bool
    ) {
      self.init(
        name: entry.name,
        sentence: refusal.map(DescriptionMessages.untrustedProgram)
          ?? DescriptionMessages.place(problem.file, in: entry.folder) + ":\(problem.flaw)",
        isGone: isGone
      )
    }
  }

  /// The user's folder for descriptions.
  let ownFolder: String
  /// The folder of nightd's descriptions; nil if the folder is not found.
  let shippedFolder: String?
  /// All descriptions, sorted by name.
  let entries: [Entry]
  /// The mistakes in the configurations of other tools, such as matugen.
  private let toolProblems: [Problem]
  private let folders: BaseFolders
  private let trust = FileTrust()

  /// The maximum number of descriptions that are read from one folder.
  private static let mostFolders = 4_096

  init(environment: (String) -> String?) {
    folders = BaseFolders(environment: environment)
    ownFolder = (folders.config ?? "") + "/nightd/programs"
    shippedFolder = Self.shipped("programs", folders)
    var found: [String: Entry] = [:]
    for (folder, isOwn) in [(shippedFolder, false), (ownFolder, true)] {
      guard let folder, let names = try? Disk.system.list(folder, Self.mostFolders) else {
        continue
      }
      for name in names where Self.isName(name) {
        let path = folder + "/" + name
        // Look for the description's file only in the user's folders: nightd has many folders of
        // its own, and each of them has this file.
        guard !isOwn || access(path + "/" + ProgramReader.fileName, F_OK) == 0 else { continue }
        found[name] = Entry(name: name, folder: path, isOwn: isOwn)
      }
    }
    var problems: [Problem] = []
    for tool in ToolTemplates.tools {
      let tools = Self.templates(of: tool, folders)
      problems += tools.problems
      // If a folder and a template have the same name, the folder is used.
      for entry in tools.entries where found[entry.name] == nil { found[entry.name] = entry }
    }
    toolProblems = problems
    entries = found.values.sorted { $0.name < $1.name }
  }

  /// Whether a folder's name can be used as the name of a program, which users write as one word on
  /// the command line.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && name.utf8.first != UInt8(ascii: "-")
      && name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "-_.+".utf8.contains($0)
      } && name.utf8.first != UInt8(ascii: ".")
  }

  /// The path of one of nightd's own data files or folders; nil if it cannot be read.
  static func shipped(_ name: String, _ folders: BaseFolders) -> String? {
    let program = (try? Disk.system.readLink("/proc/self/exe")) ?? nil ?? ""
    return FollowerIndex.folders(besides: program, folders).map { $0 + "/" + name }
      .first { access($0, R_OK) == 0 }
  }

  // MARK: - Reading

  /// Reads a description; nil if the file is empty, because an empty file switches the program off.
  func read(_ entry: Entry) throws(Problem) -> Program? {
    if let template = entry.template { return try read(template, entry) }
    let path = entry.folder + "/" + ProgramReader.fileName
    // Check templates too, because another user's template could put code into a program's
    // configuration.
    let trust = entry.isOwn ? trust : nil
    var refusal = trust?.refusal(path)
    guard refusal == nil, let description = bytes(path) else {
      let isMissing = access(entry.folder, X_OK) == 0 && access(path, F_OK) != 0
      throw Problem(
        name: entry.name,
        sentence: isMissing
          ? DescriptionMessages.lacksDescription(entry.folder)
          : refusal.map(DescriptionMessages.untrustedProgram)
            ?? DescriptionMessages.unreadableProgram(path),
        isGone: isMissing
      )
    }
    var isGone = false
    do throws(ProgramReader.Problem) {
      return try ProgramReader.read(
        entry.name,
        in: entry.folder,
        description,
        checksShape: entry.isOwn
      ) { file in
        var path = entry.folder + "/" + file
        // A description may use a template in another program's folder. If the template is missing
        // there, use nightd's own copy.
        if file.hasPrefix("../"), access(path, F_OK) != 0, let shippedFolder {
          path = shippedFolder + "/" + file.dropFirst(3)
        }
        refusal = refusal ?? trust?.refusal(path)
        isGone = isGone || access(path, F_OK) != 0
        return refusal == nil ? bytes(path) : nil
      }
    } catch {
      throw Problem(error, in: entry, refusal, isGone: isGone)
    }
  }

  private func bytes(_ path: String) -> [UInt8]? { (try? UserFile(path: path).bytes()) ?? nil }

  /// Reads a template that another tool's configuration lists.
  private func read(
    _ template: ToolTemplates.Description,
    _ entry: Entry
  ) throws(Problem) -> Program {
    var refusal: String?
    var isGone = false
    do throws(ProgramReader.Problem) {
      return try ProgramReader.read(template, in: entry.folder, entry.source) { path in
        // Users write /dev/null as the path of a template that only runs a hook; treat it as empty.
        guard path != "/dev/null" else { return [] }
        refusal = refusal ?? trust.refusal(path)
        isGone = isGone || access(path, F_OK) != 0
        return refusal == nil ? bytes(path) : nil
      }
    } catch {
      throw Problem(error, in: entry, refusal, isGone: isGone)
    }
  }

  /// All programs, sorted by group and then by name, and the descriptions with mistakes.
  func all() -> (programs: [Program], problems: [Problem]) {
    let read = read { _ in true }
    return (read.programs, read.problems + toolProblems)
  }

  private func read(
    _ isRead: (Entry) -> Bool
  ) -> (programs: [Program], problems: [Problem]) {
    var programs: [Program] = []
    var problems: [Problem] = []
    for entry in entries where isRead(entry) {
      do throws(Problem) { if let program = try read(entry) { programs.append(program) } } catch {
        problems.append(error)
      }
    }
    let groups = Program.Group.allCases
    func place(_ program: Program) -> Int { groups.firstIndex(of: program.group) ?? 0 }
    return (programs.sorted { (place($0), $0.name) < (place($1), $1.name) }, problems)
  }

  /// The programs that follow the style by themselves, and the descriptions with mistakes.
  ///
  /// This method reads nightd's own descriptions only for programs that are installed, or for which
  /// `isRecorded` returns true.
  func followers(
    _ finder: ProgramFinder,
    orIf isRecorded: (String) -> Bool
  ) -> (programs: [Program], problems: [Problem]) {
    let file = shippedFolder.map { $0.parentFolder + "/" + FollowerIndex.fileName }
    let text = file.flatMap { (try? UserFile(path: $0).bytes()) ?? nil }
    let index = text.map { FollowerIndex(reading: String(decoding: $0, as: UTF8.self)) }
    let names = index?.entries.filter { entry in
      isRecorded(entry.name) || entry.evidence.contains { isHere($0, finder) }
    }.map(\.name)
    return read { $0.isOwn || $0.template == nil && names?.contains($0.name) != false }
  }

  private func isHere(_ evidence: String, _ finder: ProgramFinder) -> Bool {
    guard evidence.utf8.contains(UInt8(ascii: "/")) else { return finder.path(of: evidence) != nil }
    // If the path is a pattern, assume that a file matches it. When the program's description is
    // read later, another check finds out whether the program is installed.
    return evidence.utf8.contains(UInt8(ascii: "*"))
      || access(folders.expanded(evidence), F_OK) == 0
  }

  /// If `name` is a tool such as `matugen`, the names of all of the tool's templates; otherwise
  /// only `name`.
  ///
  /// `on` contains the names of the templates that are switched on; such a template may no longer
  /// be in the configuration of its tool.
  func names(for name: String, on: [String] = []) -> [String] {
    guard let tool = ToolTemplates.tools.first(where: { $0.name == name }) else { return [name] }
    let known = entries.filter { $0.template?.tool == tool.name }.map(\.name)
    let templates = known + on.filter { $0.hasPrefix(tool.name + "-") && !known.contains($0) }
    // The name `noctalia` also means the shell noctalia itself, which nightd informs of the style.
    return (entries.contains { $0.name == name } || templates.isEmpty ? [name] : []) + templates
  }

  /// The mistake in another tool's configuration that keeps nightctl from finding the template
  /// `name`; nil if there is no such mistake.
  func problem(hiding name: String) -> Problem? {
    let problem =
      toolProblems.first { $0.name == name }
      ?? toolProblems.first { problem in
        ToolTemplates.tools.contains { $0.name == problem.name }
          && name.hasPrefix(problem.name + "-")
      }
    return problem.map { Problem(name: name, sentence: $0.sentence) }
  }

  /// The error message for a name that no known program has.
  func unknown(_ name: String) -> String {
    if let entry = entries.first(where: { $0.name == name }) {
      return DescriptionMessages.emptyDescription(entry.folder + "/" + ProgramReader.fileName, name)
    }
    let problem = problem(hiding: name) ?? toolProblems.first { $0.name.hasPrefix(name + "-") }
    if let problem { return problem.sentence }
    let folder = ownFolder + "/" + name
    guard Self.isName(name), Disk.hasEntry(folder) else {
      return DescriptionMessages.unknownProgram(name, entries.map(\.name))
    }
    return DescriptionMessages.lacksDescription(folder)
  }

  /// The program of this name, or the program whose executable has this name, such as `nvim`.
  func program(_ name: String) throws(Problem) -> Program? {
    if let entry = entries.first(where: { $0.name == name }) { return try read(entry) }
    return all().programs.first { $0.programs.contains(name) }
  }
}
