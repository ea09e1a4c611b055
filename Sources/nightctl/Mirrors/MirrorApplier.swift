import Glibc
import NightBus
import NightPrograms

/// Writes the settings of mirrors, puts the user's values back, and tells running programs.
///
/// The record is stored before the first write and after the last one. So it is right whenever
/// nightctl is killed. If a mirror that is switched off has a parting, all of this happens twice.
final class MirrorApplier {
  /// How it went for one mirror.
  struct Result: Equatable {
    let name: String
    /// The files and keys that were written.
    var written: [String] = []
    /// Sentences about files that are left alone, because the user made them so.
    var notes: [String] = []
    /// Sentences about what failed.
    var problems: [String] = []
  }

  private let mirrors: [Mirror]
  private let context: MirrorContext
  private let finder: ProgramFinder
  private var file: RecordFile<MirrorRecord>
  private var results: [String: Result] = [:]
  /// What programs must be told before the user's values return, by mirror.
  private var partings: [String: Mirror.Parting] = [:]
  /// Whether the settings of all partings are written.
  private var hasParted = false

  init(
    _ mirrors: [Mirror],
    _ context: MirrorContext,
    _ finder: ProgramFinder,
    _ file: RecordFile<MirrorRecord>
  ) {
    self.mirrors = mirrors
    self.context = context
    self.finder = finder
    self.file = file
    for mirror in mirrors { results[mirror.name] = Result(name: mirror.name) }
  }

  private var record: MirrorRecord {
    get { file.content }
    _modify { yield &file.content }
  }

  /// Applies these mirrors, and restores the user's values for all others; returns how each went.
  func apply(_ active: [Mirror]) throws(Failure) -> [Result] {
    let released = Set(mirrors.filter { $0.isReleased(context) }.map(\.name))
    record.keys.removeAll { released.contains($0.mirror) }
    let names = Set(active.map(\.name))
    for mirror in mirrors where !names.contains(mirror.name) && hasFiles(mirror) {
      partings[mirror.name] = mirror.parting(context)
    }
    // The context has the record as it was, so what is wanted is decided once.
    let own = active.flatMap { mirror in mirror.files(context).map { (mirror.name, $0) } }
    let settings = active.flatMap { mirror in
      mirror.settings(context).map { (mirror: mirror.name, setting: $0) }
    }
    // A program that nightd started ends, even if no file has a value of nightd's any more.
    let ending = mirrors.filter { !names.contains($0.name) && $0.hasProgram(context) }.map(\.name)
    if !partings.isEmpty {
      let last = partings.flatMap { name, parting in parting.settings.map { (name, $0) } }
      try update(active, own, settings + last)
      for name in record.untold { partings[name] = nil }
      hasParted = true
    }
    record.untold.formUnion(ending)
    try update(active, own, settings)
    return mirrors.compactMap { results[$0.name] }
  }

  /// The files that have the values of these mirrors, although no record says what was there before.
  func unrecordedFiles(_ active: [Mirror]) -> [String] {
    var paths: [String] = []
    let settings = active.flatMap { mirror in
      mirror.settings(context).map { (mirror: mirror.name, setting: $0) }
    }
    let due = fileWrites(settings).compactMap { write -> String? in
      if case .file(let file) = write { file.path } else { nil }
    }
    for (_, setting) in settings {
      guard case .file(let link, _) = setting.place, let path = UserFile.target(of: link),
        !paths.contains(path), !due.contains(path), record.files[path] == nil
      else { continue }
      paths.append(path)
    }
    return paths
  }

  private func hasFiles(_ mirror: Mirror) -> Bool {
    record.files.values.contains { $0.mirrors.contains(mirror.name) }
  }

  /// Writes files and settings, restores the user's values for all others, and tells programs.
  private func update(
    _ active: [Mirror],
    _ own: [(String, ColorFile)],
    _ settings: WantedSettings
  ) throws(Failure) {
    let writes = fileWrites(settings) + keyWrites(settings)
    removeLeftovers(writes, own)
    for (name, file) in own { record.own[file.path] = name }
    for write in writes { note(write) }
    try file.store()
    for (name, file) in own { write(file, of: name) }
    for write in writes { carryOut(write) }
    let kept = Set(own.map(\.1.path))
    // A file that could not be written may still name nightd's own file.
    for (path, name) in record.own where !kept.contains(path) && isUnhindered(name) {
      remove(path, of: name)
    }
    record.untold.formUnion(
      active.filter { $0.isUntold(context) && isUnhindered($0.name) }.map(\.name)
    )
    try announce(Set(active.map(\.name)))
    try file.store()
  }

  private func isUnhindered(_ mirror: String) -> Bool {
    results[mirror].map { $0.notes.isEmpty && $0.problems.isEmpty } ?? true
  }

  /// Removes what a killed nightctl left beside the files, such as half of a file.
  private func removeLeftovers(_ writes: [MirrorWrite], _ own: [(String, ColorFile)]) {
    file.removeLeftovers()
    let paths = writes.compactMap { write -> String? in
      if case .file(let file) = write { file.path } else { nil }
    }
    for path in paths + own.map(\.1.path) + record.own.keys {
      UserFile(path: path).removeLeftovers()
    }
  }

  // MARK: - What to write

  private typealias WantedSettings = [(mirror: String, setting: MirrorSetting)]

  private func fileWrites(_ settings: WantedSettings) -> [MirrorWrite] {
    var wanted: [String: WantedSettingsFile] = [:]
    var paths: [String] = []
    for (mirror, setting) in settings {
      guard case .file(let link, let format) = setting.place else { continue }
      let path = UserFile.target(of: link) ?? link
      if wanted[path] == nil { paths.append(path) }
      var file = wanted[path] ?? WantedSettingsFile(format: format)
      if !file.mirrors.contains(mirror) { file.mirrors.append(mirror) }
      file.settings.append(.init(setting.key, setting.value))
      wanted[path] = file
    }
    paths += record.files.keys.filter { wanted[$0] == nil }.sorted()
    return paths.compactMap { path in
      let recorded = record.files[path]
      guard let format = wanted[path]?.format ?? recorded?.format else { return nil }
      let wanted =
        wanted[path] ?? WantedSettingsFile(format: format, mirrors: recorded?.mirrors ?? [])
      do throws(Failure) {
        let file = SettingsFile(path: path)
        guard let write = MirrorFileWrite(path, try file.text(), wanted, recorded) else {
          return nil
        }
        if write.plan.writes, let refusal = file.refusal {
          note(Messages.leavesAlone(path, refusal), of: wanted.mirrors)
          return nil
        }
        return .file(write)
      } catch {
        note(error.sentence, of: wanted.mirrors)
        return nil
      }
    }
  }

  private func keyWrites(_ settings: WantedSettings) -> [MirrorWrite] {
    let wanted = settings.compactMap { mirror, setting -> WantedStoreKey? in
      guard case .commands(let commands) = setting.place else { return nil }
      let value = MirrorHistory.Value(setting.key, setting.value)
      return WantedStoreKey(commands: commands, mirror: mirror, value: value)
    }
    var writes: [MirrorWrite] = []
    for want in wanted {
      writes += keyWrite(want.commands, want.value.key, want.value, of: want.mirror)
    }
    for entry in record.keys
    where !wanted.contains(where: { $0.commands == entry.commands && $0.value.key == entry.key }) {
      writes += keyWrite(entry.commands, entry.key, nil, of: entry.mirror)
    }
    return writes
  }

  private func keyWrite(
    _ commands: SettingsCommands,
    _ key: MirrorPlace.Key,
    _ wanted: MirrorHistory.Value?,
    of mirror: String
  ) -> [MirrorWrite] {
    // Without its program, the store may come back later: the record waits for it.
    guard let store = SettingsStore(commands, finder) else { return [] }
    let history = record.history(commands, key)
    guard let plan = MirrorKeyHistory.plan(for: store.value(key), history, wanted) else {
      return []
    }
    return [.key(commands, key, plan, mirror: mirror)]
  }

  // MARK: - Writing

  /// Records a write before it is carried out.
  private func note(_ write: MirrorWrite) {
    switch write {
    case .file(let file):
      record.files[file.path] = MirrorRecord.File(
        format: file.wanted.format,
        mirrors: file.wanted.mirrors,
        history: file.plan.before,
        folders: record.files[file.path]?.folders ?? []
      )
      if file.plan.writes { record.untold.formUnion(file.wanted.mirrors) }
    case .key(let commands, let key, let plan, let mirror):
      record.setHistory(commands, key, mirror, plan.before)
      if plan.writes { record.untold.insert(mirror) }
    }
  }

  private func carryOut(_ write: MirrorWrite) {
    switch write {
    case .file(let file):
      do throws(Failure) { try carryOut(file) } catch {
        for mirror in file.wanted.mirrors { results[mirror]?.problems.append(error.sentence) }
      }
    case .key(let commands, let key, let plan, let mirror):
      do throws(Failure) {
        if plan.writes {
          try SettingsStore(commands, finder)?.write(key, plan.value)
          wrote(key.name, of: [mirror])
        }
        record.setHistory(commands, key, mirror, plan.after)
      } catch {
        results[mirror]?.problems.append(error.sentence)
      }
    }
  }

  private func carryOut(_ planned: MirrorFileWrite) throws(Failure) {
    let path = planned.path
    var file: MirrorFileWrite? = planned
    if planned.plan.writes {
      let settings = SettingsFile(path: path)
      let folders = try settings.carryOut(wasThere: planned.text != nil) {
        (text) throws(Failure) in
        if let file, MirrorHistory.isSame(file.text, text) { return file.plan }
        // The write was made, but could not be looked at.
        if let file, let text, text == file.plan.text { return file.plan }
        file = planned.again(for: text)
        record.files[path] = planned.recorded
        if let file {
          if file.plan.writes, let refusal = settings.refusal {
            throw .system(Messages.leavesAlone(path, refusal))
          }
          note(.file(file))
        }
        // As before each write, the record comes first.
        try self.file.store()
        return file?.plan
      }
      record.files[path]?.folders += folders
      if file?.plan.writes == true { wrote(path, of: planned.wanted.mirrors) }
    }
    // The other program's text needs nothing, and the record has what it had before.
    guard let plan = file?.plan else { return }
    guard let after = plan.after else { return forget(path, plan) }
    record.files[path]?.history = after
  }

  private func forget(_ path: String, _ plan: MirrorPlan) {
    // The folders are removed only if nothing else is in them.
    if plan.text == nil {
      for folder in record.files[path]?.folders.reversed() ?? [] where rmdir(folder) != 0 { break }
    }
    record.files[path] = nil
  }

  private func write(_ file: ColorFile, of name: String) {
    do throws(Failure) {
      guard try file.write() else { return }
      record.untold.insert(name)
      wrote(file.path, of: [name])
    } catch {
      results[name]?.problems.append(error.sentence)
    }
  }

  private func remove(_ path: String, of name: String) {
    guard unlink(path) == 0 || errno == ENOENT else {
      results[name]?.problems.append(Messages.cannotRemove(path, errno))
      return
    }
    record.own[path] = nil
    wrote(path, of: [name])
  }

  private func wrote(_ place: String, of mirrors: [String]) {
    for mirror in mirrors where results[mirror]?.written.contains(place) == false {
      results[mirror]?.written.append(place)
    }
  }

  private func note(_ sentence: String, of mirrors: [String]) {
    for mirror in mirrors where results[mirror]?.notes.contains(sentence) == false {
      results[mirror]?.notes.append(sentence)
    }
  }

  // MARK: - Announcements

  /// Tells the programs of each mirror that wrote something, now or before nightctl was killed.
  private func announce(_ active: Set<String>) throws(Failure) {
    guard !record.untold.isEmpty else { return }
    var failed: Set<String> = []
    do throws(BusError) {
      let announcer = try Announcer(finder) { [context] in context.base.environment($0) }
      for mirror in mirrors where record.untold.contains(mirror.name) {
        let parting = partings[mirror.name]
        let announcements =
          active.contains(mirror.name)
          ? mirror.announcements(context)
          : (hasParted ? parting?.restorations : parting?.announcements)
            ?? mirror.restorations(context)
        announcer.begin(announcements) { [unowned self] outcome in
          if parting != nil, !hasParted {
            if !outcome.problems.isEmpty { failed.insert(mirror.name) }
          } else {
            results[mirror.name]?.problems += outcome.problems
          }
        }
      }
      try announcer.finish()
    } catch {
      throw .system("\(error)")
    }
    record.untold = failed
  }
}
