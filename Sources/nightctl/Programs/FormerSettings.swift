import NightCore
import NightPrograms
import NightStore

/// The values that nightd had set in the files of programs that were then switched off.
///
/// A program that was still open may save its settings when it ends, and so write nightd's values
/// again. Without this record, nightd would then not know the user's values any more.
///
/// The file is `programs/former.json` in the state folder.
struct FormerSettings: StoredRecord {
  static let blank = Self()
  static let loss = "it has the user's values for programs that are off"

  /// The records of the settings files, by path; `TextHistory.older` has nightd's values.
  var files: [String: ProgramRecord.File] = [:]

  var isEmpty: Bool { files.isEmpty }

  mutating func visit(_ fields: inout Fields) { fields.required("files", &files) }
}

extension RecordFile<FormerSettings> {
  init(besideRecord path: String, keepsAside: Bool) throws(Failure) {
    try self.init(path.parentFolder + "/former.json", keepsAside: keepsAside)
  }
}

extension ProgramRecord {
  /// Records the files again in which nightd's former values are back, as if `off` had not
  /// restored them.
  ///
  /// The user may also have chosen the value that nightd had set. So a value counts as nightd's
  /// only if it names nightd, or if the file belongs to one of the programs in `names`, which the
  /// user is switching off.
  mutating func take(_ former: FormerSettings, of names: [String]) {
    for (path, file) in former.files where files[path] == nil {
      guard let text = (try? SettingsFile(path: path).text()) ?? nil else { continue }
      let isNamed = file.programs.contains(where: names.contains)
      let values = file.history.returned(in: text, file.format)
      if values.contains(where: { isNamed || $0.value?.includes("nightd") == true }) {
        files[path] = file
      }
    }
  }

  /// The values that are back in files of programs that are off.
  var returnedValues: [ProgramEditor.RemainingLine] {
    files.filter { $0.value.history.isFormer }.sorted { $0.key < $1.key }.flatMap { path, file in
      let text = (try? SettingsFile(path: path).text()) ?? nil
      return file.history.returned(in: text ?? "", file.format).map { value in
        let line = UndoMessages.hasReturned(value, file.programs.first ?? "")
        return ProgramEditor.RemainingLine(path: path, line: line)
      }
    }
  }
}

extension SwitchProgramsOff {
  /// For each program that runs and has values of nightd in its files, says that it may write these
  /// values again.
  func warnOfRunning(_ programs: [WantedProgram], _ session: ProgramSession) throws(Failure) {
    let written = Set(session.file.content.files.values.flatMap(\.programs))
    let changed = programs.filter { written.contains($0.name) }
    guard !changed.isEmpty else { return }
    let processes = session.finder.runningProcesses()
    let running = changed.filter { program in
      // A description that needs only `sh` is not for one program.
      program.program.programs != ["sh"] && !processes.running(program.program.programs).isEmpty
    }
    try output.sentences(running.map { UndoMessages.mayWriteAgain($0.name) })
  }
}
