import TestSupport
import Testing

extension SystemdTests {
  /// Hooks of the installed unit, which run outside the unit's sandbox.
  @Suite
  struct HookTests {
    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
    }

    private func hook(_ name: String, _ body: String) throws {
      _ = try session.said(
        """
        mkdir -p ~/.config/nightd/hooks.d
        printf '#!/bin/sh\\n\(body)\\n' >~/.config/nightd/hooks.d/\(name)
        chmod +x ~/.config/nightd/hooks.d/\(name)
        """
      )
    }

    @Test("Hooks run in one unit, may write to the home folder, and may leave processes running")
    func unit() throws {
      _ = try session.said("mkfifo ~/gate")
      try hook("10-write", "cat /proc/self/cgroup >~/group; echo $1 $2 >>~/hooked")
      try hook("20-leave", "(read line <~/gate; echo late; echo survived >~/end) &")
      _ = try session.said("nightctl set dark --always")
      try session.awaitOutput(of: "tail -n 1 ~/hooked | cut -c 1-4", "dark")
      #expect(try session.said("grep -c nightd-hooks- ~/group") == "1")
      try session.awaitOutput(of: "nightctl hooks log 20-leave | grep -c done", "1")
      // A process of the first hook still runs, but the next change runs hooks nevertheless.
      _ = try session.said("nightctl set light --always")
      try session.awaitOutput(of: "tail -n 1 ~/hooked", "light dark")
      // Opening the gate once releases all processes that now wait at it.
      _ = try session.said(": >~/gate")
      try session.awaitOutput(of: "cat ~/end", "survived")
      _ = try session.said("rm -r ~/.config/nightd ~/gate ~/hooked ~/group ~/end")
      _ = try session.said("systemctl --user stop nightd")
    }
  }
}
