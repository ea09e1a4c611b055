import NightCore
import NightPrograms
import NightStore

/// What can be done with a line that nightctl added to a user's file.
extension ProgramRecord.Entry {
  /// The entries of `lines`, and one for the same line in each file that the program now reads
  /// instead of the recorded file.
  ///
  /// Some tools replace the link to a dotfile by a copy, and users move their files.
  func lines(readAt paths: [String]) throws(Failure) -> [Self] {
    var found = lines
    let isThere = Disk.hasEntry(file)
    let targets = paths.map { Disk.realPath($0) ?? $0 }
    guard !line.isEmpty, !isThere || !targets.contains(file) else { return found }
    var copies: [Self] = []
    for target in targets where !copies.contains(where: { $0.file == target }) {
      guard let bytes = try UserFile(path: target).bytes(), include.isIn(bytes) else { continue }
      var copy = found[0]
      (copy.file, copy.isMissed) = (target, false)
      copies.append(copy)
    }
    if !isThere, !copies.isEmpty { found.removeFirst() }
    return copies + found
  }

  /// Whether the recorded line is in the file, and the file may be changed.
  func isRemovable() throws(Failure) -> Bool {
    let file = UserFile(path: self.file)
    guard !line.isEmpty, let bytes = try file.settledBytes() else { return false }
    return include.isIn(bytes) && file.permanentRefusal == nil
  }

  /// Whether the user's file to which the recorded line was added is missing now.
  ///
  /// Waits a little for the file, because an editor, or a tool that manages configurations, may have
  /// moved the file away for a moment.
  func isAway() throws(Failure) -> Bool {
    guard !line.isEmpty, !isMade else { return false }
    for _ in 0..<5 {
      if try UserFile(path: file).settledBytes() != nil { return false }
      Disk.system.pause(20)
    }
    return true
  }

  /// Why a recorded line cannot be removed now and must stay in the record; nil if the line need
  /// not stay in the record.
  func reasonToKeep() throws(Failure) -> String? {
    guard !line.isEmpty else { return nil }
    let file = UserFile(path: self.file)
    guard let bytes = try file.settledBytes() else {
      return isMade || isMissed ? nil : ProgramMessages.isAway
    }
    return include.isIn(bytes) ? file.permanentRefusal : nil
  }

  /// Whether nightctl made the user's file, and the file now contains only the text that nightctl
  /// wrote above its line.
  ///
  /// nightctl's line can be missing because someone else removed it, or because an earlier `off`
  /// removed it and left another copy.
  func isAsMade() throws(Failure) -> Bool {
    let file = UserFile(path: self.file)
    guard isMade, let bytes = try file.settledBytes() else { return false }
    return bytes == Array(start.utf8) && file.permanentRefusal == nil
  }
}
