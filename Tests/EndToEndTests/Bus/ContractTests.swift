import TestSupport
import Testing

/// The contract that is installed for others to read.
@Suite struct ContractTests {
  private static let standard = [
    "org.freedesktop.DBus.Peer", "org.freedesktop.DBus.Properties",
    "org.freedesktop.DBus.Introspectable",
  ]

  private func contract() throws -> String {
    try Program.run("/bin/cat", ["\(Built.sourceRoot)/dbus/org.nightd.Night1.xml"]).output
  }

  @Test("the contract without its comments is what the daemon introspects")
  func same() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    var lines: [Substring] = []
    var isStandard = false
    let introspected = try desk.nightctl("introspect").output
    for line in introspected.split(separator: "\n") {
      if Self.standard.contains(where: { line == "  <interface name=\"\($0)\">" }) {
        isStandard = true
      }
      if !isStandard { lines.append(line) }
      if line == "  </interface>" { isStandard = false }
    }
    let own = try contract().replacing(#/(?s)<!--.*?-->/#, with: "").split(separator: "\n")
      .filter { !$0.allSatisfy(\.isWhitespace) }
    #expect(own == lines)
    #expect(daemon.exit == nil)
  }

  @Test("every name of the contract is explained right above it")
  func explained() throws {
    var isExplained = false
    var names = 0
    for line in try contract().split(separator: "\n") {
      if line.contains("-->") { isExplained = true }
      guard line.firstMatch(of: #/<(interface|method|signal|property) /#) != nil else { continue }
      names += 1
      #expect(isExplained, "\(line)")
      isExplained = false
    }
    #expect(names > 15)
  }

  @Test(
    "the contract is well-formed",
    .enabled(if: Tool.path("python3") != nil, "python3 is missing")
  )
  func wellFormed() throws {
    let reader = "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])"
    let finished = try Program.run(
      "python3",
      ["-c", reader, "\(Built.sourceRoot)/dbus/org.nightd.Night1.xml"],
      environment: ["PATH": Tool.searchPath]
    )
    #expect(finished.exit == .exited(0), "\(finished)")
  }
}
