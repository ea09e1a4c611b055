import Glibc
import NightReactions

/// Puts the line of a ready reaction into the user's file, and takes it out again.
final class ReactionEditor {
  private let context: ReactionContext
  private let output: Output
  private let isDryRun: Bool
  /// How many lines the user was asked to remove, because nightctl may not.
  private(set) var linesLeft = 0
  /// What was changed in this run, in order.
  private var changes: [Change] = []

  private enum Change {
    /// A file of colours was written; before, it had these bytes, or did not exist.
    case file(path: String, before: [UInt8]?, folders: [String])
    case line(ReactionRecord.Entry)
    /// The record got an entry in place of this one.
    case record(name: String, before: ReactionRecord.Entry?)
    case folders([String])
  }

  init(_ context: ReactionContext, _ output: Output, isDryRun: Bool) {
    self.context = context
    self.output = output
    self.isDryRun = isDryRun
  }

  private var recordFolder: String {
    let file = context.own("record")
    return UserFile.folder(of: file)
  }

  /// Makes the reaction's files, and adds its line; prints what it writes before it writes.
  ///
  /// If the user's file cannot be changed, the line is printed instead, for the user to add it.
  func switchOn(_ reaction: ReadyReaction) throws(Failure) {
    // Read the user's file first: if it cannot be read, nothing is printed or written.
    let include = reaction.include(context)
    let path = include?.path(context.fileExists)
    var bytes: [UInt8]?
    if let path { bytes = try UserFile(path: path).bytes() }
    if !reaction.note.isEmpty { try output.sentences(["\(reaction.name): \(reaction.note)"]) }
    try makeFiles(of: reaction)
    guard let include, let path else { return }
    let file = UserFile(path: path)
    switch effect(of: reaction) {
    case .works, .changeFirst, .overridden, .impossible:
      return try output.sentences([Messages.hasLine(path, include.line)])
    case .refused(let path, let include, let why):
      return try output.sentences([Messages.refused(path, include, why, reaction.name)])
    case .noLine: try output.sentences([Messages.addsLine(path, include)])
    }
    guard !isDryRun else { return }
    var record = ReactionRecord(in: recordFolder)
    var entry = record.entries[reaction.name] ?? ReactionRecord.Entry()
    // The program now reads another file, or its file needs another line.
    if entry.file != path || entry.line != include.line { try remove(entry) }
    entry.file = path
    entry.line = include.line
    entry.isMade = bytes == nil
    entry.start = bytes == nil ? include.start : ""
    entry.wasOpen = IncludeLine.isOpen(bytes ?? [])
    // First the record: if nightctl is killed in between, `off` still finds the line.
    try record.store(entry, for: reaction.name)
    changes.append(.line(entry))
    entry.folders = try file.change { include.added(to: $0 ?? Array(include.start.utf8)) }
    try record.store(entry, for: reaction.name)
    changes.append(.folders(entry.folders))
  }

  /// Whether a reaction changes its program, as far as the user's files tell.
  func effect(of reaction: ReadyReaction) -> ReactionEffect {
    reaction.effect(context) { UserFile(path: $0).refusal }
  }

  private func makeFiles(of reaction: ReadyReaction) throws(Failure) {
    let folder = recordFolder
    let name = reaction.name
    changes.append(.record(name: name, before: ReactionRecord(in: folder).entries[name]))
    for file in reaction.files(context) {
      try output.sentences([Messages.writesFile(file.path)])
      if let (folder, target) = elsewhere(file.path) {
        try output.sentences([Messages.isElsewhere(folder, target)])
      }
      guard !isDryRun else { continue }
      let target = UserFile(path: file.path)
      let before = try target.bytes()
      let made = try target.write(Array(file.text.utf8))
      changes.append(.file(path: file.path, before: before, folders: made))
      guard !made.isEmpty, UserFile.folder(of: file.path) != folder else { continue }
      var record = ReactionRecord(in: folder)
      var entry = record.entries[name] ?? ReactionRecord.Entry()
      entry.colorFolders += made.filter { !entry.colorFolders.contains($0) }
      try record.store(entry, for: name)
    }
  }

  /// The folder of a file in the program's own folder, and where it leads, if that is elsewhere.
  ///
  /// `stow` makes such links. A program that looks only in its own folder leaves no other place.
  private func elsewhere(_ path: String) -> (folder: String, target: String)? {
    var folder = UserFile.folder(of: path)
    while !folder.isEmpty, access(folder, F_OK) != 0 { folder = UserFile.folder(of: folder) }
    guard folder != recordFolder, let home = context.environment("HOME"),
      folder.hasPrefix(home + "/"), let target = Self.target(folder),
      let root = Self.target(home), target != root + folder.dropFirst(home.count)
    else { return nil }
    return (folder, target)
  }

  /// The path without links.
  private static func target(_ path: String) -> String? {
    realpath(path, nil).map { found in
      defer { free(found) }
      return String(cString: found)
    }
  }

  /// Restores what this run changed, because it cannot be completed; best effort.
  func undoAll() {
    guard !isDryRun else { return }
    for change in changes.reversed() {
      do throws(Failure) { try undo(change) } catch {
        output.complain("nightctl: " + error.sentence)
      }
    }
    changes = []
  }

  private func undo(_ change: Change) throws(Failure) {
    switch change {
    case .file(let path, let before?, _): try UserFile(path: path).write(before)
    case .file(let path, nil, let folders):
      unlink(path)
      Self.removeFolders(folders)
    case .line(let entry): try removeLine(entry)
    case .record(let name, let before):
      var record = ReactionRecord(in: recordFolder)
      try record.store(before, for: name)
    case .folders(let folders): Self.removeFolders(folders)
    }
  }

  /// Removes the reaction's line and files, and what nightctl made for them.
  ///
  /// While a line in the user's files needs the files, they stay, and the user is asked to remove
  /// that line.
  func switchOff(_ reaction: ReadyReaction) throws(Failure) {
    var record = ReactionRecord(in: recordFolder)
    let entry = record.entries[reaction.name]
    if let entry { try remove(entry) }
    let files = reaction.files(context).filter { access($0.path, F_OK) == 0 }
    guard try !asksForRemoval(of: reaction, entry, files) else {
      for file in files { try output.sentences([Messages.keepsFile(file.path, reaction.name)]) }
      // A later `off`, or `undo`, must find what is left.
      if !isDryRun { try record.store(entry ?? .init(), for: reaction.name) }
      return
    }
    for file in files {
      try output.sentences([Messages.removesFile(file.path)])
      guard !isDryRun else { continue }
      guard unlink(file.path) == 0 || errno == ENOENT else {
        throw .system(Messages.cannotRemove(file.path, errno))
      }
    }
    guard !isDryRun else { return }
    Self.removeFolders(entry?.colorFolders ?? [])
    try record.store(nil, for: reaction.name)
  }

  /// Prints and removes the line that nightctl added, unless it may not change the file.
  private func remove(_ entry: ReactionRecord.Entry) throws(Failure) {
    guard try isRemovable(entry) else { return }
    try output.sentences([Messages.removesLine(entry.file, entry.line)])
    if !isDryRun { try removeLine(entry) }
  }

  private func isRemovable(_ entry: ReactionRecord.Entry) throws(Failure) -> Bool {
    let file = UserFile(path: entry.file)
    guard !entry.line.isEmpty, let bytes = try file.bytes() else { return false }
    return entry.include.isIn(bytes) && file.permanentRefusal == nil
  }

  /// Asks the user to remove each line that needs the reaction; returns whether there is one.
  private func asksForRemoval(
    of reaction: ReadyReaction,
    _ entry: ReactionRecord.Entry?,
    _ files: [ColorFile]
  ) throws(Failure) -> Bool {
    let include = reaction.include(context)
    let lines = [include?.line, entry?.line].compactMap { $0 }
    var paths = include?.paths ?? []
    if let path = entry?.file, !path.isEmpty, !paths.contains(path) { paths.append(path) }
    let count = linesLeft
    for path in paths {
      let file = UserFile(path: path)
      guard var bytes = try file.bytes() else { continue }
      let isOwn = entry.map { $0.file == path && !$0.line.isEmpty } ?? false
      // A dry run has removed nothing.
      if isOwn, let entry, try isRemovable(entry) { bytes = entry.include.removed(from: bytes) }
      let why = isOwn ? file.permanentRefusal ?? Messages.isChangedLine : Messages.isNotAdded
      for line in RemainingLines.find(naming: files, or: lines, in: bytes) {
        try output.sentences([Messages.removeLineYourself(path, line, why)])
        linesLeft += 1
      }
    }
    return linesLeft > count
  }

  private func removeLine(_ entry: ReactionRecord.Entry) throws(Failure) {
    let file = UserFile(path: entry.file)
    let include = entry.include
    guard let bytes = try file.bytes(), include.isIn(bytes) else { return }
    let rest = include.removed(from: bytes, wasOpen: entry.wasOpen)
    guard entry.isMade, rest == Array(entry.start.utf8) else {
      _ = try file.change { include.removed(from: $0 ?? [], wasOpen: entry.wasOpen) }
      return
    }
    unlink(entry.file)
    Self.removeFolders(entry.folders)
  }

  /// Removes folders, the outermost of which is first, unless something else is in them.
  private static func removeFolders(_ folders: [String]) {
    for folder in folders.reversed() { rmdir(folder) }
  }
}

extension ReactionRecord.Entry {
  /// The line that nightctl added; only to find and remove it.
  fileprivate var include: IncludeLine { IncludeLine(in: [file], line, at: .bottom) }
}
