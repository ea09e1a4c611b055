import Glibc
import NightReactions

/// Puts the line of a ready reaction into the user's file, and takes it out again.
struct ReactionEditor {
  private let context: ReactionContext
  private let output: Output
  private let isDryRun: Bool

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
    if !reaction.note.isEmpty { try output.sentences(["\(reaction.name): \(reaction.note)"]) }
    for file in reaction.files(context) {
      try output.sentences([Messages.writesFile(file.path)])
      if !isDryRun { try UserFile(path: file.path).write(Array(file.text.utf8)) }
    }
    guard let include = reaction.include(context), let first = include.paths.first else { return }
    let path = include.paths.first { access($0, F_OK) == 0 } ?? first
    let file = UserFile(path: path)
    let bytes = try file.bytes()
    guard !include.isIn(bytes ?? []) else {
      return try output.sentences([Messages.hasLine(path, include.line)])
    }
    if let why = refusal(include, file, bytes ?? []) {
      return try output.sentences([Messages.addLineYourself(path, include.line, why)])
    }
    try output.sentences([Messages.addsLine(path, include.line)])
    guard !isDryRun else { return }
    var record = ReactionRecord(in: recordFolder)
    var entry = ReactionRecord.Entry(file: path, line: include.line, isMade: bytes == nil)
    if bytes == nil { entry.start = include.start }
    entry.wasOpen = IncludeLine.isOpen(bytes ?? [])
    // First the record: if nightctl is killed in between, `off` still finds the line.
    try record.store(entry, for: reaction.name)
    entry.folders = try file.change { include.added(to: $0 ?? Array(include.start.utf8)) }
    try record.store(entry, for: reaction.name)
  }

  private func refusal(_ include: IncludeLine, _ file: UserFile, _ bytes: [UInt8]) -> String? {
    if file.isDanglingLink { return Messages.isDanglingLink }
    if !file.isWritable { return Messages.isReadOnly }
    if let other = file.editorsFile { return Messages.isOpenInEditor(other) }
    return include.refusal(String(decoding: bytes, as: UTF8.self))
  }

  /// Removes the reaction's line and files, and what nightctl made for them.
  func switchOff(_ reaction: ReadyReaction) throws(Failure) {
    var record = ReactionRecord(in: recordFolder)
    if let entry = record.entries[reaction.name] {
      try remove(entry)
      if !isDryRun { try record.store(nil, for: reaction.name) }
    } else if let include = reaction.include(context) {
      // The line may have been added by hand, or the record may be lost.
      for path in include.paths where access(path, F_OK) == 0 {
        try remove(ReactionRecord.Entry(file: path, line: include.line))
      }
    }
    for file in reaction.files(context) where access(file.path, F_OK) == 0 {
      try output.sentences([Messages.removesFile(file.path)])
      guard !isDryRun else { continue }
      guard unlink(file.path) == 0 || errno == ENOENT else {
        throw .system(Messages.cannotRemove(file.path, errno))
      }
    }
  }

  private func remove(_ entry: ReactionRecord.Entry) throws(Failure) {
    let file = UserFile(path: entry.file)
    let include = IncludeLine(in: [entry.file], entry.line, at: .bottom)
    guard let bytes = try file.bytes(), include.isIn(bytes) else { return }
    guard file.isWritable else {
      return try output.sentences([
        Messages.removeLineYourself(entry.file, entry.line, Messages.isReadOnly)
      ])
    }
    try output.sentences([Messages.removesLine(entry.file, entry.line)])
    guard !isDryRun else { return }
    let rest = include.removed(from: bytes, wasOpen: entry.wasOpen)
    guard entry.isMade, rest == Array(entry.start.utf8) else {
      _ = try file.change { include.removed(from: $0 ?? [], wasOpen: entry.wasOpen) }
      return
    }
    // The folders are removed only if nothing else is in them.
    unlink(entry.file)
    for folder in entry.folders.reversed() where rmdir(folder) != 0 { break }
  }
}
