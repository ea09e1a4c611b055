import TestSupport

/// What goes over a desk's bus from the daemon, as a third party hears it.
final class Monitor {
  private let program: Program

  /// Listens when this returns.
  init(_ desk: Desk) throws {
    program = try Program.start(
      "dbus-monitor",
      ["--session", "type='signal',path='/org/nightd/Night1'"],
      environment: desk.environment
    )
    // The bus takes a connection's name away when it becomes a monitor.
    while try !program.nextLine().contains("member=NameLost") {}
  }

  /// The next signals: `Changed dark 2`, `fade` or `X:fade` for a preference, `Schedule`, `Desktop` and
  /// `Inhibit` for those of their interfaces, and others
  /// by their names.
  func next(_ count: Int) throws -> [String] {
    try (0..<count).map { _ in try next() }
  }

  func next() throws -> String {
    while true {
      let line = try program.nextLine()
      guard line.hasPrefix("signal "), line.contains("path=/org/nightd/Night1"),
        let member = line.split(separator: "member=").last
      else { continue }
      guard member == "Changed" else { return String(member) }
      if line.contains("interface=org.nightd.Night1.Preferences") {
        let words = try (0..<2).map { _ in
          try program.nextLine().split(separator: "\"", omittingEmptySubsequences: false)
        }
        let (key, application) = (
          words[0].dropFirst().first ?? "", words[1].dropFirst().first ?? ""
        )
        return application.isEmpty ? String(key) : "\(application):\(key)"
      }
      for name in ["Schedule", "Desktop", "Inhibit"]
      where line.contains("interface=org.nightd.Night1.\(name);") {
        return name
      }
      let style = try program.nextLine().split(separator: "\"").dropFirst().first ?? ""
      let serial = try program.nextLine().split(separator: " ").last ?? ""
      return "Changed \(style) \(serial)"
    }
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
