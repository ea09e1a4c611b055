import TestSupport
import Testing

extension SystemdTests {
  @Suite struct NightSwitchTests {
    private static let timer = "night-switch.timer"
    private static let service = "night-switch.service"
    private static let stamp = "~/.local/share/systemd/timers/stamp-night-switch.timer"

    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
    }

    @Test("night-switch.timer is installed, but disabled")
    func off() throws {
      #expect(
        try session.run("systemctl --user is-enabled night-switch.timer").output == "disabled"
      )
      #expect(try session.property("ActiveState", of: Self.timer) == "inactive")
    }

    @Test(
      "night-switch sets the style that fits the time, and a second run changes nothing",
      arguments: ["true", "nightctl set light", "nightctl set dark"]
    )
    func run(before: String) throws {
      _ = try session.said(before)
      let clock = try clockStyle()
      _ = try session.said("systemctl --user start night-switch")
      let style = try session.said("nightctl get")
      #expect(try style == clock || style == clockStyle())

      let stored = try intent()
      _ = try session.said("systemctl --user start night-switch")
      #expect(try intent() == stored)
    }

    @Test("During a hold, night-switch changes nothing and says so")
    func hold() throws {
      let held = try clockStyle() == "dark" ? "light" : "dark"
      _ = try session.said(
        """
        mkdir -p ~/.local/state/nightd
        cat >~/.local/state/nightd/intent.json <<END
        {
          "format": 1,
          "revision": 1,
          "hold": {
            "style": "\(held)",
            "since": "2026-01-01T00:00:00Z",
            "until": "$(date -u -d '1 day' +%Y-%m-%dT%H:%M:%SZ)"
          }
        }
        END
        """
      )
      let stored = try intent()
      _ = try session.said("systemctl --user start night-switch")
      #expect(try session.said("nightctl get") == held)
      #expect(try intent() == stored)
      let words = "Nothing was done: a temporary hold keeps the style \(held)."
      // The unit is no part of these options: the journal learns the unit from /proc, so it does not
      // know the unit if nightctl has ended before the journal reads the line.
      try session.awaitLine(words, by: "-t nightctl")
    }

    @Test("night-switch.timer fires at 07:00 and at 19:30")
    func times() throws {
      _ = try session.said("systemctl --user start night-switch.timer")
      let next = try session.property("TimersCalendar", of: Self.timer).split(separator: "\n")
      #expect(next.count == 2)
      for time in ["07:00:00", "19:30:00"] {
        let line = try #require(next.first { $0.contains("OnCalendar=*-*-* \(time) ;") })
        #expect(line.split(separator: "next_elapse=").last?.contains(" \(time) ") == true)
      }
      let last = try session.property("LastTriggerUSec", of: Self.timer)
      #expect(last.isEmpty, "enabling the timer does not run it")
    }

    @Test("If the timer was stopped for days, it runs once, and later keeps the user's own choice")
    func daysAway() throws {
      _ = try session.said("nightctl set \(clockStyle() == "dark" ? "light" : "dark")")
      try goAway()
      let earlier = try session.property("InvocationID", of: Self.service)
      let clock = try clockStyle()
      _ = try session.said("systemctl --user start night-switch.timer")
      try session.awaitChange("InvocationID", from: earlier, of: Self.service)
      try session.awaitProperty("ActiveState", "inactive", of: Self.service)
      let run = try session.property("InvocationID", of: Self.service)
      #expect(try session.property("Result", of: Self.service) == "success")
      let style = try session.said("nightctl get")
      #expect(try style == clock || style == clockStyle())
      try expectNextRunToCome()

      let byHand = try session.said("nightctl toggle")
      _ = try session.said("systemctl --user restart night-switch.timer")
      try expectNextRunToCome()
      #expect(try session.property("InvocationID", of: Self.service) == run)
      #expect(try session.said("nightctl get") == byHand)
    }

    // Expects that the timer's next run is in the future; if a run were overdue, its time would be
    // past.
    private func expectNextRunToCome() throws {
      let next = try session.said(
        "date +%s -d \"$(systemctl --user show -P NextElapseUSecRealtime night-switch.timer)\""
      )
      #expect(try #require(Int(next)) > #require(Int(session.said("date +%s"))))
    }

    @Test(
      "A timer that missed its time runs at the next login, starts the daemon and sets the style"
    )
    func login() throws {
      let home = try TemporaryFolder()
      let chosen = try UserSession.run(
        [
          "sh", "-c",
          """
          nightctl set "$1"
          systemctl --user enable --now night-switch.timer 2>&1
          touch -d '3 days ago' \(Self.stamp)
          """, "sh", clockStyle() == "dark" ? "light" : "dark",
        ],
        home: home
      )
      try #require(chosen.exit == .exited(0), "\(chosen.errorsSoFar)")
      let ask = """
        until [ -n "$(systemctl --user show -P ExecMainExitTimestamp \(Self.service))" ]; do :; done
        systemctl --user show -P ActiveState nightd.service
        systemctl --user show -P Result \(Self.service)
        nightctl get
        """
      let clock = try clockStyle()
      let login = try UserSession.run(["timeout", "10", "sh", "-c", ask], home: home)
      let style = try clockStyle()
      let lines = try login.readAll().split(separator: "\n")
      #expect(
        lines == ["active", "success", "\(clock)"]
          || lines == ["active", "success", "\(style)"]
      )
    }

    private func clockStyle() throws -> String {
      let time = try session.said("date +%H:%M")
      return "07:00" <= time && time < "19:30" ? "light" : "dark"
    }

    /// Makes the timer look as if the computer had been off for three days since the timer was
    /// enabled.
    private func goAway() throws {
      _ = try session.said(
        """
        systemctl --user start night-switch.timer
        systemctl --user stop night-switch.timer
        touch -d '3 days ago' \(Self.stamp)
        """
      )
    }

    private func intent() throws -> String {
      try session.said("cat ~/.local/state/nightd/intent.json")
    }
  }
}
