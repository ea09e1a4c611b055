import TestSupport
import Testing

/// The installed bus contract, dbus/org.nightd.Night1.xml.
@Suite struct ContractTests {
  private static let standard = [
    "org.freedesktop.DBus.Peer", "org.freedesktop.DBus.Properties",
    "org.freedesktop.DBus.Introspectable",
  ]

  private func contract() throws -> String {
    try Program.run("/bin/cat", ["\(Built.sourceRoot)/dbus/org.nightd.Night1.xml"]).output
  }

  /// The members of each interface in the XML, sorted because their order has no meaning.
  private func interfaces(in xml: some Sequence<Substring>) -> [Substring: [String]] {
    var interfaces: [Substring: [String]] = [:]
    var interface: Substring = ""
    var member = ""
    for line in xml {
      switch line.prefix(while: { $0 == " " }).count {
      case 2 where line.hasPrefix("  <interface"): interface = line
      case 4:
        member += line
        // A member without arguments takes only one line of the XML.
        guard line.hasPrefix("    </") || line.hasSuffix("/>") else { continue }
        interfaces[interface, default: []].append(member)
        member = ""
      default: if !member.isEmpty { member += line }
      }
    }
    return interfaces.mapValues { $0.sorted() }
  }

  @Test("The daemon's introspection XML equals the contract file, except for the file's comments")
  func same() throws {
    let desk = try Desk()
    try desk.startDaemon()
    var introspected = interfaces(in: try desk.nightctl("introspect").output.split(separator: "\n"))
    for name in Self.standard { introspected["  <interface name=\"\(name)\">"] = nil }
    let own = try contract().replacing(#/(?s)<!--.*?-->/#, with: "").split(separator: "\n")
      .filter { !$0.allSatisfy(\.isWhitespace) }
    #expect(introspected.count == 7)
    #expect(interfaces(in: own) == introspected)
  }

  @Test("In the contract, a comment right above each name explains the name")
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
    "The contract is well-formed XML",
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
