import Glibc
import NightCore
import NightPrograms
import NightStore

/// The descriptions of programs; the user's own description replaces nightd's description with the
/// same name.
struct ProgramCatalog {
  /// A folder with a description.
  struct Entry: Equatable {
    let name: String
    let folder: String
    /// Whether the description is the user's own.
    let isOwn: Bool
  }

  /// A description with a mistake.
  struct Problem: Error, Equatable {
    let name: String
    /// The file, line and column, and what is wrong.
    let sentence: String
  }

  /// The user's folder for descriptions.
  let ownFolder: String
  /// The folder of nightd's descriptions; nil if it is not found.
  let shippedFolder: String?
  /// All descriptions, by name.
  let entries: [Entry]
  private let folders: BaseFolders

  /// The maximum number of descriptions that are read from one folder.
  private static let mostFolders = 4_096

  init(environment: (String) -> String?) {
    folders = BaseFolders(environment: environment)
    ownFolder = (folders.config ?? "") + "/nightd/programs"
    shippedFolder = Self.shipped(folders)
    var found: [String: Entry] = [:]
    for (folder, isOwn) in [(shippedFolder, false), (ownFolder, true)] {
      guard let folder, let names = try? Disk.system.list(folder, Self.mostFolders) else {
        continue
      }
      for name in names where Self.isName(name) {
        let path = folder + "/" + name
        guard access(path + "/" + ProgramReader.fileName, F_OK) == 0 else { continue }
        found[name] = Entry(name: name, folder: path, isOwn: isOwn)
      }
    }
    entries = found.values.sorted { $0.name < $1.name }
  }

  /// Whether a folder's name can be the name of a program, which is a word on the command line.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && name.utf8.first != UInt8(ascii: "-")
      && name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "-_.+".utf8.contains($0)
      } && name.utf8.first != UInt8(ascii: ".")
  }

  private static func shipped(_ folders: BaseFolders) -> String? {
    let program = (try? Disk.system.readLink("/proc/self/exe")) ?? nil ?? ""
    return FollowerIndex.folders(besides: program, folders).map { $0 + "/programs" }
      .first { access($0, R_OK | X_OK) == 0 }
  }

  // MARK: - Reading

  /// Reads a description; nil if the file is empty, because an empty file switches the program off.
  func read(_ entry: Entry) throws(Problem) -> Program? {
    let path = entry.folder + "/" + ProgramReader.fileName
    func bytes(_ path: String) -> [UInt8]? {
      guard let bytes = (try? UserFile(path: path).bytes()) ?? nil,
        bytes.count <= Template.mostBytes
      else { return nil }
      return bytes
    }
    // Check templates too, because another user's template could put code into a program's
    // configuration.
    let trust = entry.isOwn ? FileTrust() : nil
    var refusal = trust?.refusal(path)
    guard refusal == nil, let description = bytes(path) else {
      let isMissing = access(entry.folder, X_OK) == 0 && access(path, F_OK) != 0
      throw Problem(
        name: entry.name,
        sentence: isMissing
          ? DescriptionMessages.lacksDescription(entry.folder)
          : refusal.map(DescriptionMessages.untrustedProgram)
            ?? DescriptionMessages.unreadableProgram(path)
      )
    }
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
        return refusal == nil ? bytes(path) : nil
      }
    } catch {
      throw Problem(
        name: entry.name,
        sentence: refusal.map(DescriptionMessages.untrustedProgram)
          ?? "\(Output.plain("\(entry.folder)/\(error.file)")):\(error.flaw)"
      )
    }
  }

  /// All programs in the order in which they are listed, and the descriptions with mistakes.
  func all(
    _ isRead: (Entry) -> Bool = { _ in true }
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
    return all { $0.isOwn || names?.contains($0.name) != false }
  }

  private func isHere(_ evidence: String, _ finder: ProgramFinder) -> Bool {
    guard evidence.utf8.contains(UInt8(ascii: "/")) else { return finder.path(of: evidence) != nil }
    // Count a pattern for libraries as found, because the description itself is checked later.
    return evidence.utf8.contains(UInt8(ascii: "*"))
      || access(folders.expanded(evidence), F_OK) == 0
  }

  /// The message for a name that no program has.
  func unknown(_ name: String) -> String {
    if let entry = entries.first(where: { $0.name == name }) {
      return DescriptionMessages.emptyDescription(entry.folder + "/" + ProgramReader.fileName, name)
    }
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
