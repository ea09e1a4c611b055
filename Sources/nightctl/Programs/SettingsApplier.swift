import Glibc
import NightCore
import NightPrograms
import NightStore

/// Writes the settings of the given programs, and restores the user's values everywhere else.
///
/// The record is stored before the first write and at the end, so it stays correct if nightctl is
/// killed.
final class SettingsApplier {
  private let finder: ProgramFinder
  private(set) var file: RecordFile<ProgramRecord>
  private var results: [String: ProgramApplier.Result] = [:]

  init(_ finder: ProgramFinder, _ file: RecordFile<ProgramRecord>) {
    self.finder = finder
    self.file = file
  }

  fileprivate(set) var record: ProgramRecord {
    get { file.content }
    _modify { yield &file.content }
  }

  /// Records which of nightd's own files the programs get; does not change a damaged record.
  func noteFiles(_ programs: [WantedProgram], _ context: ProgramContext) throws(Failure) {
    guard file.damage == nil else { return }
    for program in programs { try file.noteFiles(of: program, context) }
    try file.store()
  }

  /// Plans and records the programs' settings, the restoration of all other settings, and the
  /// programs' files.
  ///
  /// If the record is damaged, nothing is planned or recorded.
  func prepare(
    _ programs: [WantedProgram],
    _ context: ProgramContext
  ) throws(Failure) -> [SettingsWrite] {
    results = [:]
    guard file.damage == nil else { return [] }
    for program in programs { try file.noteFiles(of: program, context) }
    let settings = Self.settings(of: programs)
    let writes = fileWrites(settings) + keyWrites(settings)
    file.removeLeftovers()
    // Remove the temporary files of a killed nightctl, even if they are newer than the settings
    // files.
    for path in record.files.keys { UserFile(path: path).removeLeftovers() }
    for write in writes { note(write) }
    try file.store()
    return writes
  }

  /// Carries out the planned writes; returns the results for each program.
  ///
  /// `lock` prevents another nightctl from writing GNOME's settings at the same time. Without the
  /// lock, a GSettings backend that stores all settings in one file could lose one of two writes.
  func carryOut(
    _ writes: [SettingsWrite],
    lock: () throws(Failure) -> RunLock
  ) -> [String: ProgramApplier.Result] {
    for write in writes where write.schemaProgram == nil { carryOut(write) }
    let others = writes.filter { $0.schemaProgram != nil }
    guard !others.isEmpty else { return results }
    do throws(Failure) {
      let held = try lock()
      defer { held.release() }
      for write in others { carryOut(write) }
    } catch {
      for program in Set(others.compactMap(\.schemaProgram)) { fail(program, error) }
    }
    return results
  }

  /// Removes from the record the settings of programs that now switch between light and dark by
  /// themselves.
  func release(_ programs: [WantedProgram]) {
    let released = Set(programs.filter { $0.released != nil }.map(\.name))
    guard file.damage == nil, !released.isEmpty else { return }
    record.keys.removeAll { released.contains($0.program) }
    record.files = record.files.filter { !released.isSuperset(of: $0.value.programs) }
  }

  /// Calls `change` with the set of programs that have not yet been notified, and stores the
  /// changed set in the record.
  func changeUntold(_ change: (inout Set<String>) -> Void) {
    var untold = record.untold
    change(&untold)
    if untold != record.untold { record.untold = untold }
  }

  /// Records which of nightd's own files of a program still exist.
  func setFiles(_ paths: [String], of name: String) {
    guard var entry = record.entries[name] else { return }
    entry.own = paths
    let isEmpty = paths.isEmpty && entry.file.isEmpty
    if isEmpty { record.removeFolders(of: name) }
    record.entries[name] = isEmpty ? nil : entry
  }

  func store() throws(Failure) { try file.store() }

  /// Whether the record lists settings files with values for a program.
  func hasFiles(_ name: String) -> Bool {
    record.files.values.contains { $0.programs.contains(name) }
  }

  /// The files that already contain nightd's values for these programs, although no record has the
  /// earlier values.
  func unrecordedFiles(_ active: [WantedProgram]) -> [String] {
    var paths: [String] = []
    let settings = Self.settings(of: active)
    let due = fileWrites(settings).compactMap { write -> String? in
      if case .file(let file) = write { file.path } else { nil }
    }
    for (_, setting, _) in settings {
      guard case .file(let link, _) = setting.place, let path = Disk.realPath(link),
        !paths.contains(path), !due.contains(path), record.files[path] == nil
      else { continue }
      paths.append(path)
    }
    return paths
  }

  // MARK: - Planning

  private typealias WantedSettings = [(program: String, setting: Setting, isSwitch: Bool)]

  private static func settings(of programs: [WantedProgram]) -> WantedSettings {
    programs.flatMap { program in
      program.settings.map { (program.name, $0, program.program.styleSource != nil) }
    }
  }

  private func fileWrites(_ settings: WantedSettings) -> [SettingsWrite] {
    var wanted: [String: WantedSettingsFile] = [:]
    var paths: [String] = []
    // Resolve links once, so that all settings for one file go to the same file.
    var targets: [String: String] = [:]
    for (program, setting, isSwitch) in settings {
      guard case .file(let link, let format) = setting.place else { continue }
      let path = targets[link] ?? Disk.realPath(link) ?? link
      targets[link] = path
      if wanted[path] == nil { paths.append(path) }
      var file = wanted[path] ?? WantedSettingsFile(format: format)
      if !file.programs.contains(program) { file.programs.append(program) }
      file.settings.append(.init(setting.key, setting.value))
      file.isSwitch = file.isSwitch || isSwitch
      if path != link { file.link = link }
      wanted[path] = file
    }
    let recordedPaths = Array(record.files.keys) + record.files.compactMap(Self.newPlace)
    paths += Set(recordedPaths).filter { wanted[$0] == nil }.sorted()
    return paths.compactMap { path in
      let recorded = entry(for: path)
      // Even if the moved file needs no write now, it must keep its record when the former file's
      // record is removed.
      if record.files[path] == nil, wanted[path] != nil { record.files[path] = recorded }
      guard let format = wanted[path]?.format ?? recorded?.format else { return nil }
      let wanted =
        wanted[path] ?? WantedSettingsFile(format: format, programs: recorded?.programs ?? [])
      do throws(Failure) {
        let file = SettingsFile(path: path)
        var text = try file.text()
        // If nightd wrote this text, the text is complete. Any other text may be only the first
        // part of what an editor is writing, and must not be recorded as the user's.
        if recorded?.history.written.contains(where: { TextHistory.isSame($0, text) }) != true {
          text = try file.settledText()
        }
        func isAway() -> Bool {
          guard wanted.settings.isEmpty, let recorded else { return false }
          return TextHistory.isAway(text, recorded.history, recorded.format)
        }
        // An editor that saves in place leaves the file blank for a moment.
        for _ in 0..<5 where text != nil && isAway() {
          Disk.system.pause(20)
          text = try file.text()
        }
        // Keep the record if the file may come back, for example because its folder is not mounted
        // now.
        if isAway() { return nil }
        let keys = wanted.settings.map(\.key)
        if let flaw = SettingsText.flaw(in: text, format, keys) {
          note(ProgramMessages.leavesAlone(path, flaw), of: wanted.programs)
          return nil
        }
        guard let write = SettingsFileWrite(path, text, wanted, recorded) else {
          return nil
        }
        if write.plan.writes, let refusal = file.refusal {
          note(ProgramMessages.leavesAlone(path, refusal), of: wanted.programs)
          return nil
        }
        try keepForgotten(of: write)
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
  /// Users rename their dotfiles folders, and tools replace links by copies. If the former file is
  /// gone, or if nightd wrote the new file's text, the new file gets the former file's history.
  private static func newPlace(_ path: String, _ file: ProgramRecord.File) -> String? {
    guard !file.link.isEmpty, let now = Disk.realPath(file.link), now != path else { return nil }
    guard now != file.link, Disk.hasEntry(path) else { return now }
    let text = (try? SettingsFile(path: now).text()) ?? nil
    return file.history.written.contains { TextHistory.isSame($0, text) } ? now : nil
  }

  /// The record's entry for a file, or for the file from which it was moved or copied.
  private func entry(for path: String) -> ProgramRecord.File? {
    record.files[path] ?? record.files.first { Self.newPlace($0.key, $0.value) == path }?.value
  }

  private func keyWrites(_ settings: WantedSettings) -> [SettingsWrite] {
    let wanted = settings.compactMap { program, setting, isSwitch -> WantedStoreKey? in
      guard case .commands(let commands) = setting.place else { return nil }
      let value = TextHistory.Value(setting.key, setting.value)
      return WantedStoreKey(commands: commands, program: program, value: value, isSwitch: isSwitch)
    }
    var writes: [SettingsWrite] = []
    for want in wanted {
      writes += keyWrite(
        want.commands,
        want.value.key,
        want.value,
        of: want.program,
        isSwitch: want.isSwitch
      )
    }
    for entry in record.keys
    where !wanted.contains(where: { $0.commands == entry.commands && $0.value.key == entry.key }) {
      writes += keyWrite(entry.commands, entry.key, nil, of: entry.program)
    }
    return writes
  }

  private func keyWrite(
    _ commands: SettingsCommands,
    _ key: SettingPlace.Key,
    _ wanted: TextHistory.Value?,
    of program: String,
    isSwitch: Bool = false
  ) -> [SettingsWrite] {
    // If the store's program is missing, keep the record, because the program may be installed
    // again.
    guard let store = SettingsStore(commands, finder) else {
      if wanted == nil {
        let name = commands.schema ?? commands.write.first ?? ""
        note(ProgramMessages.cannotRestore(key.name, name), of: [program])
      }
      return []
    }
    var present: String?
    switch store.reading(key) {
    case .value(let value): present = value
    case .none: break
    case .noKey: return []
    case .notOneLine:
      note(ProgramMessages.leavesAlone(key.name, ProgramMessages.isNotOneLine), of: [program])
      return []
    }
    let history = record.history(commands, key)
    guard let plan = KeyHistory.plan(for: present, history, wanted, isSwitch: isSwitch)
    else { return [] }
    return [.key(commands, key, plan, program: program)]
  }

  // MARK: - Writing

  /// Records a write before it is carried out.
  private func note(_ write: SettingsWrite) {
    switch write {
    case .file(let file):
      let known = record.files[file.path]
      var folders = known?.folders ?? []
      // Record the folders before they are made, so that they are removed even if nightctl is
      // killed.
      if file.plan.writes {
        let missing = UserFile(path: file.path).missingFolders
        folders += missing.filter { !folders.contains($0) }
      }
      record.files[file.path] = ProgramRecord.File(
        format: file.wanted.format,
        programs: file.wanted.programs,
        history: file.plan.before,
        folders: folders,
        link: file.wanted.link.isEmpty ? known?.link ?? "" : file.wanted.link
      )
      if file.plan.writes { record.untold.formUnion(file.wanted.programs) }
    case .key(let commands, let key, let plan, let program):
      record.setHistory(commands, key, program, plan.before)
      if plan.writes { record.untold.insert(program) }
    }
  }

  private func carryOut(_ write: SettingsWrite) {
    switch write {
    case .file(let file):
      do throws(Failure) { try carryOut(file) } catch {
        for program in file.wanted.programs { fail(program, error) }
      }
    case .key(let commands, let key, let plan, let program):
      do throws(Failure) {
        if plan.writes {
          let store = SettingsStore(commands, finder)
          let isUsers = plan.after.map { TextHistory.isSame($0.original, plan.value) } ?? true
          try store?.write(key, plan.value, isUsers: isUsers)
          wrote(key.name, of: [program])
        }
        record.setHistory(commands, key, program, plan.after)
      } catch {
        fail(program, error)
      }
    }
  }

  private func carryOut(_ planned: SettingsFileWrite) throws(Failure) {
    let path = planned.path
    var file: SettingsFileWrite? = planned
    if planned.plan.writes {
      let settings = SettingsFile(path: path)
      try settings.carryOut(wasThere: planned.text?.isEmpty == false) {
        (text) throws(Failure) in
        if let file, TextHistory.isSame(file.text, text) { return file.plan }
        // An earlier attempt wrote this text but could not confirm that it is on the disk, so keep
        // the plan.
        if let file, let text, text == file.plan.text { return file.plan }
        let former = file ?? planned
        // If the file may come back, keep its record.
        let isAway =
          planned.wanted.settings.isEmpty
          && TextHistory.isAway(text, former.attempted.history, former.wanted.format)
        file = isAway ? nil : former.again(for: text)
        let folders = record.files[path]?.folders ?? []
        record.files[path] = former.attempted
        if let file {
          if file.plan.writes, let refusal = settings.refusal {
            throw .system(ProgramMessages.leavesAlone(path, refusal))
          }
          try keepForgotten(of: file)
          note(.file(file))
          record.files[path]?.folders = folders
        }
        // Here too, store the record before the write.
        try self.file.store()
        return file?.plan
      }
      if file?.plan.writes == true { wrote(path, of: planned.wanted.programs) }
    }
    // If another program saved a text that needs no write, the record already has the right
    // history.
    guard let plan = file?.plan else { return }
    guard let after = plan.after else { return try forget(path, plan) }
    record.files[path]?.history = after
  }

  private func forget(_ path: String, _ plan: TextPlan) throws(Failure) {
    // Keep the file in the record, so that the next run tries again to remove its temporary files.
    guard !UserFile(path: path).hasLeftovers else {
      throw .system(ProgramMessages.cannotClean(path.parentFolder))
    }
    if plan.text == nil, let file = record.files[path] {
      record.removeFolders(file.folders, orKeepFor: file.programs)
    }
    record.files[path] = nil
    // Also remove the record's entry for the place from which the file was moved, if no file is
    // there now.
    record.files = record.files.filter {
      Disk.hasEntry($0.key) || Self.newPlace($0.key, $0.value) != path
    }
  }

  private func wrote(_ place: String, of programs: [String]) {
    for program in programs where results[program]?.written.contains(place) != true {
      results[program, default: .init(name: program)].written.append(place)
    }
  }

  /// If this write removes a text of the user from the record, stores a copy of the text beside the
  /// user's file.
  ///
  /// The copy must be stored before the record; otherwise, if nightctl is killed between the two
  /// steps, the text is lost.
  private func keepForgotten(of write: SettingsFileWrite) throws(Failure) {
    guard let text = write.forgotten else { return }
    let copy = try SettingsFile(path: write.path).keepBeside(text)
    guard let program = write.wanted.programs.first else { return }
    let sentence = ProgramMessages.keepsEarlierText(write.path, copy)
    results[program, default: .init(name: program)].kept.append(sentence)
  }

  private func note(_ sentence: String, of programs: [String]) {
    for program in programs where results[program]?.notes.contains(sentence) != true {
      results[program, default: .init(name: program)].notes.append(sentence)
    }
  }

  private func fail(_ program: String, _ failure: Failure) {
    results[program, default: .init(name: program)].problems.append(failure.sentence)
  }
}
