import Glibc
import NightBus
import NightReactions

/// Writes the settings of mirrors, puts the user's values back, and tells running programs.
///
/// The record is stored before the first write and after the last one. So it is right whenever
/// nightctl is killed.
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

  /// The settings that are to be in one file.
  private struct WantedFile {
    var format: SettingsFormat
    var mirrors: [String] = []
    var settings: [MirrorHistory.Value] = []
  }

  private struct WantedKey {
    let commands: SettingsCommands
    let mirror: String
    let value: MirrorHistory.Value
  }

  /// A write that is due, and its place in the record.
  private enum Write {
    case file(path: String, MirrorPlan, mirrors: [String], SettingsFormat)
    case key(SettingsCommands, MirrorPlace.Key, MirrorKeyPlan, mirror: String)
  }

  private let mirrors: [Mirror]
  private let context: MirrorContext
  private let finder: ProgramFinder
  private var record: MirrorRecord
  private var results: [String: Result] = [:]

  init(
    _ mirrors: [Mirror],
    _ context: MirrorContext,
    _ finder: ProgramFinder,
    _ record: MirrorRecord
  ) {
    self.mirrors = mirrors
    self.context = context
    self.finder = finder
    self.record = record
    for mirror in mirrors { results[mirror.name] = Result(name: mirror.name) }
  }

  /// Applies these mirrors, and restores the user's values for all others; returns how each went.
  func apply(_ active: [Mirror]) throws(Failure) -> [Result] {
    let released = Set(mirrors.filter { $0.isReleased(context) }.map(\.name))
    record.keys.removeAll { released.contains($0.mirror) }
    let own = active.flatMap { mirror in mirror.files(context).map { (mirror.name, $0) } }
    let settings = active.flatMap { mirror in
      mirror.settings(context).map { (mirror: mirror.name, setting: $0) }
    }
    let writes = fileWrites(settings) + keyWrites(settings)
    for (name, file) in own { record.own[file.path] = name }
    for write in writes { note(write) }
    try record.store()
    for (name, file) in own { write(file, of: name) }
    for write in writes { carryOut(write) }
    let kept = Set(own.map(\.1.path))
    for (path, name) in record.own where !kept.contains(path) { remove(path, of: name) }
    record.untold.formUnion(active.filter { $0.isUntold(context) }.map(\.name))
    try announce(Set(active.map(\.name)))
    try record.store()
    return mirrors.compactMap { results[$0.name] }
  }

  // MARK: - What to write

  private typealias WantedSettings = [(mirror: String, setting: MirrorSetting)]

  private func fileWrites(_ settings: WantedSettings) -> [Write] {
    var wanted: [String: WantedFile] = [:]
    var paths: [String] = []
    for (mirror, setting) in settings {
      guard case .file(let path, let format) = setting.place else { continue }
      if wanted[path] == nil { paths.append(path) }
      var file = wanted[path] ?? WantedFile(format: format)
      if !file.mirrors.contains(mirror) { file.mirrors.append(mirror) }
      file.settings.append(.init(setting.key, setting.value))
      wanted[path] = file
    }
    paths += record.files.keys.filter { wanted[$0] == nil }.sorted()
    return paths.compactMap { path in
      let recorded = record.files[path]
      guard let format = wanted[path]?.format ?? recorded?.format else { return nil }
      let mirrors = wanted[path]?.mirrors ?? recorded?.mirrors ?? []
      do throws(Failure) {
        let file = SettingsFile(path: path)
        let settings = wanted[path]?.settings ?? []
        guard
          let plan = MirrorHistory.plan(for: try file.text(), recorded?.history, settings, format)
        else { return nil }
        if plan.writes, let refusal = file.refusal {
          note(Messages.leavesAlone(path, refusal), of: mirrors)
          return nil
        }
        return .file(path: path, plan, mirrors: mirrors, format)
      } catch {
        note(error.sentence, of: mirrors)
        return nil
      }
    }
  }

  private func keyWrites(_ settings: WantedSettings) -> [Write] {
    let wanted = settings.compactMap { mirror, setting -> WantedKey? in
      guard case .commands(let commands) = setting.place else { return nil }
      let value = MirrorHistory.Value(setting.key, setting.value)
      return WantedKey(commands: commands, mirror: mirror, value: value)
    }
    var writes: [Write] = []
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
  ) -> [Write] {
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
  private func note(_ write: Write) {
    switch write {
    case .file(let path, let plan, let mirrors, let format):
      record.files[path] = MirrorRecord.File(
        format: format,
        mirrors: mirrors,
        history: plan.before,
        folders: record.files[path]?.folders ?? []
      )
      if plan.writes { record.untold.formUnion(mirrors) }
    case .key(let commands, let key, let plan, let mirror):
      setHistory(commands, key, mirror, plan.before)
      if plan.writes { record.untold.insert(mirror) }
    }
  }

  private func setHistory(
    _ commands: SettingsCommands,
    _ key: MirrorPlace.Key,
    _ mirror: String,
    _ history: MirrorKeyHistory?
  ) {
    record.keys.removeAll { $0.commands == commands && $0.key == key }
    guard let history else { return }
    record.keys.append(.init(commands: commands, key: key, mirror: mirror, history: history))
  }

  private func carryOut(_ write: Write) {
    switch write {
    case .file(let path, let plan, let mirrors, _):
      do throws(Failure) {
        if plan.writes {
          record.files[path]?.folders += try SettingsFile(path: path).write(plan.text)
          wrote(path, of: mirrors)
        }
        guard let after = plan.after else { return forget(path, plan) }
        record.files[path]?.history = after
      } catch {
        for mirror in mirrors { results[mirror]?.problems.append(error.sentence) }
      }
    case .key(let commands, let key, let plan, let mirror):
      do throws(Failure) {
        if plan.writes {
          try SettingsStore(commands, finder)?.write(key, plan.value)
          wrote(key.name, of: [mirror])
        }
        setHistory(commands, key, mirror, plan.after)
      } catch {
        results[mirror]?.problems.append(error.sentence)
      }
    }
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
    for mirror in mirrors { results[mirror]?.written.append(place) }
  }

  private func note(_ sentence: String, of mirrors: [String]) {
    for mirror in mirrors { results[mirror]?.notes.append(sentence) }
  }

  // MARK: - Announcements

  /// Tells the programs of each mirror that wrote something, now or before nightctl was killed.
  private func announce(_ active: Set<String>) throws(Failure) {
    guard !record.untold.isEmpty else { return }
    do throws(BusError) {
      let announcer = try Announcer(finder) { [context] in context.reaction.environment($0) }
      for mirror in mirrors where record.untold.contains(mirror.name) {
        let isActive = active.contains(mirror.name)
        let announcements = isActive ? mirror.announcements : mirror.restorations
        announcer.begin(announcements(context)) { [unowned self] outcome in
          results[mirror.name]?.problems += outcome.problems
        }
      }
      try announcer.finish()
    } catch {
      throw .system("\(error)")
    }
    record.untold = []
  }
}
