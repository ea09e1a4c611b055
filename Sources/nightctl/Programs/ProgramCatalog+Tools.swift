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
    let folder = (folders.config ?? "") + "/" + tool.folder
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
    func problem(_ name: String, _ flaw: Flaw) -> Problem {
      let place = flaw.position == nil ? "" : Output.plain(path) + ":"
      return Problem(name: name, sentence: place + flaw.description)
    }
    let bytes: [UInt8]
    let root: JSONNode
    do throws(Flaw) {
      bytes = try Self.bytes(path)
      root = try TomlReader.read(bytes)
    } catch { throw problem(tool.name, error) }
    // If the configuration file is a link, matugen resolves relative paths in the folder of the
    // link's target.
    let start = (Disk.realPath(path) ?? path).parentFolder
    let home = folders.home ?? ""
    func absolute(_ path: String) -> String {
      ToolTemplates.path(folders.expanded(filled(path, folders)), in: start)
    }
    let found =
      tool == ToolTemplates.tinty
      ? ToolTemplates.items(
        root,
        file: name,
        home: home,
        data: (folders.data ?? "") + "/" + tool.folder,
        path: absolute
      ) { (path) throws(Flaw) in try YamlReader.read(Self.bytes(path)) }
      : ToolTemplates.descriptions(
        root,
        of: tool,
        file: name,
        home: home,
        path: absolute,
        target: RealPaths().target
      )
    let entries = found.descriptions.map {
      Entry(name: $0.name, folder: folder, isOwn: false, template: $0, source: bytes)
    }
    return (entries, found.flaws.map { problem($0.name, $0.flaw) })
  }

  /// Replaces variables such as `$HOME` in a path by the paths of folders; noctalia's own templates
  /// use such variables.
  private static func filled(_ path: String, _ folders: BaseFolders) -> String {
    guard path.utf8.contains(UInt8(ascii: "$")) else { return path }
    let home = folders.home ?? ""
    let values = [
      ("XDG_CONFIG_HOME", folders.config), ("XDG_DATA_HOME", folders.data),
      ("XDG_STATE_HOME", folders.state), ("XDG_CACHE_HOME", home + "/.cache"), ("HOME", home),
    ]
    return path.filled(
      values.flatMap { name, folder in ["${\(name)}", "$" + name].map { ($0, folder ?? "") } }
    )
  }

  /// The bytes of another tool's configuration file; throws if another user could have written the
  /// file, because it can contain commands.
  private static func bytes(_ path: String) throws(Flaw) -> [UInt8] {
    if let refusal = FileTrust().refusal(path) {
      throw Flaw(DescriptionMessages.untrustedProgram(refusal))
    }
    guard let bytes = (try? UserFile(path: path).bytes()) ?? nil else {
      throw Flaw(DescriptionMessages.unreadableProgram(path))
    }
    return bytes
  }
}
