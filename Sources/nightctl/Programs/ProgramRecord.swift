import Glibc
import NightCore
import NightPrograms
import NightStore

/// For each program, the record of nightctl's changes to the user's files and settings, from which
/// `undo` restores them.
///
/// The file is `programs/record.json` in the state folder. GNOME's settings have a separate record,
/// `gsettings.json`, because a second nightctl may write them at the same time.
struct ProgramRecord: StoredRecord {
  static let blank = Self()
  static let loss = "it has your own values and the lines that nightd added"

  /// The record of nightctl's changes for one program.
  struct Entry: Record, Equatable {
    static let blank = Self()

    /// The user's file to which nightctl added its line.
    var file = ""
    /// The line that nightctl added; empty if it added none.
    var line = ""
    /// Whether nightctl created `file`.
    var isMade = false
    /// Whether the last line of `file` lacked a line break before nightctl added its line.
    var wasOpen = false
    /// The text that nightctl wrote above its own line; empty if `file` already existed.
    var start = ""
    /// The folders that nightctl created for the file, the outermost first.
    var folders: [String] = []
    /// The folders that nightctl created for colour files.
    var colorFolders: [String] = []
    /// The paths of nightd's own files, so that nightctl finds these files even if the description
    /// is gone.
    var own: [String] = []
    /// For each of nightd's files without the words “Written by nightd”, the fingerprints of its
    /// last two texts, with a space between them.
    var texts: [String: String] = [:]
    /// Whether an earlier `off` found `file` missing, and reported this.
    var isMissed = false
    /// The lines in other files that nightctl could not remove, because these files were missing or
    /// read-only.
    var former: [Entry] = []

    mutating func visit(_ fields: inout Fields) {
      fields.required("file", &file)
      fields.required("line", &line)
      fields.field("made", &isMade)
      fields.field("open", &wasOpen)
      fields.field("start", &start)
      fields.field("folders", &folders)
      fields.field("colorFolders", &colorFolders)
      fields.field("own", &own)
      fields.field("texts", &texts)
      fields.field("missed", &isMissed)
      fields.field("former", &former)
    }
  }

  /// The record of one settings file in which nightctl has set values.
  struct File {
    var format = SettingsFormat.ini
    /// The programs whose settings are in this file.
    var programs: [String] = []
    var history = TextHistory(original: nil, written: [])
    /// The folders that nightctl created for the file, the outermost first.
    var folders: [String] = []
    /// The path of the link through which nightctl found the file; empty if no link led to the
    /// file.
    var link = ""
    /// Whether an earlier `off` found the file missing or empty, and reported this.
    var isMissed = false
    /// The permission bits of the user's file, for the case that the file is removed and then
    /// restored; 0 if nightd found no file.
    var mode: UInt32 = 0
  }

  /// The record of one key of a settings store.
  ///
  /// The store is a schema of GSettings, or a store with its own programs for reading and writing.
  struct Key {
    var commands = SettingsCommands(read: [], write: [])
    var key = SettingPlace.Key("", "")
    var program = ""
    var history = KeyHistory(original: nil, written: [])

    /// The key's name, in the form in which nightctl prints it.
    ///
    /// A key outside GNOME's own schema is shown with its schema, because several schemas have keys
    /// of the same name.
    var place: String {
      let schema = commands.schema.flatMap { $0 == GnomeSettings.schema ? nil : $0 + " " }
      return (schema ?? "") + key.name
    }
  }

  var entries: [String: Entry] = [:]
  /// The records of the settings files, by path.
  var files: [String: File] = [:]
  var keys: [Key] = []
  /// The programs that have not yet been notified of a change in their settings.
  var untold: Set<String> = []
  /// The home folder at the time when the record was stored: the path in `HOME`, and that path with
  /// links resolved.
  private var home: [String] = []

  var isEmpty: Bool { entries.isEmpty && !hasSettings }

  /// Whether the record lists a change that was made for a program and has not been undone.
  func isRecorded(_ name: String) -> Bool { names.contains(name) }

  /// The programs for which the record has an entry.
  var names: Set<String> {
    untold.union(entries.keys).union(keys.map(\.program)).union(files.values.flatMap(\.programs))
  }

  /// Whether nightctl created the file at this path from a template; false if it replaced a file of
  /// the user.
  func isMade(_ path: String) -> Bool {
    files[path].map { $0.format == .whole && $0.history.original == nil } ?? false
  }

  /// Whether the record contains any of the user's values.
  var hasSettings: Bool { !files.isEmpty || !keys.isEmpty || !untold.isEmpty }

  mutating func visit(_ fields: inout Fields) {
    fields.required("programs", &entries)
    fields.field("files", &files)
    fields.field("keys", &keys)
    var names = untold.sorted()
    fields.field("untold", &names)
    untold = Set(names)
    fields.field("home", &home)
  }

  /// The paths and keys at which nightd wrote values for a program, in the form in which nightctl
  /// prints them.
  func places(of program: String) -> [String] {
    files.filter { $0.value.programs.contains(program) && $0.value.history.isWritten }.keys.sorted()
      + (entries[program]?.own ?? []).sorted()
      + keys.filter { $0.program == program }.map(\.place)
  }

  func history(_ commands: SettingsCommands, _ key: SettingPlace.Key) -> KeyHistory? {
    keys.first { $0.commands == commands && $0.key == key }?.history
  }

  /// A copy of the record in which the links in the settings files' paths are replaced by their
  /// targets, because a link may lead elsewhere later.
  ///
  /// Returns nil if no path contains a link.
  var withoutLinks: Self? {
    var record = self
    var isChanged = false
    let realPaths = RealPaths()
    for (path, file) in files {
      guard let target = realPaths[path], target != path, record.files[target] == nil else {
        continue
      }
      record.files[path] = nil
      record.files[target] = file
      isChanged = true
    }
    return isChanged ? record : nil
  }

  /// If the home folder was moved or renamed, changes the recorded paths below it.
  ///
  /// The record is in the home folder, and moves with it. If the state folder is elsewhere, the
  /// record's paths stay as they are.
  mutating func followHome(_ folders: BaseFolders) {
    guard let named = folders.home, folders.state?.hasPrefix(named + "/") == true else { return }
    let (old, new) = (home, [named, Disk.realPath(named) ?? named])
    guard old != new else { return }
    home = new
    guard old.count == new.count else { return }
    func moved(_ path: String) -> String {
      for (old, new) in zip(old, new) where path.hasPrefix(old + "/") {
        return new + path.dropFirst(old.utf8.count)
      }
      return path
    }
    entries = entries.mapValues { $0.moved(moved) }
    let pairs = files.map { path, file in
      var file = file
      file.folders = file.folders.map(moved)
      file.link = moved(file.link)
      return (moved(path), file)
    }
    files = Dictionary(pairs) { first, _ in first }
  }

  /// Records the history of nightd's changes to a key; if `history` is nil, removes the key's
  /// entry.
  mutating func setHistory(
    _ commands: SettingsCommands,
    _ key: SettingPlace.Key,
    _ program: String,
    _ history: KeyHistory?
  ) {
    keys.removeAll { $0.commands == commands && $0.key == key }
    guard let history else { return }
    keys.append(.init(commands: commands, key: key, program: program, history: history))
  }
}

extension ProgramRecord {
  /// Removes the folders that nightctl made, if they are empty.
  static func removeFolders(_ folders: [String]) {
    // Begin with the longest path, so that inner folders are removed before outer ones.
    for folder in folders.sorted(by: { $0.utf8.count > $1.utf8.count }) { rmdir(folder) }
  }

  /// Removes the empty folders that nightctl made for a settings file.
  ///
  /// If one of `programs` still has a file in such a folder, the folder is recorded for that
  /// program.
  mutating func removeFolders(_ folders: [String], orKeepFor programs: [String]) {
    Self.removeFolders(folders)
    let left = folders.filter { access($0, F_OK) == 0 }
    let owner = programs.first { name in
      entries[name]?.own.contains { path in left.contains { path.hasPrefix($0 + "/") } } ?? false
    }
    if let owner { entries[owner]?.colorFolders += left }
  }

  /// Removes the empty folders that nightctl made for a program.
  ///
  /// If a settings file or another program's file is in such a folder, the folder is recorded for
  /// that file.
  mutating func removeFolders(of name: String) {
    guard let entry = entries[name] else { return }
    let folders = entry.folders + entry.colorFolders
    Self.removeFolders(folders)
    let left = folders.filter { access($0, F_OK) == 0 }
    // Record the folders that are left in the entry of a settings file in one of them, because
    // nightctl may later remove that file, and then the folders.
    let settings = files.keys.sorted().first { path in
      left.contains { path.hasPrefix($0 + "/") }
    }
    if let settings, let known = files[settings]?.folders {
      files[settings]?.folders += left.filter { !known.contains($0) }
      return
    }
    let other = entries.keys.sorted().first { key in
      key != name
        && (entries[key].map { $0.own + [$0.file] } ?? []).contains { path in
          left.contains { path.hasPrefix($0 + "/") }
        }
    }
    guard let other else { return }
    let known = entries[other]?.colorFolders ?? []
    entries[other]?.colorFolders += left.filter { !known.contains($0) }
  }
}

extension ProgramRecord {
  /// If another program has a line in the same file, records in that program's entry the state that
  /// the file had before nightctl added its first line.
  mutating func passOn(_ entry: Entry) {
    let other = entries.keys.sorted().first { name in
      guard let other = entries[name] else { return false }
      return other.file == entry.file && !other.line.isEmpty && other.line != entry.line
    }
    guard let other, !entry.file.isEmpty, var heir = entries[other] else { return }
    heir.wasOpen = heir.wasOpen || entry.wasOpen
    if entry.isMade {
      (heir.isMade, heir.start) = (true, entry.start)
      heir.folders = entry.folders + heir.folders.filter { !entry.folders.contains($0) }
    }
    entries[other] = heir
  }
}

extension ProgramRecord.Entry {
  /// The recorded line as an `IncludeLine`, which can find and remove the line in the user's file.
  var include: IncludeLine { IncludeLine(in: [file], line, at: .bottom) }

  /// An entry for each recorded line, without the paths of nightd's own files; the entry for `line`
  /// comes first.
  var lines: [Self] {
    var present = self
    (present.own, present.texts) = ([], [:])
    (present.colorFolders, present.former) = ([], [])
    return [present] + former
  }

  /// Replaces the recorded lines by `lines`, and keeps the list of nightd's own files.
  mutating func keepLines(_ lines: [Self]) {
    var kept = lines.first ?? Self()
    (kept.own, kept.texts, kept.colorFolders) = (own, texts, colorFolders)
    kept.former = Array(lines.dropFirst())
    self = kept
  }

  /// A copy of the entry, with each path converted by the closure `path`.
  func moved(_ path: (String) -> String) -> Self {
    var entry = self
    entry.file = path(file)
    entry.folders = folders.map(path)
    entry.colorFolders = colorFolders.map(path)
    entry.own = own.map(path)
    entry.texts = Dictionary(texts.map { (path($0.key), $0.value) }) { first, _ in first }
    entry.former = former.map { $0.moved(path) }
    return entry
  }

  /// Adds a file that is about to be written, and the folders that will be made for it.
  ///
  /// The folders in nightd's own folder are not recorded, because they contain only nightd's files.
  mutating func add(_ file: ColorFile, _ context: ProgramContext) {
    let path = file.path
    if !own.contains(path) { own.append(path) }
    guard !path.hasPrefix(context.own("")) else { return }
    let known = texts[path]?.split(separator: " ").last ?? "", text = Fingerprint.of(file.text)
    if !file.namesWriter, known != text { texts[path] = "\(known) \(text)" }
    colorFolders += UserFile(path: path).missingFolders.filter { !colorFolders.contains($0) }
  }
}

extension RecordFile<ProgramRecord> {
  /// The record of all programs except GNOME's settings.
  ///
  /// `switchingOff` contains the programs that are off and whose files may have nightd's values
  /// again.
  init(
    _ folders: BaseFolders,
    keepsAside: Bool,
    switchingOff: [String] = []
  ) throws(Failure) {
    try self.init((folders.state ?? "") + "/nightd/programs/record.json", keepsAside: keepsAside)
    content.followHome(folders)
    let former = try? RecordFile(former: folders, keepsAside: false).content
    if let former, damage == nil, !former.isEmpty { content.take(former, of: switchingOff) }
    if let followed = content.withoutLinks { content = followed }
  }

  /// The record of GNOME's settings.
  init(gnome folders: BaseFolders, keepsAside: Bool) throws(Failure) {
    try self.init(Self.gnomePath(folders), keepsAside: keepsAside)
  }

  static func gnomePath(_ folders: BaseFolders) -> String {
    (folders.state ?? "") + "/nightd/gsettings.json"
  }

  /// Stores the entry of a program; if `entry` is nil, removes the stored entry.
  mutating func store(_ entry: ProgramRecord.Entry?, for name: String) throws(Failure) {
    guard content.entries[name] != entry else { return }
    content.entries[name] = entry
    try store()
  }

  /// Records the files that nightd writes for a program, except files that the user wrote.
  ///
  /// The files are recorded because a description can change or disappear while its program is on,
  /// and `off` must still find the files. This method creates a missing entry, because a program
  /// that had no files when it was switched on has no entry yet.
  mutating func noteFiles(
    of program: WantedProgram,
    _ context: ProgramContext
  ) throws(Failure) {
    guard !program.files.isEmpty else { return }
    var entry = content.entries[program.name] ?? ProgramRecord.Entry()
    let before = entry
    for file in program.files {
      let isNew = !entry.own.contains(file.path)
      guard isNew || !file.path.hasPrefix(context.own("")) && !file.namesWriter else { continue }
      if try !file.isForeign(context, entry) { entry.add(file, context) }
    }
    if entry != before { content.entries[program.name] = entry }
  }
}
