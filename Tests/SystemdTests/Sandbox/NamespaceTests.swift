import TestSupport
import Testing

extension SystemdTests {
  /// Machines on which a user's services cannot get namespaces.
  ///
  /// Such a machine has user.max_user_namespaces=0, a hardened kernel, or an AppArmor policy that
  /// allows user namespaces but refuses every mount in them.
  @Suite struct NamespaceTests {
    private static let units = ["nightd.service", "night-switch.service"]
    private static let dropIn = "zz-nightd-no-namespaces.conf"
    private static let line =
      "this machine gives nightd no namespaces, so it runs with a smaller sandbox; "
      + "see docs/security.md"

    /// Counts the lines about the smaller sandbox; the journal may get a line some time after the
    /// unit has written it.
    private static let count =
      #"journalctl -q --no-pager -o cat | grep -c "with a smaller sandbox" || :"#

    /// The restrictions that remain on machines without namespaces.
    private static let left = Restriction.all.filter { restriction in
      restriction.directive != "PrivateUsers" && !restriction.ground.contains("PrivateUsers")
    }

    private func session(without kind: String) throws -> UserSession {
      try UserSession(without: kind)
    }

    @Test(
      "Without namespaces, the daemon has a smaller sandbox, and logs one line to the journal",
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
      #expect(try session.said(Self.count) == "1")
      #expect(try session.end() == .exited(0))
    }

    @Test(
      "Without namespaces, the sandbox still has each restriction that needs no namespace",
      arguments: ["user", "mnt"]
    )
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

    @Test(
      "night-switch.service also runs without namespaces, and the log has one line for both units"
    )
    func nightSwitch() throws {
      let session = try session(without: "user")
      _ = try session.said("systemctl --user start night-switch")
      #expect(["light", "dark"].contains(try session.said("nightctl get")))
      #expect(try session.property("Result", of: "night-switch.service") == "success")
      try session.awaitOutput(of: Self.count, "1")
      #expect(try session.end() == .exited(0))
    }

    @Test("If the kernel allows no namespaces, nightd runs even with drop-ins that need namespaces")
    func ownDropIn() throws {
      let session = try session(without: "user")
      try session.dropIn(Manual.dropIn("tighter.conf"))
      #expect(try session.said("nightctl get") == "light")
      #expect(try session.property("TasksMax") == "16")
      #expect(try session.end() == .exited(0))
    }

    @Test("If namespaces seem available but cannot be made, nightd is started again without them")
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
      try session.awaitOutput(of: Self.count, "1")
      _ = try session.said("systemctl --user restart nightd && systemctl --user restart nightd")
      #expect(try session.property("NRestarts") == "0")
      #expect(try session.said(Self.count) == "1")
      #expect(try session.end() == .exited(0))
    }

    @Test("If nightd fails to start even in the smaller sandbox, systemd does not try again")
    func givenUp() throws {
      let session = try session(without: "user")
      try session.dropIn("[Service]\nExecStart=\nExecStart=/bin/sh -c 'exit 217'\n")
      #expect(try session.run("systemctl --user start nightd").code != 0)
      try session.awaitProperty("ActiveState", "failed", of: "nightd.service")
      #expect(try session.property("NRestarts") == "0")
      // No program has used this session's bus yet, and the manager connects to the bus only once
      // it runs; so wait for the manager's connection.
      let asked = "busctl --user call org.freedesktop.DBus / org.freedesktop.DBus NameHasOwner s "
      try session.awaitOutput(of: asked + "org.freedesktop.systemd1", "b true")
      let doctor = try session.run("nightctl doctor").output.split(separator: "\n")
      #expect(doctor.first?.contains("the sandbox of nightd.service cannot be set up") == true)
      #expect(doctor.contains { $0.hasPrefix("  run: mv -n ") }, "\(doctor)")
      #expect(try session.end() == .exited(0))
    }

    @Test("With namespaces, the whole sandbox is in force, and no line is logged")
    func usual() throws {
      let session = try #require(UserSession.current)
      try session.startAfresh()
      _ = try session.said("nightctl get")
      #expect(try session.property("DropInPaths") == "")
      #expect(try session.property("PrivateUsers") == "yes")
      #expect(try session.said(Self.count) == "0")
    }

    @Test("When namespaces become available, the next start uses the whole sandbox")
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
