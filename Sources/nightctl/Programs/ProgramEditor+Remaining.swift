import Glibc
import NightCore
import NightPrograms
import NightStore

/// What is left of nightd's changes for a program, although the record may not list it.
extension ProgramEditor {
  /// A line in one of the user's files that refers to one of nightd's files.
  struct RemainingLine: Equatable, Sendable {
    let path: String
    let line: String
  }

  /// Whether a line or a colour file that nightd wrote for the program is still there, although the
  /// record does not list it.
  func hasLeft(_ program: WantedProgram) -> Bool {
    (try? unrecorded(program).isEmpty) == false
      || record.damage != nil && program.files.contains { access($0.path, F_OK) == 0 }
      || !remainingLines(of: program).isEmpty
  }

  /// The lines in the user's files that refer to one of the colour files that nightd writes for the
  /// program.
  ///
  /// Such a line is found even if the record was deleted. If no record is left, for example because
  /// a backup did not contain it, values that mention nightd are found too.
  func remainingLines(of program: WantedProgram) -> [RemainingLine] {
    let lines = lostLines(of: program)
    let paths = (program.include?.paths ?? []) + (lines.isEmpty ? [] : program.settingsFiles)
    return paths.flatMap { path in
      let bytes = (try? UserFile(path: path).bytes()) ?? nil
      return RemainingLines.find(naming: program.files, or: lines, in: bytes ?? []).map {
        RemainingLine(path: path, line: $0)
      }
    }
  }

  /// The lines that make the program use nightd's files; empty if nightctl has any record.
  func lostLines(of program: WantedProgram) -> [String] {
    record.content.isEmpty && record.damage == nil ? program.ownLines : []
  }

  /// If the record is damaged, the lines in the user's files that equal the description's line;
  /// otherwise empty.
  func unrecorded(_ program: WantedProgram) throws(Failure) -> [ProgramRecord.Entry] {
    guard record.damage != nil, let include = program.include else { return [] }
    var entries: [ProgramRecord.Entry] = []
    for path in include.paths {
      guard let bytes = try UserFile(path: path).bytes(), include.isIn(bytes) else { continue }
      entries.append(.init(file: path, line: include.line))
    }
    return entries
  }
}

extension ProgramSession {
  /// The lines in settings files that contain the path of nightd's folder, or of a file whose name
  /// includes a digest, although no record has the user's values.
  var unrecordedLines: [ProgramEditor.RemainingLine] {
    let paths = followers.flatMap(\.settingsFiles).map { Disk.realPath($0) ?? $0 }
    let own = [context.own("")] + followers.flatMap { $0.program.digestedPaths(context) }
    func lines(_ path: String) -> [String] {
      let bytes = (try? UserFile(path: path).bytes()) ?? nil
      return RemainingLines.find(naming: own.map { ColorFile($0, "") }, or: [], in: bytes ?? [])
    }
    func isRecorded(_ path: String) -> Bool {
      let record = try? RecordFile<ProgramRecord>(context.folders, keepsAside: false)
      return record?.content.files[path] != nil
    }
    return Set(paths).subtracting(file.content.files.keys).sorted().flatMap { path in
      // Since the record was read, another nightctl may have written or restored the settings file.
      // The other nightctl stores its record before it writes a file, and again after it has
      // restored the file.
      guard !lines(path).isEmpty, !isRecorded(path) else { return [ProgramEditor.RemainingLine]() }
      return lines(path).map { .init(path: path, line: $0) }
    }
  }
}
