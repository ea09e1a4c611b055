import Glibc
import NightCore
import NightPrograms
import NightStore

/// Decides what to write into the user's files and settings stores; writes nothing.
extension SettingsApplier {
  /// The writes that give the programs their settings, and restore the user's values in all other
  /// recorded files and keys.
  func plan(_ programs: [WantedProgram]) -> [SettingsWrite] {
    let settings = Self.settings(of: programs)
    return fileWrites(settings, programs.map(\.name)) + keyWrites(settings)
  }

  /// Returns the results that `prepare` and `carryOut` would have, but stores no record and no
  /// value.
  func preview(_ programs: [WantedProgram]) -> [String: ProgramApplier.Result] {
    results = [:]
    guard file.damage == nil else { return [:] }
    for write in plan(programs) {
      if write.writes { wrote(write.place, of: write.programs) }
      guard case .file(let file) = write, let text = file.forgotten else { continue }
      do throws(Failure) {
        noteKept(file, try SettingsFile(path: file.path).placeBeside(text))
      } catch { note(error.sentence, of: file.wanted.programs) }
    }
    return results
  }

  /// The files that already contain nightd's values for these programs, although no record has the
  /// earlier values.
  func unrecordedFiles(_ active: [WantedProgram]) -> [String] {
    var paths: [String] = [], others: Set<String> = []
    for (_, setting, _) in Self.settings(of: active) {
      guard case .file(let link, let format) = setting.place, let path = Disk.realPath(link),
        record.files[path] == nil
      else { continue }
      if !paths.contains(path) { paths.append(path) }
      // Treat a file that nightd cannot read or change as a file without nightd's values.
      let file = SettingsFile(path: path)
      let text = file.refusal == nil ? (try? file.text()) ?? nil : nil
      let value = text.map { SettingsText($0, format).value(setting.key) }
      if value.map({ TextHistory.isSame($0, setting.value) }) != true { others.insert(path) }
    }
    return paths.filter { !others.contains($0) }
  }

  private typealias WantedSettings = [(program: String, setting: Setting, isSwitch: Bool)]

  private static func settings(of programs: [WantedProgram]) -> WantedSettings {
    programs.flatMap { program in
      program.settings.map { (program.name, $0, program.isSwitch) }
    }
  }

  private func fileWrites(_ settings: WantedSettings, _ active: [String]) -> [SettingsWrite] {
    var wanted: [String: WantedSettingsFile] = [:]
    var paths: [String] = []
    // Resolve links once, so that all settings for one file go to the same file.
    let realPaths = RealPaths()
    var targets: [String: String] = [:]
    for (program, setting, isSwitch) in settings {
      guard case .file(let link, let format) = setting.place else { continue }
      let path = targets[link] ?? realPaths[link] ?? link
      targets[link] = path
      if wanted[path] == nil { paths.append(path) }
      var file = wanted[path] ?? WantedSettingsFile(format: format)
      if !file.programs.contains(program) { file.programs.append(program) }
      file.settings.append(.init(setting.key, setting.value))
      file.isSwitch = file.isSwitch || isSwitch
      if path != link { file.link = link }
      wanted[path] = file
    }
    for (path, file) in wanted { followMoved(path, file) }
    for (program, setting, _) in Self.settings(of: leaving) {
      guard case .file(let link, let format) = setting.place else { continue }
      followMoved(realPaths[link] ?? link, WantedSettingsFile(format: format, programs: [program]))
    }
    let recordedPaths = record.files.flatMap { path, file in
      guard let place = Self.newPlace(path, file) else { return [path] }
      return Disk.hasEntry(path) ? [path, place] : [place]
    }
    paths += Set(recordedPaths).filter { wanted[$0] == nil }.sorted()
    return paths.compactMap { path in
      let recorded = entry(for: path)
      // If the user moved the file, record it under its new path even if it needs no write now,
      // because the record of the old path is removed.
      if record.files[path] == nil, wanted[path] != nil { record.files[path] = recorded }
      guard let format = wanted[path]?.format ?? recorded?.format else { return nil }
      var wanted =
        wanted[path] ?? WantedSettingsFile(format: format, programs: recorded?.programs ?? [])
      // If a program needs no setting for this style, keep the history of nightd's changes. Another
      // program may write nightd's value for the other style again, and `off` then needs the
      // history.
      wanted.isOn =
        !wanted.settings.isEmpty
        || format != .whole && wanted.programs.contains(where: active.contains)
      wanted.writer = wanted.programs.lazy.compactMap { self.writers[$0] }.first
      let keeping = (recorded?.programs ?? []).filter(kept.contains)
      if let recorded, let name = keeping.first {
        guard !wanted.settings.isEmpty, recorded.format == format, format != .whole else {
          let others = wanted.programs.filter { !kept.contains($0) }
          note(ProgramMessages.isKept(path, name), of: others)
          return nil
        }
        wanted.programs += keeping.filter { !wanted.programs.contains($0) }
        let others = wanted.settings
        wanted.settings =
          recorded.history.lastValues(format).filter { value in
            !others.contains { $0.key == value.key }
          } + others
      }
      do throws(Failure) {
        let file = SettingsFile(path: path)
        var text = try file.text()
        // If nightd wrote this text, the text is complete. Any other text may be only the first
        // part of what an editor is writing, and must not be recorded as the user's text.
        if recorded?.history.written.contains(where: { TextHistory.isSame($0, text) }) != true {
          text = try file.settledText()
        }
        func isAway() -> Bool {
          guard !wanted.isOn, let recorded else { return false }
          return TextHistory.isAway(text, recorded.history, recorded.format)
        }
        // An editor that saves in place leaves the file blank for a moment; other editors move the
        // file away.
        for _ in 0..<5 where (text != nil || switchedOff.contains(path)) && isAway() {
          Disk.system.pause(20)
          text = try file.text()
        }
        // Keep the file's entry in the record if the file may come back, for example because its
        // folder is not mounted now.
        guard !isAway() else {
          if let link = recorded?.link, UserFile(path: link).isDanglingLink {
            let why = ProgramMessages.leavesAlone(link, ProgramMessages.isDanglingLink)
            note(why, of: wanted.programs)
          } else if recorded?.isMissed == true, switchedOff.remove(path) != nil {
            record.removeFolders(recorded?.folders ?? [], orKeepFor: wanted.programs)
            record.files[path] = nil
          } else {
            noteMissing(path, wanted.programs)
          }
          return nil
        }
        let keys = wanted.settings.map(\.key)
        if let flaw = SettingsText.flaw(in: text, format, keys) {
          note(ProgramMessages.leavesAlone(path, flaw), of: wanted.programs)
          return nil
        }
        let moved = TextHistory.moved(text, recorded?.history, format)
        guard moved.isEmpty else {
          for value in moved { note(ProgramMessages.isMoved(path, value), of: wanted.programs) }
          return nil
        }
        guard let write = SettingsFileWrite(path, text, wanted, recorded ?? former(path, text))
        else { return nil }
        if write.plan.writes, let refusal = file.refusal {
          note(ProgramMessages.leavesAlone(path, refusal), of: wanted.programs)
          return nil
        }
        if !wanted.isOn, write.plan.after != nil { noteMissing(path, wanted.programs) }
        return .file(write)
      } catch {
        note(error.sentence, of: wanted.programs)
        return nil
      }
    }
  }

  /// The new path of a recorded file that was moved or copied, according to the link through which
  /// nightd found the file.
  ///
  /// Returns nil if the link still leads to the file, or now leads to a file that the user wrote.
  ///
  /// Users rename their dotfiles folders, and tools replace links by copies. The file at the new
  /// path gets the recorded file's history in three cases: the recorded file is gone, a file has
  /// replaced the link, or nightd wrote the text at the new path.
  static func newPlace(_ path: String, _ file: ProgramRecord.File) -> String? {
    guard !file.link.isEmpty, let now = Disk.realPath(file.link), now != path else { return nil }
    guard now != file.link, Disk.hasEntry(path) else { return now }
    let text = (try? SettingsFile(path: now).text()) ?? nil
    return file.history.written.contains { TextHistory.isSame($0, text) } ? now : nil
  }

  /// If the user has moved a program's file to another path at which the program also reads it,
  /// follows the file as if a link led to the new path.
  private func followMoved(_ path: String, _ file: WantedSettingsFile) {
    guard record.files[path] == nil else { return }
    let old = record.files.first { old, recorded in
      recorded.format == file.format && recorded.programs.contains(where: file.programs.contains)
        && !Disk.hasEntry(old)
    }?.key
    guard let old, let text = (try? SettingsFile(path: path).text()) ?? nil,
      record.files[old]?.history.written.contains(where: { TextHistory.isSame($0, text) }) == true
    else { return }
    record.files[old]?.link = path
  }

  /// An entry with the values that nightd had set in a file before its program was switched off;
  /// nil if there are no such values.
  ///
  /// If the program was open when it was switched off, it may write these values again.
  private func former(_ path: String, _ text: String?) -> ProgramRecord.File? {
    var file = formerFiles[path]
    file?.history.original = text
    return file
  }

  /// The record's entry for a file, or for the file from which it was moved or copied.
  private func entry(for path: String) -> ProgramRecord.File? {
    record.files[path] ?? record.files.first { Self.newPlace($0.key, $0.value) == path }?.value
  }

  private func keyWrites(_ settings: WantedSettings) -> [SettingsWrite] {
    let wanted = settings.compactMap { program, setting, _ -> WantedStoreKey? in
      guard case .commands(let commands) = setting.place else { return nil }
      let value = TextHistory.Value(setting.key, setting.value)
      return WantedStoreKey(commands: commands, program: program, value: value)
    }
    var writes: [SettingsWrite] = []
    for want in wanted {
      writes += keyWrite(want.commands, want.value.key, want.value, of: want.program)
    }
    for entry in record.keys
    where !kept.contains(entry.program)
      && !wanted.contains(where: { $0.commands == entry.commands && $0.value.key == entry.key })
    {
      writes += keyWrite(entry.commands, entry.key, nil, of: entry.program)
    }
    return writes
  }

  private func keyWrite(
    _ commands: SettingsCommands,
    _ key: SettingPlace.Key,
    _ wanted: TextHistory.Value?,
    of program: String
  ) -> [SettingsWrite] {
    // If a program that reads or writes the store is missing, keep the key's entry in the record,
    // because the program may be installed again.
    guard let store = SettingsStore(commands, finder) else {
      if wanted == nil {
        let name = commands.schema ?? commands.write.first ?? ""
        note(ProgramMessages.cannotRestore(key.name, name), of: [program])
      }
      return []
    }
    let reading = store.reading(key)
    switch reading {
    case .value, .usual, .none: break
    case .noKey: return []
    case .noAnswer(let why):
      note(ProgramMessages.leavesAlone(key.name, why), of: [program])
      return []
    case .notOneLine:
      note(ProgramMessages.leavesAlone(key.name, ProgramMessages.isNotOneLine), of: [program])
      return []
    }
    let known = record.history(commands, key)
    // A locked key has the administrator's value, so keep the user's value in the record.
    guard known == nil || !store.isLocked(key) else {
      note(ProgramMessages.leavesAlone(key.name, ProgramMessages.isLocked), of: [program])
      return []
    }
    let history = store.history(known, reading)
    guard let plan = KeyHistory.plan(for: reading.value, history, wanted)
    else { return [] }
    return [.key(commands, key, plan, program: program)]
  }
}
