import TestSupport

/// What goes over a desk's bus from the daemon, as a third party hears it.
final class Monitor {
  private let program: Program

  /// Listens when this returns.
  init(_ desk: Desk) throws {
    program = try Program.start(
      "gdbus",
      ["monitor", "--session", "--dest=org.nightd.Night1", "--object-path=/org/nightd/Night1"],
      environment: desk.environment
    )
    while try !program.nextLine().hasPrefix("The name org.nightd.Night1 is owned by") {}
  }

  /// The next signals: `Changed dark 2`, and others by their names.
  func next(_ count: Int) throws -> [String] {
    try (0..<count).map { _ in try next() }
  }

  func next() throws -> String {
    let line = try program.nextLine()
    if let match = line.firstMatch(of: #/Style\.Changed \('(\w+)', uint64 (\d+), /#) {
      return "Changed \(match.1) \(match.2)"
    }
    return line.firstMatch(of: #/\.(\w+) \(/#).map { String($0.1) } ?? line
  }
}

extension Program {
  /// Reads on standard error until this comes as a line of nightd; false at the end.
  func awaitError(_ sentence: String) throws -> Bool {
    while let line = try readErrorLine() {
      if line == "nightd: \(sentence)" { return true }
    }
    return false
  }
}
