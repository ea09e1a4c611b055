import Glibc
import NightBus
import NightReactions
import NightValues

/// Writes the files of ready reactions, and announces the new colours to running programs.
///
/// All reactions are applied at the same time; the announcements of one reaction run in their
/// order. A program that does not end within its limit is stopped.
final class ReactionApplier {
  /// How long a program that announces the colours may take.
  private static let programMilliseconds = 5_000

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
        let commands = Self.paths(pattern).map { match in
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
        let program = try RunningProgram(command, Self.programMilliseconds, on: loop) {
          [unowned self] program, problem in
          running[ObjectIdentifier(program)] = nil
          if let problem { results[name]?.problems.append(problem) }
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

  /// The user's own files and sockets that match a pattern with `*` in its last component, sorted.
  ///
  /// Another user can make a socket in a shared folder such as `/tmp`, and answer there with
  /// commands. A socket that no program listens on is left out.
  static func paths(_ pattern: String) -> [String] {
    var matches = glob_t()
    defer { globfree(&matches) }
    guard glob(pattern, 0, nil, &matches) == 0 else { return [] }
    return (0..<Int(matches.gl_pathc)).compactMap { index in
      matches.gl_pathv[index].map { String(cString: $0) }
    }.filter { isOwn(UserFile.folder(of: $0)) && isOwn($0) && !UnixSocket.isDead($0) }
  }

  private static func isOwn(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_uid == geteuid()
  }
}

/// A program that announces colours, with its limit.
private final class RunningProgram {
  private var child: ChildProcess?
  private var limit: Timer?
  private var output = OutputTail()
  private var reader: OutputReader?
  private var isTooLong = false

  /// `onEnd` gets a sentence about the failure, or nil.
  init(
    _ command: [String],
    _ milliseconds: Int,
    on loop: Loop,
    onEnd: @escaping (RunningProgram, String?) -> Void
  ) throws(BusError) {
    var pipe = try Pipe()
    let null = try FileDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC), from: "open")
    guard let reading = pipe.reading.take(), let writing = pipe.writing?.number else { return }
    reader = OutputReader(
      reading,
      on: loop,
      onOutput: { [unowned self] in output.append($0) },
      onEnd: {}
    )
    child = try ChildProcess(
      command,
      environment: [:],
      input: null.number,
      output: writing,
      errors: writing,
      on: loop
    ) { [unowned self] end in
      reader?.finish()
      limit = nil
      onEnd(self, problem(command, end))
    }
    limit = loop.timer { [unowned self] in
      isTooLong = true
      child?.stop(milliseconds: 500)
    }
    limit?.set(milliseconds: milliseconds)
  }

  private func problem(_ command: [String], _ end: ChildProcess.End) -> String? {
    let name = command.first.map(UserFile.name(of:)) ?? ""
    let last = output.text.split(separator: "\n").last.map { ": " + $0 } ?? ""
    if isTooLong { return Messages.announcementTooLong(name) }
    switch end {
    case .exited(0): return nil
    case .exited(let code): return Messages.announcementFailed(name, code: code) + last
    case .killed, .unknown: return Messages.announcementEnded(name) + last
    }
  }
}

/// The colours that were last announced to each program in this session.
///
/// A program that already has the colours gets no second announcement.
///
/// The file is `reactions.json` in the runtime folder, which ends with the session.
final class ReactionStamps {
  private static let mostBytes = 64 << 10

  private let file: UserFile?
  private var stamps: [String: String] = [:]

  /// `folder` is nightd's runtime folder. If it is nil, every change is announced.
  init(in folder: String?) {
    file = folder.map { UserFile(path: $0 + "/reactions.json") }
    guard let bytes = (try? file?.bytes()) ?? nil, bytes.count <= Self.mostBytes,
      let root = try? JSONReader.read(bytes)
    else { return }
    for member in root.members ?? [] {
      if case .string(let stamp) = member.node.value { stamps[member.name] = stamp }
    }
  }

  func stamp(of name: String) -> String? { stamps[name] }

  func store(_ stamp: String, of name: String) { stamps[name] = stamp }

  func remove(_ name: String) { stamps[name] = nil }

  /// Stores the stamps; best effort, because a lost stamp only means one more announcement.
  func save() {
    guard let file else { return }
    let members = stamps.sorted { $0.key < $1.key }.map {
      JSON.Member(name: $0.key, value: .string($0.value))
    }
    _ = try? file.write(Array(JSON.object(members).text(pretty: false).utf8))
  }

  /// A text that is the same for the same files and announcements.
  static func stamp(_ files: [ColorFile], _ announcements: [Announcement]) -> String {
    let texts = files.map(\.path) + files.map(\.text) + announcements.map { "\($0)" }
    // FNV-1a, 64 bits: the stamp only has to differ for other colours, not to withstand attacks.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in texts.joined(separator: "\0").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}

extension [Announcement] {
  /// Whether a picture is to be shown: the program that shows it may have ended since.
  fileprivate var isWallpaper: Bool {
    contains { if case .wallpaper = $0 { true } else { false } }
  }
}
