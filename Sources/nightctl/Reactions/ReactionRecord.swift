import NightBus
import NightCore
import NightStore
import NightValues

/// What nightctl did in the user's files for each ready reaction that is on, so that `off` can undo it.
///
/// The file is `reactions/record.json` in the state folder.
struct ReactionRecord {
  /// What was done for one reaction.
  struct Entry: Equatable {
    /// The file that has the line.
    var file = ""
    /// The line that nightctl added; empty if it added none.
    var line = ""
    /// Whether nightctl made the file.
    var isMade = false
    /// Whether the file's last line had no line end before.
    var wasOpen = false
    /// What nightctl wrote before the line in a file that it made.
    var start = ""
    /// The folders that nightctl made for the file, the outermost first.
    var folders: [String] = []
    /// The folders that nightctl made for the files of colours, each after those above it.
    var colorFolders: [String] = []
  }

  private static let mostBytes = 256 << 10

  private let file: UserFile
  private(set) var entries: [String: Entry]

  /// Reads the record; a damaged one counts as empty.
  init(in folder: String) {
    file = UserFile(path: folder + "/record.json")
    entries = [:]
    for member in file.json(most: Self.mostBytes)?.members ?? [] {
      let fields = JSONFields(member.node, textBytes: Self.mostBytes)
      guard let file = fields.string("file"), let line = fields.string("line") else { continue }
      var entry = Entry()
      entry.file = file
      entry.line = line
      entry.isMade = fields.bool("made") ?? false
      entry.wasOpen = fields.bool("open") ?? false
      entry.start = fields.string("start") ?? ""
      entry.folders = member.node["folders"]?.plain.texts ?? []
      entry.colorFolders = member.node["colorFolders"]?.plain.texts ?? []
      entries[member.name] = entry
    }
  }

  /// Stores what was done for a reaction; nil removes the entry.
  mutating func store(_ entry: Entry?, for name: String) throws(Failure) {
    guard entries[name] != entry else { return }
    entries[name] = entry
    let members = entries.sorted { $0.key < $1.key }.map { name, entry in
      JSON.Member(
        name: name,
        value: .object([
          .init(name: "file", value: .string(entry.file)),
          .init(name: "line", value: .string(entry.line)),
          .init(name: "made", value: .bool(entry.isMade)),
          .init(name: "open", value: .bool(entry.wasOpen)),
          .init(name: "start", value: .string(entry.start)),
          .init(name: "folders", value: .array(entry.folders.map(JSON.string))),
          .init(name: "colorFolders", value: .array(entry.colorFolders.map(JSON.string))),
        ])
      )
    }
    try file.write(.object(members))
  }
}
