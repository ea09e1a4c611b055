import Glibc
import NightCore
import NightPrograms
import NightStore

/// Writes the settings of the given programs, and restores the user's values in all other recorded
/// files and keys.
///
/// The record is stored before the first write and at the end, so it stays correct if nightctl is
/// killed.
final class SettingsApplier {
  let finder: ProgramFinder
  private(set) var file: RecordFile<ProgramRecord>
  let folders: BaseFolders
  var results: [String: ProgramApplier.Result] = [:]
  /// The settings files of the programs that this run switches off.
  var switchedOff: Set<String> = []
  /// The programs whose settings stay as they are, because their descriptions have mistakes.
  var kept: Set<String> = []
  /// The programs that are being switched off.
  var leaving: [WantedProgram] = []
  /// For each program whose colour scheme must be set by a command of the desktop, that command.
  var writers: [String: SchemeWriter] = [:]
  /// The files that this run restored for programs that are off.
  private var restored: [RestoredFile] = []
  /// The files of programs that were switched off earlier, by path.
  private(set) lazy var formerFiles: [String: ProgramRecord.File] =
    (try? RecordFile(former: folders, keepsAside: false).content.files) ?? [:]

  init(_ finder: ProgramFinder, _ file: RecordFile<ProgramRecord>, _ folders: BaseFolders) {
    self.finder = finder
    self.file = file
    self.folders = folders
  }

  var record: ProgramRecord {
    get { file.content }
    _modify { yield &file.content }
  }

  /// Records which of nightd's own files the programs get; does not change a damaged record.
  func noteFiles(_ programs: [WantedProgram], _ context: ProgramContext) throws(Failure) {
    guard file.damage == nil else { return }
    for program in programs { try file.noteFiles(of: program, context) }
    try store()
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
    let writes = plan(programs).filter(keepsForgotten)
    file.removeLeftovers()
    // Remove the temporary files of a killed nightctl, even if they are newer than the settings
    // files.
    UserFile.removeLeftovers(beside: record.files.keys)
    for write in writes { note(write) }
    try store()
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
    guard var entry = record.entries[name], entry.own != paths else { return }
    entry.own = paths
    let isEmpty = paths.isEmpty && entry.file.isEmpty
    if isEmpty { record.removeFolders(of: name) }
    record.entries[name] = isEmpty ? nil : entry
  }

  func store() throws(Failure) {
    // Store the restored files first: the record no longer lists them, and nightctl may be killed
    // between the two writes.
    if !restored.isEmpty {
      var former = try RecordFile(former: folders, keepsAside: true)
      try former.keep(restored)
      restored = []
    }
    try file.store()
  }

  /// Whether the record lists settings files with values for a program.
  func hasFiles(_ name: String) -> Bool {
    record.files.values.contains { $0.programs.contains(name) }
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
        link: file.wanted.link.isEmpty ? known?.link ?? "" : file.wanted.link,
        isMissed: !file.wanted.isOn && known?.isMissed == true,
        mode: UserFile(path: file.path).mode ?? known?.mode ?? 0
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
        var plan = plan
        if plan.writes, let store = SettingsStore(commands, finder) {
          if let changed = changed(plan, store.schemaReading(key), key, store) {
            // Store the record before the new plan is carried out.
            record.setHistory(commands, key, program, changed.before)
            try self.store()
            plan = changed
          }
          let isUsers = plan.after.map { TextHistory.isSame($0.original, plan.value) } ?? true
          if plan.writes { try store.write(key, plan.value, isUsers: isUsers) }
          wrote(key.name, of: [program])
        }
        record.setHistory(commands, key, program, plan.after)
      } catch {
        fail(program, error)
      }
    }
  }

  /// A new plan if another program has set the key since `plan` was made; otherwise nil.
  private func changed(
    _ plan: KeyPlan,
    _ reading: SettingsStore.Reading?,
    _ key: SettingPlace.Key,
    _ store: SettingsStore
  ) -> KeyPlan? {
    guard let reading, let value = reading.value,
      !plan.before.written.contains(where: { TextHistory.isSame($0, value) })
    else { return nil }
    let wanted = plan.after.map { _ in TextHistory.Value(key, plan.value) }
    return KeyHistory.plan(for: value, store.history(plan.before, reading), wanted)
  }

  /// If a command of the desktop must set the colour scheme, runs that command.
  ///
  /// Returns the write that is left to do; nil if nothing is left.
  private func afterCommand(_ write: SettingsFileWrite) throws(Failure) -> SettingsFileWrite? {
    let path = write.path
    guard write.plan.writes, let writer = write.wanted.writer,
      let name = writer.scheme(write.text, to: write.plan.text)
    else { return write }
    let isOn = write.wanted.settings.contains { $0.key == KdeScheme.nameKey }
    do throws(Failure) {
      try AwaitedCommand(finder).output(SettingsStore.fill(writer.command, KdeScheme.nameKey, name))
    } catch {
      // If the user's colour scheme is no longer installed, restore only the settings file.
      if isOn { throw error }
    }
    let text = try SettingsFile(path: path).settledText()
    guard let text, !isOn || TextHistory.isSame(writer.shown(in: text), name) else {
      throw .system(ProgramMessages.keepsValue(KdeScheme.nameKey.name, name, nil))
    }
    wrote(path, of: write.wanted.programs)
    var recorded = record.files[path] ?? write.attempted
    recorded.history = KdeScheme.history(of: text, write.plan.before)
    record.files[path] = recorded
    let rest = SettingsFileWrite(path, text, write.wanted, recorded)
    if let rest { note(.file(rest)) }
    try store()
    return rest
  }

  private func carryOut(_ write: SettingsFileWrite) throws(Failure) {
    guard let planned = try afterCommand(write) else { return }
    let path = planned.path
    var file: SettingsFileWrite? = planned
    if planned.plan.writes {
      let settings = SettingsFile(path: path)
      let mode = record.files[path]?.mode ?? 0
      try settings.carryOut(
        wasThere: planned.text?.isEmpty == false,
        mode: mode == 0 ? 0o666 : mode
      ) { (text) throws(Failure) in
        if let file, TextHistory.isSame(file.text, text) { return file.plan }
        // An earlier attempt wrote this text, but could not confirm that the text is on the disk,
        // so return the same plan again.
        if let file, let text, text == file.plan.text { return file.plan }
        let former = file ?? planned
        // If the file may come back, keep its entry in the record.
        let isAway =
          !planned.wanted.isOn
          && TextHistory.isAway(text, former.attempted.history, former.wanted.format)
        if isAway { noteMissing(path, planned.wanted.programs) }
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
        // Store the record before the new plan is carried out.
        try store()
        return file?.plan
      }
      if file?.plan.writes == true { wrote(path, of: planned.wanted.programs) }
    }
    // If another program saved a text in which nightctl need not change anything, the record
    // already has the right history.
    guard let plan = file?.plan else { return }
    guard let after = plan.after else {
      return try forget(path, plan, write.recorded?.history ?? plan.before)
    }
    record.files[path]?.history = after
  }

  private func forget(
    _ path: String,
    _ plan: TextPlan,
    _ history: TextHistory
  ) throws(Failure) {
    // Keep the file in the record, so that the next run tries again to remove its temporary files.
    guard !UserFile(path: path).hasLeftovers else {
      throw .system(ProgramMessages.cannotClean(path.parentFolder))
    }
    if plan.text == nil, let file = record.files[path] {
      record.removeFolders(file.folders, orKeepFor: file.programs)
    }
    if var file = record.files[path] {
      file.history = history
      restored.append((path, file, plan.text))
    }
    record.files[path] = nil
    // If the file was moved here from another path, remove the other path from the record, unless a
    // file is at that path now.
    record.files = record.files.filter {
      Disk.hasEntry($0.key) || Self.newPlace($0.key, $0.value) != path
    }
  }

  func wrote(_ place: String, of programs: [String]) {
    for program in programs where results[program]?.written.contains(place) != true {
      results[program, default: .init(name: program)].written.append(place)
    }
  }

  /// Whether the write can be made without losing a text of the user; stores such a text beside the
  /// file first.
  private func keepsForgotten(_ write: SettingsWrite) -> Bool {
    guard case .file(let file) = write else { return true }
    do throws(Failure) { try keepForgotten(of: file) } catch {
      note(error.sentence, of: file.wanted.programs)
      return false
    }
    return true
  }

  /// If this write removes a text of the user from the record, stores the text beside the user's
  /// file.
  ///
  /// The copy must be stored before the record; otherwise, if nightctl is killed between the two
  /// steps, the text is lost.
  private func keepForgotten(of write: SettingsFileWrite) throws(Failure) {
    guard let text = write.forgotten else { return }
    noteKept(write, try SettingsFile(path: write.path).keepBeside(text))
  }

  func noteKept(_ write: SettingsFileWrite, _ copy: String) {
    guard let program = write.wanted.programs.first else { return }
    let sentence = ProgramMessages.keepsEarlierText(write.path, copy)
    results[program, default: .init(name: program)].kept.append(sentence)
  }

  func note(_ sentence: String, of programs: [String]) {
    for program in programs where results[program]?.notes.contains(sentence) != true {
      results[program, default: .init(name: program)].notes.append(sentence)
    }
  }

  /// If a file is missing or empty and its programs are being switched off, reports this once.
  func noteMissing(_ path: String, _ programs: [String]) {
    guard switchedOff.remove(path) != nil else { return }
    record.files[path]?.isMissed = true
    for program in programs { note(ProgramMessages.isMissing(path, program), of: [program]) }
  }

  private func fail(_ program: String, _ failure: Failure) {
    results[program, default: .init(name: program)].problems.append(failure.sentence)
  }
}
