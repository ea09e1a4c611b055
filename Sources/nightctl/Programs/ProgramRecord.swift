import NightPrograms
import NightValues

/// What nightctl did in the user's files for each program that is on, so that `off` can undo it.
///
/// The file is `programs/record.json` in the state folder.
struct ProgramRecord: StoredRecord {
  static let blank = Self()
  static let formerRoot: String? = "programs"
  static let loss = "it says which lines nightd added to your files"

  /// What was done for one program.
  struct Entry: Record, Equatable {
    static let blank = Self()

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
    /// The files of nightd's own, so that they are found when the description is gone.
    var own: [String] = []

    mutating func visit(_ fields: inout Fields) {
      fields.required("file", &file)
      fields.required("line", &line)
      fields.field("made", &isMade)
      fields.field("open", &wasOpen)
      fields.field("start", &start)
      fields.field("folders", &folders)
      fields.field("colorFolders", &colorFolders)
      fields.field("own", &own)
    }
  }

  var entries: [String: Entry] = [:]

  var isEmpty: Bool { entries.isEmpty }

  mutating func visit(_ fields: inout Fields) { fields.required("programs", &entries) }
}

extension ProgramRecord.Entry {
  /// Adds a file that is about to be written, and the folders that will be made for it.
  ///
  /// Nothing but nightd's files is in its own folder, so that one need not be recorded.
  mutating func add(_ path: String, _ context: ProgramContext) {
    if !own.contains(path) { own.append(path) }
    guard !path.hasPrefix(context.own("")) else { return }
    colorFolders += UserFile(path: path).missingFolders.filter { !colorFolders.contains($0) }
  }
}

extension RecordFile<ProgramRecord> {
  init(_ context: ProgramContext, keepsAside: Bool) throws(Failure) {
    try self.init(context.own("record.json"), keepsAside: keepsAside)
  }

  /// Stores what was done for a program; nil removes the entry.
  mutating func store(_ entry: ProgramRecord.Entry?, for name: String) throws(Failure) {
    guard content.entries[name] != entry else { return }
    content.entries[name] = entry
    try store()
  }

  /// Stores which files are nightd's own before they are written; none of the user's is among them.
  ///
  /// A description that is on may have been changed, and `off` must find the files although it is
  /// removed later.
  mutating func storeFiles(
    of program: WantedProgram,
    _ context: ProgramContext
  ) throws(Failure) {
    guard damage == nil, var entry = content.entries[program.name] else { return }
    for file in program.files where !entry.own.contains(file.path) {
      if try !file.isForeign(context, entry) { entry.add(file.path, context) }
    }
    try store(entry, for: program.name)
  }
}
