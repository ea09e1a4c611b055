import TestSupport
import Testing

extension SystemdTests {
  /// The effects of the unit's restrictions, even under a manager that ignores many of them.
  @Suite struct RestrictionTests {
    private let session: UserSession
    private let unit: UnitFile

    init() throws {
      session = try #require(UserSession.current)
      unit = try UnitFile("nightd.service")
      try session.startAfresh()
      let script = try Program.run("cat", ["\(Built.sourceRoot)/Tests/SystemdTests/Sandbox/probe"])
      _ = try session.said("cat >~/probe <<'END'\n\(script.output)END\npython3 ~/probe outside")
    }

    @Test(
      "Each directive of the unit either is a restriction or controls how the daemon starts or ends"
    )
    func complete() {
      let tried = Set(Restriction.all.map(\.directive))
      #expect(unit.directives == tried.union(Restriction.others))
    }

    @Test("docs/security.md lists each restriction of the unit")
    func manual() throws {
      let text = try Manual.text()
      for directive in Set(Restriction.all.map(\.directive)) {
        #expect(text.contains("`\(directive)="))
      }
    }

    @Test(
      "With all directives, the unit blocks each probe, except in folders that it makes writable"
    )
    func whole() throws {
      let words = Dictionary(
        Restriction.all.map { ($0.probe, $0.word) },
        uniquingKeysWith: { $1 }
      )
      try session.dropIn(
        """
        [Service]
        Type=oneshot
        Restart=no
        ExecStart=
        ExecStart=/usr/bin/python3 %h/probe \(words.keys.sorted().joined(separator: " "))
        StandardOutput=file:%h/whole.out
        """
      )
      _ = try session.said("systemctl --user start nightd")
      #expect(try session.words("~/whole.out") == words)
    }

    @Test(
      "Each directive changes the result of its probe, even if the other directives are missing"
    )
    func alone() throws {
      let grounds = Dictionary(grouping: Restriction.all, by: \.ground)
      let directives = Dictionary(grouping: Restriction.all, by: \.directive)
      let without = grounds.map { ground, tried in
        Trial(name: Self.name(of: ground), directives: ground, probes: tried.map(\.probe))
      }
      let with = directives.map { directive, tried in
        Trial(
          name: "with-\(directive)",
          directives: (tried.first?.ground ?? []) + [directive],
          probes: tried.map(\.probe)
        )
      }
      // Units without the directive run first, because a unit with the directive may remove the
      // folder that another unit probes.
      let outcomes = try session.outcomes(of: without, from: unit)
        .merging(session.outcomes(of: with, from: unit)) { $1 }
      for tried in Restriction.all {
        let control = outcomes[Self.name(of: tried.ground)]?[tried.probe]
        #expect(control == tried.wordWithout, "without \(tried.directive): \(tried.probe)")
        let word = outcomes["with-\(tried.directive)"]?[tried.probe]
        #expect(word == tried.word, "with \(tried.directive): \(tried.probe)")
      }
    }

    private static func name(of ground: [String]) -> String {
      (["without"] + ground).joined(separator: "-")
    }
  }
}
