import TestSupport
import Testing

extension SystemdTests {
  /// Hooks under the installed unit: they run outside of its sandbox.
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

    @Test("Hooks run in one unit, may write to the home folder, and what they leave behind goes on")
    func unit() throws {
      _ = try session.said("mkfifo ~/gate")
      try hook("10-write", "cat /proc/self/cgroup >~/group; echo $1 $2 >>~/hooked")
      try hook("20-leave", "(read line <~/gate; echo late; echo survived >~/end) &")
      _ = try session.said("nightctl set dark --always")
      try session.awaitOutput(of: "tail -n 1 ~/hooked | cut -c 1-4", "dark")
      #expect(try session.said("grep -c nightd-hooks- ~/group") == "1")
      try session.awaitOutput(of: "nightctl hooks log 20-leave | grep -c done", "1")
      // The next change runs hooks too, although the process that was left behind still runs.
      _ = try session.said("nightctl set light --always")
      try session.awaitOutput(of: "tail -n 1 ~/hooked", "light dark")
      // Opening the gate once ends the waiting of each process that has opened it by now.
      _ = try session.said(": >~/gate")
      try session.awaitOutput(of: "cat ~/end", "survived")
      _ = try session.said("rm -r ~/.config/nightd ~/gate ~/hooked ~/group ~/end")
      _ = try session.said("systemctl --user stop nightd")
    }
  }
}
