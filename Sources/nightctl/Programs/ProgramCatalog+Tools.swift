import Glibc
import NightCore
import NightPrograms
import NightStore

/// The templates of other tools in the user's configuration folder.
extension ProgramCatalog {
  /// The usable templates in a tool's configuration, and the mistakes in the unusable ones.
  static func templates(
    of tool: ToolTemplates.Tool,
    _ folders: BaseFolders
  ) -> (entries: [Entry], problems: [Problem]) {
    let folder = (folders.config ?? "") + "/" + tool.name
    var entries: [Entry] = []
    var problems: [Problem] = []
    let names = tool.files ?? Folder(path: folder).names(most: 64).sorted()
    for name in names where name.hasSuffix(".toml") && access(folder + "/" + name, F_OK) == 0 {
      do throws(Problem) {
        let found = try templates(of: tool, in: folder, name, folders)
        entries += found.entries.filter { new in !entries.contains { $0.name == new.name } }
        problems += found.problems
      } catch { problems.append(error) }
    }
    return (entries, problems)
  }

  private static func templates(
    of tool: ToolTemplates.Tool,
    in folder: String,
    _ name: String,
    _ folders: BaseFolders
  ) throws(Problem) -> (entries: [Entry], problems: [Problem]) {
    let path = folder + "/" + name
    if let refusal = FileTrust().refusal(path) {
      throw Problem(name: tool.name, sentence: DescriptionMessages.untrustedProgram(refusal))
    }
    guard let bytes = (try? UserFile(path: path).bytes()) ?? nil else {
      throw Problem(name: tool.name, sentence: DescriptionMessages.unreadableProgram(path))
    }
    func problem(_ flaw: Flaw) -> Problem {
      Problem(name: tool.name, sentence: "\(Output.plain(path)):\(flaw)")
    }
    let root: JSONNode
    do throws(Flaw) { root = try TomlReader.read(bytes) } catch { throw problem(error) }
    // If the configuration file is a link, matugen resolves relative paths in the folder of the
    // link's target.
    let start = (Disk.realPath(path) ?? path).parentFolder
    let found = ToolTemplates.descriptions(root, of: tool, file: name, home: folders.home ?? "") {
      ToolTemplates.path(folders.expanded($0), in: start)
    }
    let entries = found.descriptions.map {
      Entry(name: $0.name, folder: folder, isOwn: false, template: $0, source: bytes)
    }
    return (entries, found.flaws.map(problem))
  }
}
