import Glibc
import NightBus
import NightReactions
import NightValues

/// Writes the files of ready reactions, and announces the new colours to running programs.
///
/// All reactions are applied at the same time; the announcements of one reaction run in their
/// order. A program that does not end within its limit is stopped.
final class ReactionApplier {
  /// How it went for one reaction.
  struct Result: Equatable {
    let name: String
    /// The files that were written, because they were missing or had other text.
    var written: [String] = []
    /// Whether running programs were told.
    var isAnnounced = false
    /// Sentences about what failed.
    var problems: [String] = []
  }

  private let context: ReactionContext
  private let finder: ProgramFinder
  private let terminals: UserTerminals
  private let stamps: ReactionStamps
  private let loop: Loop
  private var results: [String: Result] = [:]
  private var running: [ObjectIdentifier: RunningProgram] = [:]
  private var unfinished = 0
  /// The wallpapers to set when all other programs have their colours.
  private var later: [(name: String, wallpaper: Wallpaper?)] = []

  init(
    _ context: ReactionContext,
    _ finder: ProgramFinder,
    stamps: ReactionStamps,
    terminals: UserTerminals = UserTerminals()
  ) throws(BusError) {
    self.context = context
    self.finder = finder
    self.stamps = stamps
    self.terminals = terminals
    loop = try Loop()
  }

  /// Applies the reactions, and returns how each went, in the same order.
  ///
  /// A program that already knows these colours is not told again, unless `always` is true.
  func apply(_ reactions: [ReadyReaction], always: Bool = false) throws(BusError) -> [Result] {
    for reaction in reactions {
      results[reaction.name] = Result(name: reaction.name)
      let files = reaction.files(context)
      write(files, of: reaction.name)
      let announcements = reaction.announcements(context)
      let stamp = ReactionStamps.stamp(files, announcements)
      guard always || stamps.stamp(of: reaction.name) != stamp || announcements.isWallpaper else {
        continue
      }
      unfinished += 1
      announce(announcements[...], of: reaction.name, stamp)
    }
    if unfinished > 0 { try loop.run() }
    setWallpapers()
    stamps.save()
    return reactions.compactMap { results[$0.name] }
  }

  /// Gives running programs their own colours back, after the reactions were switched off.
  func restore(_ reactions: [ReadyReaction]) throws(BusError) -> [Result] {
    for reaction in reactions {
      results[reaction.name] = Result(name: reaction.name)
      unfinished += 1
      announce(reaction.restorations(context)[...], of: reaction.name, nil)
    }
    if unfinished > 0 { try loop.run() }
    setWallpapers()
    return reactions.compactMap { results[$0.name] }
  }

  /// Sets the pictures last, because this waits until a picture is shown.
  private func setWallpapers() {
    let setter = WallpaperSetter(context, finder)
    for (name, wallpaper) in later { results[name]?.problems += setter.set(wallpaper) }
    later = []
  }

  private func write(_ files: [ColorFile], of name: String) {
    for file in files {
      let target = UserFile(path: file.path)
      let bytes = Array(file.text.utf8)
      do throws(Failure) {
        guard try target.bytes() != bytes else { continue }
        try target.write(bytes)
        results[name]?.written.append(file.path)
      } catch {
        results[name]?.problems.append(error.sentence)
      }
    }
  }

  private func announce(_ rest: ArraySlice<Announcement>, of name: String, _ stamp: String?) {
    var rest = rest
    while let announcement = rest.popFirst() {
      switch announcement {
      case .signal(let signal, let programs): finder.signal(signal, to: programs)
      case .terminals(let bytes, of: let programs):
        terminals.write(bytes, only: programs.isEmpty ? nil : finder.terminals(of: programs))
      case .wallpaper(let wallpaper): later.append((name, wallpaper))
      case .run(let arguments, let programs):
        guard programs.isEmpty || !finder.running(programs).isEmpty else { continue }
        guard let path = arguments.first.flatMap(finder.path) else { continue }
        let remaining = rest
        return start([[path] + arguments.dropFirst()], of: name) { [unowned self] in
          announce(remaining, of: name, stamp)
        }
      case .runEach(let pattern, let arguments):
        guard let path = arguments.first.flatMap(finder.path) else { continue }
        let commands = OwnPaths.matching(pattern).map { match in
          [path] + arguments.dropFirst().map { $0 == "{}" ? match : $0 }
        }
        let remaining = rest
        return start(commands, of: name) { [unowned self] in announce(remaining, of: name, stamp) }
      }
    }
    results[name]?.isAnnounced = true
    if let stamp, results[name]?.problems.isEmpty == true { stamps.store(stamp, of: name) }
    unfinished -= 1
    if unfinished == 0 { loop.stop() }
  }

  /// Runs the commands at the same time; calls `then` when all have ended.
  private func start(_ commands: [[String]], of name: String, then: @escaping () -> Void) {
    var left = commands.count
    guard left > 0 else { return then() }
    for command in commands {
      do throws(BusError) {
        let program = try RunningProgram(command, on: loop) { [unowned self] program, outcome in
          running[ObjectIdentifier(program)] = nil
          if let problem = outcome.problem { results[name]?.problems.append(problem) }
          left -= 1
          if left == 0 { then() }
        }
        running[ObjectIdentifier(program)] = program
      } catch {
        results[name]?.problems.append("\(error)")
        left -= 1
        if left == 0 { then() }
      }
    }
  }
}

extension [Announcement] {
  /// Whether a picture is to be shown: the program that shows it may have ended since.
  fileprivate var isWallpaper: Bool {
    contains { if case .wallpaper = $0 { true } else { false } }
  }
}
