import NightCore
import NightPrograms

/// Asks a program whether it accepts its own configuration.
struct ProgramCheck {
  enum Verdict: Equatable {
    case accepted
    /// The program refuses its configuration; the string is the program's own message.
    case refused(String)
    /// It is unknown whether the program accepts its configuration; the string says why.
    case unknown(String)
  }

  let finder: ProgramFinder
  let context: ProgramContext

  /// Asks a program to check its configuration; returns nil if the program's description has no
  /// command for this check.
  func verdict(on program: WantedProgram) -> Verdict? {
    guard let name = program.check.first else { return nil }
    // If the program is missing, a helper such as `sh` would fail, and this would look as if the
    // program refused its configuration.
    guard program.program.isHere(context) else { return .unknown(ProgramMessages.noProgram(name)) }
    do throws(Failure) {
      let outcome = try AwaitedCommand(finder).outcome(program.check)
      guard let code = outcome.code else { return .unknown(outcome.problem ?? "") }
      return code == 0 ? .accepted : .refused(Self.words(outcome))
    } catch {
      return .unknown(error.sentence)
    }
  }

  /// The last lines that the program printed or, if it printed none, how it ended.
  private static func words(_ outcome: RunningProgram.Outcome) -> String {
    var tail = OutputTail()
    tail.append(Array(outcome.output.utf8))
    let lines = tail.text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    return lines.isEmpty ? outcome.problem ?? "" : lines.joined(separator: "\n")
  }
}

extension ProgramCommand {
  /// Prints whether a program accepts its present configuration; if the program refuses it, returns
  /// the sentences that say so instead.
  func showVerdict(
    on program: WantedProgram,
    _ context: ProgramContext
  ) throws(Failure) -> [String] {
    let check = ProgramCheck(finder: finder, context: context)
    guard let verdict = check.verdict(on: program) else { return [] }
    let sentences = ProgramMessages.verdict(verdict, program.name)
    if case .refused = verdict { return sentences }
    try output.sentences(sentences)
    return []
  }
}

extension ProgramMessages {
  static func refusesAlready(_ name: String, _ words: String) -> [String] {
    ["\(name) itself refuses its configuration already, before any change by nightd:"]
      + indented(words)
  }

  static func refusesEdit(_ name: String, _ words: String) -> [String] {
    ["nightctl: \(name) itself refuses its configuration after nightd's change:"] + indented(words)
  }

  static func givenBack(_ name: String) -> String {
    "\(name) was not switched on, and nightd has restored your files, because \(name) accepted its "
      + "configuration only without nightd's change; correct what its message names, then run "
      + "nightctl programs on \(name)"
  }

  fileprivate static func verdict(_ verdict: ProgramCheck.Verdict, _ name: String) -> [String] {
    switch verdict {
    case .accepted: ["\(name) itself accepts its configuration."]
    case .refused(let words): ["\(name) itself refuses its configuration:"] + indented(words)
    case .unknown(let why): ["\(name) could not check its configuration: \(Output.plain(why))."]
    }
  }

  private static func indented(_ words: String) -> [String] {
    words.split(separator: "\n").map { "  " + Output.plain(String($0)) }
  }
}
