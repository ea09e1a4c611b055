import NightBus
import NightCore
import NightPrograms

/// Tells running programs that their files or settings have changed.
///
/// Works on several lists of announcements at the same time, but makes the announcements of one
/// list one after the other.
final class Announcer {
  /// The result of one list of announcements.
  struct Outcome {
    /// A message for each announcement that failed.
    var problems: [String] = []
    /// Whether a command was not run, because its program was not running or the command is not
    /// installed.
    var isUnheard = false
    /// Whether nothing was announced, because each program already showed the style.
    var isNeedless = false
    /// The wallpapers that are shown only after all other programs have been notified.
    var wallpapers: [Wallpaper?] = []
  }

  private let finder: ProgramFinder
  private let terminals: UserTerminals
  private let environment: (String) -> String?
  private let loop: Loop
  private var running: [ObjectIdentifier: RunningProgram] = [:]
  private var unfinished = 0
  /// The user's processes; nil if the list of processes must be read again.
  private var known: Processes?

  init(
    _ finder: ProgramFinder,
    terminals: UserTerminals = UserTerminals(),
    environment: @escaping (String) -> String?
  ) throws(BusError) {
    self.finder = finder
    self.environment = environment
    self.terminals = terminals
    loop = try Loop()
  }

  /// Starts the announcements of one list; calls `then` when all of them have been made.
  ///
  /// `then` is called before `finish` returns.
  func begin(_ announcements: [Announcement], then: @escaping (Outcome) -> Void) {
    unfinished += 1
    announce(announcements[...], Outcome(), then)
  }

  /// Repeats the announcements to those running programs that show the opposite of `style`.
  ///
  /// A desktop shell may show the opposite style after a restart, or after somebody used its
  /// switch.
  func begin(
    _ announcements: [Announcement],
    unlessShown style: Style,
    then: @escaping (Outcome) -> Void
  ) {
    unfinished += 1
    askModes(announcements[...]) { [unowned self] modes in
      let others = zip(announcements, modes).filter { $1 == style.opposite }.map(\.0)
      announce(others[...], Outcome(isNeedless: others.isEmpty), then)
    }
  }

  /// Whether a running program gets this announcement through a command.
  func isHeard(_ announcement: Announcement) -> Bool { commands(announcement)?.isEmpty == false }

  /// The styles that the running programs show; nil for each program that does not answer.
  func modes(_ announcements: [Announcement]) throws(BusError) -> [Style?] {
    var modes: [Style?]?
    askModes(announcements[...]) { [loop] in
      modes = $0
      loop.stop()
    }
    if modes == nil { try loop.run() }
    return modes ?? []
  }

  /// Asks the running programs, one after the other, which style they show.
  private func askModes(
    _ rest: ArraySlice<Announcement>,
    _ found: [Style?] = [],
    then: @escaping ([Style?]) -> Void
  ) {
    guard let first = rest.first else { return then(found) }
    guard case .run(_, let programs, let mode) = first, !mode.isEmpty,
      let commands = commands(.run(mode, ifRunning: programs))
    else { return askModes(rest.dropFirst(), found + [nil], then: then) }
    start(commands) { [unowned self] outcomes in
      let shown = outcomes.first.flatMap { outcome in
        let word = String(outcome.output.trimmed(where: \.isWhitespace))
        return outcome.problem == nil ? Style(rawValue: word) : nil
      }
      askModes(rest.dropFirst(), found + [shown], then: then)
    }
  }

  /// Waits until all announcements of all lists have been made.
  func finish() throws(BusError) {
    if unfinished > 0 { try loop.run() }
  }

  private func announce(
    _ rest: ArraySlice<Announcement>,
    _ outcome: Outcome,
    _ then: @escaping (Outcome) -> Void
  ) {
    var rest = rest
    var outcome = outcome
    while let announcement = rest.popFirst() {
      switch announcement {
      case .signal(let signal, let programs): processes().signal(signal, to: programs)
      case .terminals(let bytes, of: let programs):
        terminals.write(bytes, only: programs.isEmpty ? nil : processes().terminals(of: programs))
      case .kdeColors:
        do throws(BusError) { try KdeSignals.send(environment) } catch {
          outcome.problems.append("\(error)")
        }
      case .wallpaper(let wallpaper): outcome.wallpapers.append(wallpaper)
      case .run, .runEach:
        guard let commands = commands(announcement) else {
          outcome.isUnheard = true
          continue
        }
        let remaining = rest
        let before = outcome
        return start(commands) { [unowned self] outcomes in
          var outcome = before
          outcome.problems += outcomes.compactMap(\.problem)
          announce(remaining, outcome, then)
        }
      }
    }
    then(outcome)
    unfinished -= 1
    if unfinished == 0 { loop.stop() }
  }

  private func processes() -> Processes {
    let processes = known ?? finder.runningProcesses()
    known = processes
    return processes
  }

  /// The commands to run for an announcement; nil if the announcement needs no command, its program
  /// is not running, or its command is not installed.
  private func commands(_ announcement: Announcement) -> [[String]]? {
    switch announcement {
    case .run(let arguments, let programs, _):
      guard programs.isEmpty || !processes().running(programs).isEmpty else { return nil }
      guard let path = arguments.first.flatMap(finder.path) else { return nil }
      return [[path] + arguments.dropFirst()]
    case .runEach(let pattern, let arguments):
      guard let path = arguments.first.flatMap(finder.path) else { return nil }
      return OwnPaths.matching(pattern).map { match in
        [path] + arguments.dropFirst().map { $0 == "{}" ? match : $0 }
      }
    case .signal, .terminals, .kdeColors, .wallpaper: return nil
    }
  }

  /// Runs all commands at the same time.
  ///
  /// When all commands have ended, calls `then` with their outcomes.
  private func start(
    _ commands: [[String]],
    then: @escaping ([RunningProgram.Outcome]) -> Void
  ) {
    var outcomes: [RunningProgram.Outcome] = []
    guard !commands.isEmpty else { return then([]) }
    for command in commands {
      do throws(BusError) {
        let program = try RunningProgram(command, endsGroup: false, on: loop) {
          [unowned self] program, outcome in
          running[ObjectIdentifier(program)] = nil
          known = nil
          outcomes.append(outcome)
          if outcomes.count == commands.count { then(outcomes) }
        }
        running[ObjectIdentifier(program)] = program
      } catch {
        outcomes.append(.init(problem: "\(error)"))
        if outcomes.count == commands.count { then(outcomes) }
      }
    }
  }
}
