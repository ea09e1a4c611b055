import Glibc
import NightCore
import NightPrograms
import NightStore

/// Adds to a user's file the line that makes a program read nightd's colours, and removes the line
/// again.
final class ProgramEditor {
  private let context: ProgramContext
  private let output: Output
  private let isDryRun: Bool
  /// The number of lines that the user was asked to remove, because nightctl may not remove them.
  private(set) var linesLeft = 0
  /// The temporary files that this run has already listed for the user.
  private var named: Set<String> = []
  /// The changes that this run has made, in order.
  private var changes: [Change] = []
  private(set) var record: RecordFile<ProgramRecord>
  var recorded: ProgramRecord { record.content }

  private enum Change {
    /// A file with colours was written; `before` is its previous content, nil if the file did not
    /// exist.
    case file(path: String, before: [UInt8]?, after: [UInt8], folders: [String])
    case line(ProgramRecord.Entry)
    /// The record's entry for a program was replaced; `before` is the previous entry.
    case record(name: String, before: ProgramRecord.Entry?)
    case folders([String])
  }

  /// Reads the record; throws if it cannot be read now.
  ///
  /// The caller must hold the lock `RunLock.Purpose.programs`, except in a dry run.
  init(_ context: ProgramContext, _ output: Output, isDryRun: Bool) throws(Failure) {
    self.context = context
    self.output = output
    self.isDryRun = isDryRun
    record = try RecordFile(context.folders, keepsAside: !isDryRun)
  }

  /// Throws if the record is damaged, because a damaged record cannot get new entries, and `off`
  /// might miss earlier changes.
  func requireWholeRecord() throws(Failure) { try record.requireWhole() }

  /// Creates the program's colour files and adds nightd's line to the user's file; prints each
  /// change before making it.
  ///
  /// If the user's file cannot be changed, the line is printed, so that the user can add it.
  func switchOn(_ program: WantedProgram) throws(Failure) {
    // Read the user's file before printing or writing, because reading it can fail.
    let include = program.include
    let path = include?.path(context.fileExists)
    var bytes: [UInt8]?
    if let path {
      if !isDryRun { UserFile(path: path).removeLeftovers() }
      bytes = try UserFile(path: path).settledBytes()
    }
    let note = program.program.note
    if !note.isEmpty { try output.sentences(["\(program.name): \(note)"]) }
    try makeFiles(of: program)
    guard let include, let path else { return }
    let file = UserFile(path: path)
    var entry = record.content.entries[program.name] ?? ProgramRecord.Entry()
    entry.isMissed = false
    let effect = effect(of: program)
    if case .refused(let path, let include, let why) = effect {
      return try output.sentences([ProgramMessages.refused(path, include, why, program.name)])
    }
    // If someone changed the line in the description while the program was switched on, the line
    // that nightd added before may still load the colours. Replace that line by the new line.
    let isFormer = !entry.line.isEmpty && entry.line != include.line && !include.isIn(bytes ?? [])
    let isMissing = if case .noLine = effect { true } else { isFormer }
    guard isMissing else {
      return try output.sentences([ProgramMessages.hasLine(path, include.line)])
    }
    try output.sentences([ProgramMessages.addsLine(path, include)])
    guard !isDryRun else { return }
    // If the path of the user's file is a link, record its present target, because the link may
    // lead elsewhere later.
    let target = Disk.targetPath(path)
    // If the description now contains another file or line than the record, remove the recorded
    // line.
    if entry.file != target || entry.line != include.line {
      try remove(entry)
      if let why = try entry.reasonToKeep() {
        try output.sentences([ProgramMessages.keepsLine(entry.file, why, program.name)])
        entry.former += entry.lines.prefix(1)
      }
      (entry.file, entry.line) = ("", "")
    }
    entry.folders = try file.change(wasThere: bytes != nil) { (bytes) throws(Failure) in
      // If another program has just added the same line, the line does not belong to nightd, so do
      // not record it.
      guard !include.isIn(bytes ?? []) else { return .keep }
      (entry.file, entry.line) = (target, include.line)
      entry.isMade = bytes == nil
      entry.start = bytes == nil ? include.start : ""
      entry.wasOpen = IncludeLine.isOpen(bytes ?? [])
      // Store the record before the line is written, so that `off` finds the line even if nightctl
      // is killed now.
      try record.store(entry, for: program.name)
      changes.append(.line(entry))
      return .write(include.added(to: bytes ?? Array(include.start.utf8)))
    }
    try record.store(entry, for: program.name)
    changes.append(.folders(entry.folders))
  }

  /// Finds out from the user's files whether the program uses nightd's colours and, if not, why.
  func effect(of program: WantedProgram) -> ProgramEffect {
    program.effect(context) { UserFile(path: $0).refusal }
  }

  private func makeFiles(of program: WantedProgram) throws(Failure) {
    let name = program.name
    let files = program.files
    let before = record.content.entries[name]
    changes.append(.record(name: name, before: before))
    for file in files {
      if let why = UserFile(path: file.path).readOnlyReason {
        throw .system(Messages.cannotWrite(file.path, why))
      }
      if try file.isForeign(context, before) {
        throw .system(ProgramMessages.isYourFile(file.path, name))
      }
    }
    // Store the record first, so that `undo` finds the files even if nightctl is killed between two
    // files.
    if !isDryRun, !files.isEmpty || !program.settings.isEmpty {
      var entry = before ?? ProgramRecord.Entry()
      for file in files { entry.add(file, context) }
      try record.store(entry, for: name)
    }
    for file in files {
      let target = UserFile.own(file.path)
      try output.sentences([ProgramMessages.writesFile(file.path)])
      if let (folder, target) = elsewhere(file.path) {
        try output.sentences([ProgramMessages.isElsewhere(folder, target)])
      }
      guard !isDryRun else { continue }
      let before = try target.bytes()
      let bytes = Array(file.text.utf8)
      // Add the file to `changes` first, because a failed write may still have created the file.
      let folders = target.missingFolders
      changes.append(.file(path: file.path, before: before, after: bytes, folders: folders))
      try target.write(bytes)
    }
  }

  /// The innermost existing folder above a file, and the real path of that folder.
  ///
  /// Returns nil if no link in the path leads to another folder.
  ///
  /// For example, `stow` replaces folders with links. The program may read only its own folder, so
  /// nightctl still writes the file through the link, but tells the user about the link.
  private func elsewhere(_ path: String) -> (folder: String, target: String)? {
    let folder = path.foldersAbove.first { access($0, F_OK) == 0 } ?? "/"
    guard folder != record.path.parentFolder, let home = context.environment("HOME"),
      folder.hasPrefix(home + "/"), let target = Disk.realPath(folder),
      let root = Disk.realPath(home), target != root + folder.dropFirst(home.count)
    else { return nil }
    return (folder, target)
  }

  /// The number of changes that this run has made so far, for `undo(after:)`.
  var mark: Int { changes.count }

  /// Undoes all changes that this run made, because the run cannot be completed; ignores errors.
  func undoAll() { undo(after: 0) }

  /// Undoes all changes except the first `mark` changes of this run.
  ///
  /// If a change cannot be undone now, its record stays, so that `off` or `undo` finds it later.
  func undo(after mark: Int) {
    guard !isDryRun else { return }
    var hasFailed = false
    for change in changes[mark...].reversed() {
      if case .record = change, hasFailed {
        hasFailed = false
        continue
      }
      do throws(Failure) { try undo(change) } catch {
        hasFailed = true
        output.complain("nightctl: " + error.sentence)
      }
    }
    changes.removeSubrange(mark...)
  }

  private func undo(_ change: Change) throws(Failure) {
    switch change {
    case .file(let path, let before, let after, let folders):
      // If another program changed the file after nightctl wrote it, keep the file as it is.
      try UserFile.own(path).change { bytes in
        bytes == after ? before.map { .write($0) } ?? .remove : .keep
      }
      ProgramRecord.removeFolders(folders)
    case .line(let entry): try removeLine(entry)
    case .record(let name, let before): try record.store(before, for: name)
    case .folders(let folders): ProgramRecord.removeFolders(folders)
    }
  }

  /// Removes nightd's line and files for the program, and the folders that nightctl created for
  /// them.
  ///
  /// nightd's files are kept if another line in the user's files still needs them; the user is then
  /// asked to remove that line. nightd's files are also kept if the user's file is missing, because
  /// that file may come back with nightd's line. If the next `off` does not find the user's file
  /// either, it removes the record of that line.
  func switchOff(_ program: WantedProgram) throws(Failure) {
    let entry = record.content.entries[program.name]
    let entries =
      if let entry { try entry.lines(readAt: program.include?.paths ?? []) } else {
        try unrecorded(program)
      }
    for entry in isDryRun ? [] : entries { UserFile(path: entry.file).removeLeftovers() }
    var kept: [ProgramRecord.Entry] = []
    var missing: [String] = []
    for entry in entries {
      var left = entry
      if try entry.isAway() {
        if entry.isMissed {
          try output.sentences([ProgramMessages.isForgotten(entry.file)])
          left.line = ""
        } else {
          missing.append(entry.file)
          left.isMissed = true
        }
      } else if try entry.isRemovable() {
        left.line = ""
      }
      kept.append(left)
      try remove(entry)
    }
    var files: [ColorFile] = []
    let own = ownFiles(of: program)
    for file in own where access(file.path, F_OK) == 0 {
      if try !file.isForeign(context, entry) {
        files.append(file)
      } else if entry?.own.contains(file.path) == true {
        try output.sentences([ProgramMessages.keepsChangedFile(file.path)])
      }
    }
    let isAsked = try asksForRemoval(of: program, entries, files)
    guard !isAsked, missing.isEmpty else {
      for file in isAsked ? files : [] {
        try output.sentences([ProgramMessages.keepsFile(file.path, program.name)])
      }
      // Record the files that are kept and any line that is left, because a later `off` or `undo`
      // must find them.
      if !isDryRun { try keepLines(kept, of: program.name) }
      let sentences = missing.map { ProgramMessages.isMissing($0, program.name) }
      try output.sentences(isDryRun ? sentences : sentences.dropLast())
      if !isDryRun, let last = sentences.last { throw .system(last) }
      return
    }
    for file in files {
      try output.sentences([ProgramMessages.removesFile(file.path)])
      guard !isDryRun else { continue }
      guard unlink(file.path) == 0 || errno == ENOENT else {
        throw .system(Messages.cannotRemove(file.path, errno))
      }
    }
    if let entry, try entry.isAsMade() {
      try output.sentences([ProgramMessages.removesFile(entry.file)])
      if !isDryRun { try removeLine(entry) }
    }
    kept = []
    for entry in entries {
      guard let why = try entry.reasonToKeep() else { continue }
      try output.sentences([ProgramMessages.keepsLine(entry.file, why, program.name)])
      kept.append(entry)
    }
    guard !isDryRun else { return }
    try nameLeftovers(beside: own.map(\.path) + [entry?.file ?? ""])
    record.content.removeFolders(of: program.name)
    record.content.entries[program.name]?.own = []
    try keepLines(kept, of: program.name)
  }

  /// Records the lines of nightd that are still in the user's files; if neither such a line nor a
  /// file of nightd is left, removes the program's entry.
  private func keepLines(_ lines: [ProgramRecord.Entry], of name: String) throws(Failure) {
    var entry = record.content.entries[name] ?? .init()
    entry.keepLines(lines)
    try record.store(lines.isEmpty && entry.own.isEmpty ? nil : entry, for: name)
  }

  /// Removes temporary files that nightctl left beside `paths`.
  ///
  /// If another program has written such a file, prints the file's name once and keeps the file.
  func nameLeftovers(beside paths: [String]) throws(Failure) {
    for path in paths where !path.isEmpty {
      let left = UserFile(path: path).removeLeftovers().filter { named.insert($0).inserted }
      try output.sentences(left.map(ProgramMessages.isOthersText))
    }
  }

  /// The colour files that the program's description lists, and recorded files that earlier
  /// versions of the description listed.
  private func ownFiles(of program: WantedProgram) -> [ColorFile] {
    let recorded = record.content.entries[program.name]?.own ?? []
    let named = program.files.map(\.path)
    return program.files + recorded.filter { !named.contains($0) }.map { ColorFile($0, "") }
  }

  /// Prints and removes the line that nightctl added, if the file may be changed.
  private func remove(_ entry: ProgramRecord.Entry) throws(Failure) {
    guard try entry.isRemovable() else { return }
    try output.sentences([ProgramMessages.removesLine(entry.file, entry.line)])
    if !isDryRun { try removeLine(entry) }
  }

  /// Asks the user to remove each line that needs nightd's files for the program; returns whether
  /// such a line exists.
  private func asksForRemoval(
    of program: WantedProgram,
    _ entries: [ProgramRecord.Entry],
    _ files: [ColorFile]
  ) throws(Failure) -> Bool {
    let include = program.include
    let lost = lostLines(of: program)
    let lines = [include?.line].compactMap { $0 } + entries.map(\.line) + lost
    var paths = (include?.paths ?? []) + (lost.isEmpty ? [] : program.settingsFiles)
    paths += entries.map(\.file).filter { !$0.isEmpty && !paths.contains($0) }
    // Also search other files that the program's configuration includes, because the user may have
    // moved the line to one of them.
    let texts = paths.compactMap { (try? UserFile(path: $0).bytes()) ?? nil }
    paths += ProgramFinder.files(beside: paths, home: context.environment("HOME") ?? "")
      .filter { path in
        !files.contains { $0.path == path } && texts.contains { $0.includes(path.fileName) }
      }
    let count = linesLeft
    for path in paths {
      let file = UserFile(path: path)
      guard var bytes = try file.settledBytes() else { continue }
      let target = Disk.realPath(path) ?? path
      let entry = entries.first { $0.file == target && !$0.line.isEmpty }
      // In a dry run, nightd's line is still in the file, so remove the line from `bytes`.
      if isDryRun, let entry, try entry.isRemovable() {
        bytes = entry.include.removed(from: bytes)
      }
      for line in RemainingLines.find(naming: files, or: lines, in: bytes) {
        // nightctl added only one copy of the line, so any further copy is from the user.
        let isCopy = entry == nil || entry?.line == line && file.permanentRefusal == nil
        let why =
          isCopy
          ? ProgramMessages.isNotAdded : file.permanentRefusal ?? ProgramMessages.isChangedLine
        try output.sentences([ProgramMessages.removeLineYourself(path, line, why)])
        linesLeft += 1
      }
    }
    return linesLeft > count
  }

  private func removeLine(_ entry: ProgramRecord.Entry) throws(Failure) {
    let file = UserFile(path: entry.file)
    let include = entry.include
    // If another program has a line in this file, first copy the recorded original state of the
    // file into that program's record, so that switching off that program too restores the file
    // exactly.
    let before = record.content.entries
    record.content.passOn(entry)
    if record.content.entries != before { try record.store() }
    var isRemoved = false
    try file.change { bytes in
      isRemoved = false
      guard let bytes else { return .keep }
      let hasLine = !entry.line.isEmpty && include.isIn(bytes)
      let rest = hasLine ? include.removed(from: bytes, wasOpen: entry.wasOpen) : bytes
      isRemoved = entry.isMade && rest == Array(entry.start.utf8)
      return isRemoved ? .remove : .write(rest)
    }
    if isRemoved { ProgramRecord.removeFolders(entry.folders) }
  }
}
