import Glibc
import NightBus
import NightPrograms
import NightValues

/// Writes the files of programs, and announces the new colours to running programs.
///
/// All programs get the colours at the same time; the announcements to one program run in their
/// order. A program that does not end within its limit is stopped.
final class ProgramApplier {
  /// How it went for one program.
  struct Result: Equatable {
    let name: String
    /// The files that were written, because they were missing or had other text.
    var written: [String] = []
    /// Whether running programs were told.
    var isAnnounced = false
    /// Sentences about what failed.
    var problems: [String] = []
  }

  private let context: ProgramContext
  private let finder: ProgramFinder
  private let stamps: ProgramStamps
  private let record: ProgramRecord
  /// Which program has which file in this run.
  private var writers: [String: String] = [:]
  private let announcer: Announcer
  private var results: [String: Result] = [:]
  /// The wallpapers to set when all other programs have their colours.
  private var later: [(name: String, wallpaper: Wallpaper?)] = []

  init(
    _ context: ProgramContext,
    _ finder: ProgramFinder,
    stamps: ProgramStamps,
    record: ProgramRecord,
    terminals: UserTerminals = UserTerminals()
  ) throws(BusError) {
    self.context = context
    self.finder = finder
    self.stamps = stamps
    self.record = record
    announcer = try Announcer(finder, terminals: terminals) { context.environment($0) }
  }

  /// Applies the programs, and returns how each went, in the same order.
  ///
  /// A program that already knows these colours is not told again, unless `always` is true.
  func apply(_ programs: [WantedProgram], always: Bool = false) throws(BusError) -> [Result] {
    for program in programs {
      results[program.name] = Result(name: program.name)
      write(program.files, of: program.name)
      let announcements = program.announcements
      let stamp = ProgramStamps.stamp(program.files, announcements)
      guard always || stamps.stamp(of: program.name) != stamp || announcements.isWallpaper else {
        continue
      }
      announce(announcements, of: program.name, stamp)
    }
    try announcer.finish()
    setWallpapers()
    stamps.save()
    return programs.compactMap { results[$0.name] }
  }

  /// Gives running programs their own colours back, after they were switched off.
  func restore(_ programs: [WantedProgram]) throws(BusError) -> [Result] {
    for program in programs {
      results[program.name] = Result(name: program.name)
      announce(program.restorations, of: program.name, nil)
    }
    try announcer.finish()
    setWallpapers()
    return programs.compactMap { results[$0.name] }
  }

  /// Sets the pictures last, because this waits until a picture is shown.
  private func setWallpapers() {
    let setter = WallpaperSetter(context, finder)
    for (name, wallpaper) in later { results[name]?.problems += setter.set(wallpaper) }
    later = []
  }

  private func write(_ files: [ColorFile], of name: String) {
    for file in files {
      if let other = writers.updateValue(name, forKey: file.path), other != name {
        writers[file.path] = other
        results[name]?.problems.append(Messages.isOthersFile(file.path, other))
        continue
      }
      do throws(Failure) {
        guard try !file.isForeign(context, record.entries[name]) else {
          results[name]?.problems.append(Messages.isYourFile(file.path, name))
          continue
        }
        if try file.write() { results[name]?.written.append(file.path) }
      } catch {
        results[name]?.problems.append(error.sentence)
      }
    }
  }

  private func announce(_ announcements: [Announcement], of name: String, _ stamp: String?) {
    announcer.begin(announcements) { [unowned self] outcome in
      results[name]?.problems += outcome.problems
      later += outcome.wallpapers.map { (name, $0) }
      results[name]?.isAnnounced = true
      if let stamp, results[name]?.problems.isEmpty == true { stamps.store(stamp, of: name) }
    }
  }
}

extension [Announcement] {
  /// Whether a picture is to be shown: the program that shows it may have ended since.
  fileprivate var isWallpaper: Bool {
    contains { if case .wallpaper = $0 { true } else { false } }
  }
}

extension ColorFile {
  /// Whether a file of the user's own is here.
  ///
  /// A file of nightd's names it as its writer. If its template does not, the record tells.
  func isForeign(
    _ context: ProgramContext,
    _ entry: ProgramRecord.Entry?
  ) throws(Failure) -> Bool {
    guard !path.hasPrefix(context.own("")), let bytes = try UserFile(path: path).bytes(),
      !bytes.isEmpty
    else { return false }
    let writer = Array("Written by nightd".utf8)
    guard bytes.firstPlace(of: writer) == nil else { return false }
    return Array(text.utf8).firstPlace(of: writer) != nil || entry?.own.contains(path) != true
  }

  /// Writes the file if it is missing or has another text; returns whether it was written.
  func write() throws(Failure) -> Bool {
    let target = UserFile(path: path)
    let bytes = Array(text.utf8)
    guard try target.bytes() != bytes else { return false }
    try target.write(bytes)
    return true
  }
}
