import TestSupport
import Testing

extension SystemdTests {
  /// A machine that gives a user's services no namespaces: user.max_user_namespaces=0, a hardened
  /// kernel, or an AppArmor that lets a user namespace be made and refuses every mount in it.
  @Suite struct NamespaceTests {
    private static let units = ["nightd.service", "night-switch.service"]
    private static let dropIn = "zz-nightd-no-namespaces.conf"
    private static let line =
      "this machine gives nightd no namespaces, so it runs with a smaller sandbox; "
      + "see docs/security.md"

    /// All that is left: what needs no namespace.
    private static let left = Restriction.all.filter { restriction in
      restriction.directive != "PrivateUsers" && !restriction.ground.contains("PrivateUsers")
    }

    private func session(without kind: String) throws -> UserSession {
      try UserSession(without: kind)
    }

    private func count(_ session: UserSession) throws -> String {
      try session.said("journalctl -q --no-pager -o cat | grep -c 'with a smaller sandbox' || :")
    }

    @Test(
      "the first caller is answered, the rest of the sandbox is in force, and the journal says it once",
      arguments: ["user", "mnt"]
    )
    func first(kind: String) throws {
      let session = try session(without: kind)
      #expect(try session.said("nightctl get") == "light")
      #expect(try session.said("nightctl set dark && nightctl get") == "dark")
      #expect(try session.property("Result") == "success")
      #expect(try session.property("NRestarts") == "0")
      let status = try session.said("cat /proc/$(systemctl --user show -P MainPID nightd)/status")
      #expect(status.contains("NoNewPrivs:\t1"))
      #expect(status.contains("Seccomp:\t2"))
      try session.awaitOutput(
        of: "journalctl -q --no-pager -o cat PRIORITY=4 | grep -cFx \"\(Self.line)\"",
        "1"
      )
      _ = try session.said("systemctl --user restart nightd && systemctl --user stop nightd")
      #expect(try session.said("nightctl get") == "dark")
      #expect(try count(session) == "1")
      #expect(try session.end() == .exited(0))
    }

    @Test("what needs no namespace is refused as in the whole sandbox", arguments: ["user", "mnt"])
    func left(kind: String) throws {
      let session = try session(without: kind)
      let script = try Program.run("cat", ["\(Built.sourceRoot)/Tests/SystemdTests/Sandbox/probe"])
      _ = try session.said("cat >~/probe <<'END'\n\(script.output)END\npython3 ~/probe outside")
      let words = Dictionary(Self.left.map { ($0.probe, $0.word) }, uniquingKeysWith: { $1 })
      try session.dropIn(
        """
        [Service]
        Type=oneshot
        Restart=no
        ExecStart=
        ExecStart=/usr/bin/python3 %h/probe \(words.keys.sorted().joined(separator: " "))
        StandardOutput=file:%h/left.out
        """
      )
      _ = try session.said("systemctl --user start nightd")
      #expect(try session.words("~/left.out") == words)
      #expect(try session.end() == .exited(0))
    }

    @Test("night-switch.service runs there too, and the two say it once together")
    func nightSwitch() throws {
      let session = try session(without: "user")
      _ = try session.said("systemctl --user start night-switch")
      #expect(["light", "dark"].contains(try session.said("nightctl get")))
      #expect(try session.property("Result", of: "night-switch.service") == "success")
      #expect(try count(session) == "1")
      #expect(try session.end() == .exited(0))
    }

    @Test("drop-ins of the user's own that need namespaces keep nightd from nothing")
    func ownDropIn() throws {
      let session = try session(without: "user")
      try session.dropIn(Manual.dropIn("tighter.conf"))
      #expect(try session.said("nightctl get") == "light")
      #expect(try session.property("TasksMax") == "16")
      #expect(try session.end() == .exited(0))
    }

    @Test(
      "where the kernel seems to give namespaces and the manager still fails, it is started again"
    )
    func mistaken() throws {
      let session = try session(without: "mnt")
      let pretender = session.installed("/usr/local/bin/unshare")
      let made = try Program.run(
        "/bin/sh",
        ["-c", "echo '#!/bin/sh' >$0; chmod 755 $0", pretender]
      )
      #expect(made.exit == .exited(0))
      #expect(try session.said("nightctl get") == "light")
      #expect(try session.property("NRestarts") == "1")
      #expect(try count(session) == "1")
      _ = try session.said("systemctl --user restart nightd && systemctl --user restart nightd")
      #expect(try session.property("NRestarts") == "0")
      #expect(try count(session) == "1")
      #expect(try session.end() == .exited(0))
    }

    @Test("a start that fails with the smaller sandbox too is not tried again and again")
    func givenUp() throws {
      let session = try session(without: "user")
      try session.dropIn("[Service]\nExecStart=\nExecStart=/bin/sh -c 'exit 217'\n")
      #expect(try session.run("systemctl --user start nightd").code != 0)
      try session.awaitProperty("ActiveState", "failed", of: "nightd.service")
      #expect(try session.property("NRestarts") == "0")
      // Nobody has used this session's bus yet, and the manager joins it only once it runs.
      let asked = "busctl --user call org.freedesktop.DBus / org.freedesktop.DBus NameHasOwner s "
      try session.awaitOutput(of: asked + "org.freedesktop.systemd1", "b true")
      let doctor = try session.run("nightctl doctor").output.split(separator: "\n")
      #expect(doctor.first?.contains("the sandbox of nightd.service cannot be set up") == true)
      #expect(doctor.contains { $0.hasPrefix("  run: mv -n ") }, "\(doctor)")
      #expect(try session.end() == .exited(0))
    }

    @Test("where there are namespaces the whole sandbox is in force, and nothing is said")
    func usual() throws {
      let session = try #require(UserSession.current)
      try session.startAfresh()
      _ = try session.said("nightctl get")
      #expect(try session.property("DropInPaths") == "")
      #expect(try session.property("PrivateUsers") == "yes")
      #expect(try count(session) == "0")
    }

    @Test("once there are namespaces again the whole sandbox is in force from the next start on")
    func again() throws {
      let session = try #require(UserSession.current)
      try session.startAfresh()
      for unit in Self.units {
        _ = try session.said(
          """
          mkdir -p $XDG_RUNTIME_DIR/systemd/user/\(unit).d
          printf '[Service]\\nPrivateUsers=no\\n' >$XDG_RUNTIME_DIR/systemd/user/\(unit).d/\(Self.dropIn)
          """
        )
      }
      _ = try session.said("systemctl --user daemon-reload")
      #expect(try session.property("PrivateUsers") == "no")
      #expect(try session.said("nightctl get") == "light")
      for unit in Self.units {
        #expect(try session.property("PrivateUsers", of: unit) == "yes")
        #expect(try session.property("DropInPaths", of: unit) == "")
      }
      let namespace = "readlink /proc/%s/ns/user"
      let own = try session.said("readlink /proc/self/ns/user")
      let pid = try session.property("MainPID")
      #expect(try session.run(namespace.replacing("%s", with: pid)).output != own)
    }
  }
}
