import NightBus
import TestSupport

/// Runs nightctl while another program owns nightd's name and sends replies that nightd would never
/// send.
package struct Squatters: Trial {
  package static let name = "a squatter under the name"
  package static let unit = "commands"

  private static let commands = [
    ["get"], ["get", "--json"], ["set", "dark"], ["set", "--by-clock=00:00=dark"], ["toggle"],
    ["status"], ["watch"],
  ]
  /// The highest number of bytes in an error message.
  private static let complaint = 8 << 10
  private static let seconds = 25

  private let waiting: Bool

  /// If `waiting` is true, the behaviours that make nightctl wait until its timeout are also used.
  package init(waiting: Bool) { self.waiting = waiting }

  package func run() throws -> Tally {
    var tally = Tally()
    for behavior in Squatter.Behavior.allCases {
      guard waiting || (behavior != .silent && behavior != .babbling) else { continue }
      try meet(behavior, &tally)
    }
    return tally
  }

  /// Runs all commands at the same time, because some of them wait for a timeout.
  private func meet(_ behavior: Squatter.Behavior, _ tally: inout Tally) throws {
    let desk = try Desk()
    let squatter = try Squatter(desk, behavior)
    let caller = try Caller(desk)
    let programs = try Self.commands.map { words in
      (
        words: words,
        program: try Program.start(Built.nightctl, words, environment: desk.environment)
      )
    }
    let deadline = ContinuousClock.now + .seconds(Self.seconds)
    var names: [String] = []
    while programs.contains(where: { $0.program.exit == nil }), ContinuousClock.now < deadline {
      squatter.serve(milliseconds: 10)
      guard behavior == .babbling else { continue }
      if names.isEmpty {
        names = try programs.compactMap { try caller.uniqueName(of: $0.program)?.text }
      }
      for name in names { squatter.babble(to: name) }
    }
    for (words, program) in programs {
      tally.count += 1
      let place = "\(behavior.rawValue): nightctl \(words.joined(separator: " "))"
      guard let exit = program.exit else {
        tally.note(.hang, "\(place): it does not end")
        continue
      }
      _ = try program.wait()
      let errors = program.errorsSoFar
      let isPlain =
        errors.hasPrefix("nightctl: ") && errors.hasSuffix("\n")
        && errors.utf8.count < Self.complaint
        && !errors.dropLast().unicodeScalars.contains { $0.properties.generalCategory == .control }
      let output = try program.readAll()
      guard case .exited(let code) = exit, [1, 3].contains(code), isPlain, output.isEmpty else {
        tally.note(.wrong, "\(place): \(exit), \(output.prefix(300)) \(errors.prefix(300))")
        continue
      }
    }
  }
}
