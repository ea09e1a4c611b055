import NightCore
import NightPrograms
import NightStore

/// A file that `off` has restored: its path, the entry that the record had for it, and its restored
/// text.
typealias RestoredFile = (path: String, file: ProgramRecord.File, text: String?)

/// The files of programs that were switched off.
///
/// A program that was still open may save its settings when it ends, and so write nightd's values
/// again. `programs/former.json` in the state folder keeps the user's values for this case. Its
/// entries stay, because nobody knows when such a program ends.
extension RecordFile<ProgramRecord> {
  /// The record of the files of programs that were switched off; only `ProgramRecord.files` is
  /// used.
  init(former folders: BaseFolders, keepsAside: Bool) throws(Failure) {
    try self.init((folders.state ?? "") + "/nightd/programs/former.json", keepsAside: keepsAside)
    content.followHome(folders)
    for (path, file) in content.files {
      guard let place = SettingsApplier.newPlace(path, file) else { continue }
      content.files[path] = nil
      if content.files[place] == nil { content.files[place] = file }
    }
    if let followed = content.withoutLinks { content = followed }
  }

  /// Records that `off` has just restored these files.
  ///
  /// A restored text may contain values that nightd had set before an earlier `off`. It is unknown
  /// whether the user chose these values, so the user's values from before that `off` are kept.
  mutating func keep(_ restored: [RestoredFile]) throws(Failure) {
    for (path, file, text) in restored {
      let earlier = content.files[path]?.history
      guard let history = file.history.former(text, file.format, after: earlier) else { continue }
      content.files[path] = file
      content.files[path]?.history = history
    }
    try store()
  }
}

extension ProgramRecord {
  /// If values that nightd had set before `off` are back in a file, records the file again, as if
  /// `off` had not restored it.
  ///
  /// The user may also have chosen the value that nightd had set. So a value is treated as nightd's
  /// only if it contains “nightd”, or if the file belongs to one of the programs in `names`, which
  /// are off; nil means all programs.
  mutating func take(_ former: ProgramRecord, of names: [String]?) {
    for (path, file) in former.files where files[path] == nil {
      guard let text = (try? SettingsFile(path: path).text()) ?? nil else { continue }
      let isNamed = names.map { $0.contains(where: file.programs.contains) } ?? true
      let values = file.history.returned(in: text, file.format)
      if values.contains(where: { isNamed || $0.value?.includes("nightd") == true }) {
        files[path] = file
      }
    }
  }

  /// nightd's values that are in files again although the programs of these files are off.
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

extension ProgramCommand {
  /// For programs that are off, prints each file that again has values that nightd had set; the
  /// user may have chosen these values.
  func nameReturned(_ folders: BaseFolders, of names: [String]?) throws(Failure) {
    var record = ProgramRecord()
    record.take(try RecordFile(former: folders, keepsAside: false).content, of: names)
    let present = try RecordFile<ProgramRecord>(folders, keepsAside: false).content.files
    for (path, file) in record.files.sorted(by: { $0.key < $1.key }) where present[path] == nil {
      let text = (try? SettingsFile(path: path).text()) ?? nil
      let values = file.history.returned(in: text ?? "", file.format)
      try output.sentences([UndoMessages.mayBeFormer(path, values, file.programs.first ?? "")])
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
      // If a description needs only `sh`, it is not for one program, so do not warn of running
      // shells.
      program.program.programs != ["sh"] && !processes.running(program.program.programs).isEmpty
    }
    try output.sentences(running.map { UndoMessages.mayWriteAgain($0.name) })
  }
}
