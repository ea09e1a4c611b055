import Glibc
import NightBus
import NightClient
import NightCore
import NightPrograms
import NightStore

/// Writes the files and settings of programs, and notifies running programs of new colours.
///
/// All programs are notified at the same time, but the announcements to one program keep their
/// order. A command that notifies a program is stopped if it exceeds its time limit.
final class ProgramApplier {
  /// What the applier did for one program, and what failed.
  struct Result: Equatable {
    let name: String
    /// The files and keys that had to be written, because they were missing or had other values.
    var written: [String] = []
    /// Whether running programs were notified.
    var isAnnounced = false
    /// The message of a program that refuses the new files; nightd does not notify such a program.
    var refusal: String?
    /// A message for each of the user's files that nightd does not change.
    var notes: [String] = []
    /// Sentences that list the files in which nightctl has kept earlier contents of the user's
    /// files.
    var kept: [String] = []
    /// A message for each file, setting or announcement that failed.
    var problems: [String] = []

    /// Whether the program got all of its files, settings and announcements.
    var isUnhindered: Bool { notes.isEmpty && problems.isEmpty }
  }

  /// Says for which programs to write files and settings, and which programs to notify.
  struct Order {
    /// The programs that get the colours.
    var programs: [WantedProgram]
    /// Programs that can follow the style by themselves but do not now; nightctl restores the
    /// user's values in their settings.
    var others: [WantedProgram] = []
    /// The programs whose files and settings stay as they are, because their descriptions have
    /// mistakes.
    var kept: Set<String> = []
    /// The programs that were switched off, and that therefore get their own colours back.
    var restored: [WantedProgram] = []
    /// The settings files of the programs that are switched off.
    var restoredFiles: [String] = []
    /// The programs that are notified even if they already have the colours.
    var always: Set<String> = []
    /// Called before nightd writes settings from which it reads the desktop's preference.
    var onWritingSource: () -> Void = {}
    /// Returns why a program refuses its new files; nil if it accepts them.
    ///
    /// Called before the program is notified.
    var refusal: (WantedProgram) -> String? = { _ in nil }
  }

  private let context: ProgramContext
  private let finder: ProgramFinder
  private let stamps: ProgramStamps
  private let terminals: UserTerminals
  private let settings: SettingsApplier
  /// The name of the program for which each file was written in this run, by the file's path.
  private var writers: [String: String] = [:]
  private var results: [String: Result] = [:]
  /// The wallpapers to set when all other programs have their colours.
  private var later: [(name: String, wallpaper: Wallpaper?)] = []

  init(
    _ context: ProgramContext,
    _ finder: ProgramFinder,
    stamps: ProgramStamps,
    _ file: RecordFile<ProgramRecord>,
    terminals: UserTerminals = UserTerminals()
  ) {
    self.context = context
    self.finder = finder
    self.stamps = stamps
    self.terminals = terminals
    settings = SettingsApplier(finder, file, context.folders)
  }

  /// Writes the files and settings in `order`, and notifies the programs; returns the result for
  /// each program.
  ///
  /// First, nightctl notifies those programs whose update changes only nightd's own files. Settings
  /// files are written only afterwards, because writing a settings file waits for the disk. If the
  /// record of nightd's changes is damaged, only nightd's own files are written.
  func apply(_ order: Order) throws(Failure) -> [Result] {
    let all = order.programs + order.others + order.restored
    for program in all { results[program.name] = Result(name: program.name) }
    settings.release(order.programs + order.others)
    settings.switchedOff = Set(order.restoredFiles)
    settings.kept = order.kept
    settings.leaving = order.restored
    for program in all { settings.writers[program.name] = program.writer }
    let parting = parting(order)
    let (early, following) = (
      order.programs.filter(\.isToldEarly), order.programs.filter { !$0.isToldEarly }
    )
    // Store the record of nightd's changes before the first file is written, so that `undo` works
    // even if nightctl is killed.
    try settings.noteFiles(early, context)
    for program in early { write(program.files, of: program.name) }
    try announce { (announcer) throws(Failure) in
      tell(early, order, announcer)
      let writes = try settings.prepare(order.programs + parting, context)
      for program in following { write(program.files, of: program.name) }
      if settings.file.damage == nil {
        let sources = all.filter { $0.program.styleSource != nil }.map(\.name)
        if writes.contains(where: { $0.writesSettings(of: sources) }) { order.onWritingSource() }
        merge(carryOut(writes))
        try tellParting(parting, order)
        finishSettings(order)
      }
      tell(following, order, announcer)
      for program in order.others where settings.record.untold.contains(program.name) {
        begin(program.restorations, of: program.name, announcer)
      }
      for program in order.restored { begin(program.restorations, of: program.name, announcer) }
    }
    if settings.file.damage == nil {
      settings.changeUntold { $0 = [] }
      try settings.store()
    }
    for (name, wallpaper) in later {
      let stores = all.first { $0.name == name }?.program.pictures ?? []
      let setter = WallpaperSetter(context, finder, stores)
      do throws(Failure) {
        // Take the lock for GNOME's settings, because otherwise another program could write at the
        // same time. A GSettings backend that stores all settings in one file could then lose one
        // of the two writes.
        let held = try RunLock(.gnome, environment: context.environment)
        defer { held.release() }
        results[name]?.problems += setter.set(wallpaper)
      } catch { results[name]?.problems.append(error.sentence) }
    }
    stamps.save()
    // Add the results of programs that are off, but whose settings could not be restored yet.
    let names = all.map(\.name)
    let others = results.keys.filter { !names.contains($0) }.sorted()
    return (names + others).compactMap { results[$0] }
  }

  /// The results that `apply` would return for the order's programs; changes and notifies nothing.
  func preview(_ order: Order) -> [Result] {
    settings.kept = order.kept
    for program in order.programs {
      results[program.name] = Result(name: program.name)
      write(program.files, of: program.name, isPreview: true)
    }
    merge(settings.preview(order.programs))
    return order.programs.compactMap { results[$0.name] }
  }

  // MARK: - Files and settings

  private func carryOut(_ writes: [SettingsWrite]) -> [String: Result] {
    settings.carryOut(writes) { () throws(Failure) in
      try RunLock(.gnome, environment: context.environment)
    }
  }

  private func write(_ files: [ColorFile], of name: String, isPreview: Bool = false) {
    for file in files {
      if let other = writers.updateValue(name, forKey: file.path), other != name {
        writers[file.path] = other
        results[name]?.problems.append(ProgramMessages.isOthersFile(file.path, other))
        continue
      }
      do throws(Failure) {
        // If an earlier version of the description replaced the user's file, that file is restored
        // first; it is then the user's, so do not overwrite it.
        guard settings.record.files[file.path] == nil,
          try !file.isForeign(context, settings.record.entries[name])
        else {
          results[name]?.problems.append(ProgramMessages.isYourFile(file.path, name))
          continue
        }
        guard try !file.isWritten() else { continue }
        if !isPreview { try file.write() }
        results[name]?.written.append(file.path)
      } catch {
        results[name]?.problems.append(error.sentence)
      }
    }
  }

  private func finishSettings(_ order: Order) {
    for program in order.programs where program.include == nil {
      removeFiles(of: program.name, except: program.files.map(\.path))
    }
    for program in order.others { removeFiles(of: program.name, except: []) }
    settings.changeUntold { untold in
      for program in order.programs where program.program.followsItself {
        guard let result = results[program.name], result.isUnhindered else { continue }
        if program.isUntold || !result.written.isEmpty { untold.insert(program.name) }
      }
      // Also add programs for which nightd started a helper, because the helper must end even if no
      // file contains nightd's values any more.
      untold.formUnion(order.others.filter(\.hasProgram).map(\.name))
    }
  }

  /// The programs that must read special values from nightd before nightd restores the user's
  /// values.
  ///
  /// If nightd merely removed a key from the settings, a running program would keep nightd's value.
  private func parting(_ order: Order) -> [WantedProgram] {
    order.others.compactMap { program in
      guard let last = program.parting, settings.hasFiles(program.name) else { return nil }
      var program = program
      program.settings = last.settings
      program.restorations = last.restorations
      return program
    }
  }

  /// Tells the programs in `parting` to read the special values that nightd has written for them,
  /// and then restores the user's values.
  private func tellParting(_ parting: [WantedProgram], _ order: Order) throws(Failure) {
    guard !parting.isEmpty else { return }
    var failed: Set<String> = []
    try announce { announcer in
      for program in parting where settings.record.untold.contains(program.name) {
        announcer.begin(program.parting?.announcements ?? []) { outcome in
          if !outcome.problems.isEmpty { failed.insert(program.name) }
        }
      }
    }
    for program in parting where !failed.contains(program.name) {
      parted[program.name] = program.restorations
    }
    merge(carryOut(try settings.prepare(order.programs, context)))
  }

  private func merge(_ found: [String: Result]) {
    for (name, result) in found {
      var known = results[name] ?? Result(name: name)
      known.written += result.written.filter { !known.written.contains($0) }
      known.notes += result.notes.filter { !known.notes.contains($0) }
      known.kept += result.kept
      known.problems += result.problems.filter { !known.problems.contains($0) }
      results[name] = known
    }
  }

  /// Removes the files that nightd made for a program, if no file of the user refers to them any
  /// more.
  private func removeFiles(of name: String, except kept: [String]) {
    // A file that could not be written may still refer to one of nightd's files, so keep nightd's
    // files.
    guard results[name]?.isUnhindered == true, let entry = settings.record.entries[name],
      entry.line.isEmpty
    else { return }
    var left = entry.own
    for path in entry.own where !kept.contains(path) {
      do throws(Failure) {
        if try !ColorFile(path, "").isForeign(context, entry) {
          guard unlink(path) == 0 || errno == ENOENT else {
            throw .system(Messages.cannotRemove(path, errno))
          }
          UserFile(path: path).removeLeftovers()
          results[name]?.written.append(path)
        }
        left.removeAll { $0 == path }
      } catch { results[name]?.problems.append(error.sentence) }
    }
    settings.setFiles(left, of: name)
  }

  // MARK: - Announcements

  /// Lets `body` start announcements of the colours to programs, and waits until these
  /// announcements are finished, even if `body` throws.
  private func announce(_ body: (Announcer) throws(Failure) -> Void) throws(Failure) {
    var failure: Failure?
    do throws(BusError) {
      let announcer = try Announcer(finder, terminals: terminals) { [context] in
        context.environment($0)
      }
      do throws(Failure) { try body(announcer) } catch { failure = error }
      try announcer.finish()
    } catch { throw .client(ClientError(error)) }
    if let failure { throw failure }
  }

  /// Notifies programs of their colours, except programs that already have these colours or refuse
  /// their new settings.
  private func tell(_ programs: [WantedProgram], _ order: Order, _ announcer: Announcer) {
    for program in programs { results[program.name]?.refusal = order.refusal(program) }
    for program in programs where results[program.name]?.refusal == nil {
      tell(program, order, announcer)
    }
  }

  private func tell(_ program: WantedProgram, _ order: Order, _ announcer: Announcer) {
    let announcements = program.announcements
    let isUntold =
      order.always.contains(program.name) || settings.record.untold.contains(program.name)
    if program.program.followsItself {
      if isUntold { begin(announcements, of: program.name, announcer) }
      return
    }
    let stamp = ProgramStamps.stamp(program.files, announcements)
    guard isUntold || stamps.stamp(of: program.name) != stamp || announcements.isWallpaper else {
      let shells = announcements.filter(\.hasMode)
      guard !shells.isEmpty else { return }
      return announcer.begin(shells, unlessShown: context.style) { [unowned self] outcome in
        results[program.name]?.problems += outcome.problems
        results[program.name]?.isAnnounced = !outcome.isNeedless
      }
    }
    begin(announcements, of: program.name, announcer, stamp, hasFiles: !program.files.isEmpty)
  }

  private func begin(
    _ announcements: [Announcement],
    of name: String,
    _ announcer: Announcer,
    _ stamp: String? = nil,
    hasFiles: Bool = true
  ) {
    announcer.begin(parted[name] ?? announcements) { [unowned self] outcome in
      results[name]?.problems += outcome.problems
      later += outcome.wallpapers.map { (name, $0) }
      results[name]?.isAnnounced = true
      // If the program was not notified and reads no files, do not record that it has the colours,
      // so that the program is notified when it runs.
      if let stamp, results[name]?.problems.isEmpty == true, hasFiles || !outcome.isUnheard {
        stamps.store(stamp, of: name)
      }
    }
  }

  /// For each program that has already read nightd's special values, the announcements to make
  /// instead of the usual ones.
  private var parted: [String: [Announcement]] = [:]
}

extension WantedProgram {
  /// Whether the program's update changes only nightd's own files, so that the program can be
  /// notified before nightd writes the settings of other programs.
  fileprivate var isToldEarly: Bool { !program.followsItself && settings.isEmpty }
}

extension [Announcement] {
  /// Whether one of the announcements is a request to show a wallpaper.
  ///
  /// Such a request is made even if the colours are the same as before, because the program that
  /// shows the wallpaper may have ended.
  fileprivate var isWallpaper: Bool {
    contains { if case .wallpaper = $0 { true } else { false } }
  }
}

extension ColorFile {
  /// Whether the user wrote the file at this path.
  ///
  /// A file from nightd normally contains the words “Written by nightd”. If the file's template
  /// does not contain the words “Written by nightd”, the record shows whether nightd wrote the
  /// file's present text.
  func isForeign(
    _ context: ProgramContext,
    _ entry: ProgramRecord.Entry?
  ) throws(Failure) -> Bool {
    guard !path.hasPrefix(context.own("")) else { return false }
    // nightd never creates links, so a link belongs to the user, even if it leads to a copy of
    // nightd's file.
    guard !Disk.isLink(path) else { return true }
    guard let bytes = try UserFile(path: path).bytes() else { return false }
    // An empty file can be nightd's, because a power failure can empty it, so look in the record.
    guard !bytes.isEmpty else { return entry?.own.contains(path) != true }
    guard bytes.firstPlace(of: Self.writer) == nil else { return false }
    guard !namesWriter, entry?.own.contains(path) == true else { return true }
    return entry?.texts[path].map { !$0.includes(Fingerprint.of(bytes)) } ?? false
  }

  private static let writer = Array("Written by nightd".utf8)

  /// Whether the text says that nightd wrote it.
  var namesWriter: Bool { Array(text.utf8).firstPlace(of: Self.writer) != nil }

  /// Whether the file already has this text.
  func isWritten() throws(Failure) -> Bool { try UserFile.own(path).bytes() == Array(text.utf8) }

  func write() throws(Failure) {
    // No sync is needed: if a power failure loses the file, nightd writes it again.
    try UserFile.own(path).write(Array(text.utf8), isSynced: false)
  }
}
