import Glibc
import TestSupport
import Testing

extension SystemdTests {
  /// The doctor's findings about nightd's unit; the tests run the suggested commands, and check
  /// that they help.
  @Suite struct UnitDoctorTests {
    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
      try session.awaitOutput(
        of: "busctl --user call org.freedesktop.DBus / org.freedesktop.DBus NameHasOwner s "
          + "org.freedesktop.systemd1",
        "b true"
      )
    }

    /// The code and the command of the first finding about nightd itself.
    private func found() throws -> (code: String, command: String) {
      let lines = try session.run("nightctl doctor").output.split(separator: "\n").map(String.init)
      let code = lines.first?.split(separator: ":").first.map(String.init) ?? ""
      let command = lines.first { $0.hasPrefix("  run: ") }?.dropFirst("  run: ".count)
      return (code, command.map(String.init) ?? "")
    }

    private func mend(_ command: String) throws {
      _ = try session.said(command)
      #expect(try session.said("nightctl set dark && nightctl get") == "dark")
      let codes = try session.run("nightctl doctor").output
      #expect(!codes.contains("unit-") && !codes.contains("name-taken"), "\(codes)")
    }

    @Test("The doctor's command unmasks a masked unit", arguments: ["", "--runtime"])
    func masked(option: String) throws {
      _ = try session.said("systemctl --user mask \(option) nightd")
      let finding = try found()
      #expect(finding.code == "unit-masked")
      try mend(finding.command)
    }

    @Test("If a drop-in restarts the unit repeatedly, the doctor's command removes the drop-in")
    func looping() throws {
      try session.dropIn("[Service]\nExecStart=\nExecStart=/bin/false\n")
      _ = try session.said("systemctl --user start --no-block nightd")
      try session.awaitProperty("NRestarts", "2", of: "nightd.service")
      let finding = try found()
      #expect(finding.code == "unit-broken")
      try mend(finding.command)
    }

    @Test(
      "If a program is missing, the doctor prints its path and a command that corrects the unit"
    )
    func missing() throws {
      try session.dropIn("[Service]\nExecStart=\nExecStart=/opt/gone/nightd\n")
      let lines = try session.run("nightctl doctor").output
      #expect(lines.hasPrefix("unit-broken: nightd.service starts /opt/gone/nightd, "), "\(lines)")
      try mend(found().command)
    }

    @Test(
      "If another unit owns nightd's bus name, the command that the doctor prints stops this unit"
    )
    func taken() throws {
      let code = "import dbus,time; b=dbus.SessionBus(); b.request_name('org.nightd.Night1'); "
      _ = try session.said(
        "systemd-run --user --collect --unit taker /usr/bin/python3 -c \"\(code)time.sleep(600)\""
      )
      try session.awaitOutput(
        of: "busctl --user call org.freedesktop.DBus / org.freedesktop.DBus NameHasOwner s "
          + "org.nightd.Night1",
        "b true"
      )
      let finding = try found()
      #expect(finding.code == "name-taken")
      #expect(finding.command == "systemctl --user stop taker.service")
      try mend(finding.command)
    }

    @Test("If no program has called nightd yet, the doctor reports no problem")
    func notAsked() throws {
      let output = try session.run("nightctl doctor").output
      #expect(!output.contains("not-running") && !output.contains("unit-"), "\(output)")
      #expect(try session.property("ActiveState") == "inactive")
    }
  }
}
