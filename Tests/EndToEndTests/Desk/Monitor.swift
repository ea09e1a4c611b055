import TestSupport

/// The daemon's signals on a desk's bus, as any other program could receive them.
final class Monitor {
  private let program: Program

  /// Starts the monitor, and returns when it listens.
  init(_ desk: Desk) throws {
    program = try Program.start(
      "dbus-monitor",
      ["--session", "type='signal',path='/org/nightd/Night1'"],
      environment: desk.environment
    )
    // A connection loses its name when it becomes a monitor, so this signal shows that the monitor
    // listens.
    while try !program.nextLine().contains("member=NameLost") {}
  }

  /// The next signals, each as a short string.
  ///
  /// A style is printed as `Changed dark 2`, and a preference as `fade` or `X:fade`. Signals of
  /// other interfaces are printed as `Schedule`, `Themes`, `Desktop` and `Inhibit`. Any other
  /// signal is printed as its member's name.
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
      for name in ["Schedule", "Themes", "Desktop", "Inhibit"]
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
  /// Reads standard error until nightd logs this message; returns false at the end of the stream.
  func awaitError(_ sentence: String) throws -> Bool {
    while let line = try readErrorLine() {
      if line == "nightd: \(sentence)" { return true }
    }
    return false
  }
}
