import TestSupport
import Testing

extension SystemdTests {
  /// What nightd does in its unit's sandbox, and its errors if the sandbox is too strict.
  @Suite struct SandboxTests {
    private static let state = "~/.local/state/nightd"

    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
    }

    @Test("In a new home folder, the first style change makes files that only their owner can read")
    func modes() throws {
      // The daemon writes its history some time after a change, or when it is asked for the
      // history.
      _ = try session.said("nightctl set dark && nightctl history")
      let modes = try session.said(
        "(cd ~/.local && stat -c '%a %n' . state state/nightd state/nightd/*)"
      )
      // Leave out desktop.json, because nightd writes it only after the desktop has reported a
      // style.
      .replacing("600 state/nightd/desktop.json\n", with: "")
      #expect(
        modes == """
          700 .
          700 state
          700 state/nightd
          600 state/nightd/history.jsonl
          600 state/nightd/intent.json
          600 state/nightd/intent.lock
          """
      )
    }

    @Test("The first chosen style is on disk before the reply is sent")
    func durable() throws {
      // strace needs more system calls than nightd, so allow these; strace can write only to
      // nightd's folder.
      try session.dropIn(
        """
        [Service]
        ExecStart=
        ExecStart=/usr/bin/strace -f -y -o %h/.local/state/nightd/trace /usr/local/bin/nightd
        SystemCallFilter=@setuid ptrace process_vm_readv pipe pipe2 kill tkill tgkill
        """
      )
      _ = try session.said("systemctl --user start nightd && nightctl set dark")
      let trace = try session.said("grep -E '(fsync|rename)\\(' \(Self.state)/trace")
      let calls = trace.split(separator: "\n")
      let file = calls.firstIndex { $0.contains("fsync(") && $0.contains("/intent.json.new>") }
      let name = calls.firstIndex { $0.contains("rename(") && $0.contains("/intent.json\"") }
      let folder = calls.lastIndex { $0.contains("fsync(") && $0.contains("/state/nightd>") }
      #expect(try #require(file) < #require(name))
      #expect(try #require(name) < #require(folder))
      // The parent folders existed before the sandbox was set up, but are synced nevertheless.
      for way in ["/home/night", "/home/night/.local", "/home/night/.local/state"] {
        #expect(calls.contains { $0.contains("fsync(") && $0.contains("<\(way)>") }, "\(way)")
      }
    }

    @Test("The daemon follows an edit of the stored file, and `nightctl watch` prints it")
    func foreign() throws {
      _ = try session.said("nightctl set dark")
      _ = try session.said("nightctl watch >~/seen 2>&1 & echo $! >~/watcher")
      try session.awaitOutput(of: "cat ~/seen", "dark")
      _ = try session.said("sed -i 's/\"dark\"/\"light\"/' \(Self.state)/intent.json")
      try session.awaitOutput(of: "tail -n 1 ~/seen", "light")
      _ = try session.said("kill $(cat ~/watcher)")
      #expect(try session.said("nightctl toggle") == "dark")
    }

    @Test("The daemon reads and follows config.json5 through links, even to files outside the home")
    func config() throws {
      _ = try session.said(
        """
        mkdir -p ~/dotfiles/one ~/dotfiles/two ~/.config/nightd
        echo '{choice: "dark"}' >~/dotfiles/one/config.json5
        echo '{choice: "light"}' >~/dotfiles/two/config.json5
        ln -sfn one ~/dotfiles/now
        ln -s ~/dotfiles/now/config.json5 ~/.config/nightd/config.json5
        nightctl watch >~/seen 2>&1 & echo $! >~/watcher
        """
      )
      try session.awaitOutput(of: "cat ~/seen", "dark")
      _ = try session.said("ln -s two ~/dotfiles/new && mv -T ~/dotfiles/new ~/dotfiles/now")
      try session.awaitOutput(of: "tail -n 1 ~/seen", "light")
      _ = try session.said("sed -i s/light/dark/ ~/dotfiles/two/config.json5")
      try session.awaitOutput(of: "tail -n 1 ~/seen", "dark")
      // In the sandbox, files of root seem to belong to an unknown user. This file is not JSON, and
      // the check must report only that, not the file's owner.
      _ = try session.said("ln -sfn /etc/debian_version ~/.config/nightd/config.json5")
      try session.awaitOutput(of: "nightctl prefs check 2>&1 | grep -c 'expected'", "1")
      #expect(try session.said("nightctl prefs check 2>&1 | grep -c 'another user' || :") == "0")
      _ = try session.said("kill $(cat ~/watcher)")
    }

    @Test("The daemon still serves if its state folder is read-only, but refuses to set a style")
    func closed() throws {
      _ = try session.said("nightctl set dark; systemctl --user stop nightd")
      try session.dropIn("[Service]\nReadOnlyPaths=%h/.local/state/nightd\n")
      _ = try session.said("systemctl --user start nightd")
      try expectRefusal(of: "nightctl set light", in: "/home/night/.local/state")
      #expect(try session.said("nightctl get") == "dark")
    }

    @Test(
      "A state folder at another path is read-only, until the manual's drop-in makes it writable"
    )
    func elsewhere() throws {
      _ = try session.said("systemctl --user set-environment XDG_STATE_HOME=/home/night/state")
      defer { _ = try? session.said("systemctl --user unset-environment XDG_STATE_HOME") }
      try expectRefusal(of: "nightctl set dark", in: "/home/night/state")
      _ = try session.said("systemctl --user stop nightd")
      try session.dropIn(Manual.dropIn("state.conf"))
      _ = try session.said("systemctl --user start nightd")
      #expect(try session.said("nightctl set dark && stat -c %a ~/state/nightd") == "700")
      #expect(try session.said("systemctl --user restart nightd && nightctl get") == "dark")
    }

    @Test(
      "The daemon works with each of the other drop-ins in the manual",
      arguments: ["tighter.conf"]
    )
    func manual(name: String) throws {
      try session.dropIn(Manual.dropIn(name))
      _ = try session.said("systemctl --user start nightd")
      #expect(try session.said("nightctl set dark && nightctl get") == "dark")
      #expect(try session.property("MainPID") == session.owner())
    }

    private func expectRefusal(of command: String, in folder: String) throws {
      let answer = try session.run(command)
      #expect(answer.code == 1)
      #expect(answer.output.contains(folder), "\(answer.output)")
      #expect(answer.output.lowercased().contains("read-only"), "\(answer.output)")
    }
  }
}
